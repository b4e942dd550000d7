"""Levenshtein alignment of two token sequences, bit-parallel (Myers 1999; Hyyrö 2003).

A column of the edit-distance table is two bit vectors over the n reference tokens: where the
distance increases by one from a row to the next, and where it decreases.  They are Python integers,
so a column costs a dozen operations on a few kilobytes, and 20,000 by 20,000 tokens take well under
a second.  rapidfuzz is a few times faster, but alignment is not the bottleneck, and it breaks ties
in its own way.  Of the m columns, only every sqrt(m)-th is kept; the traceback recomputes those in
between, block by block, so memory is O(n * sqrt(m)) bits.

Ties are broken from the end, in this order: match, substitution, deletion, insertion.  Word error
rate is the edits of all segments divided by the reference words.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np

from majuscule.arrays import F64, I64
from majuscule.errors import CorpusError
from majuscule.measure.metric import ratio

GAP = -1


@dataclass(frozen=True)
class Alignment:
    """Aligned positions, and how many are matches, substitutions, insertions and deletions."""

    pairs: I64
    """Shape (steps, 2): positions in reference (-1: insertion) and hypothesis (-1: deletion)."""
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
        """The segment's row in the statistics of :class:`WordErrorMetric`."""
        return self.matches, self.substitutions, self.insertions, self.deletions


def align(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> Alignment:
    """Align two sequences of tokens with the fewest substitutions, insertions and deletions.

    >>> align("the cat sat".split(), "cat sat down".split()).pairs.tolist()
    [[0, -1], [1, 0], [2, 1], [-1, 2]]
    """
    positions = _position_bits(reference)
    mask = (1 << len(reference)) - 1
    block = max(1, isqrt(len(hypothesis)))
    increases, decreases = mask, 0  # column 0: each row deletes one token more
    checkpoints = []
    for column, token in enumerate(hypothesis):
        if column % block == 0:
            checkpoints.append((increases, decreases))
        equal = positions.get(token, 0)
        _, increases, decreases = _next_column(equal, increases, decreases, mask)
    path: list[tuple[int, int]] = []
    row, column = len(reference), len(hypothesis)
    kept: list[tuple[int, int]] = []  # D0 and VP of the columns of one block
    begin = column  # the hypothesis position of ``kept[0]``
    while row and column:
        if column - 1 < begin:
            begin = (column - 1) // block * block
            kept = []
            increases, decreases = checkpoints[begin // block]
            for token in hypothesis[begin:column]:
                equal = positions.get(token, 0)
                diagonal, increases, decreases = _next_column(equal, increases, decreases, mask)
                kept.append((diagonal, increases))
        diagonal, increases = kept[column - 1 - begin]
        bit = row - 1
        if reference[row - 1] == hypothesis[column - 1] or not diagonal >> bit & 1:
            row, column = row - 1, column - 1
            path.append((row, column))
        elif increases >> bit & 1:
            row -= 1
            path.append((row, GAP))
        else:
            column -= 1
            path.append((GAP, column))
    path.extend((place, GAP) for place in range(row - 1, -1, -1))
    path.extend((GAP, place) for place in range(column - 1, -1, -1))
    pairs = np.array(path[::-1], dtype=np.int64).reshape(len(path), 2)
    deletions, insertions = (pairs == GAP).sum(axis=0)[::-1].tolist()
    matches = sum(
        reference[left] == hypothesis[right] for left, right in path if left != GAP and right != GAP
    )
    substitutions = len(path) - matches - insertions - deletions
    return Alignment(pairs, matches, substitutions, insertions, deletions)


def _position_bits(tokens: Sequence[Hashable]) -> dict[Hashable, int]:
    """Return the positions of each distinct token as the set bits of an integer."""
    positions: dict[Hashable, list[int]] = {}
    for place, token in enumerate(tokens):
        positions.setdefault(token, []).append(place)
    size = len(tokens) // 8 + 1
    result = {}
    for token, places in positions.items():
        bits = bytearray(size)
        for place in places:
            bits[place >> 3] |= 1 << (place & 7)
        result[token] = int.from_bytes(bits, "little")
    return result


def _next_column(equal: int, vp: int, vn: int, mask: int) -> tuple[int, int, int]:
    """Return D0 (cells equal to their upper-left neighbour), VP and VN (vertical +1 and -1).

    Hyyrö 2003, Figure 3, from ``vp`` and ``vn`` of the column before; ``equal`` has the bits of the
    rows with the token of this column.  Row 0, above the first, increases by one in each column.
    """
    d0 = ((((equal & vp) + vp) ^ vp) | equal | vn) & mask
    hp = ((vn | (mask & ~(d0 | vp))) << 1 | 1) & mask
    hn = (d0 & vp) << 1 & mask
    return d0, hn | (mask & ~(d0 | hp)), d0 & hp


@dataclass(frozen=True)
class WordErrorMetric:
    """``wer`` and its three kinds of edits, each divided by the reference words."""

    name: str = "wer"
    columns: tuple[str, ...] = ("matches", "substitutions", "insertions", "deletions")

    def measures(self, totals: I64) -> dict[str, F64]:
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
    ) -> I64:
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
