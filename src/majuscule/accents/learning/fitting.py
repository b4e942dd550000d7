"""Fitting the biases of forms to in-domain text, and the bias of plain letters to rare words.

Training text may be of another time and genre: Swedish news have *sa* where novels have *så*.  The
weights of context features stay; words that occur several times in the in-domain text get a bias
for each form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from majuscule.accents.forms import AccentedForms
from majuscule.accents.speller import Speller
from majuscule.arrays import I32, I64, Bools

LEAST = 3
"""Least occurrences of a word."""
PRICE = 700
"""Bias, in score units, that one more right occurrence justifies: a regulariser."""
FURTHEST = 4000  # largest bias, in score units
GIVEN_UP = 0.005
"""Share of the right rare words given up for names, which mostly have no accents."""


def fitted(forms: AccentedForms, rows: I64, scores: I32, right: I64) -> AccentedForms:
    """Return the forms with the biases that make the most occurrences right.

    ``rows`` (n,): the row of each occurrence; ``scores`` (n, MOST): of its forms; ``right`` (n,):
    the rank of its form.
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
    return forms.with_biases(biases)


def _best_bias(lead: I64, wanted: Bools) -> int:
    """Return the bias that, added to a form's ``lead``, makes it win best where ``wanted``."""
    tried = np.unique(np.concatenate([[0], 1 - lead, -lead]))
    tried = tried[np.abs(tried) <= FURTHEST]
    tried = tried[np.argsort(np.abs(tried), kind="stable")]
    lost, spared = (
        np.searchsorted(np.sort(lead[those]), -tried, side="right") for those in (wanted, ~wanted)
    )
    return int(tried[np.argmax(PRICE * (spared - lost) - np.abs(tried))])


def with_bias(speller: Speller, apart: Mapping[str, str]) -> Speller:
    """Return the speller with the highest bias that is nearly the best on the words ``apart``."""
    if not apart:
        return speller
    right_of = {}
    for bias in range(-1200, 4801, 400):
        spelt = replace(speller, bias=bias).spelt(list(apart))
        right_of[bias] = sum(map(str.__eq__, spelt, apart.values()))
    # Unknown words in other text are names more often than the rare words of this text are.
    enough = (1 - GIVEN_UP) * max(right_of.values())
    return replace(speller, bias=max(bias for bias, right in right_of.items() if right >= enough))
