"""Scores, intervals, signatures, tables and charts; knows no model."""

from majuscule.measure.alignment import WordErrorMetric, align
from majuscule.measure.calibration import CalibrationMetric
from majuscule.measure.case.scores import (
    NIU_NAMES,
    NIU_ROWS,
    AgreementMetric,
    CaseMetric,
    LineMetric,
    NiuMetric,
    case_statistics,
    class_table,
    line_statistics,
    niu_table,
    score_case,
)
from majuscule.measure.case.words import CLASS_NAMES
from majuscule.measure.charts import draw_bars, draw_lines, draw_reliability
from majuscule.measure.comparison import Difference, compare, estimate_derived, gap_closed
from majuscule.measure.metric import Metric
from majuscule.measure.report import Estimate, Report, score_statistics
from majuscule.measure.resampling import Resampling
from majuscule.measure.signature import Signature, digest_texts
from majuscule.measure.spans import METRICS, MentionMetric, SpanMetric, labels_of, measure_of
from majuscule.measure.tables import Table

__all__ = [
    "CLASS_NAMES",
    "METRICS",
    "NIU_NAMES",
    "NIU_ROWS",
    "AgreementMetric",
    "CalibrationMetric",
    "CaseMetric",
    "Difference",
    "Estimate",
    "LineMetric",
    "MentionMetric",
    "Metric",
    "NiuMetric",
    "Report",
    "Resampling",
    "Signature",
    "SpanMetric",
    "Table",
    "WordErrorMetric",
    "align",
    "case_statistics",
    "class_table",
    "compare",
    "digest_texts",
    "draw_bars",
    "draw_lines",
    "draw_reliability",
    "estimate_derived",
    "gap_closed",
    "labels_of",
    "line_statistics",
    "measure_of",
    "niu_table",
    "score_case",
    "score_statistics",
]
