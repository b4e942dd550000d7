"""What the network reads of each token: rows of one table of vectors, whose sum is the input.

The rows stand for the word's bucket, how a sentence could begin there, its first and last one to
four letters, its word class, how it is written beside its left and its right neighbour, and the
word itself if it is frequent.  Words are folded, so nothing depends on the case of the input.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.restore.neural.phrases import CODES
from majuscule.words.columns import class_column
from majuscule.words.table import BUCKETS, UNSEEN

AFFIX_ROWS = (512, 2048, 8192, 16384) * 2
"""Rows for prefixes of one to four letters and for suffixes; longer ones share rows."""

CLASS_ROWS = 1024
POSITION_ROWS = 16

_SIZES = (BUCKETS, POSITION_ROWS, *AFFIX_ROWS, CLASS_ROWS, CODES, CODES)
PARTS = len(_SIZES) + 1
"""Rows that are summed for a token."""

OFFSETS = np.concatenate([[0], np.cumsum(_SIZES)]).astype(np.int32)
"""Where the rows of each part begin; those of words come last."""

NO_WORD = int(OFFSETS[-1])
"""The row of words that are unknown or too rare for one of their own; those follow it."""


def affix_rows(affixes: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
    """Return the rows of affix hashes, shape (n, 8), from shape (8, n)."""
    rows = np.empty((affixes.shape[1], len(AFFIX_ROWS)), np.int32)
    for k, size in enumerate(AFFIX_ROWS):
        rows[:, k] = (affixes[k] >> np.uint64(17)) & np.uint64(size - 1)
    rows += OFFSETS[2:10]
    return rows


def input_rows(
    buckets: npt.NDArray[np.generic],
    classes: npt.NDArray[np.generic],
    positions: npt.NDArray[np.uint8],
    affixes: npt.NDArray[np.int32],
    pairs: tuple[npt.NDArray[np.generic], npt.NDArray[np.generic]],
    words: npt.NDArray[np.generic],
) -> npt.NDArray[np.int32]:
    """Return the rows of n tokens, int32, shape (n, PARTS).

    ``affixes`` (n, 8) are rows; ``pairs``: the codes of the pair that each token ends and of that
    which it begins; ``words`` (n,): numbers of the words that have a row, from 1, or 0.
    """
    rows = np.empty((len(positions), PARTS), np.int32)
    unseen = buckets == UNSEEN
    rows[:, 0] = buckets
    rows[:, 1] = positions + OFFSETS[1]
    rows[:, 2:10] = affixes
    rows[:, 10] = class_column(np.where(unseen, 0, classes), buckets) + OFFSETS[10]
    rows[:, 11] = pairs[0] + OFFSETS[11]
    rows[:, 12] = pairs[1] + OFFSETS[12]
    rows[:, 13] = np.where(unseen, 0, words).astype(np.int32) + NO_WORD
    return rows
