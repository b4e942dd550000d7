from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.degrade.conditions import STEPS, apply
from majuscule.degrade.plan import Run
from majuscule.errors import UsageError

TEXT = "Mr. Smith's U.S. firm paid $1,250 on 21st May.\nNATO said 3.5% wasn't enough"


@pytest.mark.parametrize("condition", ["original", "lower", "upper", "title", "first", "rules"])
@given(text=st.text())
def test_steps_change_nothing_but_case(condition: str, text: str) -> None:
    (one,) = apply(condition, [text])
    assert len(one.text) == len(text)
    assert one.text.casefold() == text.casefold()
    assert one.source(2, 5) == (2, 5)


def test_capitals_mapped_to_small_letters_are_what_lower_case_gives() -> None:
    assert apply("upper+lower", [TEXT])[0].text == apply("lower", [TEXT])[0].text


def test_snor_has_capitals_only_and_knows_where_they_come_from() -> None:
    (one,) = apply("snor", [TEXT])
    assert one.text == (
        "MR SMITH'S U S FIRM PAID ONE THOUSAND TWO HUNDRED FIFTY DOLLARS ON TWENTY FIRST MAY\n"
        "NATO SAID THREE POINT FIVE PERCENT WASN'T ENOUGH"
    )
    for heard, written in (
        ("SMITH'S", "Smith's"),
        ("ONE THOUSAND TWO HUNDRED FIFTY DOLLARS", "$1,250"),
        ("TWENTY FIRST MAY", "21st May"),
        ("NATO", "NATO"),
    ):
        at = one.text.index(heard)
        start, end = one.source(at, at + len(heard))
        assert TEXT[start:end] == written


@given(text=st.text(alphabet="aB1 .$%-'é\n", max_size=40))
def test_snor_leads_back_into_the_text(text: str) -> None:
    (one,) = apply("snor", [text])
    for at in range(len(one.text)):
        start, end = one.source(at, at + 1)
        assert 0 <= start < end <= len(text)
    begins = [one.source(at, at + 1)[0] for at in range(len(one.text))]
    assert begins == sorted(begins)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("$2.5 million", "TWO POINT FIVE MILLION DOLLARS"),
        ("up 50% in 2020", "UP FIFTY PERCENT IN TWENTY TWENTY"),
        ("the 1990s", "THE NINETEEN NINETIES"),
        ("US$ 7, then $", "US SEVEN DOLLARS THEN DOLLARS"),
        ("£5 €6", "FIVE POUNDS SIX EUROS"),
        ("2,020 men", "TWO THOUSAND TWENTY MEN"),
        ("the ²nd of 5 m²", "THE ²ND OF FIVE M²"),
        (f"{'9' * 5000} men", f"{'NINE ' * 5000}MEN"),
        ("an 8-K in Q2", "AN EIGHT K IN Q TWO"),
    ],
)
def test_numbers_are_said_as_people_say_them(written: str, said: str) -> None:
    assert apply("snor", [written])[0].text == said


def test_texts_of_one_document_are_restored_together() -> None:
    texts = ["mr. port spoke.", "we met port, and port left.", "it rained."]
    together = apply("lower+en", texts, [0, 0, 1])
    alone = apply("lower+en", ["\n".join(texts[:2]), texts[2]])
    assert "\n".join(one.text for one in together) == "\n".join(one.text for one in alone)
    assert [len(one.text) for one in together] == [len(one) for one in texts]


def test_steps_after_snor_keep_the_way_back() -> None:
    (one,) = apply("snor+lower+first", ["He paid 21 men. So?"])
    assert one.text.startswith("He paid twenty one men")
    at = one.text.index("men")
    assert one.source(at, at + 3) == (11, 14)


def test_unknown_steps_are_named() -> None:
    with pytest.raises(UsageError, match=r"'nothing-such' is neither a step .*original, lower"):
        Run("news", ("entities:news.tsv",), ("original", "lower+nothing-such"))


def test_the_table_says_all_steps() -> None:
    plain = {"original", "lower", "upper", "title", "first", "rules", "snor", "figures"}
    assert set(STEPS) == {*plain, "marks"}


SAID = "Good afternoon, everyone.\nWe met Ann Low in Berlin. How are you?"


def test_speech_puts_in_marks_and_case_and_knows_where_they_come_from() -> None:
    one, two = apply("snor+speech", [SAID, "Yes, it cost $5."])
    lines = one.text.split("\n")
    assert [line[0] for line in lines] == ["G", "W"]
    assert lines[1].endswith("?")
    at = one.text.index("Berlin")
    assert SAID[slice(*one.source(at, at + 6))] == "Berlin"
    assert SAID[slice(*one.source(len(one.text) - 4, len(one.text)))] == "you"
    at = two.text.index("five")
    assert two.source(at, at + len("five dollars")) == (13, 15)


def test_speech_is_read_as_lines_of_one_document() -> None:
    lines = SAID.split("\n")
    (whole,) = apply("snor+speech", [SAID])
    parts = apply("snor+speech", lines, [0, 0])
    assert "\n".join(one.text for one in parts) == whole.text
    assert parts[1].source(0, 2) == (0, 2)


def test_figures_stand_for_what_they_were_written_for() -> None:
    (one,) = apply("snor+speech+figures", ["It cost $21 in May."])
    at = one.text.index("$21")
    assert one.source(at, at + 3) == (8, 11)


@given(text=st.text(alphabet="aB1 .$%-'é\n", max_size=40))
def test_speech_and_figures_lead_back_into_the_text(text: str) -> None:
    (one,) = apply("snor+speech+figures", [text])
    begins = [one.source(at, at + 1)[0] for at in range(len(one.text))]
    assert begins == sorted(begins)
    assert all(
        0 <= one.source(at, at + 1)[0] < one.source(at, at + 1)[1] <= len(text)
        for at in range(len(one.text))
    )
