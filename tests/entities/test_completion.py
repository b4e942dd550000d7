"""Names that a tagger leaves half done are completed, and nothing else is."""

from __future__ import annotations

import pytest

from majuscule.entities.completion import completed
from majuscule.entities.kinds import load_entities
from majuscule.reading.annotations.mentions import Mention


@pytest.mark.parametrize(
    ("text", "half", "label", "whole", "becomes"),
    [
        ("ursula von der leyen met us", "ursula von", "PER", "ursula von der leyen", "PER"),
        ("ursula von der leyen met us", "ursula", "PER", "ursula von der leyen", "PER"),
        ("we saw Moon Jae-in there", "Moon Jae", "PER", "Moon Jae-in", "PER"),
        ("an obama-era law", "obama", "PER", "obama", "PER"),
        ("an obama-backed law", "obama", "PER", "obama", "PER"),
        ("he met anna di the way", "anna", "PER", "anna", "PER"),
        ("jpmorgan chase & co. said no", "jpmorgan chase", "ORG", "jpmorgan chase & co.", "ORG"),
        ("acme, inc. said no", "acme", "ORG", "acme, inc.", "ORG"),
        ("acme incorporates", "acme", "ORG", "acme", "ORG"),
        ("at st. mary's hospital now", "mary", "LOC", "st. mary's hospital", "ORG"),
        ("in st louis now", "louis", "LOC", "st louis", "LOC"),
        ("paris van der valk", "paris", "LOC", "paris", "LOC"),
        ("to acme corp., and", "acme corp", "ORG", "acme corp.", "ORG"),
        ("sam lee jr. said", "sam lee jr", "PER", "sam lee jr.", "PER"),
        ("made by acme. it", "acme", "ORG", "acme", "ORG"),
        ("due later this week", "this week", "DATE", "later this week", "DATE"),
        ("since mid-march", "march", "DATE", "mid-march", "DATE"),
        ("for more than $ 5 now", "$ 5", "MONEY", "more than $ 5", "MONEY"),
        ("moreover 9 %", "9 %", "PERCENT", "9 %", "PERCENT"),
        ("about paris", "paris", "LOC", "paris", "LOC"),
    ],
)
def test_half_a_name_becomes_a_whole_one(text, half, label, whole, becomes):
    start = text.index(half)
    [found] = completed(text, [Mention(start, start + len(half), label, 0.5)])
    assert (found.of(text), found.label, found.confidence) == (whole, becomes, 0.5)


def test_a_mention_that_a_longer_one_covers_is_left_out():
    text = "ursula von der leyen met us"
    found = completed(text, [Mention(0, 6, "PER"), Mention(15, 20, "LOC")])
    assert [one.of(text) for one in found] == ["ursula von der leyen"]


@pytest.mark.parametrize(
    ("text", "parts", "whole"),
    [
        ("in St. Paul now", [("St", "LOC"), ("Paul", "LOC")], ("St. Paul", "LOC")),
        ("in St. Paul now", [("St.", "LOC"), ("Paul", "PER")], ("St. Paul", "PER")),
        ("at York St. Mary now", [("York St", "LOC"), ("Mary", "PER")], ("York St. Mary", "LOC")),
    ],
)
def test_a_saint_whose_title_is_a_mention_too_is_one_mention(text, parts, whole):
    places = [(text.index(part), part, label) for part, label in parts]
    [found] = completed(text, [Mention(at, at + len(part), tag) for at, part, tag in places])
    assert (found.of(text), found.label) == whole


def test_the_shipped_tagger_gives_whole_names():
    tagger = load_entities()
    text = "ursula von der leyen met moon jae-in in paris."
    found = [one.of(text) for one in tagger.tag(text)]
    assert found == ["ursula von der leyen", "moon jae-in", "paris"]
    assert list(tagger.tag_many([text])) == [tagger.tag(text)]
