"""Documents are cut by the text alone, however it arrives, and give it back when joined."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.reading.extracts import Extract
from majuscule.reading.formats.documents.text import cut_text
from majuscule.reading.inputs import How
from majuscule.reading.streams import read_blocks
from tests.reading.formats.laws import Dribble

TEXTS = st.lists(
    st.sampled_from(["a", "bb ", "\n", "\r\n", " \t\n", "é", "\u0301", "\u2028", "\x00"])
).map("".join)


def cut(text: str, how: str, longest: int = 1000, sizes: list[int] | None = None) -> list[Extract]:
    stream = Dribble(text.encode(), sizes if sizes is not None else [1 << 20])
    blocks = read_blocks(stream, longest=7)  # type: ignore[arg-type]
    return list(cut_text(blocks, how, longest))  # type: ignore[arg-type]


@given(TEXTS, st.sampled_from(get_args(How)), st.integers(4, 20), st.lists(st.integers(1, 9)))
def test_cuts_do_not_depend_on_how_the_bytes_arrive(text, how, longest, sizes):
    whole = cut(text, how, longest)
    assert cut(text, how, longest, sizes) == whole
    assert "".join(piece.text for piece in whole) == text
    assert all(0 < len(piece.text) <= longest for piece in whole)
    line = 1
    for piece in whole:
        assert piece.line == line
        line += piece.text.count("\n")


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("line", ["a\n", "b\r\n", " \n", "\n", "c"]),
        ("blank", ["a\nb\r\n \n", "\n", "c"]),
        ("file", ["a\nb\r\n \n\nc"]),
    ],
)
def test_three_ways_to_cut(how, expected):
    assert [piece.text for piece in cut("a\nb\r\n \n\nc", how)] == expected


def test_too_long_a_document_is_cut_after_a_line_and_a_line_after_a_word():
    assert [one.text for one in cut("aa\nbb\ncc\n", "file", 7)] == ["aa\nbb\n", "cc\n"]
    assert [one.text for one in cut("aaaa bb cccc", "line", 8)] == ["aaaa bb ", "cccc"]
    assert [one.text for one in cut("aaaa bb cc\n\nd\n", "blank", 8)] == [
        "aaaa bb ",
        "cc\n\n",
        "d\n",
    ]
    assert [one.text for one in cut("aaaae\u0301aa", "line", 5)] == ["aaaa", "e\u0301aa"]


def test_a_letter_with_endless_marks_is_cut_all_the_same():
    pieces = cut("e" + "\u0301" * 500, "line", 100)
    assert max(len(piece.text) for piece in pieces) == 100
