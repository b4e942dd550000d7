"""Spoken English numbers, addresses and spelled words, inside which no mark is inserted.

A number said digit by digit (*call oh one two double five six*), an address (*example dot com slash
help*) and a spelled word (*the n y s e*) are units, though any word of them could end a sentence.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

import numpy as np

from majuscule.arrays import I64, U64, Bools
from majuscule.text.editing.addresses import ENDINGS, SERVICES
from majuscule.text.editing.numerals import UNITS
from majuscule.text.keys import find_keys
from majuscule.text.tokenizing.tokens import hash_words

_FEWEST = 5
"""Least words of a number said digit by digit; fewer may belong to two sentences."""
_FEWEST_SURE = 3
"""The same for a sure number: with *oh* inside, or after one of _NUMBERED."""
_NUMBERED = """
apartment call called calling channel code dial dialled dialed episode extension flight gate highway
line number page platform road room route section suite train unit
"""
_EMERGENCY = [9, 1, 1]
_OH, _W = 10, 5  # indices in the lists below
_LETTERS = 3
"""Least letters of a spelled word; two may be chat (*r u*)."""
_WORDS = [ascii_lowercase.index(one) for one in "ai"]


def continues_unit(words: U64, lines: Bools) -> Bools:
    """Return after which words, by their hashes, a number, an address or a spelled word continues.

    ``lines``: whether the word ends its line.
    """
    letters = spelled(words, lines)
    spells_on = letters & _before(letters) & ~lines
    return _number_goes_on(words, lines) | _address_goes_on(words, lines) | spells_on


def spelled(words: U64, lines: Bools) -> Bools:
    """Return which words are letters of a spelled word: three or more in a row, except *a* and *i*
    at its ends, which may be words (*in the u s i think*)."""
    letters = _among(words, tuple(ascii_lowercase))
    found = np.zeros(len(words), np.bool_)
    on = _before(letters >= 0) & (letters >= 0) & ~lines
    for first, stop in np.flatnonzero(np.diff(on, prepend=False, append=False)).reshape(-1, 2):
        sure = first + np.flatnonzero(~np.isin(letters[first : stop + 1], _WORDS))
        if stop - first >= _LETTERS - 1 and len(sure) > 1:
            found[sure[0] : sure[-1] + 1] = True
    return found


def _number_goes_on(words: U64, lines: Bools) -> Bools:
    """Return after which words a number continues; counting (*one two three four five*) is none."""
    digits = _among(words, (*UNITS[:10], "oh", "double", "triple"))
    on = _before(digits >= 0) & (digits >= 0) & ~lines
    if not on.any():
        return on
    numbered = _among(words, tuple(_NUMBERED.split())) >= 0
    for first, last in np.flatnonzero(np.diff(on, prepend=False, append=False)).reshape(-1, 2):
        said = digits[first : last + 1].copy()
        named = numbered[first - 1 : first].any()
        sure = named or _OH in said[1:-1] or said.tolist() == _EMERGENCY
        fewest = _FEWEST_SURE if sure else _FEWEST
        said[said == _OH] = 0
        if len(said) < fewest or (np.diff(said) == 1).all():
            on[first:last] = False
        elif named and not lines[first - 1]:
            on[first - 1] = True
    return on


def _address_goes_on(words: U64, lines: Bools) -> Bools:
    """Return after which words an address continues: around *dot* before a top-level domain."""
    dots = _among(words, ("dot",)) >= 0
    on = np.zeros(len(words), np.bool_)
    ends = dots & _before(_among(words, ENDINGS) >= 0)
    if not ends.any():
        return on
    parts = _among(words, ("dot", "dash", "hyphen", "underscore", "slash", "w"))
    services = _among(words, SERVICES) >= 0
    at_word = _among(words, ("at",)) >= 0
    for dot in np.flatnonzero(ends).tolist():
        first = max(0, dot - 1)
        while first >= 2 and (parts[first - 1] in range(4) or _is_mail(at_word, services, first)):
            first -= 2
        while first and parts[first - 1] == _W == parts[first]:
            first -= 1
        last = dot + 1
        while last + 2 < len(words) and parts[last + 1] >= 0:
            last += 2
        on[first:last] = True
    return on & ~lines


def _is_mail(at_word: Bools, services: Bools, host: int) -> bool:
    return bool(at_word[host - 1] and services[host])


def _before(found: Bools) -> Bools:
    """Return for each word whether the next one is in ``found``."""
    return np.append(found[1:], np.zeros(min(1, len(found)), np.bool_))


def _among(words: U64, forms: tuple[str, ...]) -> I64:
    """Return the index in ``forms`` of each word, by its hash, -1 for none."""
    hashes, order, near = _known(forms)
    found = np.full(len(words), -1, np.int64)
    tried = np.flatnonzero(near[words & np.uint64(len(near) - 1)])
    rows, known = find_keys(hashes, words[tried])
    found[tried[known]] = order[rows[known]]
    return found


@cache
def _known(forms: tuple[str, ...]) -> tuple[U64, I64, Bools]:
    """Return the sorted hashes of forms, the index of each one's form, and a filter on the last 12
    bits of a hash, which most other words do not pass."""
    hashes = hash_words(list(forms))
    order, near = np.argsort(hashes), np.zeros(1 << 12, np.bool_)
    near[hashes & np.uint64(len(near) - 1)] = True
    return hashes[order], order, near
