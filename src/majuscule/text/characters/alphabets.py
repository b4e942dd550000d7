"""Alphabets with other case pairs: Turkish and its neighbours, with i İ and ı I; Dutch IJ.

The case tables have one pairing of letters.  Text in another alphabet is mapped one to one before
it is read, so that the tables pair its letters rightly, and mapped back after; so no length
changes, and the laws of case hold.

>>> text = "DİYARBAKIR, İzmir"
>>> TURKISH.recase(text, "lower"), TURKISH.recase("ığdır, izmir", "upper")
('diyarbakır, izmir', 'IĞDIR, İZMİR')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from majuscule.arrays import U32
from majuscule.text.characters.codepoints import decode, encode, mapped, recase


@dataclass(frozen=True)
class Alphabet:
    """How the letters of a language are mapped for the case tables.

    ``places``: a permutation of code points; ``digraph``: two letters that are capitalised together
    (*IJsland*), after mapping.
    """

    places: Mapping[int, int]
    digraph: str = ""

    def into(self, text: str) -> str:
        """Return a text mapped for the case tables."""
        if not self.places:
            return text
        return decode(mapped(encode(_dots_moved(text)), self._tables[0]))

    def out(self, text: str) -> str:
        """Undo :meth:`into`."""
        if not self.places:
            return text
        return _dots_moved(decode(mapped(encode(text), self._tables[1])))

    @cached_property
    def _tables(self) -> tuple[U32, U32]:
        """Return the code points that those up to the last mapped one are mapped to, and from."""
        into = np.arange(max(self.places) + 2, dtype=np.uint32)
        into[list(self.places)] = list(self.places.values())
        return into, np.argsort(into).astype(np.uint32)

    def recase(self, text: str, case: str) -> str:
        """Return the text in ``lower`` or ``upper`` case, letter by letter."""
        return self.out(recase(self.into(text), case))


def _dots_moved(text: str) -> str:
    """Return a text with İ for I and I for İ before a combining dot: a decomposed İ is paired with
    i."""
    if "\u0307" not in text:
        return text
    return _BEFORE_DOT.sub(lambda found: "\u0130" if found[0] == "I" else "I", text)


_BEFORE_DOT = re.compile("[I\u0130](?=\u0307)")
LATIN, DUTCH = Alphabet({}), Alphabet({}, "ij")
_DOTTED, _DOTLESS = (0x130, 0x69), (0x49, 0x131)
_SPARE = (0xA7B6, 0xA7B7)  # a case pair that these languages do not use
TURKISH = Alphabet(
    {
        _DOTTED[0]: _DOTLESS[0],
        _DOTLESS[0]: _SPARE[0],
        _SPARE[0]: _DOTTED[0],
        _DOTLESS[1]: _SPARE[1],
        _SPARE[1]: _DOTLESS[1],
    }
)


_ALPHABETS = {"tr": TURKISH, "az": TURKISH, "nl": DUTCH}


def alphabet_of(language: str) -> Alphabet:
    """Return the alphabet of a language tag.

    >>> alphabet_of("tr-TR") is TURKISH, alphabet_of("en") is LATIN
    (True, True)
    """
    return _ALPHABETS.get(language.lower().split("-")[0], LATIN)
