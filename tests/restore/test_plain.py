"""Plain text is restored in one call; other text goes the long way, with the same answers."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import majuscule
from majuscule.restore.linear.plain import LARGEST
from majuscule.restore.policy import DEFAULTS, Case, Policy
from majuscule.restore.truecaser import Truecaser
from majuscule.text import encode

PLAIN = [
    "the un met in new york on tuesday.",
    'mr. mcdonald met ada. "port said no", said port.\nsee port and mcdonald\'s ipod',
    "add to cart",
    "I WENT TO NEW YORK WITH J. MCDONALD. 5 NGOS MET.",
    "acme co. in may paid 5 ml of it to acme co. in june, said the imf's ms mcgregory.",
]
NOT_PLAIN = [
    "the <b>un</b> met",
    "THE UN MET AT WWW.EXAMPLE.COM",
    "THE UN MET AT ELM Street IN NEW YORK",
    "THE UN MET EC635 IN NEW YORK",
    "The UN met.\nthe un met in new york and paris.",
    "word " * 600,
    "a " * LARGEST,
]
WORDS = st.sampled_from(
    str.split(
        'the un met in new york . " , paris mcdonald port said ipod I Ada THE U.S. ngos %s 5 '
        "J. EC635 example.com"
    )
)


@cache
def english() -> Truecaser:
    return majuscule.load("en")


@pytest.fixture
def en() -> Truecaser:
    return english()


def by_plan(truecaser: Truecaser, text: str, case: Case = "auto") -> str:
    """Return a text restored the long way."""
    return truecaser.plan(text, case=case).apply(text)


def policy(case: Case = "auto") -> Policy:
    return {**DEFAULTS, "case": case}


@pytest.mark.parametrize("case", ["auto", "ignore"])
@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_is_restored_in_one_call(en: Truecaser, text: str, case: Case) -> None:
    assert en._plain is not None
    codes = encode(text)
    restored = en._plain.restore(codes, policy(case))
    assert restored is not None
    assert restored is not codes
    assert en.restore(text, case=case) == by_plan(en, text, case) != text


def test_text_of_any_case_is_plain_where_its_case_is_ignored(en: Truecaser) -> None:
    assert en._plain is not None
    for text in ("THE UN MET ON 2ND MAY.", "The UN met.\nthe un met in new york and paris."):
        assert en._plain.restore(encode(text), policy()) is None
        assert en._plain.restore(encode(text), policy("ignore")) is not None
        assert en.restore(text, case="ignore") == by_plan(en, text, "ignore")


def test_what_else_is_asked_for_goes_the_long_way(en: Truecaser) -> None:
    assert en._plain is not None
    assert en._plain.restore(encode(PLAIN[0]), policy("fill")) is None
    assert en._plain.restore(encode(PLAIN[0]), {**DEFAULTS, "memory": False}) is None


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_other_text_is_looked_at_closer(en: Truecaser, text: str) -> None:
    assert en._plain is not None
    assert en._plain.restore(encode(text), policy()) is None
    assert en.restore(text) == by_plan(en, text)


def test_text_that_is_well_cased_is_handed_back(en: Truecaser) -> None:
    assert en._plain is not None
    codes = encode("The UN met Ann in New York.")
    assert en._plain.restore(codes, policy()) is codes


def test_rules_and_other_languages_go_the_long_way(en: Truecaser) -> None:
    assert en.with_rules(protect="x+")._plain is None
    own = en.with_rules(glossary=["NeW YoRk"])
    assert own.restore(PLAIN[0]) == "The UN met in NeW YoRk on Tuesday." == by_plan(own, PLAIN[0])


@given(st.lists(st.lists(WORDS, max_size=25).map(" ".join), max_size=4).map("\n".join))
@settings(max_examples=80, deadline=None)
def test_both_ways_give_the_same(text: str) -> None:
    en = english()
    for written in (text, text.upper()):
        assert en.restore(written) == by_plan(en, written)
    assert en.restore(text, case="ignore") == by_plan(en, text, "ignore")


def test_threads_do_not_share_what_they_work_with(en: Truecaser) -> None:
    draw = np.random.default_rng(1)
    texts = [" ".join(draw.permutation(PLAIN[1].split()).tolist()) for _ in range(200)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(en.restore, texts)) == [by_plan(en, text) for text in texts]


def test_a_glossary_of_a_request_is_freed_with_it(en: Truecaser) -> None:
    gc.collect()
    gc.disable()  # what is freed is in no cycle
    try:
        truecaser = en.with_rules(glossary=["FooBar"])
        assert truecaser.restore("the foobar met") == "The FooBar met"
        glossary = weakref.ref(truecaser.glossary)
        del truecaser
        assert glossary() is None
    finally:
        gc.enable()
