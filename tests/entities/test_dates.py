"""Dates in figures that a tagger leaves half done, or does not see, are found whole."""

from __future__ import annotations

import pytest

from majuscule.entities.completion import completed
from majuscule.reading.annotations.mentions import Mention

LABELS = ("PER", "ORG", "LOC", "DATE", "MONEY")


def found(text: str, *parts: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the mentions of a text, given some, the same in each case."""
    starts = [(text.index(words), words, label) for words, label in parts]
    given = [Mention(start, start + len(words), label) for start, words, label in starts]
    written = (text, text.lower(), text.upper())
    [spans] = {tuple(one.span for one in completed(one, given, LABELS)) for one in written}
    return [(text[start:end], label) for start, end, label in spans]


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("governor in 1866-69 there", "1866", "1866-69"),
        ("governor in 1866-69 there", "1866-", "1866-69"),
        ("the 1999 – 00 season", "1999", "1999 – 00"),
        ("the 2011/12 term", "12 term", "2011/12 term"),
        ("early 1983–1984, they", "early 1983", "early 1983–1984"),
        ("on May 3-5 there", "May 3", "May 3-5"),
        ("until 24–25 March 1999", "25 March 1999", "24–25 March 1999"),
        ("in 44 B.C. he left", "44", "44 B.C."),
        ("in the 5th century BC there", "the 5th century", "the 5th century BC"),
        ("on 2020-03-04 at", "2020", "2020-03-04"),
        ("on Sept. 11, 2002 she", "Sept", "Sept. 11, 2002"),
        ("on Oct . 3 when", "Oct", "Oct . 3"),
        ("by Dec. 2004 it", "2004", "Dec. 2004"),
    ],
)
def test_half_a_date_becomes_a_whole_one(text: str, part: str, whole: str) -> None:
    assert found(text, (part, "DATE")) == [(whole, "DATE")]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("between 1998-2005 it grew", "1998-2005"),
        ("he died in 44 BC.", "44 BC"),
        ("about 10,000 BCE, they", "10,000 BCE"),
        ("in 410 AD the town fell", "410 AD"),
        ("born 1961-12-28", "1961-12-28"),
        ("due Mar. 8, 2005.", "Mar. 8, 2005"),
    ],
)
def test_what_can_only_be_a_date_is_one(text: str, whole: str) -> None:
    assert found(text) == [(whole, "DATE")]
    assert completed(text, [], ("PER",)) == []


@pytest.mark.parametrize(
    "text",
    [
        "in 1999 ad spending fell",
        "300 ad agencies",
        "call 555-01-02",
        "by 2005-1998 it fell",
        "$1998-2005 each",
        "the 2011/12 term",
        "may 3-5 of them come",
        "won 3-5 in may",
        "1.44 bc",
        "they met in June. 5 people came",
        "at dec. 5:30",
    ],
)
def test_other_figures_are_none(text: str) -> None:
    assert found(text) == []


def test_days_with_years_of_their_own_are_two_dates() -> None:
    parts = ("18 May 1811", "DATE"), ("20 May 1859", "DATE")
    assert found("(18 May 1811 – 20 May 1859)", *parts) == [*parts]


def test_a_name_inside_a_date_is_none_and_one_beyond_it_stays() -> None:
    assert found("the year 221 B.C. there", ("B.C", "ORG")) == [("221 B.C.", "DATE")]
    parts = ("the 5th century", "DATE"), ("BC", "LOC")
    assert found("in the 5th century BC there", *parts) == [("the 5th century BC", "DATE")]
    beyond = ("BC Lions", "ORG")
    assert found("at 44 BC Lions games", beyond) == [beyond]


def test_letters_before_a_dollar_sign_belong_to_the_sum() -> None:
    for prefix in ("NT", "AUD", "a"):
        assert found(f"it cost {prefix}$400 million", ("$400 million", "MONEY")) == [
            (f"{prefix}$400 million", "MONEY")
        ]
    assert found("it cost only$400", ("$400", "MONEY")) == [("$400", "MONEY")]
