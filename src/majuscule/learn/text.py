"""Training text: documents tokenised batch by batch.

A pass over 80 million words takes some 40 s, so batches are not kept in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from majuscule.arrays import U8, Bools
from majuscule.detection.verdicts import CASED, FOR_LEARNING, detect_documents
from majuscule.errors import TrainingError
from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.learn.lines import UNCHANGED, TrainingLines
from majuscule.reading import Document
from majuscule.reading.documents import owner_of
from majuscule.text.batches import batches
from majuscule.text.characters.alphabets import LATIN, Alphabet
from majuscule.text.characters.codepoints import decode, encode
from majuscule.text.tokenizing.classes import classes_of, masks_of
from majuscule.text.tokenizing.passages import Passage, passage_of
from majuscule.text.tokenizing.tokens import Tokens

BATCH = 1 << 20
"""Code points in a batch: a few hundred thousand tokens, some 20 MB of arrays."""


@dataclass(frozen=True)
class DocumentText:
    """Training text in memory, for tests and small domains."""

    documents: tuple[Document, ...]
    titles: bool = True

    def batches(self) -> Iterator[TrainingBatch]:
        yield from batches_of(self.documents, titles=self.titles)


@dataclass(frozen=True)
class SomeDocuments:
    """One document in ``one_in`` of a text, by the hash of its id, if ``held_out``; else all
    others."""

    text: TrainingText
    one_in: int
    held_out: bool

    def batches(self) -> Iterator[TrainingBatch]:
        for batch in self.text.batches():
            chosen = (batch.documents % np.uint32(self.one_in) == 0) == self.held_out
            if chosen.all():
                yield batch
            elif chosen.any():
                yield some_lines(batch, chosen)


def some_lines(batch: TrainingBatch, wanted: Bools) -> TrainingBatch:
    """Return a batch of the ``wanted`` lines of another."""
    lines = decode(batch.passage.codes).split("\n")
    text = "\n".join(line for line, take in zip(lines, wanted, strict=True) if take)
    times = None if batch.times is None else batch.times[wanted]
    return describe_batch(text, batch.documents[wanted].tolist(), times)


def held_out_lines(text: TrainingText, one_in: int) -> Callable[[TrainingBatch], Bools]:
    """Return a function that returns for each line of a batch whether it is held out.

    Whole documents are held out, by their hash, or single lines if there are too few documents.
    """

    def by_document(batch: TrainingBatch) -> Bools:
        return np.asarray(batch.documents % np.uint32(one_in) == 0)

    def by_line(batch: TrainingBatch) -> Bools:
        return np.asarray(np.arange(len(batch.documents)) % one_in == one_in - 1)

    some, others = False, False
    for batch in text.batches():
        held = by_document(batch)
        some, others = some or bool(held.any()), others or not held.all()
        if some and others:
            return by_document
    return by_line


def batches_of(
    documents: Iterable[Document], *, titles: bool = True, keep_cased: bool = False
) -> Iterator[TrainingBatch]:
    """Yield batches of whole documents, with ``keep_cased`` only of well-cased ones.

    Raises :class:`~majuscule.errors.TrainingError` if that leaves none.
    """
    chosen = DocumentFilter(keep_cased, TrainingLines(titles))
    groups = batches(documents, BATCH, lambda one: len(one.text))
    for number, group in enumerate(groups):
        batch, _ = chosen.choose(number, group)
        if batch is not None:
            yield batch
    if keep_cased and not chosen.kept:
        raise TrainingError("there is nothing to learn from: no document is well cased")


class DocumentFilter:
    """Leaves out documents that are not well cased (Niu et al. 2004, section 3.2).

    Documents are judged in the first pass; later passes reuse the results.

    ``verdicts``: number of documents by verdict; ``kept``: number of documents kept.
    """

    def __init__(
        self,
        keep_cased: bool,
        lines: TrainingLines = UNCHANGED,
        alphabet: Alphabet = LATIN,
    ) -> None:
        self.verdicts: Counter[int] = Counter()
        self.kept = 0
        self._keep_cased = keep_cased
        self._lines = lines
        self._alphabet = alphabet
        self._chosen: list[Bools] = []

    def choose(
        self, number: int, documents: Sequence[Document], times: Sequence[int] | None = None
    ) -> tuple[TrainingBatch | None, Bools]:
        """Return the batch of the documents that are kept, or None, and which they are, bool
        (documents,).

        ``number``: the index of this group of documents, the same in every pass.
        """
        batch = None
        if number == len(self._chosen):
            batch = self._batch(documents, times)
            self._chosen.append(self._judge(documents, batch))
            self.kept += int(self._chosen[number].sum())
        kept = self._chosen[number]
        if batch is None or not kept.all():
            at = np.flatnonzero(kept).tolist()
            weights = None if times is None else [times[one] for one in at]
            batch = self._batch([documents[one] for one in at], weights)
        return batch, kept

    def _batch(
        self, documents: Sequence[Document], times: Sequence[int] | None
    ) -> TrainingBatch | None:
        return batch_of(documents, times, lines=self._lines, alphabet=self._alphabet)

    def _judge(self, documents: Sequence[Document], batch: TrainingBatch | None) -> Bools:
        if not self._keep_cased or batch is None:
            return np.ones(len(documents), np.bool_)
        counts = [len(self._lines.of(one)) for one in documents]
        begins = np.cumsum([0, *counts[:-1]])
        verdicts, _, _ = detect_documents(batch.passage, begins, options=FOR_LEARNING)
        self.verdicts.update(verdicts.tolist())
        return np.asarray(verdicts == CASED)


def batch_of(
    documents: Iterable[Document],
    times: Iterable[int] | None = None,
    *,
    lines: TrainingLines = UNCHANGED,
    alphabet: Alphabet = LATIN,
) -> TrainingBatch | None:
    """Return the batch of documents, or None if they have no lines.

    ``times``: the weight of each, see :class:`TrainingBatch`; ``alphabet``: of their language.
    """
    texts: list[str] = []
    owners: list[int] = []
    counts: list[int] = []
    for document in documents:
        own = lines.of(document)
        texts += own
        owners += [owner_of(document.id)] * len(own)
        counts.append(len(own))
    if not texts:
        return None
    weights = None if times is None else np.repeat(np.array(list(times), np.uint8), counts)
    return describe_batch(alphabet.into("\n".join(texts)), owners, weights)


def describe_batch(text: str, documents: list[int], times: U8 | None = None) -> TrainingBatch:
    """Return the batch of a text; ``documents``: the hash of each line's document; ``times``: see
    :class:`TrainingBatch`."""
    passage = passage_of(encode(text))
    spans = (passage.codes, passage.tokens.starts, passage.tokens.ends)
    owners = np.array(documents, np.uint32)
    return TrainingBatch(passage, classes_of(*spans), masks_of(*spans), owners, times)


def documents_of(batch: TrainingBatch) -> Iterator[tuple[Passage, U8]]:
    """Yield the documents of a batch as passages, with the classes of their tokens."""
    lines, tokens, codes = batch.passage.lines, batch.passage.tokens, batch.passage.codes
    changes = np.flatnonzero(batch.documents[1:] != batch.documents[:-1]) + 1
    for first, last in pairwise([0, *changes.tolist(), len(lines)]):
        begin, end = int(lines[first, 0]), int(lines[last - 1, 1])
        if begin == end:
            continue
        part = slice(begin, end)
        left, right = int(tokens.starts[begin]), int(tokens.ends[end - 1])
        inside = Tokens(
            starts=tokens.starts[part] - np.int32(left),
            ends=tokens.ends[part] - np.int32(left),
            kinds=tokens.kinds[part],
            words=tokens.words[part],
            affixes=np.ascontiguousarray(tokens.affixes[:, part]),
            positions=tokens.positions[part],
            folded=tokens.folded[left:right],
        )
        span = lines[first:last] - np.int32(begin)
        yield Passage(codes[left:right], inside, span), batch.classes[part]
