"""Paired test: is one system better than another on the same segments?

The paired bootstrap (Koehn 2004; p-value from the distribution shifted to mean 0, as in sacrebleu).
The test is two-sided and counts the observed difference among the resampled ones, so the smallest p
is 1 / (resamples + 1).

Any other function of several systems' measures, such as the share of a gap that is closed, gets its
interval from the same paired resamples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from majuscule.arrays import F64, I64, Array
from majuscule.measure.metric import Metric, check_statistics, mean_of_defined, or_none
from majuscule.measure.report import Estimate
from majuscule.measure.resampling import Resampling, bootstrap_totals, percentile_interval


@dataclass(frozen=True)
class Difference:
    """First minus second, its bootstrap interval, and the p-value under "no difference".

    >>> print(Difference(0.012, 0.004, 0.02, 0.003))
    +1.20 [+0.40, +2.00], p = 0.003 (bootstrap)
    """

    value: float
    low: float
    high: float
    p_value: float
    test: str = "bootstrap"

    def __str__(self) -> str:
        """Return signed percentage points with their interval, and p."""
        if math.isnan(self.value):
            return "N/A"
        return (
            f"{100 * self.value:+.2f} [{100 * self.low:+.2f}, {100 * self.high:+.2f}], "
            f"p = {self.p_value:.3g} ({self.test})"
        )

    def as_dict(self) -> dict[str, Any]:
        """Return all fields; NaN, which JSON lacks, becomes None."""
        return {name: or_none(value) for name, value in asdict(self).items()}


def compare(
    metric: Metric,
    first: Array,
    second: Array,
    documents: Sequence[Hashable] | None = None,
    resampling: Resampling = Resampling(),  # noqa: B008 - frozen
) -> dict[str, Difference]:
    """Test every measure of ``metric`` between two systems scored on the same segments."""
    ours, theirs = (check_statistics(metric, one, documents) for one in (first, second))
    observed = _differences(metric, ours.sum(axis=0), theirs.sum(axis=0))
    drawn = bootstrap_totals([ours, theirs], resampling.resamples, resampling.generator())
    bootstrapped = _differences(metric, *drawn)
    result = {}
    for name, difference in observed.items():
        value = float(difference)
        resampled = bootstrapped[name]
        low, high = percentile_interval(resampled, resampling.level)
        if math.isnan(value):
            low = high = math.nan
        p_value = _p_value(value, resampled - mean_of_defined(resampled))
        result[name] = Difference(value, low, high, p_value)
    return result


def _differences(metric: Metric, first: I64, second: I64) -> dict[str, F64]:
    others = metric.measures(second)
    return {name: value - others[name] for name, value in metric.measures(first).items()}


def _p_value(observed: float, under_null: F64) -> float:
    defined = under_null[~np.isnan(under_null)]
    if math.isnan(observed) or not len(defined):
        return math.nan
    # Rounding can make equal differences differ in the last bit: count them as equal.
    as_large = np.abs(defined) >= abs(observed) - 1e-12
    return float((as_large.sum() + 1) / (len(defined) + 1))


def estimate_derived(
    metric: Metric,
    systems: Sequence[Array],
    function: Callable[..., F64],
    documents: Sequence[Hashable] | None = None,
    resampling: Resampling = Resampling(),  # noqa: B008 - frozen
) -> Estimate:
    """Estimate ``function`` of the systems' measures, with its paired bootstrap interval.

    ``function`` takes a mapping from measure to array for each system and returns an array of the
    same shape, NaN or infinite where it is not defined.

    >>> from majuscule.measure.alignment import WordErrorMetric
    >>> rows = np.array([[8, 2, 0, 0], [6, 4, 0, 0]]), np.array([[9, 1, 0, 0], [8, 2, 0, 0]])
    >>> def saved(before, after):
    ...     return 1 - after["wer"] / before["wer"]
    >>> print(estimate_derived(WordErrorMetric(), rows, saved))
    50.00 [50.00, 50.00]
    """
    rows = [check_statistics(metric, statistics, documents) for statistics in systems]
    value = float(_finite(function, [metric.measures(part.sum(axis=0)) for part in rows]))
    if math.isnan(value):
        return Estimate(value)
    drawn = bootstrap_totals(rows, resampling.resamples, resampling.generator())
    resampled = _finite(function, [metric.measures(part) for part in drawn])
    return Estimate(value, *percentile_interval(resampled, resampling.level))


def gap_closed(measure: str) -> Callable[..., F64]:
    """Return a function for :func:`estimate_derived` with systems (better, worse, between).

    It computes the share of the gap from worse to better that the third system closes: Chieu and
    Ng's reduction of the gap between a mixed-case and an upper-case tagger by teaching.

    >>> print(gap_closed("f1")({"f1": 0.9}, {"f1": 0.8}, {"f1": 0.85}).round(3))
    0.5
    """

    def share(
        better: Mapping[str, F64],
        worse: Mapping[str, F64],
        between: Mapping[str, F64],
    ) -> F64:
        gap = np.asarray(better[measure]) - worse[measure]
        return np.asarray((between[measure] - worse[measure]) / gap, dtype=np.float64)

    return share


def _finite(function: Callable[..., F64], measures: list[dict[str, F64]]) -> F64:
    """Return ``function(*measures)``, NaN where it is not finite."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.asarray(function(*measures), dtype=np.float64)
    return np.where(np.isfinite(values), values, np.nan)
