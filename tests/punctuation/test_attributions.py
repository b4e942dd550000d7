"""A quoted question or exclamation ends no sentence that goes on with *he said* and the like."""

from __future__ import annotations

import numpy as np
import pytest

from majuscule.punctuation.rules.attributions import is_attributed
from majuscule.text.tokenizing.marks import words_of
from majuscule.text.tokenizing.passages import read_passage


def found(text: str, *, caseless: bool) -> list[str]:
    """Return the words after which a sentence goes on."""
    passage = read_passage(text)
    words = words_of(passage)
    inside = is_attributed(passage, words, np.full(len(words), caseless))
    return [text[start:end] for start, end in passage.tokens.spans(words.at[inside])]


@pytest.mark.parametrize(
    ("text", "cased", "caseless"),
    [
        ('"Why?" he asked. "No!" groans Ann.', ["Why", "No"], ["Why"]),
        ("“Why?” said Ann, and ‘Go!’ she cried", ["Why", "Go"], ["Why", "Go"]),
        ('The show ("What Now!") was bad.', ["Now"], []),
        ('"Why?" He asked Ann. "Go!" The men left.', [], ["Why"]),
        ("Why? he asked. Go! he said.", [], []),
        ('"Why."\nhe asked. "Why?"\nhe asked', [], []),
        ("„Warum?“ fragte er.", ["Warum"], ["Warum"]),
        ("yes", [], []),
        ("", [], []),
    ],
)
def test_sentences_go_on_before_small_words_or_verbs_of_saying(text, cased, caseless):
    assert found(text, caseless=False) == cased
    assert found(text, caseless=True) == caseless
    assert found(text.upper(), caseless=True) == [one.upper() for one in caseless]
