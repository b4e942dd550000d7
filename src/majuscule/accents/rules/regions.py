"""Accents that the countries of a language write differently.

Portugal writes *económico* and *bebé* where Brazil writes *econômico* and *bebê*: the vowel before
a nasal consonant and another vowel is open in one, closed in the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from majuscule.text.characters.codepoints import CodePoints, decode, encode

_NASAL = "(?=[mn][aeiou])"
_RULES: Mapping[str, tuple[re.Pattern[str], Mapping[int, int]]] = {
    "pt-pt": (
        re.compile(
            rf"(?<!\best)ô{_NASAL}|(?<!\bf)ê{_NASAL}"  # but estômago, fêmea
            r"|(?:(?<=\b(?:beb|bid|pur))|(?<=\bguich)|(?<=\bcroch))ê(?=s?\b)"
        ),
        str.maketrans("êô", "éó"),
    ),
    "pt-br": (re.compile(rf"[éó]{_NASAL}(?!\w+z\b)"), str.maketrans("éó", "êô")),  # but Gómez
}
"""What a country writes otherwise, in lower case, and how."""


def as_written_in(codes: CodePoints, language: str) -> CodePoints:
    """Return code points in lower case with the accents of the country in a language tag.

    >>> decode(as_written_in(encode("o bebê econômico"), "pt-PT"))
    'o bebé económico'
    """
    rule = _RULES.get(language.lower())
    if rule is None:
        return codes
    pattern, letters = rule
    return encode(pattern.sub(lambda found: found[0].translate(letters), decode(codes)))
