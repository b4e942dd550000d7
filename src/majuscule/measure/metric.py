"""What a metric is: a sum of per-segment statistics, and measures computed from the sum.

As in sacrebleu: a scorer reduces each segment (line, paragraph or document) to a row of whole
numbers, the row sums are the totals, and every measure (precision, F1, word error rate, ...) is a
function of the totals.  So intervals (:mod:`~majuscule.measure.resampling`) and paired tests
(:mod:`~majuscule.measure.comparison`) are written once for all metrics.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from majuscule.errors import UsageError

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class Metric(Protocol):
    """Names of the statistics, and how totals of them become measures."""

    @property
    def name(self) -> str:
        """The name that signatures and reports carry."""

    @property
    def columns(self) -> tuple[str, ...]:
        """What each column of the statistics counts."""

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return measures of shape ``[...]`` from totals of shape ``[..., columns]``."""


def check_statistics(metric: Metric, statistics: NDArray[Any]) -> IntArray:
    """Return ``statistics`` as int64 rows, or say why ``metric`` cannot read them."""
    if statistics.ndim != 2 or statistics.shape[1] != len(metric.columns):
        raise UsageError(
            f"metric {metric.name} needs statistics of shape (segments, {len(metric.columns)}), "
            f"not {statistics.shape}: compute them with the same metric"
        )
    if not len(statistics):
        raise UsageError(f"metric {metric.name} has no segments to score: give at least one")
    if not np.issubdtype(statistics.dtype, np.integer):
        raise UsageError(
            f"metric {metric.name} needs whole numbers, not {statistics.dtype}: "
            "statistics are counts"
        )
    return np.asarray(statistics, dtype=np.int64)


def sum_by_document(statistics: NDArray[Any], documents: Sequence[Hashable]) -> IntArray:
    """Sum the rows of each document, documents in order of first mention.

    Segments of one document are not independent, so resampling works on documents where they are
    known.

    >>> sum_by_document(np.array([[1, 2], [3, 4], [5, 6]]), ["a", "b", "a"]).tolist()
    [[6, 8], [3, 4]]
    """
    if len(documents) != len(statistics):
        raise UsageError(
            f"{len(documents)} document names for {len(statistics)} segments: give one for each"
        )
    numbers: dict[Hashable, int] = {}
    rows = np.fromiter(
        (numbers.setdefault(name, len(numbers)) for name in documents), np.int64, len(documents)
    )
    sums = np.zeros((len(numbers), statistics.shape[1]), dtype=np.int64)
    np.add.at(sums, rows, statistics)
    return sums
