"""Reading English times of day in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from majuscule.text.editing.numerals import MONEY, SCALES
from majuscule.text.editing.spoken import UNIT_VALUES, below_hundred

_TIMES = frozenset(
    [
        "about",
        "after",
        "around",
        "at",
        "before",
        "by",
        "from",
        "past",
        "since",
        "til",
        "till",
        "until",
    ]
)
"""Words before a time of day."""
_PARTS = frozenset(["morning", "afternoon", "evening"])
_HALVES = {("a", "m"): "a.m.", ("p", "m"): "p.m.", ("am",): "a.m.", ("pm",): "p.m."}
_HALVES |= {("a.m.",): "a.m.", ("p.m.",): "p.m.", ("a.m",): "a.m.", ("p.m",): "p.m."}
_QUARTERS: Mapping[tuple[str, ...], tuple[int, int]] = {
    ("half", "past"): (0, 30),
    ("quarter", "past"): (0, 15),
    ("quarter", "to"): (-1, 45),
}
"""Words before an hour -> hours to add, minutes."""
_IT_IS = ["it", "is"], ["it", "was"]
_COUNTED = frozenset(["half", "hundred", "per", "percent", *SCALES, *MONEY.values()])
"""Words after a number that is no hour: from a quarter to five percent."""


def time_of_day(words: Sequence[str], at: int) -> tuple[str, int] | None:
    """Return a time of day, such as ``5:30 p.m.``, and its size in words."""
    hour = below_hundred(words, at)
    if hour is None or not 1 <= hour.value <= 12:
        return None
    minute, size = "", 1
    oh = words[at + 1 : at + 2] in (["oh"], ["o"])
    found = below_hundred(words, at + 1 + oh)
    if found and (10 <= found.value < 60 or (oh and found.value < 10)):
        minute, size = f":{found.value:02}", 1 + oh + found.size
    half, more = _half_of_day(words, at + size)
    # Without a.m. or p.m., other minutes are ambiguous: since nine eleven.
    if half or (minute[-1:] in ("0", "5") and _is_told(words, at, at + size)):
        return f"{hour.value}{minute}{half}", size + more
    return None


def quarter_of_hour(words: Sequence[str], at: int) -> tuple[str, int] | None:
    """Return a time such as ``half past nine`` or ``a quarter to five p.m.``, and its size in
    words."""
    first = at + (words[at] == "a")
    found = _QUARTERS.get(tuple(words[first : first + 2]))
    hour = UNIT_VALUES.get(words[first + 2], 0) if found and first + 2 < len(words) else 0
    if found is None or not 1 <= hour <= 12:
        return None
    hours, minutes = found
    half, size = _half_of_day(words, first + 3)
    told = half or _is_told(words, at, first + 3) or words[at - 2 : at] in _IT_IS
    counted = not _COUNTED.isdisjoint(words[first + 3 : first + 4])
    if counted or (hours and not told) or words[at - 1 : at] == ["the"]:
        return None
    return f"{(hour + hours - 1) % 12 + 1}:{minutes}{half}", first + 3 + size - at


def _half_of_day(words: Sequence[str], at: int) -> tuple[str, int]:
    """Return `` a.m.`` or `` p.m.`` and its size in words, nothing and 0 if there is none."""
    for half, written in _HALVES.items():
        if tuple(words[at : at + len(half)]) == half:
            return f" {written}", len(half)
    return "", 0


def _is_told(words: Sequence[str], at: int, end: int) -> bool:
    """Return whether the words around a number say that it is a time of day."""
    part = words[end : end + 2] == ["in", "the"] and not _PARTS.isdisjoint(words[end + 2 : end + 3])
    return part or (at > 0 and words[at - 1] in _TIMES)
