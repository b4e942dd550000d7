"""Words and the marks between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.text.tokenizing.marks import (
    COMMA,
    DASH,
    DOTTED,
    ELLIPSIS,
    GLUED,
    NONE,
    OTHER,
    STOP,
    words_of,
)
from majuscule.text.tokenizing.passages import read_passage


def after(text):
    passage = read_passage(text)
    words = words_of(passage)
    tokens = passage.tokens
    return [
        (text[tokens.starts[at] : tokens.ends[at]], code)
        for at, code in zip(words.at.tolist(), words.after.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no, yes", [("no", COMMA), ("yes", NONE)]),
        (
            "Mr. Low of the U.S. left",
            [("Mr", DOTTED), ("Low", 0), ("of", 0), ("the", 0), ("U.S.", DOTTED), ("left", 0)],
        ),
        (
            "x-ray (old) - new",
            [("x", GLUED), ("ray", OTHER), ("old", DASH), ("new", NONE)],
        ),
        ("wait... 3.5% of", [("wait", ELLIPSIS), ("3.5", GLUED), ("%", NONE), ("of", NONE)]),
        ('"Go." He', [("Go", STOP), ("He", NONE)]),
        ("use .net", [("use", OTHER), ("net", NONE)]),
        ("", []),
        ("... !", []),
    ],
)
def test_what_stands_after_each_word(text, expected):
    assert after(text) == expected


def test_marks_are_put_behind_closing_brackets():
    assert words_of(read_passage('(he said) "no"  \n')).ends.tolist() == [3, 9, 14]


def test_lines_and_breaks():
    words = words_of(read_passage("the house. It was\n\nred"))
    assert words.lines.tolist() == [False, False, False, True, True]
    assert words.breaks.tolist() == [False, True, False, True, True]


@given(st.text(max_size=60))
def test_any_text_can_be_read(text):
    words = words_of(read_passage(text))
    assert (words.after <= GLUED).all()
    assert (words.ends[1:] >= words.ends[:-1]).all()
    assert not len(words) or words.lines[-1]
