"""Terms that a document defines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import majuscule
from majuscule.restore.interface import Decisions
from majuscule.restore.rules.terms import defines_terms, raise_terms
from majuscule.text import decode
from majuscule.text.tokenizing.classes import LC
from majuscule.text.tokenizing.passages import read_passage


def raised(text: str, language: str = "en", documents: list[int] | None = None) -> str:
    """Return small text with capitals for defined terms only."""
    passage = read_passage(text)
    small = np.full(len(passage.tokens), LC, np.uint8)
    begins = None if documents is None else np.array(documents, np.int64)
    decisions = replace(Decisions.nothing(passage), classes=small)
    return decode(raise_terms(passage, decisions, language, begins).apply(passage))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'this work. "fee" means a sum. "a right of use" shall mean so. a fee, a right of use',
            'this work. "Fee" means a sum. "a Right of Use" shall mean so. a Fee, a Right of Use',
        ),
        (
            "ann, a seller (the “seller”) and tom (hereinafter the “buyer”): seller’s and buyers",
            "ann, a seller (the “Seller”) and tom (hereinafter the “Buyer”): Seller’s and Buyers",
        ),
        (
            '"you" (or "your") means ann. "open\ncode" refers to files. the open  code',
            '"You" (or "Your") means ann. "Open\nCode" refers to files. the Open  Code',
        ),
        (
            'the "work", below, refers to so. a "copy" of the work means so. your copy, the copy',
            'the "Work", below, refers to so. a "Copy" of the Work means so. your copy, the Copy',
        ),
        ('"fee" is a fee, a casa ("house") too', '"fee" is a fee, a casa ("house") too'),
    ],
)
def test_terms_that_a_document_defines_have_capitals(text: str, expected: str) -> None:
    more, made = '\n(the "deed") (the "heir")', '\n(the "Deed") (the "Heir")'
    assert raised(text + more) == (text + more if text == expected else expected + made)
    assert raised(text + more, "de") == text + more
    assert raised(text) == text


def test_a_term_is_defined_in_its_document_only() -> None:
    text = 'a "fee" means so. (the "seller") (the "buyer") a fee'
    assert raised(f"{text}\n{text[17:]}", "en-GB", [0, 1]) == (
        'a "Fee" means so. (the "Seller") (the "Buyer") a Fee\n' + text[17:]
    )


def test_the_shipped_model_capitalises_defined_terms() -> None:
    text = 'a deed (the "deed") by ann (the "seller") and tom (the "buyer"). the buyer pays.'
    made = 'A deed (the "Deed") by Ann (the "Seller") and Tom (the "Buyer"). The Buyer pays.'
    assert majuscule.load("en").restore(text) == made


def test_many_terms_in_a_row_are_read_once():
    # Quadratic, this takes hours.
    assert not defines_terms('"a" and ' * 100_000, "en")
