"""Levenshtein alignment of two token sequences, bit-parallel (Myers 1999; Hyyrö 2003).

A column of the edit-distance table is held as two integers with a bit for each reference token:
where the distance grows by one downwards and where it shrinks.  Python's own integers are the bit
vectors, so a column costs a dozen operations on a few kilobytes, 20,000 by 20,000 tokens take
well under a second, and no library is needed: rapidfuzz does the same in C++ a few times faster,
but aligning is not where time goes, and its ties are broken its way.  Columns are kept at
check-points only and computed again block by block on the way back, so memory grows with
n * sqrt(m) bits.

Ties are always broken the same way, from the end: match, then substitution, deletion, insertion.
Word error rate is the edits of all segments over the words of the reference.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np

from majuscule.errors import CorpusError
from majuscule.measure.metric import FloatArray, IntArray, ratio

GAP = -1


@dataclass(frozen=True)
class Alignment:
    """Pairs of positions, -1 for "none", and what they count up to."""

    pairs: IntArray
    """Shape (steps, 2): reference and hypothesis position; -1 below marks ins, above del."""
    matches: int
    substitutions: int
    insertions: int
    deletions: int

    @property
    def errors(self) -> int:
        """The edit distance."""
        return self.substitutions + self.insertions + self.deletions

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The row of a segment in the statistics of :class:`WordErrorMetric`."""
        return self.matches, self.substitutions, self.insertions, self.deletions


def align(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> Alignment:
    """Align two sequences of tokens with the fewest substitutions, insertions and deletions.

    >>> align("the cat sat".split(), "cat sat down".split()).pairs.tolist()
    [[0, -1], [1, 0], [2, 1], [-1, 2]]
    """
    places = _bits(reference)
    mask = (1 << len(reference)) - 1
    block = max(1, isqrt(len(hypothesis)))
    growing, shrinking = mask, 0  # column 0: the distance is the number of tokens deleted
    checkpoints = []
    for column, token in enumerate(hypothesis):
        if column % block == 0:
            checkpoints.append((growing, shrinking))
        _, growing, shrinking = _step(places.get(token, 0), growing, shrinking, mask)
    steps: list[tuple[int, int]] = []
    row, column = len(reference), len(hypothesis)
    kept: list[tuple[int, int]] = []
    begin = column  # the first column of the block in ``kept``
    while row and column:
        if column - 1 < begin:
            begin = (column - 1) // block * block
            kept = []
            growing, shrinking = checkpoints[begin // block]
            for token in hypothesis[begin:column]:
                diagonal, growing, shrinking = _step(places.get(token, 0), growing, shrinking, mask)
                kept.append((diagonal, growing))
        diagonal, growing = kept[column - 1 - begin]
        bit = row - 1
        equal = reference[row - 1] == hypothesis[column - 1]
        if equal or not diagonal >> bit & 1:
            row, column = row - 1, column - 1
            steps.append((row, column))
        elif growing >> bit & 1:
            row -= 1
            steps.append((row, GAP))
        else:
            column -= 1
            steps.append((GAP, column))
    steps.extend((place, GAP) for place in range(row - 1, -1, -1))
    steps.extend((GAP, place) for place in range(column - 1, -1, -1))
    pairs = np.array(steps[::-1], dtype=np.int64).reshape(len(steps), 2)
    deletions, insertions = (pairs == GAP).sum(axis=0)[::-1].tolist()
    matches = sum(
        reference[left] == hypothesis[right]
        for left, right in steps
        if left != GAP and right != GAP
    )
    substitutions = len(steps) - matches - insertions - deletions
    return Alignment(pairs, matches, substitutions, insertions, deletions)


def _bits(tokens: Sequence[Hashable]) -> dict[Hashable, int]:
    """Return, for each token, the integer whose set bits are the places where it stands."""
    positions: dict[Hashable, list[int]] = {}
    for place, token in enumerate(tokens):
        positions.setdefault(token, []).append(place)
    size = len(tokens) // 8 + 1
    result = {}
    for token, found in positions.items():
        bits = bytearray(size)
        for place in found:
            bits[place >> 3] |= 1 << (place & 7)
        result[token] = int.from_bytes(bits, "little")
    return result


def _step(equal: int, growing: int, shrinking: int, mask: int) -> tuple[int, int, int]:
    """Return the next column: where its cells equal their upper left, and its two differences.

    Hyyrö 2003, Figure 3: D0, VP and VN; the row above the first grows by one in each column.
    """
    diagonal = ((((equal & growing) + growing) ^ growing) | equal | shrinking) & mask
    rightwards = shrinking | (mask & ~(diagonal | growing))
    leftwards = diagonal & growing
    rightwards = (rightwards << 1 | 1) & mask
    leftwards = leftwards << 1 & mask
    return diagonal, leftwards | (mask & ~(diagonal | rightwards)), diagonal & rightwards


@dataclass(frozen=True)
class WordErrorMetric:
    """``wer`` and its three parts, each as a share of the reference words."""

    name: str = "wer"
    columns: tuple[str, ...] = ("matches", "substitutions", "insertions", "deletions")

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        matches, substitutions, insertions, deletions = np.moveaxis(totals, -1, 0)
        reference = matches + substitutions + deletions
        return {
            "wer": ratio(substitutions + insertions + deletions, reference),
            "substitutions": ratio(substitutions, reference),
            "insertions": ratio(insertions, reference),
            "deletions": ratio(deletions, reference),
        }

    def statistics(
        self, reference: Sequence[Sequence[Hashable]], hypothesis: Sequence[Sequence[Hashable]]
    ) -> IntArray:
        """Return a row of counts for each segment of tokens.

        >>> WordErrorMetric().statistics([["a", "b", "c"]], [["a", "x"]]).tolist()
        [[1, 1, 0, 1]]
        """
        if len(reference) != len(hypothesis):
            raise CorpusError(
                f"there are {len(hypothesis)} segments, but the reference has {len(reference)}; "
                "score the same recordings",
                "hypothesis",
            )
        rows = [align(*pair).counts for pair in zip(reference, hypothesis, strict=True)]
        return np.array(rows, dtype=np.int64).reshape(len(rows), 4)
