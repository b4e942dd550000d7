"""Small closed word lists, from ``english.json``: months, days, units, titles, company suffixes,
countries.

Chieu & Ng 2002 (Table 2) collect such lists from training text; closed classes need no learning.
All words are folded.  A word in several lists counts for the first.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from majuscule.arrays import U8, U64
from majuscule.text import hash_words
from majuscule.text.keys import find_keys

_DATA = json.loads((Path(__file__).parent / "english.json").read_text("utf-8"))

LISTS = {name: " ".join(lines).split() for name, lines in _DATA["lists"].items()}

NOUNS = {name: " ".join(lines).split() for name, lines in _DATA["nouns"].items()}
"""Head nouns of definitions, by the kind of thing that they denote: *a German politician*."""

COUNTRIES = frozenset("|".join(_DATA["countries"]).split("|"))
"""Names of countries as they occur in text, short forms included."""

LIST_NAMES = tuple(LISTS)


@cache
def _hashes() -> tuple[U64, U8]:
    numbers: dict[str, int] = {}
    for number, words in enumerate(LISTS.values(), 1):
        for word in words:
            numbers.setdefault(word, number)
    hashes = hash_words(numbers)
    order = np.argsort(hashes)
    return hashes[order], np.array(list(numbers.values()), np.uint8)[order]


def list_of(words: U64) -> U8:
    """Return the number of the list that holds each word (a hash), from 1, or 0 for none.

    >>> LIST_NAMES[list_of(hash_words(["March"]))[0] - 1]
    'month'
    """
    known, numbers = _hashes()
    at, found = find_keys(known, words)
    return np.where(found, numbers[at], 0).astype(np.uint8)
