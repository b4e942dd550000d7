"""Small closed word lists, from ``english.json``: months, days, units, titles, company suffixes,
countries.

Chieu & Ng 2002 (Table 2) collect such lists from training text; closed classes need no learning.
All words are folded.  A word in several lists counts for the first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np

from majuscule.arrays import U8, U64
from majuscule.text import hash_words
from majuscule.words.gazetteers import names_kernel

_DATA = json.loads((Path(__file__).parent / "english.json").read_text("utf-8"))

LISTS = {name: " ".join(lines).split() for name, lines in _DATA["lists"].items()}

NOUNS = {name: " ".join(lines).split() for name, lines in _DATA["nouns"].items()}
"""Head nouns of definitions, by the kind of thing that they denote: *a German politician*."""

COUNTRIES = frozenset("|".join(_DATA["countries"]).split("|"))
"""Names of countries as they occur in text, short forms included."""

LIST_NAMES = tuple(LISTS)


class WordNumbers(NamedTuple):
    """Small numbers of words: ``keys``: their hashes, ascending."""

    keys: U64
    numbers: U8

    @classmethod
    def of(cls, numbers: Mapping[str, int]) -> Self:
        hashes = hash_words(numbers)
        order = np.argsort(hashes)
        return cls(hashes[order], np.array(list(numbers.values()), np.uint8)[order])

    def find(self, words: U64) -> U8:
        """Return the number of each word (a hash), 0 for others."""
        found = np.empty(len(words), np.uint8)
        names_kernel.look_up(words, *self, found)
        return found


@cache
def _numbers() -> WordNumbers:
    lists = reversed(list(enumerate(LISTS.values(), 1)))
    return WordNumbers.of({word: number for number, words in lists for word in words})


def list_of(words: U64) -> U8:
    """Return the number of the list that holds each word (a hash), from 1, or 0 for none.

    >>> LIST_NAMES[list_of(hash_words(["March"]))[0] - 1]
    'month'
    """
    return _numbers().find(words)
