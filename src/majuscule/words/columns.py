"""What is known of words as columns of small numbers, as linear taggers read them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.words.table import AT_STARTS_ONLY, UNSEEN

UNKNOWN_WORD, PADDING_WORD = 1, 7
PADDING_BUCKET, PADDING_POSITION, PADDING_CAPITALS = 999, 15, 9

NO_CLASS = 1000
"""Words without a class are grouped by how often they were seen: NO_CLASS plus the level of the
bucket."""


def class_column(
    classes: npt.NDArray[np.generic], buckets: npt.NDArray[np.generic]
) -> npt.NDArray[np.int64]:
    """Return the column of word classes: the class, or a group by frequency where there is none."""
    levels = np.minimum(buckets.astype(np.int64) // 54, 9)
    return np.where(classes == 0, NO_CLASS + levels, classes.astype(np.int64))


def capitals_column(buckets: npt.NDArray[np.generic]) -> npt.NDArray[np.int64]:
    """Return how often a word is capitalised, 0 to 5, or 6 for an unseen word, 7 for a beginner.

    A column so coarse that patterns of seven words are seen often.
    """
    levels = (buckets.astype(np.int64) - 1) % 6
    found = np.where(buckets.astype(np.int64) >= AT_STARTS_ONLY, 7, levels)
    return np.where(buckets == UNSEEN, 6, found)
