"""Functions of the innermost loops of several kernels, for interpreted kernels.

Compiled kernels inline their C versions from ``inlined.pxd``; tests check that both agree.  Hashes
have 63 bits: Python's product, masked, then equals C's product modulo 2**64, masked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

_MASK63 = 0x7FFFFFFFFFFFFFFF
FACTOR = 0x1B873593CC9E2D51
"""The multiplier of :func:`step`; odd, so that steps can be undone."""
SEED = 0x2545F4914F6CDD1D
"""The seed of word hashes."""


def step(h: int, code: int) -> int:
    """Mix a code point into the hash of a word."""
    h = ((h ^ code) * FACTOR) & _MASK63
    return h ^ (h >> 29)


def mix(h: int, value: int) -> int:
    """Mix a value into the hash of a feature."""
    h = ((h ^ value) * 0x2B873593CC9E2D51) & _MASK63
    return h ^ (h >> 31)


def lower_bound(table: Sequence[int], key: int, low: int, high: int) -> int:
    """Return the insertion index of a key in ``table[low:high]``, which is sorted."""
    return bisect_left(table, key, low, high)


def contains(table: Sequence[int], key: int) -> bool:
    """Return whether a sorted table contains a key."""
    at = bisect_left(table, key)
    return at < len(table) and table[at] == key


def row_of(cells: memoryview, homes: int, key: int) -> int:
    """Return the row of a key in the cells of a ``majuscule.tagging.scoring.index.KeyIndex``,
    or -1."""
    home = key * homes >> 32
    while cells[home, 14] < key:
        home += 1
    for at in range(15):
        if cells[home, at] == key < 0xFFFFFFFF:
            return int(cells[home, 15]) + at
    return -1


def hash_span(text: Sequence[int], start: int, end: int) -> int:
    """Return the 63-bit hash of folded code points, which identifies words across the package."""
    h = SEED
    for code in text[start:end]:
        h = step(h, code)
    return h


def kind_of(kinds: Sequence[int], code: int) -> int:
    """Return the kind of a code point; values beyond Unicode are symbols."""
    return kinds[code] if code < 0x110000 else 0


def is_wordy(kind: int) -> bool:
    """Return whether a kind of code point is part of words: letters, digits and marks."""
    return kind >= 2


def is_digit(code: int) -> bool:
    """Return whether a code point is an ASCII digit."""
    return 0x30 <= code <= 0x39


def is_small(code: int) -> bool:
    """Return whether a code point is a lower-case ASCII letter."""
    return 0x61 <= code <= 0x7A


def is_letter(code: int) -> bool:
    """Return whether a folded code point is a letter, approximately: a-z or U+00C0 to U+1FFF."""
    return is_small(code) or 0xC0 <= code < 0x2000


def is_quote(code: int) -> bool:
    """Return whether a code point is a straight or curly quote."""
    return code in (0x22, 0x27) or 0x2018 <= code <= 0x201E


def is_apostrophe(code: int) -> bool:
    """Return whether a code point is a straight or curly apostrophe, or an accent used as one."""
    return code in (0x27, 0x2019, 0x60, 0xB4)


def plain_letter(code: int) -> int:
    """Map the curly and the modifier apostrophe to the straight one, so that n’t is n't."""
    return 0x27 if code in (0x2019, 0x2BC) else code
