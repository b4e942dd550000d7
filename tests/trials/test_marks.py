"""Text loses its marks and its case, and what is put in is scored at each of its words."""

import numpy as np
import pytest

from majuscule.errors import CorpusError
from majuscule.models.header import ModelHeader
from majuscule.punctuation.punctuator import Punctuator
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.tokenizing.marks import COMMA, STOP
from majuscule.trials.marks import (
    bare_text,
    count_untouched,
    evaluate_marks,
    marks_of,
    score_marked,
    score_marks,
)
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


def test_word_errors_count_marks_and_case(small_text):
    marks = Punctuator(random_marks(small_text), ModelHeader("punctuation.v1"), "abc")
    assert 0 < score_marks(marks, TEXTS)["wer"].value < 1


def test_a_file_is_evaluated(small_text, tmp_path):
    marks = Punctuator(random_marks(small_text), ModelHeader("punctuation.v1"), "abc")
    (tmp_path / "a.txt").write_text("\n\n".join(TEXTS))
    found = evaluate_marks(marks, tmp_path / "a.txt", resamples=10)
    assert [one.condition for one in found.scores] == ["lines kept", "one line"]
    assert found.scores[0].words == 18
    assert "WER" in found.markdown()
    assert "comma" not in found.markdown(details=False)
    assert [one.measure for one in found.card_scores()] == ["all_f1", "ends_f1"] * 2
    assert "2 documents come back untouched: 100.00% of 5 marks stay, 0 are" in found.markdown()


def test_what_becomes_of_text_that_has_its_marks_is_counted(small_text):
    marks = Punctuator(random_marks(small_text), ModelHeader("punctuation.v1"), "abc")
    told = count_untouched(
        marks, ["We met. He left.", "we met ann in paris and then she left " * 3]
    )
    assert (told.texts, told.same, told.marks, told.kept) == (2, 1, 2, 2)
    assert told.added > 0


def test_marks_are_scored_where_words_agree(tmp_path):
    (tmp_path / "gold.txt").write_text("We met Ann, who was well. Was she?\n\nYes. He left.\n")
    (tmp_path / "made").write_text("We met an, who was well. was she\n\nYes, uh he left.\n")
    report = score_marked(str(tmp_path / "gold.txt"), str(tmp_path / "made"), resamples=20)
    assert report.totals["words"] == 7 + 3  # all but Ann, which is misheard
    assert report["stop_recall"].value == pytest.approx(2 / 3)
    assert report["wer_words"].value == pytest.approx(2 / 11)
    assert report["wer"].value == pytest.approx(6 / 16)
    (tmp_path / "made").write_text("We met.\n")
    with pytest.raises(CorpusError, match=r"1 document, but .* has 2"):
        score_marked(str(tmp_path / "gold.txt"), str(tmp_path / "made"))
    (tmp_path / "none.txt").touch()
    with pytest.raises(CorpusError, match="has no text to score"):
        score_marked(*[str(tmp_path / "none.txt")] * 2)
