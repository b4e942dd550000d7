"""A German document full of requests addresses its reader in other lines too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from majuscule.restore.interface import Decisions
from majuscule.restore.rules.polite import may_address, raise_polite
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing.classes import LC, UC
from majuscule.text.tokenizing.passages import joined_passage

REQUESTS = "Öffnen Sie es. Wählen Sie es. Nehmen Sie es. Fragen Sie uns. Warten Sie. "


def addressed(language, *texts, odds=-1.0):
    """Return texts of which a model keeps the case, with ``odds`` of a capital elsewhere."""
    passage, begins = joined_passage(texts)
    tokens = passage.tokens
    capital = np.array([decode(passage.codes[[at]]).isupper() for at in tokens.starts])
    scores = np.zeros((len(tokens), 4), np.float32)
    scores[:, LC], scores[:, UC] = np.where(capital, -9, 0), np.where(capital, 0, odds)
    classes = np.where(capital, UC, LC).astype(np.uint8)
    decisions = replace(Decisions.nothing(passage), classes=classes, scores=scores)
    documents = np.searchsorted(passage.lines[:, 0], np.searchsorted(tokens.starts, begins))
    return decode(raise_polite(passage, decisions, language, documents).apply(passage))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("Es geht, bis sie ihre Daten haben.", "Es geht, bis Sie Ihre Daten haben."),
        ("Fragen Sie sie nach ihm.", "Fragen Sie sie nach ihm."),
        ("Mit ihnen, ihr, ihm.", "Mit Ihnen, Ihr, ihm."),
    ],
)
def test_forms_are_polite_in_a_document_full_of_requests(given, expected):
    assert addressed("de", REQUESTS + given) == REQUESTS + expected
    assert may_address(REQUESTS, "de")


def test_forms_are_not_where_others_outnumber_requests_nor_elsewhere():
    others = "Und ihr Hund und ihre Katze und ihr Haus und ihr Hof und ihre Kuh."
    assert addressed("de", REQUESTS + others) == REQUESTS + others
    assert addressed("de", REQUESTS[15:] + "Was ihr?") == REQUESTS[15:] + "Was ihr?"
    assert addressed("nl", REQUESTS + "Was ihr?") == REQUESTS + "Was ihr?"
    assert addressed("de", REQUESTS, "Was ihr?") == f"{REQUESTS}\n\nWas ihr?"
    assert not may_address(REQUESTS[15:], "de")


def test_what_is_surely_no_form_of_address_stays():
    given = REQUESTS + "Da ist sie."
    assert addressed("de", given, odds=-4.0) == given
