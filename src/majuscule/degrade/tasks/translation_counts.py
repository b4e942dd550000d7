"""Counts of n-grams that outputs share with references, for BLEU and chrF: all segments at once.

An n-gram is a number: the segment that it stands in, in the upper bits, and a hash of its parts.
Sorting them all is some tens of times as fast as counting segment by segment.
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

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF, _HASH = np.uint64(32), np.uint64(44)
"""Bits of the hash: equal ones of other n-grams of the same segment are not to be expected."""


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
    """Different n-grams in order, and how often they occur."""

    keys: Hashes
    counts: IntArray

    @property
    def owners(self) -> npt.NDArray[np.int64]:
        """Return the segment of each."""
        return (self.keys >> _HASH).astype(np.int64)

    def totals(self, size: int) -> IntArray:
        """Return how many n-grams each of ``size`` segments has."""
        return np.bincount(self.owners, self.counts, size).astype(np.int64)

    def shared(self, other: _Grams, size: int) -> IntArray:
        """Return how many n-grams each segment shares, each as often as both have it."""
        if not len(other.keys):
            return np.zeros(size, np.int64)
        places = np.searchsorted(other.keys, self.keys)
        places[places == len(other.keys)] = 0
        same = other.keys[places] == self.keys
        both = np.minimum(self.counts[same], other.counts[places[same]])
        return np.bincount(self.owners[same], both, size).astype(np.int64)


class References:
    """The references of segments, counted once for all outputs that are compared with them.

    ``references``: for each segment its references, as many for all.
    """

    def __init__(self, references: Sequence[Sequence[str]]) -> None:
        columns = list(zip(*references, strict=True))
        self.size = len(references)
        self._numbers: dict[str, int] = {}
        words = [_joined([self._words(text) for text in each]) for each in columns]
        self._lengths = np.stack([one.lengths for one in words])
        self._words_of = [
            _most([_grams(one, order) for one in words]) for order in range(1, ORDER + 1)
        ]
        letters = [_joined([_letters(text) for text in each]) for each in columns]
        self._letters_of = [
            [_grams(one, order) for order in range(1, CHARACTERS + 1)] for one in letters
        ]

    def bleu(self, outputs: Sequence[str]) -> IntArray:
        """Return matches and n-grams of each order, lengths of output and of the nearest
        reference.  Shape (segments, 10)."""
        given = _joined([self._words(text) for text in outputs])
        columns = []
        for order, theirs in enumerate(self._words_of, 1):
            ours = _grams(given, order)
            columns += [ours.shared(theirs, self.size), ours.totals(self.size)]
        # The nearest reference; the shorter of two that are equally near.
        lengths = self._lengths
        distance = 2 * np.abs(lengths - given.lengths) + (lengths > given.lengths)
        nearest = np.take_along_axis(lengths, distance.argmin(axis=0)[None], axis=0)[0]
        return np.stack([*columns, given.lengths, nearest], axis=1).astype(np.int64)

    def chrf(self, outputs: Sequence[str]) -> IntArray:
        """Return n-grams of output, of the reference and of both, of each order, against the
        reference that each output is nearest to.  Shape (segments, 18)."""
        given = _joined([_letters(text) for text in outputs])
        ours = [_grams(given, order) for order in range(1, CHARACTERS + 1)]
        rows = []
        for reference in self._letters_of:
            columns = []
            for mine, theirs in zip(ours, reference, strict=True):
                total = theirs.totals(self.size)
                # Where the reference is too short for an order, nothing of it counts.
                proposed = np.where(total > 0, mine.totals(self.size), 0)
                columns += [proposed, total, mine.shared(theirs, self.size)]
            rows.append(np.stack(columns, axis=1).astype(np.int64))
        found = np.stack(rows)
        best = ChrfMetric().measures(found)["chrf"].argmax(axis=0)
        nearest: IntArray = found[best, np.arange(self.size)]
        return nearest

    def _words(self, text: str) -> list[int]:
        tokens = _tokenizer()(text.rstrip()).split()
        return [self._numbers.setdefault(token, len(self._numbers)) for token in tokens]


def _letters(text: str) -> npt.NDArray[np.uint32]:
    return encode("".join(text.split()))


def _joined(sequences: Sequence[Sequence[int] | npt.NDArray[np.uint32]]) -> _Sequences:
    lengths = np.array([len(one) for one in sequences], np.int64)
    owners = np.repeat(np.arange(len(sequences)), lengths)
    parts = [np.asarray(one, np.uint64) for one in sequences]
    return _Sequences(np.concatenate(parts), owners, len(sequences))


def _grams(given: _Sequences, order: int) -> _Grams:
    size = max(0, len(given.codes) - order + 1)
    starts = np.flatnonzero(given.owners[:size] == given.owners[order - 1 : order - 1 + size])
    keys = np.zeros(len(starts), np.uint64)
    for at in range(order):
        keys = (keys ^ (given.codes[starts + at] + np.uint64(1))) * _FACTOR
        keys ^= keys >> _HALF
    owners = given.owners[starts].astype(np.uint64)
    keys = (owners << _HASH) | (keys >> (np.uint64(64) - _HASH))
    keys.sort()
    first = _first_of_each(keys)
    return _Grams(keys[first], np.diff(np.append(first, len(keys))))


def _most(grams: Sequence[_Grams]) -> _Grams:
    """Return the n-grams of several references, each as often as the one has it that has it most
    often."""
    keys = np.concatenate([one.keys for one in grams])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = _first_of_each(keys)
    if not len(first):
        return grams[0]
    counts = np.concatenate([one.counts for one in grams])[order]
    return _Grams(keys[first], np.maximum.reduceat(counts, first))


def _first_of_each(keys: Hashes) -> npt.NDArray[np.int64]:
    """Return where each different key of sorted ones stands first."""
    changes: npt.NDArray[np.int64] = np.flatnonzero(keys[1:] != keys[:-1]) + 1
    return np.append(0, changes) if len(keys) else changes[:0]


@lru_cache(maxsize=1)
def _tokenizer() -> Callable[[str], Any]:
    try:
        from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
    except ImportError as error:
        raise UsageError(
            "the task translation needs sacrebleu: pip install 'majuscule[degrade]'"
        ) from error
    return Tokenizer13a()  # type: ignore[no-untyped-call]
