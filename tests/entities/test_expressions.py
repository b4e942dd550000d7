"""Dates, times, sums and percentages by pattern."""

from __future__ import annotations

import pytest

from majuscule.entities.expressions import (
    expression_column,
    find_expressions,
    number_patterns,
    sure_expressions,
)
from majuscule.entities.interface import Corpus
from majuscule.entities.linear.completion import mark_expressions
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import MUC, Mention
from majuscule.reading.annotations.spans import to_mentions
from majuscule.text import read_passage


def found(text: str) -> list[tuple[str, str]]:
    passage = read_passage(text)
    words, patterns = passage.tokens.words, number_patterns(passage)
    spans = find_expressions(words, patterns, passage.lines[:, 1])
    return [(m.of(text), m.label) for m in to_mentions(spans, passage)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on March 3 , 2009 .", [("March 3 , 2009", "DATE")]),
        ("on 3 march 2009", [("3 march 2009", "DATE")]),
        ("in the third quarter of 2020", [("the third quarter of 2020", "DATE")]),
        ("LAST YEAR", [("LAST YEAR", "DATE")]),
        ("a US$ 40 billion deal", [("US$ 40 billion", "MONEY")]),
        ("for $15bn or 26 cents", [("$15bn", "MONEY"), ("26 cents", "MONEY")]),
        ("up 9 % and 0.16 percent", [("9 %", "PERCENT"), ("0.16 percent", "PERCENT")]),
        ("1.8 per cent, 5 cents per euro", [("1.8 per cent", "PERCENT"), ("5 cents", "MONEY")]),
        ("at 9:30 a.m. tuesday", [("9:30 a.m.", "TIME"), ("tuesday", "DATE")]),
        ("nothing here at all", []),
        ("", []),
    ],
)
def test_expressions_are_found_in_any_case(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_each_word_is_told_its_place_in_the_expression() -> None:
    passage = read_passage("on March 3 , 2009 or Monday")
    words, patterns = passage.tokens.words, number_patterns(passage)
    spans = find_expressions(words, patterns, passage.lines[:, 1])
    # Of a date: first, inside, inside, last; alone.
    assert expression_column(spans, len(words)).tolist() == [0, 14, 15, 15, 16, 0, 13]


def test_no_number_is_endless() -> None:
    """Runs of number words were read to their end from each word on, in quadratic time."""
    assert found("two " * 40 + "weeks") == [("two " * 31 + "weeks", "DATE")]


def test_no_expression_runs_over_a_line() -> None:
    assert found("in March\n3 , 2009") == [("March", "DATE"), ("2009", "DATE")]


def test_words_that_mean_something_else_too_are_not_sure() -> None:
    passage = read_passage("They may sit in May 2003 and march 2000 people by 2001 .")
    mentions = to_mentions(sure_expressions(passage), passage)
    text = "They may sit in May 2003 and march 2000 people by 2001 ."
    assert [m.of(text) for m in mentions] == ["May 2003", "march 2000", "2001"]


def test_what_a_corpus_lacks_is_marked_beside_what_it_has() -> None:
    text = "March Rome , Ann paid $ 5 on Monday"
    document = AnnotatedText(text, (Mention(0, 10, "LOC"), Mention(13, 16, "PER")))
    (marked,) = mark_expressions([Corpus([document], ("PER", "ORG", "LOC"))], MUC.labels)
    labels = [(m.of(text), m.label) for m in marked.documents[0].mentions]
    assert labels == [
        ("March Rome", "LOC"),
        ("Ann", "PER"),
        ("$ 5", "MONEY"),
        ("Monday", "DATE"),
    ]
    assert set(marked.taught) == set(MUC.labels)
    whole = Corpus([document], MUC.labels)
    assert mark_expressions([whole], MUC.labels) == [whole]
