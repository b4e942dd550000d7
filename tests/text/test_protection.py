"""Protected text: what is covered before the scanner looks, and that it is never changed."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import UsageError
from majuscule.text import (
    CA,
    FIXED,
    case_tables,
    decode,
    encode,
    fold,
    read_passage,
    recase,
    rewrite,
    tokenize,
)
from majuscule.text.characters.codepoints import COVERED
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from tests.text.case_files import cases

# What begins and ends protected text, to be joined at random.
PIECES = st.sampled_from(
    [
        *str.split(
            "<b <br> <b> </b> <!-- --> <code> </code> & &lt; &gt; &nbsp; &eacute; &#39; {{ }} { } "
            "{Name} $ $HOME ${ %s %( ) # #ORG# \\emph{ \\item \\cite [ ] ` `` ``` ~~~ Subject: "
            "From: X-Id: [INFO] 2024-01-05 10:33:07 1a2b3c4d5 http://x.y/ a@b.org word x~A É ' "
            "'s .",
            " ",
        ),
        *" \n",
        "\n\n",
        "\n```\n",
        *("\n>>> X = 1\n", "\n>>> so\n", "\n> "),
        *("\n.. code:: X\n", "so::\n\n ", ":a:b:`c`", "a::B", "#!/x"),
        "Jan 12 10:33:07 host x: ",
        "-----BEGIN A-----\n",
        "\n-----END A-----",
    ]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)


def covered(text: str, patterns: Patterns = NO_PATTERNS, documents: Sequence[int] = ()) -> str:
    folded = tokenize(encode(text), patterns, documents).folded
    return decode(folded).replace(chr(COVERED), "*")


@pytest.mark.parametrize("case", cases("protection.json"))
def test_text_is_covered_as_the_cases_say(case: dict[str, Any]) -> None:
    assert covered(case["input"]) == case["expected"]


@pytest.mark.parametrize("case", cases("protection.json"))
def test_cases_hold_in_upper_case(case: dict[str, Any]) -> None:
    assert covered(recase(case["input"], "upper")) == case["expected"]


@pytest.mark.parametrize("case", cases("protection.json"))
def test_what_is_covered_is_not_rewritten(case: dict[str, Any]) -> None:
    codes = encode(case["input"])
    hidden = tokenize(codes).folded != fold(codes)
    changed = rewrite(codes, read_passage(case["input"]).tokens, CA) != codes
    assert not (hidden & changed).any()


@given(TEXTS)
def test_tokens_of_covered_text_are_blank_or_fixed(text: str) -> None:
    tokens = read_passage(text).tokens
    hidden = tokens.folded == COVERED
    for start, end, kind in zip(tokens.starts, tokens.ends, tokens.kinds, strict=True):
        assert kind == FIXED or not hidden[start:end].any()
    blank = case_tables().kind[tokens.folded] == 1
    inside = np.zeros(len(text), np.bool_)
    for start, end in zip(tokens.starts, tokens.ends, strict=True):
        inside[start:end] = True
    assert (inside == ~blank).all()


@given(TEXTS, TEXTS)
def test_no_span_reaches_into_the_next_document(first: str, second: str) -> None:
    both = covered(f"{first}\n\n{second}", documents=[len(first) + 2])
    assert both == f"{covered(first)}\n\n{covered(second)}"


def test_nothing_of_plain_text_is_covered() -> None:
    plain = "it cost $5 (50% of at&t's 1990s price); see #5, 12:30, f-16 & co.\n1. a\n"
    assert covered(plain) == plain


def test_patterns_protect_whole_matches_in_any_case() -> None:
    tokens = read_passage("ask ACME-12 or acme-7 about it\nACME-", Patterns.of(r"acme-\d+")).tokens
    fixed = tokens.kinds == FIXED
    assert tokens.starts[fixed].tolist() == [4, 15]
    assert tokens.ends[fixed].tolist() == [11, 21]


def test_patterns_match_within_a_line() -> None:
    patterns = Patterns.of([r"one\s+two", "^b$", r"two(?= b)"])
    assert covered("one\n\ntwo b\nb", patterns) == "one\n\n*** b\n*"


def test_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match=r"the pattern '\(a' is not a regular expression"):
        Patterns.of(["ok", "(a"])
    for wrong in (7, ["ok", 7], b"ok", None):
        with pytest.raises(TypeError, match=r"^pattern is \w+; it must be str$"):
            Patterns.of(wrong)


def test_patterns_travel() -> None:
    patterns = Patterns.of("a+")
    assert patterns.compiled
    assert pickle.loads(pickle.dumps(patterns)) == patterns
    assert Patterns.of(patterns) is patterns
