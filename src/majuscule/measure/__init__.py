"""Scores, intervals, signatures, tables and plots; knows no model."""

from majuscule.measure.alignment import Alignment, align, edit_distance
from majuscule.measure.comparison import Difference, compare
from majuscule.measure.derived import estimate_derived, gap_closed
from majuscule.measure.metric import Metric, sum_by_document
from majuscule.measure.report import Estimate, Report, score_statistics
from majuscule.measure.resampling import (
    Resampling,
    bootstrap_totals,
    percentile_interval,
    swap_totals,
)
from majuscule.measure.signature import Signature, digest_texts
from majuscule.measure.word_error import WordErrorMetric

__all__ = [
    "Alignment",
    "Difference",
    "Estimate",
    "Metric",
    "Report",
    "Resampling",
    "Signature",
    "WordErrorMetric",
    "align",
    "bootstrap_totals",
    "compare",
    "digest_texts",
    "edit_distance",
    "estimate_derived",
    "gap_closed",
    "percentile_interval",
    "score_statistics",
    "sum_by_document",
    "swap_totals",
]
