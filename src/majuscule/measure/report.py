"""Score reports: each measure with its interval, and one signature for all."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from majuscule.arrays import Array
from majuscule.errors import UsageError
from majuscule.measure.metric import Metric, check_statistics, or_none
from majuscule.measure.resampling import Resampling, bootstrap_totals, percentile_interval
from majuscule.measure.signature import Signature


@dataclass(frozen=True)
class Estimate:
    """A measure, as a share (0 to 1), and its interval; NaN means undefined.

    >>> print(Estimate(0.9312, 0.925, 0.9374))
    93.12 [92.50, 93.74]
    >>> print(Estimate(float("nan")))
    N/A
    """

    value: float
    low: float = math.nan
    high: float = math.nan

    def __str__(self) -> str:
        """Return per cent with two decimals, then the interval, if any, in brackets."""
        return self.text()

    def text(self, decimals: int = 2) -> str:
        """Return value and interval in per cent with ``decimals``."""
        if math.isnan(self.value):
            return "N/A"
        shown = f"{100 * self.value:.{decimals}f}"
        if math.isnan(self.low):
            return shown
        return f"{shown} [{100 * self.low:.{decimals}f}, {100 * self.high:.{decimals}f}]"

    def points(self) -> tuple[float | None, float | None, float | None]:
        """Return value, low and high in per cent, as model cards store them."""
        value, low, high = (
            None if math.isnan(share) else round(100 * share, 2)
            for share in (self.value, self.low, self.high)
        )
        return value, low, high

    def as_dict(self) -> dict[str, float | None]:
        """Return value, low and high; NaN, which JSON lacks, becomes None."""
        return {name: or_none(number) for name, number in asdict(self).items()}


@dataclass(frozen=True)
class Report:
    """Estimates by measure, the totals they are computed from, and the signature."""

    estimates: Mapping[str, Estimate]
    totals: Mapping[str, int]
    signature: Signature

    def __getitem__(self, measure: str) -> Estimate:
        """Return the estimate of a measure; raise :class:`UsageError` if there is none."""
        if measure not in self.estimates:
            known = ", ".join(self.estimates)
            raise UsageError(f"there is no measure {measure!r}; choose from {known}")
        return self.estimates[measure]

    def __str__(self) -> str:
        """Return a line for each measure, then the signature."""
        width = max(map(len, self.estimates), default=0)
        lines = [f"{name:<{width}}  {value}" for name, value in self.estimates.items()]
        return "\n".join([*lines, str(self.signature)])

    def as_dict(self) -> dict[str, Any]:
        """Return estimates, totals and signature, ready for JSON."""
        return {
            "measures": {name: value.as_dict() for name, value in self.estimates.items()},
            "totals": dict(self.totals),
            "signature": {**self.signature.as_dict(), "short": str(self.signature)},
        }

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2, allow_nan=False)


def score_statistics(
    metric: Metric,
    statistics: Array,
    signature: Signature | None = None,
    documents: Sequence[Hashable] | None = None,
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen
) -> Report:
    """Score statistics: every measure of ``metric`` with its percentile bootstrap interval.

    ``statistics`` has a row for each segment; with ``documents`` (a name for each segment) whole
    documents are resampled instead.  ``resampling=None`` leaves intervals out, and so does a single
    segment or document.  ``signature`` has tokenizer, condition and digests; its other fields are
    filled in here.
    """
    rows = check_statistics(metric, statistics, documents)
    if len(rows) < 2:
        resampling = None  # every resample would be the same
    totals = rows.sum(axis=0)
    values = metric.measures(totals)
    intervals = dict.fromkeys(values, (math.nan, math.nan))
    if resampling is not None:
        (drawn,) = bootstrap_totals([rows], resampling.resamples, resampling.generator())
        for name, resampled in metric.measures(drawn).items():
            intervals[name] = percentile_interval(resampled, resampling.level)
    return Report(
        estimates={
            # An undefined value has no interval, even if it is defined in some resamples.
            name: Estimate(float(value))
            if math.isnan(value)
            else Estimate(float(value), *intervals[name])
            for name, value in values.items()
        },
        totals=dict(zip(metric.columns, totals.tolist(), strict=True)),
        signature=replace(
            signature or Signature(metric=metric.name),
            metric=metric.name,
            segments=len(rows),
            unit="segment" if documents is None else "document",
            resamples=resampling.resamples if resampling else 0,
            seed=resampling.seed if resampling else None,
        ),
    )
