"""What a metric is: a sum of per-segment statistics, and measures computed from the sum.

As in sacrebleu: a scorer reduces each segment (line, paragraph or document) to a row of whole
numbers, the row sums are the totals, and every measure (precision, F1, word error rate, ...) is a
function of the totals.  So intervals (:mod:`~majuscule.measure.resampling`) and paired tests
(:mod:`~majuscule.measure.comparison`) are written once for all metrics.

A ratio with nothing below the line is NaN (printed ``N/A``, JSON ``null``): the precision of a
system that proposed nothing is not zero but unknown, as in Table 2 of Niu et al.  F is computed
from counts, so it is 0 wherever something was to be found and nothing was.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, Protocol

import numpy as np

from majuscule.arrays import F64, I64, Array, Bools
from majuscule.errors import UsageError

IntArray = I64
FloatArray = F64
BoolArray = Bools


PRF = ("precision", "recall", "f1")
"""The measures of :func:`prf`."""


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


def check_statistics(
    metric: Metric, statistics: Array, documents: Sequence[Hashable] | None = None
) -> IntArray:
    """Return ``statistics`` as int64 rows, of documents where they are named, or say why
    ``metric`` cannot read them."""
    if statistics.ndim != 2 or statistics.shape[1] != len(metric.columns):
        raise UsageError(
            f"metric {metric.name} needs statistics of shape (segments, {len(metric.columns)}), "
            f"not {statistics.shape}; compute them with the same metric"
        )
    if not len(statistics):
        raise UsageError(f"metric {metric.name} has no segments to score; give at least one")
    if not np.issubdtype(statistics.dtype, np.integer):
        raise UsageError(
            f"metric {metric.name} needs whole numbers (counts), not {statistics.dtype}"
        )
    rows = np.asarray(statistics, dtype=np.int64)
    return rows if documents is None else sum_by_document(rows, documents)


def sum_by_document(statistics: Array, documents: Sequence[Hashable]) -> IntArray:
    """Sum the rows of each document, documents in order of first mention.

    Segments of one document are not independent, so resampling works on documents where they are
    known.

    >>> sum_by_document(np.array([[1, 2], [3, 4], [5, 6]]), ["a", "b", "a"]).tolist()
    [[6, 8], [3, 4]]
    """
    if len(documents) != len(statistics):
        raise UsageError(
            f"there are {len(documents)} document names for {len(statistics)} segments; give one "
            "for each"
        )
    numbers: dict[Hashable, int] = {}
    rows = np.fromiter(
        (numbers.setdefault(name, len(numbers)) for name in documents), np.int64, len(documents)
    )
    sums = np.zeros((len(numbers), statistics.shape[1]), dtype=np.int64)
    np.add.at(sums, rows, statistics)
    return sums


def ratio(part: Array, whole: Array) -> FloatArray:
    """Return ``part / whole``, NaN where ``whole`` is zero.

    >>> ratio(np.array([1, 0]), np.array([4, 0])).tolist()
    [0.25, nan]
    """
    top, bottom = np.broadcast_arrays(
        np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    )
    result = np.full(top.shape, np.nan)
    np.divide(top, bottom, out=result, where=bottom != 0)
    return result


def f_measure(correct: Array, proposed: Array, gold: Array, beta: float = 1.0) -> FloatArray:
    """Return F with weight ``beta`` on recall: (1 + b2) PR / (b2 P + R), written in counts.

    ``beta`` 1, 0.5 and 2 are MUC's P&R, 2P&R and P&2R (van Rijsbergen 1979).

    >>> float(f_measure(np.array(1), np.array(2), np.array(4)).round(4))
    0.3333
    >>> float(f_measure(np.array(1), np.array(2), np.array(4), beta=2).round(4))
    0.2778
    """
    weight = beta * beta
    return ratio((1 + weight) * correct, weight * gold + proposed)


def mean_of_defined(values: FloatArray) -> FloatArray:
    """Return the mean over the last axis of what is defined, NaN where nothing is.

    >>> float(mean_of_defined(np.array([0.5, np.nan, 1.0])))
    0.75
    """
    defined = ~np.isnan(values)
    return ratio(np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1))


def or_none(value: Any) -> Any:
    """Return a value as JSON has it: NaN, which it lacks, becomes None."""
    return None if isinstance(value, float) and math.isnan(value) else value


def prf(prefix: str, correct: Array, proposed: Array, gold: Array) -> dict[str, FloatArray]:
    """Return ``precision``, ``recall`` and ``f1`` under names that begin with ``prefix``."""
    measures = ratio(correct, proposed), ratio(correct, gold), f_measure(correct, proposed, gold)
    return {f"{prefix}{name}": values for name, values in zip(PRF, measures, strict=True)}
