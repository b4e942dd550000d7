"""Calibration: does a confidence of 90 % mean right nine times in ten?

Reliability tables, expected and maximum calibration error over bins of equal width (Naeini et al.
2015; Guo et al. 2017), Brier score (1950).  Confidences are stored in millionths, so that the
statistics are integers and resampling is exact.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from majuscule.arrays import F64, I64, Array
from majuscule.errors import UsageError
from majuscule.measure.metric import ratio, sum_by_document

UNIT = 1_000_000


@dataclass(frozen=True)
class Bin:
    """One bin of a reliability table: bounds, predictions, their mean confidence and accuracy."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float


@dataclass(frozen=True)
class CalibrationMetric:
    """``ece``, ``mce``, ``brier``, ``confidence`` and ``accuracy`` from binned confidences."""

    bins: int = 10
    """Bins of equal width over 0 to 1: more bins show finer detail but are noisier."""
    name: str = "calibration"

    def __post_init__(self) -> None:
        if self.bins < 1:
            raise UsageError(f"bins is {self.bins}; it must be 1 or more")

    @property
    def columns(self) -> tuple[str, ...]:
        """Predictions, summed confidence and correct ones of each bin; then squared error."""
        kinds = ("count", "confidence", "correct")
        return (
            *(f"bin {number} {kind}" for number in range(self.bins) for kind in kinds),
            "squared error",
        )

    def measures(self, totals: I64) -> dict[str, F64]:
        count, confidence, correct = self._bins(totals)
        predictions = count.sum(axis=-1)
        gap = np.abs(confidence - correct)
        worst = np.nan_to_num(ratio(gap, count)).max(axis=-1)
        return {
            "ece": ratio(gap.sum(axis=-1), predictions),
            "mce": np.where(predictions > 0, worst, np.nan),
            "brier": ratio(totals[..., -1] / UNIT, predictions),
            "confidence": ratio(confidence.sum(axis=-1), predictions),
            "accuracy": ratio(correct.sum(axis=-1), predictions),
        }

    def statistics(
        self,
        confidences: ArrayLike,
        correct: ArrayLike,
        segments: Sequence[Hashable] | Array | None = None,
    ) -> I64:
        """Return a row for each prediction, or for each segment that ``segments`` names.

        >>> metric = CalibrationMetric(bins=2)
        >>> rows = metric.statistics([0.9, 0.7, 0.2], [True, False, False])
        >>> round(float(metric.measures(rows.sum(axis=0))["ece"]), 3)
        0.267
        """
        stated = np.asarray(confidences, dtype=np.float64)
        right = np.asarray(correct, dtype=np.bool_)
        if stated.ndim != 1 or stated.shape != right.shape:
            raise UsageError(
                f"confidences have shape {stated.shape} and answers {right.shape}; give one of "
                "each for every prediction"
            )
        outside = np.flatnonzero(~((stated >= 0) & (stated <= 1)))
        if len(outside):
            place = int(outside[0])
            raise UsageError(
                f"confidence {stated[place]} of prediction {place + 1} is not between 0 and 1"
            )
        millionths = np.rint(stated * UNIT).astype(np.int64)
        # A boundary belongs to the bin above it, but 1.0 to the last bin.
        bins = np.minimum(millionths * self.bins // UNIT, self.bins - 1)
        rows = np.zeros((len(stated), len(self.columns)), dtype=np.int64)
        each = np.arange(len(stated))
        rows[each, 3 * bins] = 1
        rows[each, 3 * bins + 1] = millionths
        rows[each, 3 * bins + 2] = right
        rows[:, -1] = np.rint((stated - right) ** 2 * UNIT)
        return rows if segments is None else sum_by_document(rows, list(segments))

    def table(self, totals: I64) -> list[Bin]:
        """Return the reliability table of one row of totals; means of empty bins are NaN."""
        count, confidence, correct = self._bins(totals)
        return [
            Bin(
                low=number / self.bins,
                high=(number + 1) / self.bins,
                count=int(count[number]),
                confidence=float(ratio(confidence[number], count[number])),
                accuracy=float(ratio(correct[number], count[number])),
            )
            for number in range(self.bins)
        ]

    def _bins(self, totals: I64) -> tuple[F64, F64, F64]:
        """Return predictions, summed confidence and correct ones, each of shape (..., bins)."""
        table = totals[..., :-1].reshape(*totals.shape[:-1], self.bins, 3).astype(np.float64)
        return table[..., 0], table[..., 1] / UNIT, table[..., 2]
