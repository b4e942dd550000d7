"""Training text as arrays of numbers, and its vocabulary.

Occurrences are counted by *fold*: documents are dealt into eight folds, and in training a word's
bucket comes from the other seven.  So a word that occurs in one document only is unknown there, as
it would be in new text; this teaches the tagger unknown words, and replaces dropping words at
random (which gained nothing on top).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from majuscule.arrays import I32, I64, U8, U16, U32, U64, Array, Bools, Wholes
from majuscule.errors import TrainingError
from majuscule.options import Progress, no_progress
from majuscule.tagging.features.padding import layout
from majuscule.tagging.features.templates import REACH
from majuscule.text.keys import find_keys
from majuscule.text.tokenizing.classes import KEEP, LC, UC
from majuscule.text.tokenizing.sentences import inside_sentences
from majuscule.text.tokenizing.tokens import AFFIXES, number_keys
from majuscule.words.tables.elsewhere import Elsewhere
from majuscule.words.tables.lexicon import LexiconTally
from majuscule.words.tables.table import ELSEWHERE, PADDING_POSITION, WordTable, bucket
from majuscule.words.tables.tags import tags_of

if TYPE_CHECKING:
    from majuscule.learn.batches import TrainingBatch, TrainingText

FOLDS = 8
HELD_OUT = 2_000_000
"""The most code points of held-out text that are kept, some 350,000 words."""
MERGED = 1 << 17
"""Words of batches whose affixes are kept before words that several batches share are merged."""


@dataclass(frozen=True)
class Vocabulary:
    """All words of the training text, sorted by hash, n of them.

    ``affixes`` (n, 8): as of tokens; ``total`` int32 (FOLDS, n): occurrences; ``written`` int32
    (FOLDS, 4, n): occurrences as LC, UC, CA and MC away from sentence starts; ``elsewhere``: words
    from text in other languages.
    """

    words: U64
    affixes: U64
    total: I32
    written: I32
    elsewhere: Elsewhere = field(default_factory=Elsewhere.none)

    def buckets(self) -> I32:
        """Return the bucket of each word, counted in all folds."""
        return self._buckets(self.total.sum(axis=0), self.written.sum(axis=0))

    def common(self, least: int) -> I64:
        """Return the indices of the words seen at least ``least`` times, most frequent first."""
        total = self.total.sum(axis=0)
        order = np.argsort(-total, kind="stable")
        return np.asarray(order[total[order] >= least])

    def table(self, classes: I32, least: int) -> WordTable:
        """Return the table of the words seen at least ``least`` times, with their classes, and of
        the words from other languages, without."""
        order = self.common(least)
        buckets = self.buckets()[order]
        own = np.where(buckets < ELSEWHERE, classes[order], 0)
        new = ~np.isin(self.elsewhere.words, self.words[order])
        return WordTable.build(
            np.append(self.words[order], self.elsewhere.words[new]),
            np.append(buckets, self.elsewhere.buckets[new]),
            np.append(own, np.zeros(int(new.sum()), np.int32)),
        )

    def buckets_by_fold(self) -> U16:
        """Return buckets by word number, (FOLDS, n + 1): row f is counted in all folds but f."""
        total, written = self.total.sum(axis=0), self.written.sum(axis=0)
        rows = np.zeros((FOLDS, len(self.words) + 1), np.uint16)
        for fold in range(FOLDS):
            rows[fold, 1:] = self._buckets(total - self.total[fold], written - self.written[fold])
        return rows

    def _buckets(self, total: Wholes, written: Wholes) -> I32:
        return self.elsewhere.over(self.words, bucket(total, written), written.sum(axis=0))


@dataclass(frozen=True)
class EncodedText:
    """Training text as padded arrays (N,).

    ``ids``: word numbers, the index in the vocabulary plus 1, 0 for padding; ``bounds`` int64
    (lines, 2): spans of the lines that have tokens; ``times`` uint8 (lines,): weights of lines.
    """

    vocabulary: Vocabulary
    ids: I32
    positions: U8
    tags: U8
    folds: U8
    bounds: I64
    times: U8


def encode_text(
    text: TrainingText,
    lexicon: LexiconTally | None = None,
    *,
    held_out: Callable[[TrainingBatch], Bools] | None = None,
    together: int = 1,
    spread: bool = False,
    report: Progress = no_progress,
) -> tuple[EncodedText, list[TrainingBatch]]:
    """Return encoded training text, in one pass; needs about 8 bytes per token while it runs.

    ``lexicon`` counts mixed forms in the same pass.  The lines that ``held_out`` chooses are left
    out; about HELD_OUT code points of these are returned as separate batches.  ``together``:
    successive documents that share a fold, so that words of their genre, such as novels, are
    unknown there.  ``spread``: deal lines into folds if documents are too few.
    """
    reading = passed = 0
    kept_out: list[TrainingBatch] = []
    # Bytes grow in place; the arrays of batches would be copied, and leave their memory in pieces.
    grown = bytearray(), bytearray(), bytearray()
    parts, bounds, lines, folds, times = [], [], [], [], []
    uniques: list[U64] = []
    words, affixes = [np.empty(0, np.uint64)], [np.empty((0, AFFIXES), np.uint64)]
    for batch in text.batches():
        if held_out is not None:
            batch, others = _hold_out(batch, held_out(batch))
            if others and sum(len(one.passage.codes) for one in kept_out) < HELD_OUT:
                kept_out.append(others)
        tokens = batch.passage.tokens
        numbers, first = number_keys(tokens.words)
        lines.append(np.diff(batch.passage.lines, axis=1)[:, 0])
        folds.append(_folds(batch.documents, together, passed))
        passed += _count_documents(batch.documents)
        weights = np.ones(len(lines[-1]), np.uint8) if batch.times is None else batch.times
        times.append(weights[lines[-1] > 0])
        padded, spans = _pad(numbers + 1, tokens.positions, batch.classes, lines[-1])
        bounds.append(spans + len(grown[1]))
        parts.append(slice(len(grown[1]), len(grown[1]) + len(padded[1])))
        for all_, own in zip(grown, padded, strict=True):
            all_ += own.tobytes()
        uniques.append(tokens.words[first])
        new = ~find_keys(words[0], uniques[-1])[1]
        words.append(uniques[-1][new])
        affixes.append(tokens.affixes[:, first[new]].T)
        if sum(map(len, words[1:])) > MERGED:
            words, affixes = _merged(words, affixes)
        if lexicon is not None:
            lexicon.add(batch)
        reading += len(tokens)
        report(f"reading: {reading:,} tokens", 0.0)
    if not uniques:
        raise TrainingError("the training text is empty")
    if spread:
        folds = _spread(folds, lines)
    (known,), (known_affixes,) = _merged(words, affixes)
    vocabulary = Vocabulary(
        known,
        known_affixes,
        np.zeros((FOLDS, len(known)), np.int32),
        np.zeros((FOLDS, 4, len(known)), np.int32),
    )
    ids = np.frombuffer(grown[0], np.int32)
    positions, tags = (np.frombuffer(one, np.uint8) for one in grown[1:])
    owners = np.zeros_like(tags)
    for part, unique, fold in zip(parts, uniques, map(np.repeat, folds, lines), strict=True):
        index, real = np.searchsorted(known, unique).astype(np.int32), ids[part] > 0
        numbers, place, class_ = ids[part][real] - 1, positions[part][real], tags[part][real]
        own = np.where(inside_sentences(place), class_, np.uint8(KEEP))
        _count_by_fold(vocabulary, index, numbers, fold, own)
        ids[part][real], owners[part][real] = index[numbers] + 1, fold
        tags[part] = tags_of(tags[part])
    if not vocabulary.written[:, UC:].any() or not vocabulary.written[:, LC].any():
        raise TrainingError("the training text has only one case; train on text in normal case")
    ends = np.concatenate(bounds), np.concatenate(times)
    return EncodedText(vocabulary, ids, positions, tags, owners, *ends), kept_out


def _merged(words: list[U64], affixes: list[U64]) -> tuple[list[U64], list[U64]]:
    """Return all distinct words, ascending, and the affixes of each where it is first."""
    known, first = np.unique(np.concatenate(words), return_index=True)
    return [known], [np.concatenate(affixes)[first]]


def _count_documents(documents: U32) -> int:
    """Return how many documents there are, from the document number of each line."""
    return int((np.diff(documents) != 0).sum()) + 1 if len(documents) else 0


def _folds(documents: U32, together: int, passed: int) -> U8:
    """Return the fold of each line; ``passed``: how many documents earlier batches had."""
    if together == 1:
        return (documents % FOLDS).astype(np.uint8)
    number = passed + np.cumsum(np.diff(documents, prepend=documents[:1]) != 0)
    return (number // together % FOLDS).astype(np.uint8)


def _spread(folds: list[U8], lines: list[I32]) -> list[U8]:
    """Return the folds of lines, dealt anew line by line if one fold has most of the text.

    Else the words of a text that is a single document would all be unknown in training.
    """
    dealt = zip(folds, lines, strict=True)
    tokens = np.sum([np.bincount(own, counts, FOLDS) for own, counts in dealt], axis=0)
    if tokens.max() <= tokens.sum() / 2:
        return folds
    return [(np.arange(len(own)) % FOLDS).astype(np.uint8) for own in folds]


def _hold_out(batch: TrainingBatch, chosen: Bools) -> tuple[TrainingBatch, TrainingBatch | None]:
    """Return a batch without its held-out lines, and a batch of these, or None."""
    if not chosen.any() or chosen.all():  # a batch is many documents, unless one is a book
        return batch, None
    from majuscule.learn.text import some_lines  # only training needs it

    return some_lines(batch, ~chosen), some_lines(batch, chosen)


def _count_by_fold(vocabulary: Vocabulary, words: I32, ids: I32, folds: U8, classes: U8) -> None:
    """Count tokens by fold, and by fold and class; those of class KEEP by fold only.

    ``words``: the words of a batch, by their index in the vocabulary; ``ids``: its tokens, by their
    index in ``words``.
    """
    shape = FOLDS, KEEP + 1, len(words)
    cells = (folds.astype(np.int64) * shape[1] + classes) * shape[2] + ids
    counts = np.bincount(cells, minlength=FOLDS * shape[1] * shape[2]).reshape(shape)
    vocabulary.total[:, words] += counts.sum(axis=1)
    vocabulary.written[:, :, words] += counts[:, :KEEP]


def _pad(ids: I32, positions: U8, classes: U8, lines: I32) -> tuple[tuple[Array, ...], I64]:
    """Return padded word numbers, positions and classes, and the bounds of the lines."""
    stops = np.cumsum(lines)
    spans = np.stack([stops - lines, stops], axis=1).astype(np.int32)
    at, size = layout(spans, len(ids))

    def padded(values: Array, padding: int) -> Array:
        out = np.full(size, padding, values.dtype)
        out[at] = values
        return out

    bounds = (spans + REACH * (np.arange(len(lines)) + 1)[:, None])[lines > 0].astype(np.int64)
    places = padded(positions, PADDING_POSITION)
    return (padded(ids, 0), places, padded(classes, KEEP)), bounds
