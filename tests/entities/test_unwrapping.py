"""Wrapped and unwrapped text have the same names, wherever the lines end."""

from __future__ import annotations

import textwrap

import pytest

from majuscule.entities.kinds import load_entities
from majuscule.entities.rules import with_rules
from majuscule.errors import UsageError
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.columns import write
from majuscule.reading.annotations.mentions import Mention
from majuscule.words.gazetteers.own import OwnNames

TEXT = (
    "The president of the United States met Angela Merkel and envoys of the European Central Bank "
    "in New York City on Tuesday, March 4, 2008, and paid them 40 million dollars for the shares "
    "of Deutsche Telekom. Afterwards Barack Obama flew to San Francisco with Hillary Clinton."
)


def words(text: str, found: list[Mention]) -> list[tuple[str, str]]:
    return [(" ".join(one.of(text).replace("> ", "").split()), one.label) for one in found]


@pytest.mark.parametrize("text", [TEXT, TEXT.lower(), TEXT.upper()])
def test_wrapped_and_quoted_text_has_the_same_names(text: str) -> None:
    tagger = load_entities("entities-en")
    expected = words(text, tagger.tag(text))
    assert len(expected) > 7
    for width in range(30, 75, 5):
        wrapped = textwrap.fill(text, width)
        for given in (wrapped, textwrap.indent(wrapped, "> ")):
            assert words(given, tagger.tag(given, lines="wrapped")) == expected
            assert words(given, tagger.tag(given)) == expected
    apart = textwrap.fill(text, 40)
    [found] = tagger.tag_many([apart], lines="separate")
    assert not any("\n" in one.of(apart) for one in found)
    assert words(apart, found) != expected


@pytest.mark.parametrize("sign", ["- ", "* ", "•\t", "3) ", "> ", "> > 1. ", " 1. - ", "7、"])
def test_a_name_that_begins_a_list_item_is_found_as_anywhere(sign: str) -> None:
    tagger = load_entities("entities-en")
    text = "apple and boeing said no to nissan\nerm called, she is in rome"
    expected = words(text, tagger.tag(text))
    assert ("apple", "ORG") in expected
    given = textwrap.indent(text, sign)
    assert words(given, tagger.tag(given)) == expected


@pytest.mark.parametrize("space", ["  ", "\xa0", "\u202f", "\u2009 ", "   \u3000"])
def test_words_may_be_apart_by_any_space(space: str) -> None:
    tagger = load_entities("entities-en")
    text = "apple computer paid about 90 percent early monday, mr. van der meer of paris said."
    expected = words(text, tagger.tag(text))
    assert {("apple computer", "ORG"), ("about 90 percent", "PERCENT")} <= set(expected)
    for given in (text.replace(" ", space), textwrap.fill(text, 40).replace("\n", space + "\r\n")):
        assert words(given, tagger.tag(given, lines="wrapped")) == expected


def test_a_word_broken_at_a_line_s_end_is_one_name() -> None:
    text = "they met mrs merkel in wash-\nington on tuesday and went home."
    found = load_entities("entities-en").tag(text, lines="wrapped")
    assert ("wash-\nington", "LOC") in [(one.of(text), one.label) for one in found]


def test_names_of_the_user_s_own_cross_lines_too() -> None:
    own = OwnNames.of([("Zorg Holding", "ORG")])
    ruled = with_rules(load_entities("entities-en"), names=own)
    text = "> we sold it to zorg\n> holding."
    [found] = ruled.tag(text, lines="wrapped")
    assert (found.of(text), found.label) == ("zorg\n> holding", "ORG")
    assert ruled.tag(text, lines="separate") == []


def test_a_line_break_means_one_of_three_things() -> None:
    with pytest.raises(UsageError, match="lines is 'soft'; it must be auto, wrapped or separate"):
        load_entities("entities-en").tag(TEXT, lines="soft")


def test_lines_that_a_name_crosses_are_one_sentence_of_a_column_file() -> None:
    document = AnnotatedText("In New\nYork.\nWe met.", (Mention(3, 11, "LOC"),), "d")
    assert "".join(write([document])).split("\n") == [
        *("# doc d", "In\tO", "New\tB-LOC", "York\tI-LOC", ".\tO", ""),
        *("We\tO", "met\tO", ".\tO", "", ""),
    ]
