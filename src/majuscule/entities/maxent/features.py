"""The features of Chieu & Ng 2002 (sections 3.2 and 3.3) as hashes: local groups.

A feature is a 64-bit hash of its group and its value; a group gives zero, one or more of them to
each token.  Everything is worked out for all tokens at once.

With ``case`` the features are those of the mixed-case tagger.  Without it they are those of the
upper-case tagger, which lacks what needs case: Case and Zone (of the token and its neighbours),
InitCapPeriod and OneCap, and of the global groups
(:mod:`majuscule.entities.maxent.document_features`) all but Other-CS and Other-PP; Corporate-Suffix
looks at the next word and Person-Prefix at the previous one.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from majuscule.entities.maxent.lexicon import day_names, month_names, number_words
from majuscule.entities.maxent.lists import Lists
from majuscule.entities.maxent.readings import TXT, Flags, Hashes, Places, Reading, mix, numbers
from majuscule.text import hash_words
from majuscule.text.keys import find_keys

BEYOND = np.uint64(1)
"""The word beyond a line."""

Group = tuple[Places, Hashes]
"""Tokens, in order, and a feature of each."""


def seed(name: str) -> np.uint64:
    """Return the number of a group."""
    return np.uint64(zlib.crc32(name.encode()) + (1 << 40))


def feature(name: str, values: Hashes) -> Hashes:
    """Return the features of a group with some values."""
    return mix(values, seed(name))


def flagged(name: str, flags: Flags) -> Group:
    """Return one binary feature, for the tokens that have it."""
    places = np.flatnonzero(flags)
    return places, np.full(len(places), feature(name, numbers([0]))[0])


@dataclass(frozen=True)
class FeatureInput:
    """What features are worked out from; ``zones`` (n,): those that training has seen."""

    reading: Reading
    lists: Lists
    case: bool
    zones: npt.NDArray[np.uint8]

    @classmethod
    def of(
        cls, reading: Reading, lists: Lists, case: bool, known_zones: tuple[int, ...]
    ) -> FeatureInput:
        """Return the source; zones that training has not seen are taken for running text."""
        known = np.isin(reading.zones, known_zones)
        return cls(reading, lists, case, np.where(known, reading.zones, TXT).astype(np.uint8))

    @cached_property
    def everyone(self) -> Places:
        """Return all tokens."""
        return np.arange(len(self.reading))

    @cached_property
    def word(self) -> Hashes:
        """Return the identity of each token: as it is written, or without case."""
        return self.reading.written if self.case else self.reading.words

    @cached_property
    def initial(self) -> Flags:
        """Return whether each token is initCaps."""
        return self.reading.letters.initial

    def at(self, values: Hashes, distance: int) -> Hashes:
        """Return the values of neighbours, :data:`BEYOND` beyond the line."""
        places = self.reading.neighbour(distance)
        return np.where(places >= 0, values[places], BEYOND)

    def beside(self, flags: Flags, distance: int) -> Flags:
        """Return whether the neighbour is there and has a flag."""
        places = self.reading.neighbour(distance)
        found: Flags = (places >= 0) & flags[places]
        return found

    @cached_property
    def runs(self) -> Runs:
        """Return the sequences of initCaps tokens."""
        return Runs.of(self.reading)

    @cached_property
    def corporate_suffix(self) -> Flags:
        """Return whether a corporate suffix follows."""
        known = find_keys(self.lists.suffixes, self.reading.words)[1]
        if not self.case:
            return self.beside(known, 1)
        # Last suffix of the run, compared with where the token stands.
        number, place = self.runs.number, self.everyone
        last = np.full(self.runs.count, -1)
        hits = np.flatnonzero(known & (number >= 0))
        np.maximum.at(last, number[hits], hits)
        found: Flags = (number >= 0) & (last[number] >= place) if self.runs.count else known & False
        return found

    @cached_property
    def person_prefix(self) -> Flags:
        """Return whether a person prefix stands before."""
        known = find_keys(self.lists.prefixes, self.reading.words)[1]
        if not self.case:
            return self.beside(known, -1)
        number, place = self.runs.number, self.everyone
        if not self.runs.count:
            return known & False
        first = np.full(self.runs.count, len(place))
        hits = np.flatnonzero(known & (number >= 0))
        np.minimum.at(first, number[hits], hits)
        starts = np.flatnonzero(self.runs.starts)
        led = starts[self.beside(known, -1)[starts]]
        first[number[led]] = led - 1
        found: Flags = (number >= 0) & (first[number] <= place)
        return found


@dataclass(frozen=True)
class Runs:
    """Sequences of initCaps tokens within a line: the ``number`` of each token's, or -1;
    ``starts``: whether a token begins one."""

    number: npt.NDArray[np.int64]
    starts: Flags
    count: int

    @classmethod
    def of(cls, reading: Reading) -> Runs:
        """Find them."""
        initial = reading.letters.initial
        before = reading.neighbour(-1)
        goes_on = (before >= 0) & initial[before] if len(initial) else initial
        starts = initial & ~goes_on
        number = np.where(initial, np.cumsum(starts) - 1, -1)
        return cls(number, starts, int(starts.sum()))


def local_features(source: FeatureInput) -> Iterator[Group]:
    """Yield the local groups, in the paper's order."""
    everyone, zones = source.everyone, numbers(source.zones)
    yield everyone, np.full(len(everyone), feature("non-contextual", numbers([0]))[0])
    yield everyone, feature("zone", zones)
    if source.case:
        for distance in (0, 1, -1):
            yield from _case_and_zone(source, distance)
    yield from _token_information(source)
    yield flagged("first word", source.reading.first_words)
    yield everyone, feature("word", source.word)
    yield from _neighbours(source)
    yield flagged("out of vocabulary", ~find_keys(source.lists.lexicon, source.reading.words)[1])
    yield from _dictionaries(source)
    yield from _calendar(source)
    yield flagged("corporate suffix", source.corporate_suffix)
    yield flagged("person prefix", source.person_prefix)


def _case_and_zone(source: FeatureInput, distance: int) -> Iterator[Group]:
    """Yield initCaps, allCaps and mixedCaps with the zone, of a token or its neighbour."""
    letters = source.reading.letters
    kinds = {
        "initCaps": letters.initial,
        "allCaps": letters.all_capitals,
        "mixedCaps": letters.mixed,
    }
    for name, flags in kinds.items():
        places = np.flatnonzero(source.beside(flags, distance) if distance else flags)
        # The zone of the token itself and that of its neighbour are the same: zones are lines.
        yield places, feature(f"{name} {distance:+d}", numbers(source.zones[places]))


def _token_information(source: FeatureInput) -> Iterator[Group]:
    """Yield the features of Table 1."""
    letters = source.reading.letters
    if source.case:
        yield flagged("InitCapPeriod", letters.initial & letters.last_period)
        yield flagged("OneCap", (letters.capitals == 1) & (letters.sizes == 1))
    # In upper-case text every letter is a capital.
    capitals = letters.capitals if source.case else letters.capitals + letters.smalls
    dotted = (capitals > 0) & (letters.periods > 0) & (capitals + letters.periods == letters.sizes)
    yield flagged("AllCapsPeriod", dotted)
    digits, sizes = letters.digits, letters.sizes
    yield flagged("ContainDigit", digits > 0)
    yield flagged("TwoD", (digits == 2) & (sizes == 2))
    yield flagged("FourD", (digits == 4) & (sizes == 4))
    slashed = (digits > 0) & (letters.slashes > 0) & (digits + letters.slashes == sizes)
    yield flagged("Digitslash", slashed)
    yield flagged("Dollar", letters.dollars > 0)
    yield flagged("Percent", letters.percents > 0)
    yield flagged("DigitPeriod", (digits > 0) & (letters.periods > 0))


def _neighbours(source: FeatureInput) -> Iterator[Group]:
    """Yield the words before and after, with whether the token is initCaps where case counts."""
    own = numbers(source.initial) if source.case else numbers(np.zeros(len(source.everyone)))
    following, word = source.at(source.word, 1), source.word
    yield source.everyone, feature("word -1", mix(own, source.at(word, -1)))
    yield source.everyone, feature("word +1", mix(own, following))
    hyphens = np.flatnonzero(np.isin(source.at(source.reading.words, 1), _hyphens()))
    yield hyphens, feature("word +1", mix(own, source.at(word, 2)))[hyphens]


def _hyphens() -> Hashes:
    return hash_words(["-", "‐", "–"])


def _dictionaries(source: FeatureInput) -> Iterator[Group]:
    """Yield the four lists for the token, the next and the previous one."""
    for number, found in enumerate(source.lists.in_lists(source.reading)):
        for distance in (0, 1, -1):
            flags = source.beside(found, distance) if distance else found
            yield flagged(f"list {number} {distance:+d}", flags)


def _calendar(source: FeatureInput) -> Iterator[Group]:
    """Yield names of months and days, which are capitalised where case counts, and numbers."""
    words = source.reading.words
    named = source.initial if source.case else np.ones(len(words), np.bool_)
    yield flagged("month", np.isin(words, month_names()) & named)
    yield flagged("day", np.isin(words, day_names()) & named)
    yield flagged("number", np.isin(words, number_words()))
