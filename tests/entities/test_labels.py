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
        ("MISC", "Windows", ""),
        ("PRODUCT", "Windows", ""),
    ],
)
def test_labels_become_muc_classes(label: str, words: str, expected: str) -> None:
    assert muc_label(label, words) == expected


def test_corpora_teach_muc_classes_only() -> None:
    assert all(set(labels) <= set(MUC) for labels in TAUGHT.values())
    assert taught_by("a/gmb.tsv.xz") == ("PER", "ORG", "LOC", "DATE", "TIME")
    assert taught_by("mine.tsv") is None


def test_a_text_keeps_the_wanted_labels() -> None:
    text = AnnotatedText("Ann 5", (Mention(0, 3, "PER"), Mention(4, 5, "DATE")))
    assert [m.label for m in only(text, ["DATE"]).mentions] == ["DATE"]
    assert harmonise(text) == text
