"""Lists of Chieu & Ng 2002 (section 3.2): corporate suffixes and person prefixes, collected from
training text; name dictionaries; the lexicon.

The paper does not say how the two lists are collected.  Here a corporate suffix is a last word of
organisations after many different words, and a person prefix a capitalised word before persons that
begin with many different words; both must be such in a fair share of all their occurrences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.arrays import Bools
from majuscule.entities.maxent.readings import Hashes, ReadTexts
from majuscule.models.stored import part, stored
from majuscule.reading.annotations.schemes import TokenSpan
from majuscule.words.gazetteers.names import (
    CITY,
    COMPANY,
    FEMALE,
    MALE,
    REGION,
    SURNAME,
    NameLists,
)

LOCATION = CITY | REGION | (CITY | REGION) << 3
CORPORATE = COMPANY | COMPANY << 3
FIRST_NAME = MALE | FEMALE

DICTIONARIES = (LOCATION, CORPORATE, FIRST_NAME, SURNAME)
"""The paper's four lists, as flags of :class:`NameLists`."""


@dataclass(frozen=True)
class Lists:
    """The word lists of the tagger: sorted hashes, and name lists."""

    lexicon: Hashes = stored("<u8")
    suffixes: Hashes = stored("<u8")
    prefixes: Hashes = stored("<u8")
    names: NameLists = part(NameLists, "name_")

    def in_lists(self, reading: ReadTexts) -> Bools:
        """Return whether each token is in each of the four dictionaries, (4, n)."""
        found = self.names.find(reading.words, reading.passage.lines)
        return np.stack([(found & flags) != 0 for flags in DICTIONARIES])


def collect_suffixes(
    reading: ReadTexts, spans: list[TokenSpan], least: int, share: float
) -> Hashes:
    """Return the corporate suffixes: last words of organisations, after at least ``least``
    different words, in at least ``share`` of all occurrences."""
    ends = np.array([b - 1 for a, b, label in spans if label == "ORG" and b - a > 1], np.intp)
    # Full stops and brackets end names too, but are no suffixes.
    ends = ends[reading.letters.initial[ends]]
    return _frequent(reading.words, ends, ends - 1, least, share)


def collect_prefixes(
    reading: ReadTexts, spans: list[TokenSpan], least: int, share: float
) -> Hashes:
    """Return the person prefixes: capitalised words before persons, otherwise as for suffixes."""
    starts = np.array([a for a, b, label in spans if label == "PER" and a > 0], np.intp)
    before = starts - 1
    fits = reading.letters.initial[before] & (reading.line[before] == reading.line[starts])
    inside = np.zeros(len(reading), np.bool_)
    for a, b, _ in spans:
        inside[a:b] = True
    fits &= ~inside[before]
    return _frequent(reading.words, before[fits], starts[fits], least, share)


def _frequent(
    words: Hashes,
    places: npt.NDArray[np.intp],
    others: npt.NDArray[np.intp],
    least: int,
    share: float,
) -> Hashes:
    """Return the words at ``places`` that have many different words beside them, at ``others``."""
    kinds, word = np.unique(words, return_inverse=True)
    n = len(kinds)
    pairs = np.unique(word[places] * n + word[others])
    different = np.bincount(pairs // n, minlength=n)
    here = np.bincount(word[places], minlength=n)
    return kinds[(different >= max(1, least)) & (here >= share * np.bincount(word))]
