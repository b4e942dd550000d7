"""Reading English whole numbers in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from majuscule.text.editing.numerals import SCALES, TENS, UNITS

UNIT_VALUES = {word: value for value, word in enumerate(UNITS)}
TEN_VALUES = {word: 10 * (2 + number) for number, word in enumerate(TENS)}


@dataclass(frozen=True, slots=True)
class Number:
    """A spoken number: its value, its size in words, and its figures and scale if special."""

    value: int
    size: int
    written: str = ""
    scale: str = ""


def cardinal(words: Sequence[str], at: int) -> Number | None:
    """Return the whole number that begins at a word; its scales must descend."""
    total, size, least = 0, 0, 10**15
    while True:
        gap = 1 if size and words[at + size : at + size + 1] == ["and"] else 0
        part = _below_thousand(words, at + size + gap)
        if part is None or (size and part.value == 0):
            break
        after = at + size + gap + part.size
        scale = SCALES.get(words[after], 0) if after < len(words) else 0
        if 10**scale >= least or (size and part.value >= least):
            break
        total, size = total + part.value * 10**scale, after + bool(scale) - at
        least = 10**scale
        if not scale:
            break
    return Number(total, size) if size else None


def _below_thousand(words: Sequence[str], at: int) -> Number | None:
    first = below_hundred(words, at)
    if first is None or words[at + first.size : at + first.size + 1] != ["hundred"]:
        return first
    if first.value == 0:
        return None
    size = first.size + 1
    gap = 1 if words[at + size : at + size + 1] == ["and"] else 0
    rest = below_hundred(words, at + size + gap)
    if rest is None or rest.value == 0:
        return Number(100 * first.value, size)
    return Number(100 * first.value + rest.value, size + gap + rest.size)


def below_hundred(words: Sequence[str], at: int) -> Number | None:
    word = words[at] if at < len(words) else ""
    if word in UNIT_VALUES:
        return Number(UNIT_VALUES[word], 1)
    if word not in TEN_VALUES:
        return None
    unit = UNIT_VALUES.get(words[at + 1], 0) if at + 1 < len(words) else 0
    return Number(TEN_VALUES[word] + unit, 2) if 0 < unit < 10 else Number(TEN_VALUES[word], 1)
