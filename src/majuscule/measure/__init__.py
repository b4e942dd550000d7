"""Scores, intervals, signatures, tables and charts; knows no model."""

from majuscule.measure.alignment import Alignment, WordErrorMetric, align
from majuscule.measure.calibration import Bin, CalibrationMetric
from majuscule.measure.case.classes import CA, CLASS_NAMES, LC, MC, UC, class_of, letter_case
from majuscule.measure.case.scores import (
    NIU_ROWS,
    AgreementMetric,
    CaseMetric,
    NiuMetric,
    case_statistics,
    class_table,
    niu_table,
    score_case,
)
from majuscule.measure.case.words import CaseWords, case_words
from majuscule.measure.charts import draw_bars, draw_lines, draw_reliability
from majuscule.measure.comparison import Difference, compare, estimate_derived, gap_closed
from majuscule.measure.metric import Metric, sum_by_document
from majuscule.measure.report import Estimate, Report, score_statistics
from majuscule.measure.resampling import (
    Resampling,
    bootstrap_totals,
    percentile_interval,
    swap_totals,
)
from majuscule.measure.signature import Signature, digest_texts
from majuscule.measure.spans import (
    METRICS,
    MentionMetric,
    SlotMetric,
    Span,
    SpanMetric,
    align_mentions,
    labels_of,
    measure_of,
)
from majuscule.measure.tables import Table

__all__ = [
    "CA",
    "CLASS_NAMES",
    "LC",
    "MC",
    "METRICS",
    "NIU_ROWS",
    "UC",
    "AgreementMetric",
    "Alignment",
    "Bin",
    "CalibrationMetric",
    "CaseMetric",
    "CaseWords",
    "Difference",
    "Estimate",
    "MentionMetric",
    "Metric",
    "NiuMetric",
    "Report",
    "Resampling",
    "Signature",
    "SlotMetric",
    "Span",
    "SpanMetric",
    "Table",
    "WordErrorMetric",
    "align",
    "align_mentions",
    "bootstrap_totals",
    "case_statistics",
    "case_words",
    "class_of",
    "class_table",
    "compare",
    "digest_texts",
    "draw_bars",
    "draw_lines",
    "draw_reliability",
    "estimate_derived",
    "gap_closed",
    "labels_of",
    "letter_case",
    "measure_of",
    "niu_table",
    "percentile_interval",
    "score_case",
    "score_statistics",
    "sum_by_document",
    "swap_totals",
]
