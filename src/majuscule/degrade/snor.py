"""Standard normal orthographic representation: text as a recogniser writes it.

Capitals, no punctuation, numbers in words (NIST's SNOR, as Kubala et al. 1998 describe it for
broadcast news).  Apostrophes inside words stay; ``U.S.`` becomes ``U S``.
"""

from __future__ import annotations

import re

import numpy as np

from majuscule.degrade.interface import Input
from majuscule.errors import UsageError
from majuscule.text.passages import read_passage

_PART = re.compile(r"['’]?[^\W\d_]+(?:['’][^\W\d_]+)*|\d[\d,]*(?:\.\d+)?(?:st|nd|rd|th)?|[$€£%]")
_NUMBER = re.compile(r"[\d,]*(?:\.\d+)?")
_SIGNS = {"$": "DOLLARS", "€": "EUROS", "£": "POUNDS", "%": "PERCENT"}


def snor(text: str) -> Input:
    """Return a text in SNOR with the way back; lines stay lines.

    >>> snor("In 2004, Mr. Smith's 21st try cost $5.").text
    "IN TWO THOUSAND AND FOUR MR SMITH'S TWENTY FIRST TRY COST DOLLARS FIVE"
    """
    tokens = read_passage(text).tokens
    parts: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    line = 0  # where the last word ended
    for start, end in zip(tokens.starts.tolist(), tokens.ends.tolist(), strict=True):
        found = list(_PART.finditer(text, start, end))
        for match in found:
            first = match.start()
            # The full stop of an abbreviation goes with its last letter.
            last = end if match is found[-1] else match.end()
            for at in range(line, first):
                if text[at] == "\n":
                    _put("\n", at, at + 1, False, parts, begins, ends)
            # what the tokens part without a blank, as in does n't and Smith 's
            joined = (
                first == line and text[first - 1 : first].isalpha() and not match[0][0].isdigit()
            )
            if parts and parts[-1] != "\n" and not joined:
                _put(" ", first, last, False, parts, begins, ends)
            word = _spoken(match[0])
            _put(word, first, last, len(word) == len(match[0]), parts, begins, ends)
            line = last
    for at in range(line, len(text)):
        if text[at] == "\n":
            _put("\n", at, at + 1, False, parts, begins, ends)
    return Input("".join(parts), np.array(begins, np.int32), np.array(ends, np.int32))


def _put(
    word: str,
    first: int,
    last: int,
    letter_by_letter: bool,
    parts: list[str],
    begins: list[int],
    ends: list[int],
) -> None:
    """Write a word that stands for ``first`` to ``last`` of the source."""
    parts.append(word)
    for at in range(len(word)):
        begins.append(first + at if letter_by_letter else first)
        whole = not letter_by_letter or at == len(word) - 1
        ends.append(last if whole else first + at + 1)


def _spoken(word: str) -> str:
    if word in _SIGNS:
        return _SIGNS[word]
    if not word[0].isdigit():
        return word.replace("’", "'").upper()
    try:
        from num2words import num2words
    except ImportError as error:
        raise UsageError(
            "writing numbers in words needs num2words: pip install 'majuscule[degrade]'"
        ) from error
    number = _NUMBER.match(word)
    digits = (number[0] if number else word).replace(",", "")
    kind = "ordinal" if word[-1].isalpha() else "cardinal"
    value = float(digits) if "." in digits else int(digits)
    try:
        return re.sub(r"[^A-Z]+", " ", num2words(value, to=kind).upper()).strip()
    except (OverflowError, TypeError):  # longer than there are words for: digit by digit
        return " ".join(num2words(int(one)).upper() for one in digits if one.isdigit())
