"""The tags that taggers of case choose from: the four classes, and one for words inside names."""

from __future__ import annotations

import numpy as np

from majuscule.arrays import U8
from majuscule.text.tokenizing.classes import LC, MC, UC

INNER = 4
"""The tag of a small word inside a name (*Bank of England*): LC for the reader, but Viterbi sees
through it that the name goes on."""

TAGS = 5


def tags_of(classes: U8) -> U8:
    """Return tags from classes in padded coordinates: small words inside names become INNER.

    One or two lower-case words between capitalised ones, nothing else between them:

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
