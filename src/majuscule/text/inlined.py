"""What several kernels do in their innermost loops, for kernels that run interpreted.

Compiled ones have the same from ``inlined.pxd``, which becomes part of each; tests hold the two
together.  Hashes have 63 bits, so that Python's unbounded product, masked, is C's wrapped one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

_MASK63 = 0x7FFFFFFFFFFFFFFF
FACTOR = 0x1B873593CC9E2D51
"""What :func:`step` multiplies by; odd, so that a step can be undone."""
SEED = 0x2545F4914F6CDD1D
"""Where hashes of words begin."""


def step(h: int, code: int) -> int:
    """Take one code point into the running hash that is a word's identity."""
    h = ((h ^ code) * FACTOR) & _MASK63
    return h ^ (h >> 29)


def mix(h: int, value: int) -> int:
    """Take a value into the running hash of a feature."""
    h = ((h ^ value) * 0x2B873593CC9E2D51) & _MASK63
    return h ^ (h >> 31)


def lower_bound(table: Sequence[int], key: int, low: int, high: int) -> int:
    """Return where a key stands, or would, between two places of a sorted table."""
    return bisect_left(table, key, low, high)


def contains(table: Sequence[int], key: int) -> bool:
    """Tell whether a sorted table holds a key."""
    at = bisect_left(table, key)
    return at < len(table) and table[at] == key


def hash_span(text: Sequence[int], start: int, end: int) -> int:
    """Hash folded code points (63 bits): the identity of a word everywhere in the package."""
    h = SEED
    for code in text[start:end]:
        h = step(h, code)
    return h


def kind_of(kinds: Sequence[int], code: int) -> int:
    """Return the kind of a code point; what is beyond Unicode is a symbol."""
    return kinds[code] if code < 0x110000 else 0


def is_wordy(kind: int) -> bool:
    """Tell the kinds of letters, digits and marks, which make words."""
    return kind >= 2


def is_digit(code: int) -> bool:
    """Tell ASCII digits: the ones whose value hardly ever tells anything about case."""
    return 0x30 <= code <= 0x39


def is_small(code: int) -> bool:
    """Tell small letters of ASCII: of folded text, what commands, tags and postcodes have."""
    return 0x61 <= code <= 0x7A


def is_letter(code: int) -> bool:
    """Tell small letters of most alphabets from figures, marks and protected text."""
    return is_small(code) or 0xC0 <= code < 0x2000


def is_quote(code: int) -> bool:
    """Tell typewriter and curly quotes."""
    return code in (0x22, 0x27) or 0x2018 <= code <= 0x201E


def is_apostrophe(code: int) -> bool:
    """Tell typewriter and curly apostrophes, and the accents typed for them."""
    return code in (0x27, 0x2019, 0x60, 0xB4)


def plain_letter(code: int) -> int:
    """Return the typewriter's apostrophe for the curly and the modifier one: n’t is n't."""
    return 0x27 if code in (0x2019, 0x2BC) else code
