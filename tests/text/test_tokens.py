from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from majuscule.text import FIXED, case_tables, decode, encode, hash_words, tokenize
from tests.text.case_files import cases

# Words that trip tokenisers, to be joined at random.
PIECES = st.sampled_from(
    str.split(
        "' ’ . .. - _ __ / @ # : :// \\ ( ) \" `` '' n't 's u.s. j. ph.d. www. .com .c a b é "
        "\u0301 \u200d 👩 1 2 3rd 東 Σ ς ǅ \n \t -lrb- - lrb ! ? … \ud800 \x00 word",
        " ",
    )
)
TEXTS = st.one_of(st.text(st.characters()), st.lists(PIECES).map("".join))


def forms(text: str) -> list[str]:
    codes = encode(text)
    tokens = tokenize(codes)
    spans = zip(tokens.starts, tokens.ends, strict=True)
    return [decode(codes[start:end]) for start, end in spans]


@pytest.mark.parametrize("case", cases("tokens.json"))
def test_tokens_are_as_the_cases_say(case: dict[str, Any]) -> None:
    tokens = tokenize(encode(case["input"]))
    found = forms(case["input"])
    assert found == case["expected"]
    fixed = [form for form, kind in zip(found, tokens.kinds, strict=True) if kind == FIXED]
    assert fixed == case.get("fixed", [])


@pytest.mark.parametrize("case", cases("tokens.json", known_to_fail=False))
def test_cases_hold_in_lower_and_upper_case(case: dict[str, Any]) -> None:
    codes, tables = encode(case["input"]), case_tables()
    for table in (tables.lower, tables.upper):
        changed = np.array([table[c] if c < len(table) else c for c in codes], np.uint32)
        assert len(forms(decode(changed))) == len(case["expected"])


@given(TEXTS)
@example("\ud800")
@example("\x00")
@example("a.b.c.d.e.f.g." * 50 + "xyz")
def test_tokens_cover_all_but_white_space_and_markup_in_order(text: str) -> None:
    codes = encode(text)
    tokens = tokenize(codes)
    covered = np.zeros(len(codes), np.int64)
    for start, end in zip(tokens.starts, tokens.ends, strict=True):
        assert start < end
        covered[start:end] += 1
    space = case_tables().kind[tokens.folded] == 1
    assert covered.tolist() == (~space).astype(np.int64).tolist()
    assert (tokens.starts[1:] >= tokens.ends[:-1]).all()


@given(TEXTS)
def test_tokens_do_not_depend_on_case(text: str) -> None:
    codes, tables = encode(text), case_tables()
    tokens = tokenize(codes)
    for table in (tables.lower, tables.upper):
        changed = codes.copy()
        cased = codes < len(table)
        changed[cased] = table[codes[cased]]
        other = tokenize(changed)
        for name in ("starts", "ends", "kinds", "words", "affixes", "positions"):
            assert np.array_equal(getattr(tokens, name), getattr(other, name)), name


@given(TEXTS, TEXTS)
def test_a_line_break_parts_tokens(left: str, right: str) -> None:
    assume("```" not in left)  # it fences what follows
    assert forms(left + "\n" + right) == forms(left) + forms(right)


def test_long_chunks_take_linear_time() -> None:
    for piece in (
        "a.",
        "ab.",
        "a.b.cd.",
        "'",
        "a'",
        "(",
        ")",
        "_",
        "a_",
        "/",
        "-",
        "@",
        "http://(",
    ):
        # Quadratic time would take hours; nothing is lost on the way.
        tokens = tokenize(encode(piece * 100_000 + "xyz"))
        assert (tokens.starts[1:] >= tokens.ends[:-1]).all()
        assert tokens.ends[-1] - tokens.starts[0] == (tokens.ends - tokens.starts).sum()


def test_hashes_of_words_ignore_case_and_digits_of_numbers() -> None:
    codes = encode("Paris PARIS 1998 2004 3rd 5th")
    words = tokenize(codes).words
    assert words[0] == words[1]
    assert words[2] == words[3]
    assert words[4] != words[5]
    assert hash_words(["paris"])[0] == words[0]


def test_hashes_are_what_models_were_trained_with() -> None:
    # Changing one means retraining every model: raise the version of the tokeniser then.
    assert hash_words(["paris", "n't", "1998"]).tolist() == HASHES


def test_hashing_no_words_gives_no_hashes() -> None:
    assert hash_words([]).tolist() == []


HASHES = [1775123369125907197, 2598301312071839368, 4469455271335476948]
