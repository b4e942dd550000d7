import pytest

from majuscule.measure import CLASS_NAMES
from majuscule.measure.case.classes import class_of


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


def test_another_notion_of_letters_may_be_passed_in():
    def ascii_only(char):
        return 2 if "A" <= char <= "Z" else int("a" <= char <= "z")

    assert CLASS_NAMES[class_of("Éa", ascii_only)] == "LC"
