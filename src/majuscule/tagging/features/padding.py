"""Lines laid side by side with padding between them, and long lines cut."""

from __future__ import annotations

import numpy as np

from majuscule.arrays import I32, I64
from majuscule.tagging.features.templates import REACH
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import sentence_starts

LONGEST = 512
"""Tokens of a line that are decoded at once; longer lines are cut where sentences begin."""


def layout(lines: I32, tokens: int) -> tuple[I64, int]:
    """Return where each token stands among the padding, and how long the whole is.

    >>> layout(np.array([[0, 2], [2, 3]], np.int32), 3)
    (array([3, 4, 8]), 12)
    """
    numbers = np.repeat(np.arange(len(lines)), np.diff(lines, axis=1)[:, 0])
    return np.arange(tokens) + REACH * (numbers + 1), tokens + REACH * (len(lines) + 1)


def cut_long(passage: Passage, bounds: I32, longest: int = LONGEST) -> I32:
    """Return the bounds with long lines cut where sentences begin, so that none is endless.

    Only the choice of tags is cut: features still see across.  A stretch without a sentence start
    is cut after four times the length.
    """
    if len(passage.tokens) <= longest:
        return bounds
    sizes = np.diff(passage.lines, axis=1)[:, 0]
    if not len(sizes) or sizes.max() <= longest:
        return bounds
    starts = np.flatnonzero(sentence_starts(passage.tokens.positions))
    cut: list[tuple[int, int]] = []
    for (first, last), (low, high) in zip(passage.lines.tolist(), bounds.tolist(), strict=True):
        begin = first
        while last - begin > longest:
            end = int(np.searchsorted(starts, begin + longest))
            stop = int(starts[end]) if end < len(starts) else last
            stop = min(stop, last, begin + 4 * longest)
            cut.append((low + begin - first, low + stop - first))
            begin = stop
        cut.append((low + begin - first, high))
    return np.array(cut, np.int32)
