"""Turkish and Dutch letters: nothing moves, and case there and back is the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.text.characters.alphabets import DUTCH, LATIN, TURKISH, alphabet_of
from majuscule.text.characters.codepoints import encode, fold

LETTERS = st.text(st.one_of(st.sampled_from("iıİIIꞶꞷ̇şğÖ' \n"), st.characters()))


@given(LETTERS)
def test_reading_in_and_writing_out_is_the_same_text(text: str) -> None:
    assert TURKISH.out(TURKISH.into(text)) == text
    assert len(TURKISH.into(text)) == len(text)
    assert LATIN.into(text) == text == DUTCH.out(text)


@given(LETTERS)
def test_lowering_and_raising_keep_the_folded_text(text: str) -> None:
    folded = fold(encode(TURKISH.into(text))).tolist()
    for case in ("lower", "upper"):
        there = TURKISH.recase(text, case)
        assert len(there) == len(text)
        assert fold(encode(TURKISH.into(there))).tolist() == folded
        assert TURKISH.recase(there, case) == there


@pytest.mark.parametrize(
    ("lower", "upper"),
    [("ısparta", "ISPARTA"), ("izmir", "İZMİR"), ("diyarbakır", "DİYARBAKIR"), ("ꞷ", "ꞷ"),
     ("i\u0307zmi\u0307r", "I\u0307ZMI\u0307R")],
)  # fmt: skip
def test_the_four_letters_are_paired_as_turkish_pairs_them(lower: str, upper: str) -> None:
    assert TURKISH.recase(lower, "upper") == upper
    assert TURKISH.recase(upper, "lower") == lower


def test_languages_are_known_by_their_tags() -> None:
    assert alphabet_of("az") is alphabet_of("TR-tr") is TURKISH
    assert alphabet_of("nl") is DUTCH
    assert alphabet_of("") is alphabet_of("tur") is LATIN
