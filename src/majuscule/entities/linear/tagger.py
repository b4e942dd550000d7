"""The entity tagger that ships: the linear tagger of floor 3 over the columns of entities.

Tags are BIO2; Viterbi is exact over admissible sequences.  A line is a sequence.  Weights are
packed as the truecaser's are (:mod:`majuscule.tagging.packing`); of the codebooks the file holds
the rows that are used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import I16, I32, I64, U8, U32, Array
from majuscule.entities.decoding import close_borders, closed_transitions, spans_of, token_spans
from majuscule.entities.interface import Face, Knowledge
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
from majuscule.errors import ModelError
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, options_of, part, read_stored, stored
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.annotations.schemes import Scheme, TokenSpan
from majuscule.reading.annotations.spans import to_documents
from majuscule.tagging.chain import Chain, best_tags, posteriors, rivals
from majuscule.tagging.packing import CODES, PackedWeights
from majuscule.tagging.tagger import LinearTagger
from majuscule.tagging.templates import compile_templates
from majuscule.tagging.text import Spec
from majuscule.text import Passage, read_passage
from majuscule.text.batches import batches, in_order
from majuscule.text.codepoints import checked

LINK_SEED = 1000
PIECE = 2048
"""Tokens that are scored at once: their scores stay in the cache."""

Tags = U8


@dataclass(frozen=True)
class Constants:
    """Fitted on held-out text: ``scale``, the inverse temperature of a score unit; ``outside``,
    what O gets on top, for the best F1."""

    scale: float = 0.004
    outside: int = 0


def entity_spec(scheme: Scheme) -> Spec:
    return Spec(
        len(scheme.tags),
        compile_templates(TEMPLATES, COLUMNS),
        compile_templates(LINKS, COLUMNS, seed=LINK_SEED),
    )


@dataclass(frozen=True)
class ScoredPassage:
    """Some lines of a passage with the scores of their tokens."""

    passage: Passage
    start: int  # of its tokens, in the whole passage
    padded: PaddedPassage
    chain: Chain


@dataclass(frozen=True, repr=False)
class LinearEntityTagger(Face):
    """The linear tagger of entities: see the module."""

    tagger: LinearTagger
    scheme: Scheme
    knowledge: Knowledge
    constants: Constants
    trained_with: Mapping[str, Any]
    remembering: MemoryOptions = field(default_factory=MemoryOptions)

    kind: ClassVar[str] = "entities.v1"
    batch: ClassVar[int] = 1 << 15  # characters: some three pieces

    @property
    def labels(self) -> tuple[str, ...]:
        return self.scheme.labels

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; each is a document.

        Short texts are read together.  ``jobs`` threads work at once (default: one a core).
        """
        groups = batches(map(checked, texts), self.batch, len)
        work = partial(self.tag_together, memory=memory)
        for found in in_order(work, groups, jobs or os.cpu_count() or 1):
            yield from found

    def tag_together(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text; confidences are the least posterior of their tokens."""
        passage = read_passage("\n".join(texts))
        pieces = list(self.score(passage))
        found = [self.decode(piece) for piece in pieces]
        if memory:
            begins = np.cumsum([0, *(len(text) + 1 for text in texts[:-1])])
            documents = np.searchsorted(passage.tokens.starts, begins)
            pieces, found = self._remember(passage, documents, pieces, found)
        spans = (
            one
            for piece, tags in zip(pieces, found, strict=True)
            for one in self._spans(piece, tags)
        )
        return to_documents(spans, passage, texts)

    def score(self, passage: Passage) -> Iterator[ScoredPassage]:
        """Yield the passage in pieces with the scores of their tokens."""
        for start, _, some in passage.pieces(PIECE):
            padded = read_columns(some, self.knowledge)
            chain = self.tagger.score(padded.columns, keys=padded.keys)
            yield ScoredPassage(some, start, padded, self._admit(chain, padded.bounds))

    def _admit(self, chain: Chain, bounds: I32) -> Chain:
        """Return the scores with what is not admissible closed."""
        transitions = chain.transitions + self._closed
        return close_borders(Chain(chain.emissions, transitions), bounds, self.scheme)

    @cached_property
    def _closed(self) -> I32:
        return closed_transitions(self.scheme)

    def decode(self, piece: ScoredPassage) -> Tags:
        """Return the best tags of the tokens of a piece; what is one expression is one mention."""
        tags = best_tags(piece.chain, piece.padded.bounds)[piece.padded.at]
        join_expressions(tags, expressions_of(piece.padded), self.labels)
        return tags

    def _remember(
        self, passage: Passage, documents: I64, pieces: list[ScoredPassage], found: list[Tags]
    ) -> tuple[list[ScoredPassage], list[Tags]]:
        """Return the pieces and tags after a second look at words that occur again."""
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
        again: list[ScoredPassage] = []
        for piece in pieces:
            n = len(piece.passage.tokens)
            more = extra[piece.start : piece.start + n]
            if more.any():
                emissions = piece.chain.emissions.copy()
                emissions[piece.padded.at] += more
                piece = replace(piece, chain=Chain(emissions, piece.chain.transitions))
            again.append(piece)
        return again, [self.decode(piece) for piece in again]

    def _rivals(self, piece: ScoredPassage) -> I32:
        best = best_tags(piece.chain, piece.padded.bounds)
        return rivals(piece.chain, piece.padded.bounds, best)[piece.padded.at]

    def _spans(self, piece: ScoredPassage, tags: Tags) -> Iterator[tuple[TokenSpan, float]]:
        lines, padded = piece.passage.lines, piece.padded
        begun = padded.at[[span[0] for span in token_spans(tags, lines, self.scheme)]]
        if not len(begun):
            return
        chosen = np.unique(np.searchsorted(padded.bounds[:, 1], begun, side="right"))
        sure = posteriors(piece.chain, padded.bounds[chosen], self.constants.scale)[padded.at]
        for (a, b, label), how in spans_of(tags, sure, lines, self.scheme):
            yield (a + piece.start, b + piece.start, label), how

    def arrays(self) -> Mapping[str, Array]:
        packed = self.tagger.packed
        rows, used = cut_codebook(packed.codebook)
        return arrays_of(_Arrays(packed.table, rows, used, packed.regions, self.knowledge))

    def options(self) -> Mapping[str, Any]:
        return {
            **self.trained_with,
            "scale": self.tagger.packed.scale,
            "labels": list(self.labels),
            "constants": asdict(self.constants),
            "memory": asdict(self.remembering),
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        with options_of(file, cls.kind) as options:
            scheme = Scheme("bio2", tuple(options.pop("labels")))
            constants = Constants(**options.pop("constants"))
            memory = MemoryOptions(**options.pop("memory"))
            scale = float(options.pop("scale"))
        spec, held = entity_spec(scheme), read_stored(_Arrays, file)
        codebook = whole_codebook(held.codebook, held.codes, spec)
        packed = PackedWeights(held.table, codebook, held.regions, scale)
        if not packed.serves(spec):
            raise ModelError(f"{file.path}: its weights are not those of an entity tagger")
        tagger = LinearTagger(spec, packed, bias_of(scheme, constants))
        return cls(tagger, scheme, held.knowledge, constants, options, memory)


@dataclass(frozen=True)
class _Arrays:
    """What the file holds: of the codebooks the rows that are used, and how many each has."""

    table: U32 = stored("<u4", dimensions=2)
    codebook: I16 = stored("<i2", dimensions=2)
    codes: I32 = stored("<i4")
    regions: I64 = stored("<i8", dimensions=2)
    knowledge: Knowledge = part(Knowledge)


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


def cut_codebook(codebook: I16) -> tuple[I16, I32]:
    """Return the rows of a codebook that are used, and how many each template has."""
    books = codebook.reshape(-1, CODES, codebook.shape[1])
    filled = (books != 0).max(axis=2)
    used = (CODES - filled[:, ::-1].argmax(axis=1)) * filled.max(axis=1)
    rows = [book[1:n] for book, n in zip(books, used.tolist(), strict=True)]
    return np.concatenate(rows), used.astype(np.int32)


def whole_codebook(rows: I16, used: I32, spec: Spec) -> I16:
    """Return a codebook with all its rows; an empty one where rows and numbers do not agree."""
    counts = np.maximum(used.astype(np.int64) - 1, 0)
    fits = len(used) == spec.groups and rows.shape[1] == spec.tags and bool((used <= CODES).all())
    if not fits or int(counts.sum()) != len(rows):
        return np.empty((0, spec.tags), np.int16)
    book = np.zeros((spec.groups * CODES, spec.tags), np.int16)
    firsts = np.repeat(CODES * np.arange(spec.groups) + 1 - np.cumsum(counts) + counts, counts)
    book[firsts + np.arange(len(rows))] = rows
    return book


def bias_of(scheme: Scheme, constants: Constants) -> I32:
    """Return what each tag gets on top."""
    bias = np.zeros(len(scheme.tags), np.int32)
    bias[0] = constants.outside
    return bias
