"""The entity tagger that ships: the linear tagger of floor 3 over the columns of entities.

Tags are BIO2; Viterbi is exact over admissible sequences.  A line is a sequence.  Weights are
packed as the truecaser's are (:mod:`majuscule.tagging.packing`); of the codebooks the file holds
the rows that are used.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from majuscule.entities.knowledge import Knowledge
from majuscule.entities.linear.columns import (
    COLUMNS,
    LINKS,
    TEMPLATES,
    PaddedPassage,
    expressions_of,
    name_like,
    read_columns,
)
from majuscule.entities.linear.memory import MemoryOptions, recall
from majuscule.entities.lists.names import NameLists
from majuscule.entities.lists.titles import title_lists
from majuscule.entities.mentions import Mention
from majuscule.entities.schemes import Scheme, TokenSpan
from majuscule.entities.spans import to_documents
from majuscule.errors import ModelError
from majuscule.models import ModelFile
from majuscule.tagging.packing import CODES, PackedWeights
from majuscule.tagging.tagger import CLOSED, Chain, LinearTagger
from majuscule.tagging.templates import compile_templates
from majuscule.tagging.text import Spec
from majuscule.text import Passage, read_passage
from majuscule.text.batches import batches
from majuscule.words.table import WordTable

LINK_SEED = 1000
PIECE = 2048
"""Tokens that are scored at once: their scores stay in the cache."""

TOGETHER = 1 << 15
"""Characters of short texts that are read together: some three pieces."""

Tags = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Constants:
    """Fitted on held-out text: ``scale``, the inverse temperature of a score unit; ``outside``,
    what O gets on top, for the best F1."""

    scale: float = 0.004
    outside: int = 0


def entity_spec(scheme: Scheme) -> Spec:
    """Return the templates of the entity tagger, compiled."""
    return Spec(
        len(scheme.tags),
        compile_templates(TEMPLATES, COLUMNS),
        compile_templates(LINKS, COLUMNS, seed=LINK_SEED),
    )


@dataclass(frozen=True)
class Piece:
    """Some lines of a passage with the scores of their tokens."""

    passage: Passage
    start: int  # of its tokens, in the whole passage
    padded: PaddedPassage
    chain: Chain


@dataclass(frozen=True)
class LinearEntityTagger:
    """The linear tagger of entities: see the module."""

    tagger: LinearTagger
    scheme: Scheme
    knowledge: Knowledge
    constants: Constants
    trained_with: Mapping[str, Any]
    remembering: MemoryOptions = field(default_factory=MemoryOptions)

    kind: ClassVar[str] = "entities.v1"

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels that the tagger gives."""
        return self.scheme.labels

    def tag(self, text: str, *, memory: bool = True) -> list[Mention]:
        """Return the mentions of a document; its lines are sequences of their own."""
        (found,) = self._tag_group([text], memory)
        return found

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; each is a document.

        Short texts are read together.  ``jobs`` threads work at once (default: one a core).
        """
        jobs = jobs or os.cpu_count() or 1
        groups = batches(texts, TOGETHER, len)
        if jobs == 1:
            for group in groups:
                yield from self._tag_group(group, memory)
            return
        with ThreadPoolExecutor(jobs) as pool:
            pending: deque[Future[list[list[Mention]]]] = deque()
            for group in groups:
                pending.append(pool.submit(self._tag_group, group, memory))
                if len(pending) >= 2 * jobs:
                    yield from pending.popleft().result()
            while pending:
                yield from pending.popleft().result()

    def _tag_group(self, texts: list[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text, each a document of its own."""
        passage = read_passage("\n".join(texts))
        begins = np.cumsum([0, *(len(text) + 1 for text in texts[:-1])])
        documents = np.searchsorted(passage.tokens.starts, begins)
        return to_documents(self.tag_passage(passage, documents, memory=memory), passage, texts)

    def tag_passage(
        self,
        passage: Passage,
        documents: npt.NDArray[np.int64] | None = None,
        *,
        memory: bool = True,
    ) -> list[tuple[TokenSpan, float]]:
        """Return spans of tokens with their confidences: the least posterior of their tokens.

        ``documents``: the tokens that begin one; none: the passage is one.
        """
        pieces = list(self.score(passage))
        found = [self.decode(piece) for piece in pieces]
        if memory and len(passage.tokens):
            documents = np.zeros(1, np.int64) if documents is None else documents
            pieces, found = self._remember(passage, documents, pieces, found)
        spans: list[tuple[TokenSpan, float]] = []
        for piece, tags in zip(pieces, found, strict=True):
            spans += self._spans(piece, tags)
        return spans

    def score(self, passage: Passage) -> Iterator[Piece]:
        """Yield the passage in pieces with the scores of their tokens."""
        for start, _, part in passage.pieces(PIECE):
            padded = read_columns(part, self.knowledge)
            chain = self.tagger.score(padded.columns, keys=padded.keys)
            yield Piece(part, start, padded, self.admit(chain, padded.bounds))

    def admit(self, chain: Chain, bounds: npt.NDArray[np.int32]) -> Chain:
        """Return the scores with what is not admissible closed."""
        transitions = chain.transitions + self._closed
        emissions = chain.emissions
        firsts = bounds[bounds[:, 1] > bounds[:, 0], 0]
        emissions[firsts] += np.where(self.scheme.begins, 0, CLOSED).astype(np.int32)
        return Chain(emissions, transitions)

    @cached_property
    def _closed(self) -> npt.NDArray[np.int32]:
        return np.where(self.scheme.follows, 0, CLOSED).astype(np.int32)

    def decode(self, piece: Piece) -> Tags:
        """Return the best tags of the tokens of a piece; what is one expression is one mention."""
        tags = self.tagger.decode(piece.chain, piece.padded.bounds)[piece.padded.at]
        join_expressions(tags, expressions_of(piece.padded), self.labels)
        return tags

    def _remember(
        self,
        passage: Passage,
        documents: npt.NDArray[np.int64],
        pieces: list[Piece],
        found: list[Tags],
    ) -> tuple[list[Piece], list[Tags]]:
        """Return the pieces and tags after a second look at words with other mentions."""
        if not any(tags.any() for tags in found):
            return pieces, found
        own = np.concatenate([self._rivals(piece) for piece in pieces])
        tags = np.concatenate(found)
        eligible = np.concatenate([name_like(piece.padded) for piece in pieces])
        words, scale = passage.tokens.words, self.constants.scale
        extra = np.zeros(own.shape, np.int32)
        for first, last in pairwise([*documents.tolist(), len(words)]):
            one = slice(first, last)
            if tags[one].any():
                more = recall(
                    words[one], own[one], tags[one], scale, self.remembering, eligible[one]
                )
                if more is not None:
                    extra[one] = more
        if not extra.any():
            return pieces, found
        again: list[Piece] = []
        for piece in pieces:
            n = len(piece.passage.tokens)
            more = extra[piece.start : piece.start + n]
            if more.any():
                emissions = piece.chain.emissions.copy()
                emissions[piece.padded.at] += more
                piece = replace(piece, chain=Chain(emissions, piece.chain.transitions))
            again.append(piece)
        return again, [self.decode(piece) for piece in again]

    def _rivals(self, piece: Piece) -> npt.NDArray[np.int32]:
        best = self.tagger.decode(piece.chain, piece.padded.bounds)
        return self.tagger.rivals(piece.chain, piece.padded.bounds, best)[piece.padded.at]

    def _spans(self, piece: Piece, tags: Tags) -> list[tuple[TokenSpan, float]]:
        spans: list[TokenSpan] = []
        for first, last in piece.passage.lines.tolist():
            line = tags[first:last]
            if line.any():
                for a, b, label in self.scheme.decode(line.tolist()):
                    spans.append((first + a, first + b, label))
        if not spans:
            return []
        bounds = piece.padded.bounds
        at = piece.padded.at
        begun = at[[span[0] for span in spans]]
        chosen = np.unique(np.searchsorted(bounds[:, 1], begun, side="right"))
        sure = self.tagger.posteriors(piece.chain, bounds[chosen], self.constants.scale)
        sure = sure[at, tags]
        shift = piece.start
        return [
            ((a + shift, b + shift, label), min(1.0, float(sure[a:b].min())))
            for a, b, label in spans
        ]

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        packed, names, titles = self.tagger.packed, self.knowledge.names, self.knowledge.titles
        rows, used = cut_codebook(packed.codebook)
        return {
            "table": packed.table,
            "codebook": rows,
            "codes": used,
            "regions": packed.regions,
            "words": self.knowledge.words.table,
            "name_hashes": names.hashes,
            "name_flags": names.flags,
            "title_hashes": titles.hashes,
            "title_flags": titles.flags,
        }

    def options(self) -> Mapping[str, Any]:
        """Return the options and constants."""
        return {
            **self.trained_with,
            "scale": self.tagger.packed.scale,
            "labels": list(self.labels),
            "constants": asdict(self.constants),
            "memory": asdict(self.remembering),
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger that a model file holds."""
        file.expect_kind(cls.kind)
        options = dict(file.header.options)
        try:
            scheme = Scheme("bio2", tuple(options.pop("labels")))
            constants = Constants(**options.pop("constants"))
            memory = MemoryOptions(**options.pop("memory"))
            scale = float(options.pop("scale"))
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{file.path}: its options are not those of an entity tagger") from (
                error
            )
        spec = entity_spec(scheme)
        codebook = whole_codebook(
            file.array("codebook", "<i2", dimensions=2), file.array("codes", "<i4"), spec
        )
        packed = PackedWeights(
            file.array("table", "<u4", dimensions=2),
            codebook,
            file.array("regions", "<i8", dimensions=2),
            scale,
        )
        names = NameLists(file.array("name_hashes", "<u4"), file.array("name_flags", "|u1"))
        titles = title_lists(file.array("title_hashes", "<u4"), file.array("title_flags", "|u1"))
        if not (packed.fits(spec) and names.fits() and titles.fits()):
            raise ModelError(f"{file.path}: its weights are not those of an entity tagger")
        knowledge = Knowledge(WordTable(file.array("words", "<u4")), names, titles)
        tagger = LinearTagger(spec, packed, bias_of(scheme, constants))
        return cls(tagger, scheme, knowledge, constants, options, memory)


def join_expressions(tags: Tags, expressions: Iterable[TokenSpan], labels: tuple[str, ...]) -> None:
    """Make one mention of each expression whose first and last tokens have its label; in place.

    >>> tags = np.array([1, 2, 0, 1], np.uint8)
    >>> join_expressions(tags, [(0, 4, "DATE")], ("DATE",))
    >>> tags.tolist()
    [1, 2, 2, 2]
    """
    for first, stop, label in expressions:
        if label in labels:
            begin = 1 + 2 * labels.index(label)
            if tags[first] in (begin, begin + 1) and tags[stop - 1] in (begin, begin + 1):
                tags[first + 1 : stop] = begin + 1


def cut_codebook(
    codebook: npt.NDArray[np.int16],
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int32]]:
    """Return the rows of a codebook that are used, and how many each template has."""
    books = codebook.reshape(-1, CODES, codebook.shape[1])
    filled = (books != 0).max(axis=2)
    used = (CODES - filled[:, ::-1].argmax(axis=1)) * filled.max(axis=1)
    rows = [book[1:n] for book, n in zip(books, used.tolist(), strict=True)]
    return np.concatenate(rows), used.astype(np.int32)


def whole_codebook(
    rows: npt.NDArray[np.int16], used: npt.NDArray[np.int32], spec: Spec
) -> npt.NDArray[np.int16]:
    """Return a codebook with all its rows; an empty one where rows and numbers do not agree."""
    counts = np.maximum(used.astype(np.int64) - 1, 0)
    fits = len(used) == spec.groups and rows.shape[1] == spec.tags and bool((used <= CODES).all())
    if not fits or int(counts.sum()) != len(rows):
        return np.empty((0, spec.tags), np.int16)
    book = np.zeros((spec.groups * CODES, spec.tags), np.int16)
    firsts = np.repeat(CODES * np.arange(spec.groups) + 1 - np.cumsum(counts) + counts, counts)
    book[firsts + np.arange(len(rows))] = rows
    return book


def bias_of(scheme: Scheme, constants: Constants) -> npt.NDArray[np.int32]:
    """Return what each tag gets on top."""
    bias = np.zeros(len(scheme.tags), np.int32)
    bias[0] = constants.outside
    return bias
