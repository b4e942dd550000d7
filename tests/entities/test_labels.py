"""What the labels of the open corpora become."""

from __future__ import annotations

import pytest

from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.labels import TAUGHT, harmonise, muc_label, only, taught_by
from majuscule.entities.mentions import MUC, Mention


@pytest.mark.parametrize(
    ("label", "words", "expected"),
    [
        ("PER", "Ann", "PER"),
        ("PERSON", "Ann", "PER"),
        ("GPE", "Nepal", "LOC"),
        ("GPE", "Nepalese", ""),
        ("TIM", "Tuesday", "DATE"),
        ("TIM", "9:30 a.m.", "TIME"),
        ("TIM", "two hours", "TIME"),
        ("TIM", "1900", "DATE"),
        ("TIM", "three", ""),
        ("TIM", "end of", ""),
        ("MISC", "Windows", ""),
        ("PRODUCT", "Windows", ""),
    ],
)
def test_labels_become_muc_classes(label: str, words: str, expected: str) -> None:
    assert muc_label(label, words) == expected


def test_corpora_teach_muc_classes_only() -> None:
    assert all(set(labels) <= set(MUC) for labels in TAUGHT.values())
    assert taught_by("a/gmb.tsv.xz") == ("PER", "ORG", "LOC")
    assert taught_by("mine.tsv") is None


def test_a_text_keeps_the_wanted_labels() -> None:
    text = AnnotatedText("Ann 5", (Mention(0, 3, "PER"), Mention(4, 5, "DATE")))
    assert [m.label for m in only(text, ["DATE"]).mentions] == ["DATE"]
    assert harmonise(text) == text


def test_titles_are_cut_off_where_a_corpus_has_them() -> None:
    people = (Mention(0, 22, "PER"), Mention(27, 35, "PER"))
    text = AnnotatedText("Prime Minister Ann Lee and Mr. King", people)
    assert [m.of(text.text) for m in harmonise(text, titled=True).mentions] == ["Ann Lee", "King"]
    assert harmonise(text) == text


def test_the_preposition_of_a_date_is_cut_off() -> None:
    text = AnnotatedText("since 2003 or so", (Mention(0, 10, "TIM"),))
    assert [m.of(text.text) for m in harmonise(text).mentions] == ["2003"]


def test_pieces_of_an_amount_become_one() -> None:
    pieces = tuple(Mention(*span, "MONEY") for span in ((0, 6), (7, 14), (19, 25)))
    text = AnnotatedText("$133.1 million and $1.5 billion", pieces)
    assert [m.of(text.text) for m in harmonise(text).mentions] == ["$133.1 million", "$1.5 b"]
    names = AnnotatedText("Ann Lee", (Mention(0, 3, "PER"), Mention(4, 7, "PER")))
    assert harmonise(names) == names
