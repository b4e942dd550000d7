"""Small closed word lists: months, days, units, titles, suffixes of companies, countries;
what they hold is in ``english.json``.

They are what Chieu & Ng 2002 (Table 2) collect from training text and word lists, fixed: closed
classes need no learning.  All folded; a word may stand in one list only, the first that has it.
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
"""Nouns that tell a person, an organisation, a place or something else: *a German politician*."""

COUNTRIES = frozenset("|".join(_DATA["countries"]).split("|"))
"""Countries, as texts name them."""

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
    """Return which list holds each word (hashes), from 1, or 0 for none.

    >>> LIST_NAMES[list_of(hash_words(["March"]))[0] - 1]
    'month'
    """
    known, numbers = _hashes()
    at, found = find_keys(known, words)
    return np.where(found, numbers[at], 0).astype(np.uint8)
