"""Marks on letters: text without them, and the letters of a language that bear them.

An accent is a pattern over code points, as case is: ``é`` is ``e`` with a mark, one for one.  All
here works on text in its composed form (NFC); :func:`as_given` brings an answer back to the form
that a text came in.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np

from majuscule.arrays import U32, Bools
from majuscule.text.characters.alphabets import TURKISH
from majuscule.text.characters.codepoints import CodePoints, case_tables

_OTHERS = {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", TURKISH.into("ı"): "i"}
"""Marked letters that Unicode does not take apart; ı as Turkish text is read."""
_LETTERS_OF_THEIR_OWN = "й"
"""What Unicode takes apart and no writer does."""
LAST = 0x2000
"""Code points from here on bear no marks that a keyboard leaves out."""


@cache
def plain_letters() -> U32:
    """Return for each code point below LAST the small letter without its mark, or itself folded."""
    plain = np.arange(LAST, dtype=np.uint32)
    folded = case_tables().folded
    plain[: len(folded)] = folded[:LAST]
    for code in range(0xC0, LAST):
        letter = chr(int(plain[code]))
        parts = unicodedata.normalize("NFD", letter)
        marked = len(parts) > 1 and all(map(unicodedata.combining, parts[1:]))
        if marked and letter not in _LETTERS_OF_THEIR_OWN:
            plain[code] = ord(parts[0])
    for letter, base in _OTHERS.items():
        if ord(letter) < LAST:
            plain[plain == ord(letter)] = ord(base)
    return plain


def plain(codes: CodePoints) -> CodePoints:
    """Return code points in small letters without marks, of the same length.

    >>> from majuscule.text.characters.codepoints import decode, encode
    >>> decode(plain(encode("Ça GÊNE, Łódź")))
    'ca gene, lodz'
    """
    table = plain_letters()
    found = np.where(codes < LAST, table[np.minimum(codes, LAST - 1)], codes).astype(np.uint32)
    for letter, base in _OTHERS.items():
        if ord(letter) >= LAST:
            found[folded(found) == ord(letter)] = ord(base)
    return found


def folded(codes: CodePoints) -> CodePoints:
    """Return code points in small letters, marks kept."""
    table = case_tables().folded
    return np.where(codes < len(table), table[np.minimum(codes, len(table) - 1)], codes)


def marked(codes: CodePoints) -> Bools:
    """Tell which code points bear a mark that a plain keyboard would leave out."""
    found = plain(codes) != folded(codes)
    # A capital I may be either: it is how both are typed.
    dotless = np.uint32(ord(TURKISH.into("I")))
    return np.asarray(found & (codes != dotless))


def in_case_of(codes: CodePoints, letters: CodePoints) -> CodePoints:
    """Return letters as capitals where ``codes`` are."""
    upper = case_tables().upper
    raised = np.where(letters < len(upper), upper[np.minimum(letters, len(upper) - 1)], letters)
    return np.where(codes != folded(codes), raised, letters).astype(np.uint32)


def composed(text: str) -> str | None:
    """Return a text in its composed form, or None where that is another text: NFC and NFD pass."""
    found = unicodedata.normalize("NFC", text)
    return found if as_given(text, found) == text else None


def as_given(given: str, text: str) -> str:
    """Return a text decomposed where the given one was, else as it is."""
    decomposed = not unicodedata.is_normalized("NFC", given)
    return unicodedata.normalize("NFD", text) if decomposed else text
