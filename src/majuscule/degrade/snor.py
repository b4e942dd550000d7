"""Standard normal orthographic representation: text as a recogniser writes it.

Capitals, no punctuation, numbers in words (NIST's SNOR, as Kubala et al. 1998 describe it for
broadcast news).  Apostrophes inside words stay.
"""

from __future__ import annotations

import re

import numpy as np

from majuscule.degrade.interface import Input
from majuscule.errors import UsageError

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*\.?|\d[\d,]*(?:\.\d+)?(?:st|nd|rd|th)?\b|[$€£%]|\n")
_SIGNS = {"$": "DOLLARS", "€": "EUROS", "£": "POUNDS", "%": "PERCENT"}


def snor(text: str) -> Input:
    """Return a text in SNOR with the way back; lines stay lines.

    >>> snor("In 2004, Mr. Smith's 21st try cost $5.").text
    "IN TWO THOUSAND AND FOUR MR SMITH'S TWENTY FIRST TRY COST DOLLARS FIVE"
    """
    parts: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    blank = False
    for match in _WORD.finditer(text):
        word = _spoken(match[0])
        if blank and word != "\n" and parts[-1] != "\n":
            word = " " + word
        blank = True
        parts.append(word)
        exact = len(word.lstrip(" ")) == match.end() - match.start()
        for at in range(len(word)):
            place = at - (len(word) - len(word.lstrip(" "))) if exact else -1
            begins.append(match.start() + max(place, 0))
            ends.append(match.start() + place + 1 if place >= 0 else match.end())
    return Input("".join(parts), np.array(begins, np.int32), np.array(ends, np.int32))


def _spoken(word: str) -> str:
    if word in _SIGNS:
        return _SIGNS[word]
    if not word[0].isdigit():
        return word.rstrip(".").replace("’", "'").upper()
    try:
        from num2words import num2words
    except ImportError as error:
        raise UsageError(
            "writing numbers in words needs num2words: pip install 'majuscule[degrade]'"
        ) from error
    number = re.match(r"[\d,]+(?:\.\d+)?", word)
    digits = (number[0] if number else word).replace(",", "")
    kind = "ordinal" if word[-1].isalpha() else "cardinal"
    value = float(digits) if "." in digits else int(digits)
    return re.sub(r"[^A-Z]+", " ", num2words(value, to=kind).upper()).strip()
