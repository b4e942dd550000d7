"""The layout of padded lines, and the cutting of long lines."""

from __future__ import annotations

import numpy as np

from majuscule.arrays import I32, I64
from majuscule.tagging.features.templates import REACH
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import sentence_starts

LONGEST = 512
"""The most tokens of a line that are decoded at once; longer lines are cut at sentence starts."""


def layout(lines: I32, tokens: int) -> tuple[I64, int]:
    """Return the index of each token in the padded layout, and its length.

    >>> layout(np.array([[0, 2], [2, 3]], np.int32), 3)
    (array([3, 4, 8]), 12)
    """
    numbers = np.repeat(np.arange(len(lines)), np.diff(lines, axis=1)[:, 0])
    return np.arange(tokens) + REACH * (numbers + 1), tokens + REACH * (len(lines) + 1)


def cut_long(passage: Passage, bounds: I32, longest: int = LONGEST) -> I32:
    """Return the bounds with lines of more than ``longest`` tokens cut at sentence starts.

    Only decoding is cut: features still see across.  Without a sentence start, a line is cut after
    four times ``longest``.
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
