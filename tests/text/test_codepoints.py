from __future__ import annotations

import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import UsageError
from majuscule.text import case_tables, decode, encode, fold
from majuscule.text.characters.codepoints import recase


@given(st.text(st.characters()))
def test_any_string_comes_back_from_its_code_points(text: str) -> None:
    assert decode(encode(text)) == text


def test_surrogates_and_nul_are_code_points_like_others() -> None:
    assert encode("\ud800\x00").tolist() == [0xD800, 0]


def test_case_pairs_come_back_to_where_they_started() -> None:
    tables = case_tables()
    code = np.arange(len(tables.lower))
    small = tables.lower == code
    assert (tables.lower[tables.lower] == tables.lower).all()
    assert (tables.upper[tables.upper] == tables.upper).all()
    pairs = small & (tables.upper != code) & (code != 0x3C2)
    assert (tables.lower[tables.upper[pairs]] == code[pairs]).all()
    assert (tables.folded[tables.upper] == tables.folded).all()
    assert (tables.folded[tables.lower] == tables.folded).all()


def test_both_forms_of_a_letter_are_letters() -> None:
    tables = case_tables()
    cased = np.flatnonzero(tables.lower != tables.upper)
    assert (tables.kind[cased] == 2).all()


def test_the_tables_agree_with_python_where_case_is_one_to_one() -> None:
    # Python's Unicode may be older than the tables' or newer; letters known to both must agree.
    tables = case_tables()
    for code in range(min(sys.maxunicode + 1, len(tables.lower))):
        char = chr(code)
        lower = char.lower()
        if tables.lower[code] != code and code not in (0x1C5, 0x1C8, 0x1CB, 0x1F2):
            assert unicodedata.category(char) == "Cn" or lower == chr(tables.lower[code])


def test_letters_whose_length_would_change_have_no_case() -> None:
    tables = case_tables()
    for char in "ßŉİıﬁﬀΐẞſ\u212a\u00b5":
        assert tables.lower[ord(char)] == tables.upper[ord(char)] == ord(char), char


@given(st.text(st.characters()))
def test_folding_twice_is_folding_once(text: str) -> None:
    once = fold(encode(text))
    assert len(once) == len(text)
    assert np.array_equal(fold(once), once)


def test_case_is_changed_letter_by_letter() -> None:
    assert recase("McDonald, straße", "lower") == "mcdonald, straße"
    assert recase("McDonald, straße", "upper") == "MCDONALD, STRAßE"
    with pytest.raises(UsageError, match="it may be lower or upper"):
        recase("a", "title")
