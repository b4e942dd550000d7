"""What letters allow, whatever the case they come in."""

from __future__ import annotations

import hypothesis.strategies as some
import numpy as np
from hypothesis import given

from majuscule.text.characters.codepoints import case_tables, decode, encode
from majuscule.text.tokenizing.tokens import tokenize
from majuscule.words.letters import count_cased, token_features

texts = some.text(some.characters(codec="utf-8") | some.sampled_from("aB.'-3 ǆΣ"), max_size=60)


@given(texts)
def test_case_of_the_input_plays_no_part(text: str) -> None:
    codes = encode(text)
    tables = case_tables()
    within = np.minimum(codes, len(tables.upper) - 1)
    upper = np.where(codes < len(tables.upper), tables.upper[within], codes).astype(np.uint32)
    first, second = tokenize(codes), tokenize(upper)
    assert count_cased(first).tolist() == count_cased(second).tolist()
    assert token_features(first).tolist() == token_features(second).tolist()


@given(texts)
def test_letters_with_two_cases_are_counted(text: str) -> None:
    tables = case_tables()
    codes = encode(text)
    tokens = tokenize(codes)
    for start, end, kind, count in zip(
        tokens.starts, tokens.ends, tokens.kinds, count_cased(tokens), strict=True
    ):
        cased = [
            code
            for code in codes[start:end].tolist()
            if code < len(tables.lower)
            and (tables.lower[code] != code or tables.upper[code] != code)
        ]
        assert count == (0 if kind == 3 else len(cased)), decode(codes[start:end])
