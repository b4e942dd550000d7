"""The probabilities of case detection: how words are written in each kind of text.

For each state a table has the probability of six written forms, by the place of the word and by the
evidence on it.  The numbers were set by hand from counts on the dev texts of
:mod:`majuscule.detection.verdicts`, and flattened: names cluster, so the capital of an unknown word
is weaker evidence than its frequency suggests, and so is a word in an unusual form.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from majuscule.arrays import F64

IN_PROSE, IN_LOWER, IN_UPPER, IN_TITLE, IN_STARTS, IN_PARTLY, IN_LISTS = range(7)
"""The states.  Well-cased text has two: prose, and runs of names with few words between them."""
STATES = 7

LOST, LOST_NAMES = 0.5, 0.35
"""The share of the capitals that partly cased text has lost at sentence starts, and in names."""

# Places of words ...
FRESH, CONTINUED, SENTENCE, ALONE, UNSURE, INSIDE, QUOTED, STOPPED = range(8)
PLACES = 8
_BEGINNINGS = {FRESH: 0.006, SENTENCE: 0.01, STOPPED: 0.01, ALONE: 0.06, CONTINUED: 0.25}
"""How often a word is lower case there in well-cased text; STOPPED is after a full stop."""
_INNER = CONTINUED, INSIDE, QUOTED
"""Where names have capitals and other words may not."""
# ... evidence on them: none, closed-class words (in names too, or in prose only), capital share (8
# levels) ...
LEVELS = np.array([0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97])
LEVEL_CAPITALS = (0.01, 0.06, 0.17, 0.37, 0.63, 0.83, 0.94, 0.985)
SLIP, SMALL_SLIP = 0.06, 0.03
"""The least probability of a capital where a word hardly ever has one, and of a small letter where
it hardly ever has that; higher trusts evidence less.  A small name counts once only."""
UNKNOWN, FUNCTION, PROSAIC, KNOWN = range(4)
EVIDENCES = KNOWN + len(LEVEL_CAPITALS) + 1
NAME = KNOWN + 6
PRONOUN = EVIDENCES - 1
# ... and their forms: lower case, initial capital, one capital letter, up to four capitals or
# initials, more capitals, mixed case.
FORMS = 6


@cache
def form_table() -> F64:
    """Return the log probabilities of forms, (places, evidences, forms, states)."""
    table = np.empty((PLACES, EVIDENCES, FORMS, STATES))
    for place in range(PLACES):
        for known in range(EVIDENCES):
            cased = _cased(place, known)
            table[place, known, :, IN_PROSE] = cased
            table[place, known, :, IN_LOWER] = (0.983, 0.005, 0.005, 0.004, 0.001, 0.002)
            table[place, known, :, IN_UPPER] = (0.008, 0.004, 0.96, 0.48, 0.48, 0.01)
            title = _titled(place, known)
            if place == QUOTED:
                # names of works have title case in well-cased text too
                title = (title[0], *cased[1:3], *title[3:])
            table[place, known, :, IN_TITLE] = title
            table[place, known, :, IN_PARTLY] = _partly(cased, place, known)
            table[place, known, :, IN_LISTS] = _listed(cased, place, known)
            table[place, known, :, IN_STARTS] = cased
            if place in (INSIDE, QUOTED):
                # only lower-case names and capitals are evidence: not the absence of names
                small = 0.985 if NAME <= known < PRONOUN else cased[0]
                one = 0.5 if known == PRONOUN else 0.006
                table[place, known, :, IN_STARTS] = (small, 0.006, one, 0.005, 0.001, 0.003)
    return np.log(table)


def _cased(place: int, known: int) -> tuple[float, ...]:
    """Return the probabilities of the six forms of a word in well-cased text."""
    if place == CONTINUED and known >= NAME:
        place = INSIDE  # has a capital even if the sentence goes on
    if place in _BEGINNINGS:
        small = _BEGINNINGS[place]
        if known == PRONOUN:
            small = {FRESH: 0.001, ALONE: 0.004}.get(place, small)
        # A common word is no acronym, unless it stands alone: *NO*, *GOOD*
        common = place != ALONE and FUNCTION <= known < KNOWN + 3
        return (small, 0.94, 0.94, 0.03 if common else 0.12, 0.02, 0.02)
    if place == UNSURE:
        return (0.5, 0.45, 0.45, 0.12, 0.003, 0.02)
    if known in (FUNCTION, PROSAIC):
        return (0.985, 0.012, 0.02, 0.002, 0.0005, 0.0005)
    if known == UNKNOWN:
        return (0.975, 0.45, 0.45, 0.12, 0.003, 0.03)
    if known == PRONOUN:
        return (0.015, 0.985, 0.985, 0.1, 0.003, 0.03)
    capitals = LEVEL_CAPITALS[known - KNOWN]
    small, capitals = max(SMALL_SLIP, 1 - capitals), max(SLIP, capitals)
    return (small, capitals, capitals, max(0.015, 0.3 * capitals), 0.003, 0.03)


def _titled(place: int, known: int) -> tuple[float, ...]:
    """Return the same in title case, where closed-class words may or may not have a capital."""
    if place in (FRESH, SENTENCE, STOPPED, ALONE):
        return (0.01, 0.94, 0.94, 0.03, 0.01, 0.01)
    if known in (FUNCTION, PROSAIC):
        return (0.5, 0.45, 0.4, 0.02, 0.001, 0.003)
    return (0.012, 0.9, 0.9, 0.03, 0.01, 0.03)


def _partly(cased: tuple[float, ...], place: int, known: int) -> tuple[float, ...]:
    """Return the same where some capitals are lost, of names and first words mostly."""
    if place == SENTENCE:  # after an exclamation a careful writer may use lower case
        return (0.05, *(0.9 * p for p in cased[1:]))
    if place not in (FRESH, STOPPED) and (place not in _INNER or known < NAME):
        return cased
    kept = 1 - LOST if place in (FRESH, STOPPED) else 1 - LOST_NAMES
    return (1 - kept * (1 - cased[0]), *(kept * p for p in cased[1:]))


def _listed(cased: tuple[float, ...], place: int, known: int) -> tuple[float, ...]:
    """Return the same in a list of names: nearly all capitals, and hardly a verb or a pronoun."""
    if known == PROSAIC:
        return tuple(0.15 * p for p in cased)
    if place not in (INSIDE, QUOTED):
        return cased
    if known == FUNCTION:
        return (0.9, 0.08, 0.08, 0.002, 0.0005, 0.0005)
    capitals = 0.9
    if KNOWN <= known < PRONOUN:
        capitals = 0.5 + 0.4 * LEVEL_CAPITALS[known - KNOWN]
    return (0.08, capitals, capitals, 0.12, 0.003, 0.03)
