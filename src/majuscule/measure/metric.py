"""Metrics: integer statistics of segments, and measures computed from their sums.

As in sacrebleu, a scorer reduces each segment (line, paragraph or document) to a row of counts, the
column sums are the totals, and every measure (precision, F1, word error rate, ...) is a function of
the totals.  So intervals (:mod:`~majuscule.measure.resampling`) and paired tests
(:mod:`~majuscule.measure.comparison`) are written once for all metrics.

A ratio with denominator 0 is NaN (printed ``N/A``, JSON ``null``): the precision of a system that
proposed nothing is not zero but undefined, as in Table 2 of Niu et al.  F is computed from counts,
so it is 0 if there is gold but nothing correct.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, Protocol

import numpy as np

from majuscule.arrays import F64, I64, Array
from majuscule.errors import UsageError

PRF = ("precision", "recall", "f1")
"""The measures of :func:`prf`."""


class Metric(Protocol):
    """The names of the statistics, and how measures are computed from their totals."""

    @property
    def name(self) -> str:
        """The name in signatures and reports."""

    @property
    def columns(self) -> tuple[str, ...]:
        """What each column of the statistics counts."""

    def measures(self, totals: I64) -> dict[str, F64]:
        """Return measures of shape ``[...]`` from totals of shape ``[..., columns]``."""


def check_statistics(
    metric: Metric, statistics: Array, documents: Sequence[Hashable] | None = None
) -> I64:
    """Return ``statistics`` as int64 rows, summed by document if ``documents`` are given, or raise
    :class:`UsageError` if they are not counts with the columns of ``metric``."""
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


def sum_by_document(statistics: Array, documents: Sequence[Hashable]) -> I64:
    """Sum the rows of each document; documents are in order of first occurrence.

    Segments of one document are not independent, so documents are resampled where they are known.

    >>> sum_by_document(np.array([[1, 2], [3, 4], [5, 6]]), ["a", "b", "a"]).tolist()
    [[6, 8], [3, 4]]
    """
    if len(documents) != len(statistics):
        raise UsageError(
            f"there are {len(documents)} document names for {len(statistics)} segments; give one "
            "for each"
        )
    numbers: dict[Hashable, int] = {}
    rows = [numbers.setdefault(name, len(numbers)) for name in documents]
    sums = np.zeros((len(numbers), statistics.shape[1]), dtype=np.int64)
    np.add.at(sums, rows, statistics)
    return sums


def ratio(part: Array, whole: Array) -> F64:
    """Return ``part / whole``, NaN where ``whole`` is zero.

    >>> ratio(np.array([1, 0]), np.array([4, 0])).tolist()
    [0.25, nan]
    """
    numerator, denominator = np.broadcast_arrays(
        np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    )
    result = np.full(numerator.shape, np.nan)
    np.divide(numerator, denominator, out=result, where=denominator != 0)
    return result


def f_measure(correct: Array, proposed: Array, gold: Array, beta: float = 1.0) -> F64:
    """Return F with weight ``beta`` on recall, (1 + b²) P R / (b² P + R), from counts.

    ``beta`` 1, 0.5 and 2 are MUC's P&R, 2P&R and P&2R (van Rijsbergen 1979).

    >>> float(f_measure(np.array(1), np.array(2), np.array(4)).round(4))
    0.3333
    >>> float(f_measure(np.array(1), np.array(2), np.array(4), beta=2).round(4))
    0.2778
    """
    weight = beta * beta
    return ratio((1 + weight) * correct, weight * gold + proposed)


def mean_of_defined(values: F64) -> F64:
    """Return the mean over the last axis of the values that are not NaN, or NaN if all are.

    >>> float(mean_of_defined(np.array([0.5, np.nan, 1.0])))
    0.75
    """
    defined = ~np.isnan(values)
    return ratio(np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1))


def or_none(value: Any) -> Any:
    """Return None for NaN, which JSON lacks, and any other value as it is."""
    return None if isinstance(value, float) and math.isnan(value) else value


def prf(prefix: str, correct: Array, proposed: Array, gold: Array) -> dict[str, F64]:
    """Return precision, recall and F1 under the names of :data:`PRF`, preceded by ``prefix``."""
    measures = ratio(correct, proposed), ratio(correct, gold), f_measure(correct, proposed, gold)
    return {f"{prefix}{name}": values for name, values in zip(PRF, measures, strict=True)}
