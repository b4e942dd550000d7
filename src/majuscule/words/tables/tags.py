"""The tags of case taggers: the four classes, and one for lower-case words inside names."""

from __future__ import annotations

import numpy as np

from majuscule.arrays import U8
from majuscule.text.tokenizing.classes import LC, MC, UC

INNER = 4
"""The tag of a lower-case word inside a name (*Bank of England*): LC in the output, but Viterbi
learns from it that the name continues."""

TAGS = 5


def tags_of(classes: U8) -> U8:
    """Return tags from padded classes: one or two lower-case words between capitalised ones become
    INNER.

    >>> tags_of(np.array([1, 0, 0, 1, 0, 4, 1], np.uint8)).tolist()
    [1, 4, 4, 1, 0, 0, 1]
    """
    capital = (classes >= UC) & (classes <= MC)
    small = classes == LC
    tags = np.where(capital, classes, LC).astype(np.uint8)
    for gap in (1, 2):
        size = max(0, len(classes) - gap - 1)
        between = capital[:size] & capital[gap + 1 : gap + 1 + size]
        for k in range(1, gap + 1):
            between &= small[k : k + size]
        found = np.flatnonzero(between)
        for k in range(1, gap + 1):
            tags[found + k] = INNER
    return tags
