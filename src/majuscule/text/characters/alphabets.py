"""Languages that pair letters otherwise: Turkish and its neighbours, with i İ and ı I; Dutch IJ.

The case tables know one pairing.  A text in another alphabet is read with its letters in each
other's places, one for one, and written back the same way; so no length changes, and every law of
case holds as it does for the rest.

>>> text = "DİYARBAKIR, İzmir"
>>> TURKISH.recase(text, "lower"), TURKISH.recase("ığdır, izmir", "upper")
('diyarbakır, izmir', 'IĞDIR, İZMİR')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from majuscule.text.characters.codepoints import recase


@dataclass(frozen=True)
class Alphabet:
    """How the letters of a language change places before the case tables are laid over them.

    ``places``: a permutation of letters; ``digraph``: two letters that are capitals together
    (*IJsland*), as the tables read them.
    """

    places: Mapping[int, int]
    digraph: str = ""

    def into(self, text: str) -> str:
        """Return a text as the tables read it."""
        return text.translate(self.places) if self.places else text

    def out(self, text: str) -> str:
        """Return what :meth:`into` was given."""
        return text.translate({to: at for at, to in self.places.items()}) if self.places else text

    def recase(self, text: str, case: str) -> str:
        """Return the text in ``lower`` or ``upper`` case, letter by letter."""
        return self.out(recase(self.into(text), case))


LATIN, DUTCH = Alphabet({}), Alphabet({}, "ij")
_DOTTED, _DOTLESS = (0x130, 0x69), (0x49, 0x131)
_SPARE = (0xA7B6, 0xA7B7)  # a pair of letters that these languages do not write
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
    """Return the alphabet of a language, named by its tag.

    >>> alphabet_of("tr-TR") is TURKISH, alphabet_of("en") is LATIN
    (True, True)
    """
    return _ALPHABETS.get(language.lower().split("-")[0], LATIN)
