"""Cutting text into pieces, and batching pieces of similar length."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from majuscule.arrays import I64, U8, Bools, filled, join_ranges
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import sentence_starts

Pieces = I64
"""Spans of tokens, shape (pieces, 2)."""


def cut_pieces(bounds: I64, positions: U8, longest: int) -> Pieces:
    """Return lines cut into pieces of at most ``longest`` tokens.

    Each cut is at the last sentence start that fits, or at ``longest`` tokens if there is none.

    >>> cut_pieces(np.array([[3, 9]]), np.array([9, 9, 9, 1, 0, 0, 2, 0, 0]), 4).tolist()
    [[3, 6], [6, 9]]
    """
    starts = np.flatnonzero(sentence_starts(positions))
    cuts: list[Pieces] = []
    left = bounds
    while len(left):
        first, last = left[:, 0], left[:, 1]
        cut = np.minimum(last, first + longest)
        if len(starts):
            before = starts[np.searchsorted(starts, cut, side="right") - 1]
            fits = (cut < last) & (before > first) & (before <= cut)
            cut = np.where(fits, before, cut)
        cuts.append(np.stack([first, cut], axis=1))
        left = np.stack([cut, last], axis=1)[cut < last]
    pieces = np.concatenate(cuts) if cuts else np.empty((0, 2), np.int64)
    return pieces[np.argsort(pieces[:, 0], kind="stable")]


def cut_lines(passage: Passage, longest: int) -> Pieces:
    """Return the pieces of a passage that the network reads independently."""
    lines = filled(passage.lines).astype(np.int64)
    return cut_pieces(lines, passage.tokens.positions, longest)


def cut_sentences(bounds: I64, positions: U8, longest: int) -> Pieces:
    """Return lines cut at every sentence start, and every ``longest`` tokens of long sentences."""
    inside = np.zeros(len(positions) + 1, np.int8)
    np.add.at(inside, bounds[:, 0], 1)
    np.subtract.at(inside, bounds[:, 1], 1)
    starts = np.flatnonzero(sentence_starts(positions))
    starts = starts[np.cumsum(inside)[starts] > 0]
    firsts = np.union1d(bounds[:, 0], starts)
    lasts = bounds[np.searchsorted(bounds[:, 0], firsts, side="right") - 1, 1]
    lasts = np.minimum(lasts, np.append(firsts[1:], np.iinfo(np.int64).max))
    return cut_pieces(np.stack([firsts, lasts], axis=1).astype(np.int64), positions, longest)


def tokens_of(pieces: Pieces) -> tuple[I64, Pieces]:
    """Return the tokens of pieces, concatenated, and the span of each piece in the result.

    >>> tokens_of(np.array([[5, 7], [9, 10]]))
    (array([5, 6, 9]), array([[0, 2],
           [2, 3]]))
    """
    sizes = pieces[:, 1] - pieces[:, 0]
    at, begins = join_ranges(pieces[:, 0], sizes)
    return at, np.stack([begins, begins + sizes], axis=1)


def batch_by_length(pieces: Pieces, tokens: int, generator: np.random.Generator) -> Iterator[I64]:
    """Yield batches of indices of pieces, of about ``tokens`` tokens and similar lengths.

    Pieces are drawn in random order and collected by length, rounded up to a multiple of four,
    until a batch is full.  Incomplete batches are dropped at the end.
    """
    order = generator.permutation(len(pieces))
    lengths = -(-(pieces[:, 1] - pieces[:, 0]) // 4) * 4
    block = 1 << 16
    waiting: dict[int, list[I64]] = {}
    for at in range(0, len(order), block):
        chosen = order[at : at + block]
        full: list[I64] = []
        for length in np.unique(lengths[chosen]).tolist():
            same = chosen[lengths[chosen] == length]
            parts = waiting.pop(length, [])
            ready = np.concatenate([*parts, same])
            size = max(1, tokens // length)
            complete = len(ready) // size * size
            full += [ready[first : first + size] for first in range(0, complete, size)]
            waiting[length] = [ready[complete:]]
        # Shuffled, or short pieces would come first in every block.
        for index in generator.permutation(len(full)).tolist():
            yield full[index]


def pad_pieces(pieces: Pieces) -> tuple[I64, Bools]:
    """Return the tokens of a batch, padded to (pieces, longest), and the mask of real tokens."""
    sizes = pieces[:, 1] - pieces[:, 0]
    steps = np.arange(int(sizes.max()))
    inside = steps < sizes[:, None]
    return np.where(inside, pieces[:, :1] + steps, pieces[:, :1]), inside


def in_groups(pieces: Pieces, tokens: int) -> Iterator[slice]:
    """Yield groups of adjacent pieces, by the multiple of ``tokens`` within which they end.

    >>> list(in_groups(np.array([[0, 5], [5, 9], [9, 9], [9, 11], [20, 40]]), 10))
    [slice(0, 3, None), slice(3, 4, None), slice(4, 5, None)]
    """
    ends = np.cumsum(pieces[:, 1] - pieces[:, 0])
    cuts = np.flatnonzero(np.diff((ends - 1) // tokens)) + 1
    for first, last in pairwise([0, *cuts.tolist(), len(pieces)]):
        if last > first and ends[last - 1] > (ends[first - 1] if first else 0):
            yield slice(first, last)
