"""Counts of an entity tagger's errors by class: missed, wrong class, wrong borders, invented."""

from collections.abc import Sequence

import numpy as np

from majuscule.arrays import I64

Span = tuple[int, int, str]

KINDS = ("right", "other class", "other borders", "both", "missed", "invented")
"""What becomes of a gold mention; last, mentions found where gold has none."""


def count_mistakes(
    gold: Sequence[Sequence[Span]], found: Sequence[Sequence[Span]], labels: Sequence[str]
) -> I64:
    """Return how often each kind occurs with each label, (labels, kinds).

    >>> gold, found = [[(0, 5, "PER"), (9, 12, "LOC")]], [[(0, 3, "PER"), (20, 21, "LOC")]]
    >>> count_mistakes(gold, found, ("PER", "LOC")).tolist()
    [[0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1]]
    """
    counts = np.zeros((len(labels), len(KINDS)), np.int64)
    for right, guess in zip(gold, found, strict=True):
        for one in right:
            counts[labels.index(one[2]), _kind(one, guess)] += 1
        for one in guess:
            if not any(_overlap(one, other) for other in right):
                counts[labels.index(one[2]), KINDS.index("invented")] += 1
    return counts


def _kind(one: Span, guess: Sequence[Span]) -> int:
    beside = [other for other in guess if _overlap(one, other)]
    if one in beside:
        return KINDS.index("right")
    if any(other[:2] == one[:2] for other in beside):
        return KINDS.index("other class")
    if any(other[2] == one[2] for other in beside):
        return KINDS.index("other borders")
    return KINDS.index("both" if beside else "missed")


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
