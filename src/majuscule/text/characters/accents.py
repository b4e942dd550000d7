"""Diacritics: removing them from text, and finding the letters that have them.

Accents, like case, map code points one to one: ``é`` is ``e`` with a mark.  All functions need
composed text (NFC); :func:`lines_as_given` restores the normal form of the input.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np

from majuscule.arrays import U32, Bools
from majuscule.text.characters.alphabets import TURKISH
from majuscule.text.characters.codepoints import COVERED, CodePoints, case_tables, fold

_OTHERS = {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", TURKISH.into("ı"): "i"}
"""Marked letters without a decomposition in Unicode; ı as mapped by the Turkish alphabet."""
_LETTERS_OF_THEIR_OWN = "й"
"""Letters that Unicode decomposes although nobody writes them without their mark."""
LAST = 0x2000
"""Code points from here on are not stripped, but for ``_OTHERS``."""


@cache
def plain_letters() -> U32:
    """Return the folded letter without its mark for each code point below LAST, uint32 (LAST,)."""
    plain = np.arange(LAST, dtype=np.uint32)
    folded = case_tables().folded
    plain[: len(folded)] = folded[:LAST]
    for code in range(0xC0, LAST):
        letter = chr(int(plain[code]))
        parts = unicodedata.normalize("NFD", letter)
        marked = len(parts) > 1 and all(map(unicodedata.combining, parts[1:]))
        # A capital that has no lower case of its length, such as ᾈ, keeps its marks.
        if marked and letter not in _LETTERS_OF_THEIR_OWN and parts[0] == parts[0].lower():
            plain[code] = ord(parts[0])
    for letter, base in _OTHERS.items():
        if ord(letter) < LAST:
            plain[plain == ord(letter)] = ord(base)
    return plain


def plain(codes: CodePoints) -> CodePoints:
    """Return code points in lower case without marks, of the same length.

    >>> from majuscule.text.characters.codepoints import decode, encode
    >>> decode(plain(encode("Ça GÊNE, Łódź")))
    'ca gene, lodz'
    """
    found = plain_letters()[np.minimum(codes, LAST - 1)]
    late = np.flatnonzero(codes >= LAST)  # few, as a rule
    found[late] = fold(codes[late])
    for letter, base in _OTHERS.items():
        if ord(letter) >= LAST:
            found[late[found[late] == ord(letter)]] = ord(base)
    return found


def marked(codes: CodePoints) -> Bools:
    """Return for each code point whether it has a mark that :func:`plain` removes."""
    # A Turkish capital I is typed both for itself and for İ.
    dotless = np.uint32(ord(TURKISH.into("I")))
    return np.asarray((plain(codes) != fold(codes)) & (codes != dotless))


def in_case_of(codes: CodePoints, letters: CodePoints) -> CodePoints:
    """Return ``letters``, as capitals where ``codes`` are."""
    upper = case_tables().upper
    raised = np.where(letters < len(upper), upper[np.minimum(letters, len(upper) - 1)], letters)
    return np.where(codes != fold(codes), raised, letters).astype(np.uint32)


def composed(text: str) -> str | None:
    """Return a text in NFC, or None if it is in neither NFC nor NFD, so that it could not be
    converted back."""
    result = unicodedata.normalize("NFC", text)
    return result if as_given(text, result) == text else None


def composed_lines(text: str) -> str:
    """Return a text in NFC, with its lines that have no :func:`composed` form covered."""
    whole = composed(text)
    if whole is not None:
        return whole
    lines = ((line, composed(line)) for line in text.split("\n"))
    return "\n".join(chr(COVERED) * len(line) if one is None else one for line, one in lines)


def in_place(before: str, after: str) -> bool:
    """Return whether a text has its letters where they were before its accents changed."""
    if len(before) != len(after) or unicodedata.is_normalized("NFC", before):
        return len(before) == len(after)
    signs = ([unicodedata.combining(one) > 0 for one in text] for text in (before, after))
    return next(signs) == next(signs)


def as_given(given: str, text: str) -> str:
    """Return ``text`` in NFD if ``given`` is not in NFC, else as it is."""
    decomposed = not unicodedata.is_normalized("NFC", given)
    return unicodedata.normalize("NFD", text) if decomposed else text


def lines_as_given(given: str, text: str) -> str:
    """Return ``text``, which was made of :func:`composed_lines`, in the normal forms of ``given``.

    >>> lines_as_given("e\u0301\\n\u00e9\u0301", composed_lines("e\u0301\\n\u00e9\u0301"))
    'e\u0301\\n\u00e9\u0301'
    """
    if composed(given) is not None:
        return as_given(given, text)
    lines = zip(given.split("\n"), text.split("\n"), strict=True)
    return "\n".join(one if chr(COVERED) in new else as_given(one, new) for one, new in lines)
