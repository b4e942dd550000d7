"""English numbers in words, as a speech recogniser writes them."""

from __future__ import annotations

import re

_UNITS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
UNITS, TENS = tuple(_UNITS.split()), tuple(_TENS.split())
SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
MONEY = {"$": "dollars", "£": "pounds", "€": "euros"}

_FIGURES = re.compile(
    r"(?<![\w.,:/-])(?P<money>[$£€])?(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,12})(?P<part>\.\d+)?"
    r"(?:(?P<ordinal>st|nd|rd|th)\b|(?P<percent>\s?%)|(?P<scale> (?:thousand|[mbtr]+illion))"
    r"|(?![\w:/-]|[.,]\d))"
)


def cardinal(value: int) -> str:
    """Return a whole number in words, from 0 to below 10**15.

    >>> cardinal(1_021_300)
    'one million twenty one thousand three hundred'
    """
    if value < 20:
        return UNITS[value]
    if value < 100:
        tens, unit = divmod(value, 10)
        return TENS[tens - 2] + (f" {UNITS[unit]}" if unit else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return f"{UNITS[hundreds]} hundred" + (f" {cardinal(rest)}" if rest else "")
    for scale, zeros in reversed(SCALES.items()):
        high, rest = divmod(value, 10**zeros)
        if high:
            return f"{cardinal(high)} {scale}" + (f" {cardinal(rest)}" if rest else "")
    raise AssertionError(value)


def ordinal(value: int) -> str:
    """Return a whole number as an ordinal: ``twenty first``."""
    *before, last = cardinal(value).split()
    last = ORDINALS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return " ".join([*before, last])


def year(value: int) -> str:
    """Return a year from 1100 to 2099 in words: ``nineteen eighty four``, ``two thousand six``,
    ``twenty ten``."""
    high, low = divmod(value, 100)
    if low == 0:
        return cardinal(value) if high % 10 == 0 else f"{cardinal(high)} hundred"
    if high == 20 and low < 10:
        return cardinal(value)
    return f"{cardinal(high)} {'oh ' if low < 10 else ''}{cardinal(low)}"


def say_figures(text: str) -> str:
    """Return a text with its numbers, money and percentages in words; other figures stay.

    >>> say_figures("In 1984, 5% of the 21st, at 5:30.")
    'In nineteen eighty four, five percent of the twenty first, at 5:30.'
    """
    return _FIGURES.sub(_said, text)


def _said(match: re.Match[str]) -> str:
    whole, part = match["whole"], match["part"] or ""
    value = int(whole.replace(",", ""))
    if match["ordinal"]:
        return match[0] if part else ordinal(value)
    bare = not (match["money"] or match["percent"] or match["scale"] or part)
    if bare and len(whole) == 4 and 1100 <= value < 2100:
        return year(value)
    words = cardinal(value)
    if part and not (match["money"] and len(part) == 3 and not match["scale"]):
        words += " point " + " ".join(UNITS[int(digit)] for digit in part[1:])
    if match["scale"]:
        words += match["scale"]
    if match["percent"]:
        words += " percent"
    if match["money"]:
        words += f" {MONEY[match['money']]}"
        if part and len(part) == 3 and not match["scale"] and int(part[1:]):
            words += f" and {cardinal(int(part[1:]))} cents"
    return words
