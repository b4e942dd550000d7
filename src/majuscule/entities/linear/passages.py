"""Tagging passages whose tokens are scored as chains: Viterbi, document memory, confidences.

Subclasses provide the scores: the linear tagger, a network beside it, a layer on top of either.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from majuscule.arrays import F32, I32, I64, U8, Bools
from majuscule.entities.decoding import token_spans, with_confidence
from majuscule.entities.interface import TaggerBase
from majuscule.entities.linear.columns import PaddedColumns, name_like
from majuscule.entities.linear.memory import EntityMemoryOptions, recall
from majuscule.models import ModelFile
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.annotations.schemes import Scheme, TokenSpan
from majuscule.reading.annotations.spans import to_documents
from majuscule.tagging.scoring.chain import Chain, best_tags, max_marginals, posteriors
from majuscule.text import Passage, joined_passage

Tags = U8

LONG = 1 << 16
"""Tokens from which on a text is scored in compact pieces: all of them together need memory."""

_NO_COLUMNS = np.empty((1, 0), np.uint64)


@dataclass(frozen=True)
class Constants:
    """Fitted on held-out text: ``scale``, log odds per unit of score (the inverse temperature);
    ``outside``, the weight added to O, for the best F1."""

    scale: float = 0.004
    outside: int = 0


class _Kept(NamedTuple):
    names: Bools  # whether each token may be part of a name
    table_of: I32  # of each padded token, its table of transitions


@dataclass(frozen=True)
class ScoredPassage:
    """Some lines of a passage, with the scores of their tokens."""

    passage: Passage
    start: int  # of its tokens in the whole passage
    padded: PaddedColumns
    chain: Chain
    kept: _Kept | None = None  # what stands for the columns and transitions that are left out

    def compact(self) -> ScoredPassage:
        """Return it in a fifth of the memory, to be kept until the end of a long text is scored:
        few tables of transitions differ, and of the columns only names matter from here on."""
        tables = self.chain.transitions
        rows = tables.reshape(len(tables), -1).view(f"V{tables[0].nbytes}").ravel()
        _, first, table_of = np.unique(rows, return_index=True, return_inverse=True)
        padded = replace(self.padded, columns=_NO_COLUMNS, keys=_NO_COLUMNS[0])
        chain = Chain(self.chain.emissions, tables[first])
        kept = _Kept(name_like(self.padded), table_of.astype(np.int32))
        return replace(self, padded=padded, chain=chain, kept=kept)

    def whole(self) -> ScoredPassage:
        """Return it with the transitions of each token."""
        if self.kept is None:
            return self
        chain = Chain(self.chain.emissions, self.chain.transitions[self.kept.table_of])
        return replace(self, chain=chain, kept=None)

    def names(self) -> Bools:
        """Return whether each token may be part of a name."""
        return name_like(self.padded) if self.kept is None else self.kept.names

    @property
    def tokens(self) -> slice:
        """Return the range of its tokens in the whole passage."""
        return slice(self.start, self.start + len(self.passage.tokens))

    def best(self) -> Tags:
        """Return the best tag of each token."""
        return best_tags(self.chain, self.padded.bounds)[self.padded.at]

    def losses(self) -> I32:
        """Return what the best tags with each tag of a token lose in score, (n, tags)."""
        return max_marginals(self.chain, self.padded.bounds)[self.padded.at]

    def losses_beside(self, tags: I64) -> I32:
        """Return what each tag of a token loses in score to the best one if its neighbours have
        ``tags`` (n,), (n, tags)."""
        emissions, transitions = self.chain
        at = self.padded.at
        after = at[~np.isin(at, self.padded.bounds[:, 0])]
        given = np.zeros(len(emissions), np.int64)
        given[at] = tags
        scores = emissions.copy()
        scores[after] += transitions[after, given[after - 1]]
        scores[after - 1] += transitions[after, :, given[after]]
        return np.asarray(scores - scores.max(axis=1, keepdims=True))[at]

    def posteriors(self, scale: float) -> F32:
        """Return P(tag | line) of each token, (n, tags); ``scale``: log odds per unit of score."""
        return posteriors(self.chain, self.padded.bounds, scale)[self.padded.at]

    def raised(self, gain: I32) -> ScoredPassage:
        """Return it with ``gain`` added to the scores, (n, tags) or (tags,)."""
        emissions = self.chain.emissions.copy()
        emissions[self.padded.at] += gain
        return replace(self, chain=Chain(emissions, self.chain.transitions))


class PassageTagger(TaggerBase):
    """The base of taggers that score the tokens of a passage as a chain: see the module."""

    scheme: Scheme
    constants: Constants
    remembering: EntityMemoryOptions

    batch: ClassVar[int] = 1 << 15  # characters: some three pieces
    threaded: ClassVar[bool] = True

    @property
    def labels(self) -> tuple[str, ...]:
        return self.scheme.labels

    @abstractmethod
    def score(self, passage: Passage) -> Iterator[ScoredPassage]:
        """Yield scored pieces of the passage."""

    @abstractmethod
    def options(self) -> Mapping[str, Any]:
        """Return the options and constants for the header of the model file."""

    @classmethod
    @abstractmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger stored in a model file."""

    def tag_together(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text; confidence is the least posterior of the tokens."""
        passage, begins = joined_passage(texts)
        pieces, found = [], []
        for piece in self.score(passage):
            found.append(self.decode(piece))
            pieces.append(piece if len(passage.tokens) < LONG else piece.compact())
        extra = None
        if memory and any(tags.any() for tags in found):
            extra = self._recalled(passage, begins, pieces, np.concatenate(found))

        def spans() -> Iterator[tuple[TokenSpan, float]]:
            for piece, tags in zip(pieces, found, strict=True):
                piece = piece.whole()
                if extra is not None and (gain := extra[piece.tokens]).any():
                    piece = piece.raised(gain)
                    tags = self.decode(piece)
                yield from self._spans(piece, tags)

        return to_documents(spans(), passage, begins)

    def decode(self, piece: ScoredPassage) -> Tags:
        """Return the best tags of a piece; each number-like expression is a single mention."""
        tags = piece.best()
        join_expressions(tags, piece.padded.expressions, self.labels)
        return tags

    def _recalled(
        self, passage: Passage, begins: Sequence[int], pieces: list[ScoredPassage], tags: Tags
    ) -> I32 | None:
        """Return what repeated words add to the scores of a second pass, or None for nothing."""
        words, starts = passage.tokens.words, passage.tokens.starts
        return recall(
            words,
            np.searchsorted(begins, starts, side="right") - 1 if len(begins) > 1 else None,
            lambda: np.concatenate([piece.whole().losses() for piece in pieces]),
            tags,
            self.constants.scale,
            self.remembering,
            lambda: np.concatenate([piece.names() for piece in pieces]),
        )

    def _spans(self, piece: ScoredPassage, tags: Tags) -> Iterator[tuple[TokenSpan, float]]:
        padded = piece.padded
        spans = token_spans(tags, piece.passage.lines, self.scheme)
        if not spans:
            return
        bounds = padded.bounds
        if len(bounds) > 1:  # only lines with spans
            begun = padded.at[[first for first, _, _ in spans]]
            bounds = bounds[sorted({*bounds[:, 1].searchsorted(begun, side="right").tolist()})]
        own = posteriors(piece.chain, bounds, self.constants.scale)[padded.at, tags]
        for (a, b, label), how in with_confidence(spans, own):
            yield (a + piece.start, b + piece.start, label), how


@dataclass(frozen=True, repr=False, eq=False)
class StackedTagger(PassageTagger):
    """A tagger on top of a base tagger, whose labels, constants and memory options it shares."""

    base: PassageTagger

    @property
    def language(self) -> str:
        return super().language or self.base.language

    @property
    def scheme(self) -> Scheme:  # type: ignore[override]
        return self.base.scheme

    @property
    def constants(self) -> Constants:  # type: ignore[override]
        return self.base.constants

    @property
    def remembering(self) -> EntityMemoryOptions:  # type: ignore[override]
        return self.base.remembering


def join_expressions(tags: Tags, expressions: Iterable[TokenSpan], labels: tuple[str, ...]) -> None:
    """Make expressions whose first and last tokens have their label single mentions, in place.

    >>> tags = np.array([1, 2, 0, 1], np.uint8)
    >>> join_expressions(tags, [(0, 4, "DATE")], ("DATE",))
    >>> tags.tolist()
    [1, 2, 2, 2]
    """
    for first, stop, label in expressions:
        if stop - first > 1 and label in labels:
            begin = 1 + 2 * labels.index(label)
            if tags[first] in (begin, begin + 1) and tags[stop - 1] in (begin, begin + 1):
                tags[first + 1 : stop] = begin + 1
