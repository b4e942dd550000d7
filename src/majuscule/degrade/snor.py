"""Standard normal orthographic representation (SNOR): text as a recogniser writes it.

Capitals, no punctuation, numbers in words (NIST's format, as Kubala et al. 1998 describe it for
broadcast news).  Apostrophes inside words stay; ``U.S.`` becomes ``U S``, ``$5`` becomes ``FIVE
DOLLARS``, and four digits that can be a year are read as a year.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from majuscule.degrade.interface import EngineInput
from majuscule.extras import require
from majuscule.text.tokenizing.passages import read_passage

_PART = re.compile(
    r"['’]?[^\W\d_]+(?:['’][^\W\d_]+)*|\d[\d,]*(?:\.\d+)?(?:(?:st|nd|rd|th|s)\b)?|[$€£%]"
)
_NUMBER = re.compile(r"[\d,]*(?:\.\d+)?")
_MONEY = {"$": "DOLLARS", "€": "EUROS", "£": "POUNDS"}
_SCALES = frozenset({"HUNDRED", "THOUSAND", "MILLION", "BILLION", "TRILLION"})
_YEARS = range(1100, 2100)


class _Output:
    """The output so far, and the source span of each of its letters."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.begins: list[int] = []
        self.ends: list[int] = []
        self.money: tuple[str, int] | None = None  # written before the amount, spoken after it
        self.amount: tuple[int, int] | None = None  # source span of the amount

    def put(self, word: str, first: int, last: int, letter_by_letter: bool = False) -> None:
        """Write a word with the source span ``first`` to ``last``."""
        self.parts.append(word)
        for at in range(len(word)):
            self.begins.append(first + at if letter_by_letter else first)
            whole = not letter_by_letter or at == len(word) - 1
            self.ends.append(last if whole else first + at + 1)

    def blank(self, first: int, last: int) -> None:
        if self.parts and self.parts[-1] != "\n":
            self.put(" ", first, last)

    def put_currency(self) -> None:
        """Write the currency of the amount that has been written, if there is one."""
        if self.money is None:
            return
        name, at = self.money
        first, last = self.amount or (at, at + 1)
        self.blank(first, last)
        self.put(name, first, last)
        self.money = self.amount = None


def snor(text: str) -> EngineInput:
    """Return a text in SNOR with its source spans; line breaks stay.

    >>> snor("In 2004, Mr. Smith's 21st try cost $5.").text
    "IN TWO THOUSAND FOUR MR SMITH'S TWENTY FIRST TRY COST FIVE DOLLARS"
    """
    tokens = read_passage(text).tokens
    out = _Output()
    done = 0  # end of the previous word
    for start, end in tokens.spans():
        pieces = list(_PART.finditer(text, start, end))
        for match in pieces:
            first = match.start()
            # The full stop of an abbreviation goes with its last letter.
            last = end if match is pieces[-1] else match.end()
            if out.amount is not None and match[0].upper() not in _SCALES:
                out.put_currency()
            _break_lines(text, done, first, out)
            # Tokens without a blank between them, as in does n't and Smith 's.
            joined = (
                first == done and text[first - 1 : first].isalpha() and not match[0][0].isdecimal()
            )
            done = last
            if match[0] in _MONEY:
                out.put_currency()
                out.money = _MONEY[match[0]], first
                continue
            if out.money is not None and out.amount is None:
                if match[0][0].isdecimal():
                    first = out.money[1]
                else:
                    out.put_currency()
            if not joined:
                out.blank(first, last)
            word = _spoken(match[0])
            by_letter = len(word) == len(match[0]) and not match[0][0].isdecimal()
            out.put(word, first, last, by_letter)
            if out.money is not None:
                out.amount = first, last
    out.put_currency()
    _break_lines(text, done, len(text), out)
    return EngineInput(
        "".join(out.parts), np.array(out.begins, np.int32), np.array(out.ends, np.int32)
    )


def _break_lines(text: str, first: int, last: int, out: _Output) -> None:
    for at in range(first, last):
        if text[at] == "\n":
            out.put_currency()
            out.put("\n", at, at + 1)


@lru_cache(maxsize=1 << 14)
def _spoken(word: str) -> str:
    if word == "%":
        return "PERCENT"
    if not word[0].isdecimal():
        return word.replace("’", "'").upper()
    num2words = require("num2words", "writing numbers in words", "degrade").num2words
    number = _NUMBER.match(word)
    written = number[0] if number else word
    digits = written.replace(",", "")
    kind = "ordinal" if word[-1] in "tdh" else "cardinal"
    try:
        value = float(digits) if "." in digits else int(digits)
        if len(written) == 4 and value in _YEARS and kind == "cardinal":
            kind = "year"
        spoken = num2words(value, to=kind).upper()
    except (OverflowError, TypeError, ValueError):  # too large to be read: digit by digit
        spoken = " ".join(num2words(int(one)).upper() for one in digits if one.isdecimal())
    spoken = re.sub(r"[^A-Z]+", " ", spoken.replace(" AND ", " ")).strip()
    if word[-1] == "s":
        return f"{spoken[:-1]}IES" if spoken.endswith("Y") else f"{spoken}S"
    return spoken
