"""What taggers take for names and dates, and is none, is left out; names beside it stay."""

from __future__ import annotations

import pytest

from majuscule.entities.completion import completed
from majuscule.entities.completion.no_names import is_not_a_name
from majuscule.reading.annotations.mentions import Mention


def no_name(text: str, words: str, label: str) -> bool:
    """Return whether words are no name, the same in each case."""
    start = text.index(words)
    one = Mention(start, start + len(words), label)
    [found] = {is_not_a_name(written, one) for written in (text, text.lower(), text.upper())}
    return found


@pytest.mark.parametrize(
    ("text", "words", "label"),
    [
        ("the Dow lost ground", "Dow", "ORG"),
        ("the Dow Jones Industrial Average rose", "Dow Jones Industrial Average", "PER"),
        ("Tokyo's Nikkei fell", "Nikkei", "LOC"),
        ("the DAX 30 and the KOSPI", "KOSPI", "ORG"),
        ("the DAX 30 and the KOSPI", "DAX 30", "ORG"),
        ("the Acme stock index", "Acme", "ORG"),
        ("four Boeing 747s landed", "Boeing", "ORG"),
        ("an Airbus A319 took off", "Airbus A319", "ORG"),
        ("the Boeing 747-400 there", "Boeing", "ORG"),
        ("on a ten-year lease", "ten-year", "DATE"),
        ("after a 3-week break", "a 3-week", "DATE"),
        ("Ann Lee@ACME wrote", "Ann Lee", "PER"),
        ("ann@acme.com wrote", "acme.com", "ORG"),
        ("set up MFA first", "MFA", "ORG"),
        ("a post-login redirect URI", "URI", "PER"),
        ("Mark as paid", "Mark", "PER"),
        ("pay by bank transfer", "bank", "ORG"),
        ("Who says so, and when?", "Who", "ORG"),
        ("add 1/2 cup of milk", "1/2", "DATE"),
        ("a 7/8-inch blade", "7/8", "DATE"),
        ("resolution 47/34 of May", "47/34", "DATE"),
        ("were 9/457 at stumps", "9/457", "DATE"),
        ("I give it 7/10", "7/10", "DATE"),
        ("Which player was it", "player", "PER"),
        ("flights to {city}", "{city}", "LOC"),
        ("join %(room)s now", "%(room)s", "LOC"),
        ("was Coach of the Year twice", "the Year", "DATE"),
        ("This may take long", "This may", "DATE"),
        ("the days are short", "the days", "DATE"),
        ("support 24/7 by phone", "24/7", "DATE"),
        ("saw a 3-year-old horse", "a 3-year", "DATE"),
        ("the 20-month - old boy", "the 20-month", "DATE"),
        ("she is nine years old now", "nine years", "DATE"),
        ("the pre-season match", "-season", "DATE"),
        ("it took 12 1/2 turns", "1/2", "DATE"),
        ("so, umm, we left", "umm", "LOC"),
        ("Oooh, look", "Oooh", "PER"),
        ("it kinda works", "kinda", "ORG"),
    ],
)
def test_no_name(text, words, label):
    assert no_name(text, words, label)


@pytest.mark.parametrize(
    ("text", "words", "label"),
    [
        ("to Dow in Midland", "Dow", "ORG"),
        ("said Dow Jones & Company", "Dow Jones & Company", "ORG"),
        ("the Japan index", "Japan", "LOC"),
        ("Acme 120 points up", "Acme", "ORG"),
        ("Acme 300 million", "Acme", "ORG"),
        ("Acme 300.5 now", "Acme", "ORG"),
        ("Acme 2007 plans", "Acme", "ORG"),
        ("Acme 630 am radio", "Acme", "ORG"),
        ("Gas Union Local 113 said", "Gas Union Local", "ORG"),
        ("said S&P today", "S&P", "ORG"),
        ("Russell said", "Russell", "PER"),
        ("Ann 747", "Ann", "PER"),
        ("in mid-year", "mid-year", "DATE"),
        ("ten years", "ten years", "DATE"),
        ("lunch @ Acme today", "Acme", "ORG"),
        ("thanks @ann_lee", "@ann_lee", "PER"),
        ("Uri Lee said", "Uri Lee", "PER"),
        ("Mark left", "Mark", "PER"),
        ("Acme Bank account", "Acme Bank", "ORG"),
        ("the WHO says so", "WHO", "ORG"),
        ("what WHO says?", "WHO", "ORG"),
        ("ask Player", "Player", "PER"),
        ("at the end of the year", "the year", "DATE"),
        ("this may in Rome", "this may", "DATE"),
        ("met last year old friends", "last year", "DATE"),
        ("two years older", "two years", "DATE"),
        ("due on 1/2 in Rome", "1/2", "DATE"),
        ("in Umm Qasr", "Umm Qasr", "LOC"),
        ("since 9/11 and", "9/11", "DATE"),
        ("on 24/12 and", "24/12", "DATE"),
        ("on Monday, 7/10 and", "7/10", "DATE"),
        ("in 10/2020 and", "10/2020", "DATE"),
        ("the 98/99 season", "98/99", "DATE"),
        ("the 1999/2000 season", "1999/2000", "DATE"),
    ],
)
def test_a_name_or_a_date(text, words, label):
    assert not no_name(text, words, label)


def test_where_people_have_corrected_a_tagger_nothing_is_left_out():
    mentions = [Mention(2, 8, "ORG")]
    assert completed("a boeing 747", mentions) == []
    assert completed("a boeing 747", mentions, nouns=True) == mentions
