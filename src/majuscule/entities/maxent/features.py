"""The features of Chieu & Ng 2002 (sections 3.2 and 3.3) as hashes: local and global groups.

A feature is a 64-bit hash of the name of its group and a value; a group yields zero, one or more
features for each token.  All tokens are computed at once.  Global groups depend on other
occurrences in the same document.

With ``case`` the features are those of the mixed-case tagger.  Without it they are those of the
upper-case tagger, which lacks the groups that need case: Case and Zone (of the token and its
neighbours), InitCapPeriod and OneCap, and the global groups except Other-CS and Other-PP;
Corporate-Suffix depends on the next word only, and Person-Prefix on the previous one.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from majuscule.arrays import I64, U8, Bools
from majuscule.entities.maxent.lexicon import DAYS, HYPHENS, MONTHS, NUMBERS
from majuscule.entities.maxent.lists import Lists
from majuscule.entities.maxent.loglinear import Group
from majuscule.entities.maxent.readings import TXT, Hashes, Places, ReadTexts, mix, numbers
from majuscule.text.keys import find_keys

BEYOND = np.uint64(1)
"""The word hash beyond the ends of a line."""


def feature(name: str, values: Hashes) -> Hashes:
    """Return the features of a group with some values."""
    return mix(values, np.uint64(zlib.crc32(name.encode()) + (1 << 40)))


def flagged(name: str, flags: Bools) -> Group:
    """Return a binary feature, for the tokens that have its flag."""
    places = np.flatnonzero(flags)
    return places, np.full(len(places), feature(name, numbers([0]))[0])


@dataclass(frozen=True)
class FeatureInput:
    """The source of the features; ``known_zones``: those seen in training."""

    reading: ReadTexts
    lists: Lists
    case: bool
    known_zones: tuple[int, ...]

    @cached_property
    def zones(self) -> U8:
        """Return the zones, with those unseen in training replaced by running text."""
        known = np.isin(self.reading.zones, self.known_zones)
        return np.where(known, self.reading.zones, TXT).astype(np.uint8)

    @cached_property
    def everyone(self) -> Places:
        return np.arange(len(self.reading))

    @cached_property
    def word(self) -> Hashes:
        """Return the identity of each token, as written or without case."""
        return self.reading.written if self.case else self.reading.words

    @cached_property
    def initial(self) -> Bools:
        """Return whether each token is initCaps."""
        return self.reading.letters.initial

    def at(self, values: Hashes, distance: int) -> Hashes:
        """Return the values of the neighbours at a distance, :data:`BEYOND` if there is none."""
        places = self.reading.neighbour(distance)
        return np.where(places >= 0, values[places], BEYOND)

    def beside(self, flags: Bools, distance: int) -> Bools:
        """Return whether there is a neighbour at a distance that has a flag."""
        places = self.reading.neighbour(distance)
        return np.asarray((places >= 0) & flags[places])

    @cached_property
    def run_starts(self) -> Bools:
        """Return whether each token begins a run, a sequence of initCaps tokens in a line."""
        return self.initial & ~self.beside(self.initial, -1)

    @cached_property
    def runs(self) -> I64:
        """Return the number of the run that each token is in, or -1."""
        return np.where(self.initial, np.cumsum(self.run_starts) - 1, -1)

    @cached_property
    def corporate_suffix(self) -> Bools:
        """Return whether a corporate suffix follows, in the same run (caseless: next)."""
        known = find_keys(self.lists.suffixes, self.reading.words)[1]
        if not self.case:
            return self.beside(known, 1)
        # The last suffix of each run; the last item, for tokens in no run, is none.
        last = np.full(len(known) + 1, -1)
        hits = np.flatnonzero(known & self.initial)
        np.maximum.at(last, self.runs[hits], hits)
        return np.asarray(last[self.runs] >= self.everyone)

    @cached_property
    def person_prefix(self) -> Bools:
        """Return whether a person prefix precedes, in or just before the run (caseless: next)."""
        known = find_keys(self.lists.prefixes, self.reading.words)[1]
        if not self.case:
            return self.beside(known, -1)
        # The first prefix in each run, or just before it; the last item as above.
        first = np.full(len(known) + 1, len(known))
        hits = np.flatnonzero(known & self.initial)
        np.minimum.at(first, self.runs[hits], hits)
        led = np.flatnonzero(self.run_starts & self.beside(known, -1))
        first[self.runs[led]] = led - 1
        return np.asarray(first[self.runs] <= self.everyone)


def local_features(source: FeatureInput) -> Iterator[Group]:
    """Yield the local groups, in the paper's order."""
    everyone, zones = source.everyone, numbers(source.zones)
    yield flagged("non-contextual", np.ones(len(everyone), np.bool_))
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
    """Yield initCaps, allCaps and mixedCaps, each with the zone, of a token or its neighbour."""
    letters = source.reading.letters
    kinds = {
        "initCaps": letters.initial,
        "allCaps": letters.all_capitals,
        "mixedCaps": letters.mixed,
    }
    for name, flags in kinds.items():
        places = np.flatnonzero(source.beside(flags, distance) if distance else flags)
        # A token and its neighbour have the same zone: zones are whole lines.
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
    """Yield the words before and after; if case counts, with whether the token is initCaps."""
    own = numbers(source.initial) if source.case else numbers(np.zeros(len(source.everyone)))
    following, word = source.at(source.word, 1), source.word
    yield source.everyone, feature("word -1", mix(own, source.at(word, -1)))
    yield source.everyone, feature("word +1", mix(own, following))
    hyphens = np.flatnonzero(np.isin(source.at(source.reading.words, 1), HYPHENS))
    yield hyphens, feature("word +1", mix(own, source.at(word, 2)))[hyphens]


def _dictionaries(source: FeatureInput) -> Iterator[Group]:
    """Yield membership of the token, the next and the previous one in the four lists."""
    for number, found in enumerate(source.lists.in_lists(source.reading)):
        for distance in (0, 1, -1):
            flags = source.beside(found, distance) if distance else found
            yield flagged(f"list {number} {distance:+d}", flags)


def _calendar(source: FeatureInput) -> Iterator[Group]:
    """Yield names of months and days, which must be capitalised if case counts, and numbers."""
    words = source.reading.words
    named = source.initial if source.case else np.ones(len(words), np.bool_)
    yield flagged("month", np.isin(words, MONTHS) & named)
    yield flagged("day", np.isin(words, DAYS) & named)
    yield flagged("number", np.isin(words, NUMBERS))


ACRONYMS = range(2, 9)
"""Possible numbers of letters of an acronym."""

LONGEST_RUN = 10
"""The most tokens of a repeated sequence of initial capitals."""


def global_features(source: FeatureInput) -> Iterator[Group]:
    """Yield the global groups, in the paper's order; without case only Other-CS and Other-PP."""
    same = _same_words(source)
    if source.case:
        yield from _other_case(source, same)
    yield flagged("Other-CS", _elsewhere(source.corporate_suffix, same))
    yield flagged("Other-PP", _elsewhere(source.person_prefix, same))
    if source.case:
        yield from _acronyms(source)
        yield from _repeated(source)
        places = np.flatnonzero((np.bincount(same)[same] == 1) & source.initial)
        yield places, feature("unique", numbers(source.zones[places]))


def _same_words(source: FeatureInput) -> Places:
    """Return numbers of the tokens, equal for the same word (case ignored) in the same document."""
    keys = mix(numbers(source.reading.documents), source.reading.words)
    return np.asarray(np.unique(keys, return_inverse=True)[1], np.intp)


def _elsewhere(flags: Bools, same: Places) -> Bools:
    """Return whether another occurrence of the word has a flag."""
    return np.asarray(np.bincount(same, flags)[same] > flags)


def _other_case(source: FeatureInput, same: Places) -> Iterator[Group]:
    """Yield whether the first other occurrence in an unambiguous position is initCaps.

    Unambiguous: in running text, and not the first word of a sentence.
    """
    reading, n = source.reading, len(source.everyone)
    letters = reading.letters
    has_letters = letters.capitals + letters.smalls > 0
    plain = np.flatnonzero(~reading.first_words & (source.zones == TXT) & has_letters)
    first, second = np.full(n, -1), np.full(n, -1)
    # Of several values for an item, the last is kept: assign backwards to keep the earliest.
    first[same[plain[::-1]]] = plain[::-1]
    later = plain[first[same[plain]] != plain]
    second[same[later[::-1]]] = later[::-1]
    other = np.where(first[same] == source.everyone, second[same], first[same])
    there = other >= 0
    capital = source.initial[other]
    yield flagged("other initCaps", there & capital)
    yield flagged("other not-initCaps", there & ~capital)


def _acronyms(source: FeatureInput) -> Iterator[Group]:
    """Yield begin, continue and end of runs whose initials spell an acronym in the document, and
    unique for the acronym."""
    reading = source.reading
    tokens, letters = reading.passage.tokens, reading.letters
    capital = (letters.capitals == letters.sizes) & (source.zones == TXT)
    documents = numbers(reading.documents)
    marks = np.zeros((4, len(reading)), np.bool_)
    initials = numbers(tokens.folded[tokens.starts])
    for size in ACRONYMS:
        short = np.flatnonzero(capital & (letters.sizes == size))
        if not len(short):
            continue
        spelled = documents[short]
        for k in range(size):
            spelled = mix(spelled, numbers(tokens.folded[tokens.starts[short] + k]))
        firsts, keys = _windows(source, initials, size)
        _mark(marks, firsts[np.isin(keys, spelled)], size)
        marks[3, short[np.isin(spelled, keys)]] = True
    for name, flags in zip(("begin", "continue", "end", "unique"), marks, strict=True):
        yield flagged(f"A_{name}", flags)


def _mark(marks: Bools, begins: Places, size: int) -> None:
    """Mark the first, inner and last tokens of sequences of ``size`` tokens."""
    marks[0, begins] = True
    for k in range(1, size - 1):
        marks[1, begins + k] = True
    marks[2, begins + size - 1] = True


def _windows(source: FeatureInput, values: Hashes, size: int) -> tuple[Places, Hashes]:
    """Return the beginnings of sequences of ``size`` tokens in one run of initCaps, and the hashes
    of document and values."""
    number, n = source.runs, len(source.everyone)
    if n < size:
        return np.zeros(0, np.intp), np.zeros(0, np.uint64)
    begins, ends = number[: n - size + 1], number[size - 1 :]
    firsts = np.flatnonzero((begins >= 0) & (begins == ends))
    keys = numbers(source.reading.documents[firsts])
    for k in range(size):
        keys = mix(keys, values[firsts + k])
    return firsts, keys


def _repeated(source: FeatureInput) -> Iterator[Group]:
    """Yield begin, continue and end of the longest part, of two tokens or more, of each run of
    initCaps that occurs elsewhere in the document."""
    marks = np.zeros((3, len(source.reading)), np.bool_)
    open_runs = np.ones(len(source.reading), np.bool_)
    for size in range(LONGEST_RUN, 1, -1):
        firsts, keys = _windows(source, source.reading.words, size)
        if not len(firsts):
            continue
        _, group, counts = np.unique(keys, return_inverse=True, return_counts=True)
        runs = source.runs[firsts]
        chosen = np.flatnonzero((counts[group] > 1) & open_runs[runs])
        found, at = np.unique(runs[chosen], return_index=True)
        open_runs[found] = False
        _mark(marks, firsts[chosen[at]], size)
    for name, flags in zip(("begin", "continue", "end"), marks, strict=True):
        yield flagged(f"I_{name}", flags)
