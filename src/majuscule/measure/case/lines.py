"""How many lines are wholly right, and how many have a capital too many: what a reader sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.measure.metric import FloatArray, IntArray, ratio


@dataclass(frozen=True)
class LineMetric:
    """The share of lines that are wholly right, and of those with a capital too many."""

    name: str = "lines"
    columns: tuple[str, ...] = ("lines", "right", "capital too many")

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        return {
            name: ratio(totals[..., at], totals[..., 0])
            for at, name in enumerate(self.columns[1:], start=1)
        }


def line_statistics(gold: Sequence[str], predicted: Sequence[str]) -> IntArray:
    """Return the rows of :class:`LineMetric`, one a line.

    >>> line_statistics(["Add to cart", "Yes."], ["Add to CART", "yes."]).tolist()
    [[1, 0, 1], [1, 0, 0]]
    """
    pairs = zip(gold, predicted, strict=True)
    rows = [[1, right == given, _has_capital_too_many(right, given)] for right, given in pairs]
    return np.array(rows, np.int64).reshape(-1, 3)


def _has_capital_too_many(gold: str, predicted: str) -> bool:
    pairs = zip(gold, predicted, strict=True)
    return any(given != right and given.isupper() for right, given in pairs)
