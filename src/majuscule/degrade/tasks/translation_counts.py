"""Counts of n-grams that outputs share with references, for BLEU and chrF: all segments at once.

An n-gram is a hash of its parts, and of the segment that it stands in; equal n-grams of a segment
have equal hashes.  Sorting them all is some tens of times as fast as counting segment by segment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.degrade.tasks.translation_metrics import CHARACTERS, ORDER, ChrfMetric
from majuscule.errors import UsageError
from majuscule.measure.metric import IntArray
from majuscule.text import encode

Hashes = npt.NDArray[np.uint64]

_FACTOR, _SPREAD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)


@dataclass(frozen=True)
class _Sequences:
    """Sequences of numbers end to end: ``codes``, which ``owners`` they belong to, how many."""

    codes: Hashes
    owners: npt.NDArray[np.int64]
    size: int

    @property
    def lengths(self) -> IntArray:
        """Return the length of each."""
        return np.bincount(self.owners, minlength=self.size)


@dataclass(frozen=True)
class _Grams:
    """Different n-grams in order of their hashes, how often they occur, and in which segment."""

    keys: Hashes
    counts: IntArray
    owners: npt.NDArray[np.int64]


def bleu_counts(outputs: Sequence[str], references: Sequence[Sequence[str]]) -> IntArray:
    """Return matches and n-grams of each order, lengths of output and of the nearest reference.

    ``references``: for each output its references, as many for all.  Shape (outputs, 10).
    """
    cut = _tokenizer()
    numbers: dict[str, int] = {}

    def codes(text: str) -> list[int]:
        return [numbers.setdefault(token, len(numbers)) for token in cut(text.rstrip()).split()]

    given = _joined([codes(text) for text in outputs])
    right = [_joined([codes(text) for text in each]) for each in zip(*references, strict=True)]
    columns = []
    for order in range(1, ORDER + 1):
        ours = _grams(given, order)
        most = _most([_grams(one, order) for one in right])
        columns += [_shared(ours, most, given.size), _total(ours, given.size)]
    lengths = np.stack([one.lengths for one in right])
    # The nearest reference; the shorter of two that are equally near.
    distance = 2 * np.abs(lengths - given.lengths) + (lengths > given.lengths)
    nearest = np.take_along_axis(lengths, distance.argmin(axis=0)[None], axis=0)[0]
    return np.stack([*columns, given.lengths, nearest], axis=1).astype(np.int64)


def chrf_counts(outputs: Sequence[str], references: Sequence[Sequence[str]]) -> IntArray:
    """Return n-grams of output, of the reference and of both, of each order, against the reference
    that each output is nearest to.  Shape (outputs, 18)."""
    given = _joined([_letters(text) for text in outputs])
    rows = []
    for each in zip(*references, strict=True):
        right = _joined([_letters(text) for text in each])
        columns = []
        for order in range(1, CHARACTERS + 1):
            ours, theirs = _grams(given, order), _grams(right, order)
            total = _total(theirs, given.size)
            # Where the reference is too short for an order, nothing of it counts.
            columns += [
                np.where(total > 0, _total(ours, given.size), 0),
                total,
                _shared(ours, theirs, given.size),
            ]
        rows.append(np.stack(columns, axis=1).astype(np.int64))
    found = np.stack(rows)
    best = ChrfMetric().measures(found)["chrf"].argmax(axis=0)
    nearest: IntArray = found[best, np.arange(given.size)]
    return nearest


def _letters(text: str) -> list[int]:
    letters: list[int] = encode("".join(text.split())).tolist()
    return letters


def _joined(sequences: Sequence[Sequence[int]]) -> _Sequences:
    lengths = np.array([len(one) for one in sequences], np.int64)
    flat = [code for one in sequences for code in one]
    owners = np.repeat(np.arange(len(sequences)), lengths)
    return _Sequences(np.array(flat, np.uint64), owners, len(sequences))


def _grams(given: _Sequences, order: int) -> _Grams:
    size = max(0, len(given.codes) - order + 1)
    whole = given.owners[:size] == given.owners[order - 1 : order - 1 + size]
    starts = np.flatnonzero(whole)
    owners = given.owners[starts]
    keys = (owners.astype(np.uint64) + np.uint64(1)) * _SPREAD
    for at in range(order):
        keys = (keys ^ (given.codes[starts + at] + np.uint64(1))) * _FACTOR
        keys ^= keys >> _HALF
    found, first, counts = np.unique(keys, return_index=True, return_counts=True)
    return _Grams(found, counts, owners[first])


def _most(grams: Sequence[_Grams]) -> _Grams:
    """Return the n-grams of several references, each as often as the one has it that has it most
    often."""
    keys = np.concatenate([one.keys for one in grams])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    if not len(keys):
        return grams[0]
    counts = np.concatenate([one.counts for one in grams])[order]
    owners = np.concatenate([one.owners for one in grams])[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return _Grams(keys[first], np.maximum.reduceat(counts, first), owners[first])


def _shared(ours: _Grams, theirs: _Grams, size: int) -> IntArray:
    """Return how many n-grams each segment shares, each as often as both have it."""
    _, left, right = np.intersect1d(ours.keys, theirs.keys, assume_unique=True, return_indices=True)
    both = np.minimum(ours.counts[left], theirs.counts[right])
    return np.bincount(ours.owners[left], both, size).astype(np.int64)


def _total(grams: _Grams, size: int) -> IntArray:
    return np.bincount(grams.owners, grams.counts, size).astype(np.int64)


@lru_cache(maxsize=1)
def _tokenizer() -> Callable[[str], Any]:
    try:
        from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
    except ImportError as error:
        raise UsageError(
            "the task translation needs sacrebleu: pip install 'majuscule[degrade]'"
        ) from error
    return Tokenizer13a()  # type: ignore[no-untyped-call]
