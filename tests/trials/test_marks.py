"""Text loses its marks and its case, and what is put in is scored at each of its words."""

import numpy as np
import pytest

from majuscule.models.header import ModelHeader
from majuscule.punctuation.punctuator import Punctuator
from majuscule.text.edits import Edit, EditedText
from majuscule.text.marks import COMMA, STOP
from majuscule.trials.marks import bare_text, marks_of, score_marks
from tests.punctuation.mark_models import random_marks

TEXTS = ["We met Ann, who was well.\nYes!", "Mr. Low's x-ray cost $3.50; it's fine."]


def test_a_text_is_stripped_of_marks_and_case():
    bare, gold, ends = bare_text(TEXTS[0], lines=False)
    assert bare == "we met ann who was well yes"
    assert gold.marks.tolist() == [0, 0, COMMA, 0, 0, STOP, 4]
    assert [bare[:end].split()[-1] for end in ends] == bare.split()


def test_what_is_put_back_is_right():
    for text in TEXTS:
        bare, gold, ends = bare_text(text)
        signs = ["", ",", ".", "?", "!", ":", ";", " -"]
        edits = [
            Edit(end, end, signs[mark])
            for end, mark in zip(ends, gold.marks.tolist(), strict=True)
            if mark
        ]
        found = marks_of(EditedText.make(bare, edits), ends) if " -" not in edits else None
        assert np.array_equal(found.marks, gold.marks)


def test_texts_are_scored_with_intervals_and_a_signature(small_text):
    marks = Punctuator(random_marks(small_text), ModelHeader("punctuation.v1"), "abc")
    report = score_marks(marks, [*TEXTS, " "])
    assert 0 <= report["all_f1"].value <= 1
    assert report.totals["words"] == 7 + 11
    assert "cond:no-marks" in str(report.signature)
    with pytest.raises(TypeError):
        score_marks(marks, 5)
