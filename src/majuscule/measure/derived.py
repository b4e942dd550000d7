"""Estimates of anything computed from several systems: degradation, share of a gap closed.

All systems are resampled by the same draws, so the interval is that of the paired quantity.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from majuscule.measure.metric import FloatArray, Metric, check_statistics, sum_by_document
from majuscule.measure.report import Estimate
from majuscule.measure.resampling import Resampling, bootstrap_totals, percentile_interval


def estimate_derived(
    metric: Metric,
    systems: Sequence[NDArray[Any]],
    function: Callable[..., FloatArray],
    documents: Sequence[Hashable] | None = None,
    resampling: Resampling = Resampling(),  # noqa: B008 - frozen
) -> Estimate:
    """Estimate ``function`` of the systems' measures, with its paired bootstrap interval.

    ``function`` takes a mapping from measure to array for each system and returns an array of the
    same shape, NaN or infinite where it is not defined.

    >>> from majuscule.measure.word_error import WordErrorMetric
    >>> rows = np.array([[8, 2, 0, 0], [6, 4, 0, 0]]), np.array([[9, 1, 0, 0], [8, 2, 0, 0]])
    >>> def saved(before, after):
    ...     return 1 - after["wer"] / before["wer"]
    >>> print(estimate_derived(WordErrorMetric(), rows, saved))
    50.00 [50.00, 50.00]
    """
    rows = [check_statistics(metric, statistics) for statistics in systems]
    if documents is not None:
        rows = [sum_by_document(statistics, documents) for statistics in rows]
    drawn = bootstrap_totals(list(rows), resampling.resamples, resampling.generator())
    value = float(_defined(function, [metric.measures(part.sum(axis=0)) for part in rows]))
    if math.isnan(value):
        return Estimate(value)
    resampled = _defined(function, [metric.measures(part) for part in drawn])
    return Estimate(value, *percentile_interval(resampled, resampling.level))


def gap_closed(measure: str) -> Callable[..., FloatArray]:
    """Return the function "share of the gap from worse to better that the third system closes".

    For :func:`estimate_derived` with systems (better, worse, between); Chieu and Ng's reduction of
    the gap between a mixed-case and an upper-case tagger by teaching.

    >>> print(gap_closed("f1")({"f1": 0.9}, {"f1": 0.8}, {"f1": 0.85}).round(3))
    0.5
    """

    def share(
        better: Mapping[str, FloatArray],
        worse: Mapping[str, FloatArray],
        between: Mapping[str, FloatArray],
    ) -> FloatArray:
        gap = np.asarray(better[measure]) - worse[measure]
        return np.asarray((between[measure] - worse[measure]) / gap, dtype=np.float64)

    return share


def _defined(
    function: Callable[..., FloatArray], measures: list[dict[str, FloatArray]]
) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.asarray(function(*measures), dtype=np.float64)
    return np.where(np.isfinite(values), values, np.nan)
