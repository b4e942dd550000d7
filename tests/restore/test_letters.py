"""A letter goes on in lower case after its salutation, where its language does so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from majuscule.restore.interface import Decisions
from majuscule.restore.rules.letters import has_salutation, lower_openings
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing.classes import LC, UC
from majuscule.text.tokenizing.passages import joined_passage


def opened(language, *texts, share=0.01):
    """Return what a model that raises the first word of each line makes of texts, as one text."""
    passage, begins = joined_passage(texts)
    tokens = passage.tokens
    first = np.isin(np.arange(len(tokens)), passage.lines[:, 0])
    classes = np.where(first, UC, LC).astype(np.uint8)
    decisions = replace(Decisions.nothing(passage), classes=classes)
    shares = np.full(len(tokens), share, np.float32)
    owners = np.searchsorted(tokens.starts, begins)
    documents = np.searchsorted(passage.lines[:, 0], owners)
    decided = lower_openings(passage, decisions, language, shares, documents)
    return decode(decided.apply(passage))


@pytest.mark.parametrize(
    ("language", "given", "expected"),
    [
        ("de", "liebe anna,\n\nwir gehen.\nso", "Liebe anna,\n\nwir gehen.\nSo"),
        ("de", "hallo,\nso ist es", "Hallo,\nso ist es"),
        ("cs", "dobrý den,\n\nje to tak", "Dobrý den,\n\nje to tak"),
        ("it", "gentile anna,\n\nsono qui", "Gentile anna,\n\nsono qui"),
        ("de", "hallo,\n\nsie gehen", "Hallo,\n\nSie gehen"),
        ("de", "bis bald,\n\nso", "Bis bald,\n\nSo"),
        ("de", "hallo. so,\n\nso", "Hallo. so,\n\nSo"),
        ("nl", "hallo,\n\nwij gaan", "Hallo,\n\nWij gaan"),
    ],
)
def test_what_follows_a_salutation_is_small_in_some_languages(language, given, expected):
    assert opened(language, given) == expected


def test_names_and_other_documents_keep_their_capital():
    assert opened("de", "hallo,\n\nso", share=0.9) == "Hallo,\n\nSo"
    assert opened("de", "hallo,", "so") == "Hallo,\n\nSo"


def test_a_salutation_ends_its_line():
    found = [has_salutation(text, "de") for text in ("so.\nhallo,\r\nda", "hallo, da\n", "hallo,")]
    assert found == [True, False, False]
