"""Scores of marks, beside counts made by hand."""

import numpy as np
import pytest

from majuscule.measure.marks import MarkedWords, MarkMetric
from majuscule.measure.report import score_statistics
from majuscule.text.tokenizing.classes import LC, UC
from majuscule.text.tokenizing.marks import COLON, COMMA, EXCLAMATION, NONE, QUESTION, STOP


def words(marks, classes):
    return MarkedWords(np.array(marks, np.uint8), np.array(classes, np.uint8))


def test_marks_sentences_case_and_both():
    gold = words([NONE, COMMA, COLON, STOP, NONE, QUESTION], [UC, LC, UC, LC, UC, LC])
    put = words([COMMA, COMMA, NONE, EXCLAMATION, NONE, STOP], [UC, LC, LC, LC, UC, LC])
    report = score_statistics(MarkMetric(), MarkMetric().statistics(gold, put)[None])
    shown = {name: report[name].value for name in ("all_precision", "all_recall", "ends_f1")}
    assert shown == pytest.approx({"all_precision": 2 / 4, "all_recall": 2 / 3, "ends_f1": 1.0})
    assert report["comma_f1"].value == pytest.approx(2 / 3)
    assert report["stop_f1"].value == pytest.approx(2 / 3)
    assert report["question_f1"].value == 0
    assert report["exclamation_precision"].value == 0
    assert report["colon_recall"].value == 0
    assert [report.totals[f"colon_{one}"] for one in ("right", "put", "written")] == [0, 0, 1]
    assert report["case_f1"].value == pytest.approx(2 * 2 / (2 + 3))
    assert report["joint"].value == pytest.approx(3 / 6)
