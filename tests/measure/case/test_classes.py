import pytest

from majuscule.measure import CLASS_NAMES
from majuscule.measure.case.words import case_words
from tests.measure.case.reference import class_of


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("", "LC"),
        ("3rd", "LC"),
        ("2024", "LC"),
        ("北京", "LC"),
        ("straße", "LC"),
        ("I", "UC"),
        ("A.", "UC"),
        ("I'm", "UC"),
        ("'Tis", "UC"),
        ("3Com", "UC"),
        ("Ünver", "UC"),
        ("ǅungla", "UC"),
        ("NASA", "CA"),
        ("U.S.", "CA"),
        ("F-16A", "CA"),
        ("STRAßE", "CA"),
        ("µM", "UC"),
        ("Ήχος", "UC"),
        ("ΉΧΟς", "MC"),
        ("ΣΙΣΥΦΟΣ", "CA"),
        ("McDonald", "MC"),
        ("iPhone", "MC"),
        ("O'Neill", "MC"),
        ("Anglo-American", "MC"),
        ("IBM's", "MC"),
        ("eBAY", "MC"),
    ],
)
def test_class_is_decided_letter_by_letter(word, expected):
    assert CLASS_NAMES[class_of(word)] == expected
    assert [CLASS_NAMES[one] for one in case_words([word], [word]).gold] == [expected] * bool(word)
