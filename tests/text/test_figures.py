"""Numbers in words become figures, and numbers that were put in words come back."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.text.editing.figures import find_figures, write_figures
from majuscule.text.editing.numerals import cardinal, ordinal, say_figures, year


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("two people", "two people"),
        ("twenty-one people", "21 people"),
        ("one hundred and five", "105"),
        ("one thousand two hundred", "1,200"),
        ("in two thousand six", "in 2006"),
        ("in nineteen oh six", "in 1906"),
        ("in twenty twenty", "in 2020"),
        ("nineteen hundred", "1900"),
        ("the twenty first of may", "the 21st of may"),
        ("the first time", "the first time"),
        ("three point five million dollars", "$3.5 million"),
        ("three million dollars", "$3 million"),
        ("five dollars and fifty cents", "$5.50"),
        ("five pounds and fifty pence", "£5.50"),
        ("three million pounds", "£3 million"),
        ("he weighs twelve pounds", "he weighs 12 pounds"),
        ("a hundred and eighty pounds", "180 pounds"),
        ("a thousand times", "a thousand times"),
        ("version three point twelve", "version 3.12"),
        ("version two point oh is out", "version 2.0 is out"),
        ("from two to three p m", "from 2 to 3 p.m."),
        ("i know the five people she gave twelve to", "i know the five people she gave 12 to"),
        ("call one eight hundred five five five oh one two three", "call 1-800-555-0123"),
        ("eight hundred five", "805"),
        ("call one eight hundred", "call one eight hundred"),
        ("one thousand and five people", "1,005 people"),
        ("five percent", "5%"),
        ("five per cent of two", "5% of two"),
        ("at five thirty p m", "at 5:30 p.m."),
        ("at five ten p m", "at 5:10 p.m."),
        ("at five pm", "at 5 p.m."),
        ("at five fifty nine pm", "at 5:59 p.m."),
        ("at ten oh five am sharp", "at 10:05 a.m. sharp"),
        ("call five five five oh one", "call 55501"),
        ("one two", "one two"),
        ("one, two, three", "one, two, three"),
        ("twenty. one", "20. one"),
        ("a hundred", "a hundred"),
        ("someone tenth5ten", "someone tenth5ten"),
        ("eleven hundred thousand", "1,100,000"),
        ("meet me at five thirty", "meet me at 5:30"),
        ("four forty five in the afternoon of may", "4:45 in the afternoon of may"),
        ("at ten pm. we left", "at 10 p.m. we left"),
        ("since nine eleven", "since nine eleven"),
        ("we met at half past nine", "we met at 9:30"),
        ("it is a quarter to one", "it is 12:45"),
        ("a quarter past twelve p m", "12:15 p.m."),
        ("quarter to five in the morning", "4:45 in the morning"),
        ("a quarter to five of them", "a quarter to five of them"),
        ("from a quarter to five percent", "from a quarter to 5%"),
        ("it was half past", "it was half past"),
        ("it struck the quarter past eleven", "it struck the quarter past 11"),
        ("on march third two thousand eight", "on march 3rd 2008"),
        ("march third, two thousand eight", "march 3rd, 2008"),
        ("happy july fourth to all", "happy july 4th to all"),
        ("by may first we leave", "by may 1st we leave"),
        ("may second two thousand eight", "may 2nd 2008"),
        ("you may first ask", "you may first ask"),
        ("april first met him", "april first met him"),
        ("may second the motion", "may second the motion"),
        ("in july first we met", "in july first we met"),
        ("july second quarter", "july second quarter"),
        ("the third of march", "the third of march"),
        ("two and a half million dollars", "$2.5 million"),
        ("from five to five and a half percent", "from 5 to 5.5%"),
        ("two and three quarters per cent", "2.75%"),
        ("eight and a half dollars a barrel", "$8.50 a barrel"),
        ("two and a half pounds", "two and a half pounds"),
        ("two and a half men", "two and a half men"),
        ("between two and a half million", "between two and a half million"),
        ("ten four", "ten four"),
        ("fifty fifty", "fifty fifty"),
        ("a seven eleven shop", "a seven eleven shop"),
        ("five to ten people", "five to ten people"),
        ("ten to twenty people", "10 to 20 people"),
        ("five to ten percent", "5 to 10%"),
        ("ten to one", "ten to one"),
        ("two or three hundred", "two or three hundred"),
        ("the nineteen nineties", "the 1990s"),
        ("the nineties", "the nineties"),
        ("oh seven seven double nine", "07799"),
        ("double trouble", "double trouble"),
        ("go to example dot org now", "go to example.org now"),
        ("w w w dot example dot com slash maps", "www.example.com/maps"),
        ("twenty one at example dot com", "21 at example.com"),
        ("mail ann dot lee at example dot com", "mail ann.lee@example.com"),
        (
            f"{'so ' * 30}\nthe people at example dot com. they sent us an email",
            f"{'so ' * 30}\nthe people at example.com. they sent us an email",
        ),
        ("i am joe underscore b at gmail dot com ok", "i am joe_b@gmail.com ok"),
        ("look at gmail dot com", "look at gmail.com"),
        ("connect dot one and dot two", "connect dot one and dot two"),
        ("", ""),
    ],
)
def test_phrases(said, written):
    assert write_figures(said) == written


@given(st.integers(10, 999_999_999_999))
def test_a_number_in_words_comes_back(value):
    found = write_figures(cardinal(value))
    scales = {" trillion": 12, " billion": 9, " million": 6}
    for scale, zeros in scales.items():
        if found.endswith(scale):
            assert int(found.removesuffix(scale).replace(",", "")) * 10**zeros == value
            return
    assert int(found.replace(",", "")) == value


@given(st.integers(10, 9999))
def test_an_ordinal_in_words_comes_back(value):
    said = ordinal(value)
    assert write_figures(said).replace(",", "") == f"{value}{said[-2:]}"


@given(st.integers(1500, 2099))
def test_a_year_in_words_comes_back(value):
    assert write_figures(f"in {year(value)}").replace(",", "") == f"in {value}"


@given(st.text(alphabet="onetw hudradpi,.-'\n", max_size=80))
def test_any_text_keeps_its_order(text):
    edits = list(find_figures(text))
    assert all(one.end <= other.start for one, other in itertools.pairwise(edits))
    write_figures(text)


def test_no_phrase_runs_over_a_mark_that_is_put_in():
    said = "twenty one people"
    assert [one.text for one in find_figures(said, {6: ","})] == ["20"]
    assert [one.text for one in find_figures(said)] == ["21"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "it cost $5.25 in 1905",
            "it cost five dollars and twenty five cents in nineteen oh five",
        ),
        ("from 1900 to 2000", "from nineteen hundred to two thousand"),
        ("in 2006", "in two thousand six"),
        ("$2.5 more", "two point five dollars more"),
        ("up 1500%", "up one thousand five hundred percent"),
    ],
)
def test_figures_are_said(written, said):
    assert say_figures(written) == said
