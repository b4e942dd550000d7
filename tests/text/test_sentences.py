from __future__ import annotations

from typing import Any

import pytest

from majuscule.text import decode, encode, hash_words, sentence_starts, tokenize
from majuscule.text.tokenizing.sentences import ABBREVIATIONS, INSIDE, JOINING, POSITION_NAMES
from tests.text.case_files import cases


@pytest.mark.parametrize("case", cases("sentences.json"))
def test_positions_are_as_the_cases_say(case: dict[str, Any]) -> None:
    codes = encode(case["input"])
    tokens = tokenize(codes)
    found = [
        f"{decode(codes[start:end])}: {POSITION_NAMES[position]}"
        for start, end, position in zip(tokens.starts, tokens.ends, tokens.positions, strict=True)
        if position != INSIDE
    ]
    assert found == case["expected"]


def test_only_line_and_sentence_starts_are_sure() -> None:
    tokens = tokenize(encode("mr. smith left. he said: no\nyes"))
    words = sentence_starts(tokens.positions).nonzero()[0].tolist()
    assert words == [0, 5, 9]


def test_a_line_of_dashes_takes_linear_time() -> None:
    # Quadratic time would take half an hour.
    positions = tokenize(encode("- " * 1_000_000)).positions
    assert (positions == INSIDE).all()


def test_abbreviations_have_hashes_of_their_own() -> None:
    words = ABBREVIATIONS + JOINING
    assert len(set(hash_words(words).tolist())) == len(words)
