"""Headings: what one is, and how the three styles write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import UsageError
from majuscule.restore.truecaser import load

TITLED = "Rain in the Alps: What It Means for Your Holiday"
PLAIN = "Rain in the Alps: what it means for your holiday"
PROSE = "It rained in the Alps for a week."


@pytest.fixture(scope="module")
def shipped():
    return load("en")


@pytest.mark.parametrize("case", ["auto", "ignore"])
@pytest.mark.parametrize("text", [PLAIN.lower(), PLAIN.upper(), PLAIN, TITLED])
def test_title_style_is_for_headings_only(text, case, shipped):
    assert shipped.restore(f"{text}\n\n{PROSE}", case=case, style="title") == f"{TITLED}\n\n{PROSE}"


@pytest.mark.parametrize("case", ["auto", "ignore", "fill"])
def test_keep_leaves_headings_that_come_in_title_case(case, shipped):
    assert (
        shipped.restore(f"{TITLED}\n\n{PROSE}", case=case, style="keep") == f"{TITLED}\n\n{PROSE}"
    )
    assert shipped.restore(PLAIN.lower(), case=case, style="keep") == PLAIN


def test_one_word_is_not_in_title_case(shipped):
    assert shipped.restore("Iphone", case="ignore", style="keep") == "iPhone"


def test_an_analysis_says_what_the_style_capitalises(shipped):
    tokens = shipped.analyze("rain in my garden", style="title").tokens
    assert [one.form for one in tokens if one.reason == "pattern"] == ["My", "Garden"]


def test_sentence_style_is_the_default(shipped):
    assert shipped.restore(TITLED, case="ignore") == PLAIN
    assert shipped.restore(PLAIN.lower(), style="sentence") == PLAIN


@pytest.mark.parametrize(
    "text",
    ["How are you?", "First of all:", "- milk", "* two eggs", "Name | Age", f"{12 * 'we '}met"],
)
def test_what_is_no_heading_has_no_title_case(text, shipped):
    for case in ("auto", "ignore"):
        plain = shipped.restore(text, case=case)
        assert shipped.restore(text, case=case, style="title") == plain


def test_forms_of_the_glossary_and_clitics_stay(shipped):
    shipped = shipped.with_rules(glossary=["npm"])
    assert shipped.restore("what's new in npm", style="title") == "What's New in npm"
    assert shipped.restore("don't call us", style="title") == "Don't Call Us"
    assert shipped.restore("the iphone at work", style="title") == "The iPhone at Work"
    assert shipped.restore("why we press enter", style="title") == "Why We Press Enter"


def test_small_words_that_are_names_keep_their_capital(shipped):
    for heading in ("Doctors Say Vitamin A Helps the Eyes", "A Visit to The Hague"):
        assert shipped.restore(heading.lower(), style="title") == heading


def test_filling_takes_no_capital_away(shipped):
    assert shipped.restore("Rain In the alps", case="fill", style="title") == "Rain In the Alps"


def test_lines_whose_neighbours_title_case_turns_into_capitals_are_looked_at_again(shipped):
    once = shipped.restore("THE \n THE a", style="title")
    assert shipped.restore(once, style="title") == once


WORDS = st.one_of(
    st.sampled_from(["rain", "In", "THE", "alps:", "it's", "iOS", "npm", "McDonald", "NATO"]),
    st.sampled_from(["-", "a", ".", "?", "\n", "\n\n"]),
)


@given(st.lists(WORDS, max_size=14).map(" ".join), st.sampled_from(["title", "keep"]))
def test_styles_change_case_only_and_once(shipped, text, style):
    for case in ("auto", "fill", "ignore"):
        once = shipped.restore(text, case=case, style=style)
        assert once.lower() == text.lower()
        assert shipped.restore(once, case=case, style=style) == once


def test_another_style_is_refused(shipped):
    with pytest.raises(UsageError, match="style is 'no'; it may be sentence, title, keep"):
        shipped.restore("a", style="no")
