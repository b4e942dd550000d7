"""The global features of Chieu & Ng 2002 (section 3.2): other occurrences in the same document."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from majuscule.arrays import Bools
from majuscule.entities.maxent.features import FeatureInput, feature, flagged
from majuscule.entities.maxent.loglinear import Group
from majuscule.entities.maxent.readings import TXT, Flags, Hashes, Places, mix, numbers

ACRONYMS = range(2, 9)
"""Letters of an acronym."""

LONGEST_RUN = 10
"""Tokens of the longest repeated sequence of initial capitals that is looked for."""


def global_features(source: FeatureInput) -> Iterator[Group]:
    """Yield the global groups, in the paper's order; without case all but the second."""
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
    """Return a number for each token, the same for the same word, case aside, in a document."""
    keys = mix(numbers(source.reading.documents), source.reading.words)
    return np.asarray(np.unique(keys, return_inverse=True)[1], np.intp)


def _elsewhere(flags: Flags, same: Places) -> Flags:
    """Return whether another occurrence of the word has a flag."""
    return np.asarray(np.bincount(same, flags)[same] > flags)


def _other_case(source: FeatureInput, same: Places) -> Iterator[Group]:
    """Yield how the first other occurrence in an unambiguous position is written.

    Unambiguous: in running text, and not the first word of a sentence.
    """
    reading, n = source.reading, len(source.everyone)
    letters = reading.letters
    has_letters = letters.capitals + letters.smalls > 0
    plain = np.flatnonzero(~reading.first_words & (source.zones == TXT) & has_letters)
    first, second = np.full(n, -1), np.full(n, -1)
    # Written backwards, so that the earliest stays.
    first[same[plain[::-1]]] = plain[::-1]
    later = plain[first[same[plain]] != plain]
    second[same[later[::-1]]] = later[::-1]
    other = np.where(first[same] == source.everyone, second[same], first[same])
    there = other >= 0
    capital = source.initial[other]
    yield flagged("other initCaps", there & capital)
    yield flagged("other not-initCaps", there & ~capital)


def _acronyms(source: FeatureInput) -> Iterator[Group]:
    """Yield begin, continue and end of runs whose initials are an acronym of the document, and
    unique for that acronym."""
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
    """Mark the first token, those inside and the last one of sequences of so many tokens."""
    marks[0, begins] = True
    for k in range(1, size - 1):
        marks[1, begins + k] = True
    marks[2, begins + size - 1] = True


def _windows(source: FeatureInput, values: Hashes, size: int) -> tuple[Places, Hashes]:
    """Return where so many tokens of one run of initCaps begin, and the hash of document and
    values."""
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
    """Yield begin, continue and end of the longest part of each run of initCaps that occurs
    elsewhere in the document; parts of one token do not count."""
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
