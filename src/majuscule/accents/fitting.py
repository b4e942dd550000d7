"""What is taken when in doubt: forms as text of the kind to be restored has them; plain letters.

The text that a model learns from may be of another time and kind: Swedish news say *sa* where
novels say *så*.  What the words around tell of a form stays as it was learnt; words that the given
text has several times get a bias for each form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from majuscule.accents.forms import AccentedForms
from majuscule.accents.speller import Speller
from majuscule.arrays import I32, I64, Bools

LEAST = 3
"""Occurrences that a word needs."""
PRICE = 700
"""What of a bias one more right occurrence is worth: text of the same kind has other sentences."""
FURTHEST = 4000
GIVEN_UP = 0.005
"""The share of the right rare words that may be lost for names, which mostly bear no marks."""


def fitted(forms: AccentedForms, rows: I64, scores: I32, right: I64) -> AccentedForms:
    """Return the forms with the biases that make most occurrences of some words right.

    ``rows`` (n,): the row of each occurrence; ``scores`` (n, MOST): of its forms; ``right`` (n,):
    which form it has.
    """
    biases = np.zeros(len(forms.sizes), np.int64)
    order = np.argsort(rows, kind="stable")
    for own in np.split(order, np.flatnonzero(np.diff(rows[order])) + 1):
        if len(own) < LEAST:
            continue
        row = rows[own[0]]
        here = scores[own, : forms.counts[row]].astype(np.int64)
        for form in range(1, here.shape[1]):
            lead = here[:, form] - np.delete(here, form, axis=1).max(axis=1)
            bias = _best_bias(lead, right[own] == form)
            here[:, form] += bias
            biases[forms.first_forms[row] + form] += bias
    return forms.with_today(biases)


def _best_bias(lead: I64, wanted: Bools) -> int:
    """Return what, added to how far a form leads, makes it win where it is ``wanted``."""
    tried = np.unique(np.concatenate([[0], 1 - lead, -lead]))
    tried = tried[np.abs(tried) <= FURTHEST]
    tried = tried[np.argsort(np.abs(tried), kind="stable")]
    lost, spared = (
        np.searchsorted(np.sort(lead[those]), -tried, side="right") for those in (wanted, ~wanted)
    )
    return int(tried[np.argmax(PRICE * (spared - lost) - np.abs(tried))])


def with_bias(speller: Speller, apart: Mapping[str, str]) -> Speller:
    """Return the speller with the highest bias that spells nearly most of some words right."""
    if not apart:
        return speller
    right_of = {}
    for bias in range(-1200, 4801, 400):
        spelt = replace(speller, bias=bias).spelt(list(apart))
        right_of[bias] = sum(map(str.__eq__, spelt, apart.values()))
    # Unknown words of other text are names, more often than the rare words of this.
    enough = (1 - GIVEN_UP) * max(right_of.values())
    return replace(speller, bias=max(bias for bias, right in right_of.items() if right >= enough))
