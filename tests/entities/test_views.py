"""Lines without case are read twice, and no other line."""

from __future__ import annotations

import pytest

from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.linear.views import TwiceReadingTagger, read_twice
from majuscule.entities.rules import with_rules
from majuscule.errors import UsageError

TEXT = "angela merkel met a friend in new york .\nShe left Rome on Tuesday .\n\nTHE END"


def capitals(text: str) -> str:
    """Restore as nobody should: every word gets a capital."""
    return "\n".join(
        " ".join(word.capitalize() for word in line.split(" ")) for line in text.split("\n")
    )


def test_only_lines_without_case_are_restored(tagger: LinearEntityTagger) -> None:
    asked: list[str] = []

    def restore(text: str) -> str:
        asked.append(text)
        return capitals(text)

    read_twice(tagger, restore).tag(TEXT)
    assert asked == ["angela merkel met a friend in new york .\nthe end"]


def test_code_before_a_line_is_not_restored_in_its_place(tagger: LinearEntityTagger) -> None:
    seen: list[str] = []

    def restore(text: str) -> str:
        seen.append(text)
        return text

    read_twice(tagger, restore).tag("```text\nx = y\n```\nangela merkel met a friend .")
    assert seen == ["angela merkel met a friend ."]


def test_each_weight_decides(tagger: LinearEntityTagger) -> None:
    lower = TEXT.split("\n", maxsplit=1)[0]
    as_it_is, restored = tagger.tag(lower), tagger.tag(capitals(lower))
    assert read_twice(tagger, capitals, 0.0).tag(lower) == as_it_is
    assert read_twice(tagger, capitals, 1.0).tag(lower) == restored
    cased = "She left Rome on Tuesday ."
    assert read_twice(tagger, capitals, 1.0).tag(cased) == tagger.tag(cased)


def test_upper_and_lower_text_have_the_same_mentions(tagger: LinearEntityTagger) -> None:
    twice = read_twice(tagger, capitals)
    assert twice.tag(TEXT.lower()) == twice.tag(TEXT.upper())
    assert list(twice.tag_many([TEXT, TEXT.lower()])) == [twice.tag(TEXT), twice.tag(TEXT.lower())]


def test_what_cannot_read_twice_is_said(tagger: LinearEntityTagger) -> None:
    with pytest.raises(UsageError, match="only linear and neural entity taggers"):
        read_twice(with_rules(tagger, renamed={"PER": "PERSON"}), capitals)
    with pytest.raises(UsageError, match="is 2; it must be from 0 to 1"):
        read_twice(tagger, capitals, 2)
    twice = read_twice(tagger, capitals)
    assert isinstance(twice, TwiceReadingTagger)
    with pytest.raises(UsageError, match="has no file"):
        twice.options()
