"""Inverse text normalisation: spoken numbers become figures.

Numbers, decimals, ordinals, years, money, percentages and times of day, by a small grammar that
matches the longest phrase from each word on.  Whole numbers below ten stay words where they count
(*two people*), as in most house styles, and so do ambiguous numbers: adjacent ones (*nine eleven*),
ranges with one end in words (*five to ten people*), and *pounds* without pence or millions, which
may be a weight.  A phrase never crosses a mark or a line break.  Spoken addresses of hosts and
e-mail are written out too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from majuscule.text.editing.addresses import find_addresses
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.editing.numerals import ORDINALS, SCALES, TENS, UNITS

_WORD = re.compile(r"\b[ap]\.m\b\.?|[a-z]+(?:'[a-z]+)*", re.IGNORECASE)
_BETWEEN = re.compile(r"-|[^\S\n]+")
"""What may be between the words of a number."""
_UNITS = {word: value for value, word in enumerate(UNITS)}
_TENS = {word: 10 * (2 + number) for number, word in enumerate(TENS)}
_ORDINALS = {
    (ORDINALS.get(word) or (f"{word[:-1]}ieth" if word.endswith("y") else f"{word}th")): word
    for word in (*UNITS, *TENS, "hundred", "thousand", "million")
}
_MONEY = {
    "dollar": "$",
    "dollars": "$",
    "pound": "£",
    "pounds": "£",
    "euro": "€",
    "euros": "€",
}
_DECADES = {f"{word[:-1]}ies": value for word, value in _TENS.items()}
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
_TOGETHER = frozenset(("to", "or"))
_REPEATED = {"double": 2, "triple": 3}
_HALVES = {("a", "m"): "a.m.", ("p", "m"): "p.m.", ("am",): "a.m.", ("pm",): "p.m."}
_HALVES |= {("a.m.",): "a.m.", ("p.m.",): "p.m.", ("a.m",): "a.m.", ("p.m",): "p.m."}


@dataclass(frozen=True, slots=True)
class _Number:
    """A spoken number: its value, its size in words, and its figures and scale if special."""

    value: int
    size: int
    written: str = ""
    scale: str = ""


def write_figures(text: str) -> EditedText:
    """Return a text with its numbers in figures.

    >>> print(write_figures("in nineteen eighty four twenty one people paid three dollars"))
    in 1984 21 people paid $3
    """
    return EditedText.make(text, find_figures(text))


def find_figures(text: str, marks: Mapping[int, str] | None = None) -> Iterator[Edit]:
    """Yield the edits that write the numbers of a text in figures.

    ``marks``: punctuation that will be inserted, by offset; no phrase crosses it.
    """
    marks = marks or {}
    done = 0
    for address in find_addresses(text):
        if not any(address.start < mark < address.end for mark in marks):
            yield from _numbers(text, done, address.start, marks)
            yield address
            done = address.end
    yield from _numbers(text, done, len(text), marks)


def _numbers(text: str, first: int, last: int, marks: Mapping[int, str]) -> Iterator[Edit]:
    """Yield the edits of the numbers between two offsets."""
    run: list[re.Match[str]] = []
    stops = iter([*(mark for mark in marks if mark > first), len(text) + 1])
    stop = next(stops)
    for word in _WORD.finditer(text, first, last):
        apart = bool(run) and not _BETWEEN.fullmatch(text, run[-1].end(), word.start())
        while stop <= word.start():
            apart, stop = True, next(stops)
        around = text[max(0, word.start() - 1) : word.start()], text[word.end() : word.end() + 1]
        glued = any(map(str.isalnum, around))
        if apart or glued:
            yield from _numbers_of_run(run, text, marks)
            run = []
        if not glued:
            run.append(word)
    yield from _numbers_of_run(run, text, marks)


def _numbers_of_run(
    run: Sequence[re.Match[str]], text: str, marks: Mapping[int, str]
) -> Iterator[Edit]:
    """Yield the edits of the numbers in a run of words with nothing but spaces or hyphens
    between."""
    words = [word[0].lower() for word in run]
    phrases = list(_phrases(words))
    for number, (at, size, written) in enumerate(phrases):
        if not written or _is_doubtful(words, phrases, number):
            continue
        begin, end = run[at].start(), run[at + size - 1].end()
        if written.endswith(".") and (marks.get(end) or text[end : end + 1]) == ".":
            written = written[:-1]  # no double full stop: at 10 p.m.
        yield Edit(begin, end, written)


def _phrases(words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield for each number the index of its first word, its size in words, and its figures, empty
    if it stays in words."""
    at = 0
    while at < len(words):
        written, size = _phrase(words, at)
        if size:
            yield at, size, written
        at += max(1, size)


def _is_doubtful(
    words: Sequence[str], phrases: Sequence[tuple[int, int, str]], number: int
) -> bool:
    """Return whether a number should stay in words because of an adjacent one."""

    def plain(other: int) -> bool:
        written = phrases[other][2]
        return not written or (len(written) < 4 and written.isdecimal())

    def gap(other: int) -> Sequence[str]:
        return words[phrases[other - 1][0] + phrases[other - 1][1] : phrases[other][0]]

    if not plain(number):
        return False
    for after in (number, number + 1):
        beside = after - 1 if after == number else after
        if 0 < after < len(phrases) and plain(beside):
            between = gap(after)
            small = not (phrases[number][2] and phrases[beside][2])
            if not between or (len(between) == 1 and between[0] in _TOGETHER and small):
                return True
    return False


def _phrase(words: Sequence[str], at: int) -> tuple[str, int]:
    """Return the figures of the number that begins at a word, empty if it stays in words, and its
    size in words, 0 if there is none."""
    found = _ordinal(words, at) or _digits(words, at) or _amount(words, at)
    if found is None:
        return "", 0
    after = at + found.size
    rest = words[after : after + 2]
    if not found.written and not found.scale and (time := _time(words, at)):
        return time
    if range_ := _range(words, found, after):
        return range_
    plain = found.written or _grouped(found.value)
    if found.written.endswith(("st", "nd", "rd", "th")):
        return found.written, found.size
    if rest[:1] == ["percent"] or rest == ["per", "cent"]:
        return f"{plain}{found.scale}%", found.size + len(rest[: 1 if rest[0] == "percent" else 2])
    if rest and rest[0] in _MONEY:
        money = _money(words, found, after, f"{_MONEY[rest[0]]}{plain}{found.scale}")
        if found.scale or money[1] > found.size + 1 or not rest[0].startswith("pound"):
            return money
    if found.value < 10 and not found.written and not found.scale:
        return "", found.size
    return f"{plain}{found.scale}", found.size


def _range(words: Sequence[str], found: _Number, after: int) -> tuple[str, int] | None:
    """Return a range of percentages or times, such as ``5 to 10%``, and its size in words."""
    # A word must follow "to".
    if words[after:-1][:1] != ["to"] or found.written or found.scale:
        return None
    end, size = _phrase(words, after + 1)
    if "%" in end or (end.endswith(".m.") and 1 <= found.value <= 12):
        return f"{_grouped(found.value)} to {end}", found.size + 1 + size
    return None


def _money(words: Sequence[str], found: _Number, after: int, written: str) -> tuple[str, int]:
    """Return an amount of money with any cents, and its size in words."""
    size = found.size + 1
    at = after + 1 + (words[after + 1 : after + 2] == ["and"])
    cents = _below_hundred(words, at)
    part = words[at + cents.size : at + cents.size + 1] if cents else []
    if cents and part in (["cents"], ["pence"]) and not found.scale:
        return f"{written}.{cents.value:02}", at + cents.size + 1 - (after - found.size)
    return written, size


def _time(words: Sequence[str], at: int) -> tuple[str, int] | None:
    """Return a time of day, such as ``5:30 p.m.``, and its size in words."""
    hour = _below_hundred(words, at)
    if hour is None or not 1 <= hour.value <= 12:
        return None
    minute, size = "", 1
    oh = words[at + 1 : at + 2] in (["oh"], ["o"])
    found = _below_hundred(words, at + 1 + oh)
    if found and (10 <= found.value < 60 or (oh and found.value < 10)):
        minute, size = f":{found.value:02}", 1 + oh + found.size
    for half, written in _HALVES.items():
        if tuple(words[at + size : at + size + len(half)]) == half:
            return f"{hour.value}{minute} {written}", size + len(half)
    part = words[at + size : at + size + 2] == ["in", "the"]
    part = part and not _PARTS.isdisjoint(words[at + size + 2 : at + size + 3])
    # Without a.m. or p.m., other minutes are ambiguous: since nine eleven.
    if minute[-1:] in ("0", "5") and (part or (at and words[at - 1] in _TIMES)):
        return f"{hour.value}{minute}", size
    return None


def _digits(words: Sequence[str], at: int) -> _Number | None:
    """Return at least three digits spoken one by one: ``oh seven double nine``; or a toll-free
    number: ``one eight hundred five five five oh one two three``."""
    prefix = at + (words[at] == "one")
    if words[prefix : prefix + 2] in (["eight", "hundred"], ["nine", "hundred"]):
        rest = _digits(words, prefix + 2) if prefix + 2 < len(words) else None
        if rest and len(rest.written) == 7:
            begin = "1-" * (prefix - at) + f"{_UNITS[words[prefix]]}00"
            written = f"{begin}-{rest.written[:3]}-{rest.written[3:]}"
            return _Number(0, prefix + 2 - at + rest.size, written)
    end, digits = at, ""
    while end < len(words):
        times = _REPEATED.get(words[end], 1)
        word = words[end + 1] if times > 1 and end + 1 < len(words) else words[end]
        if _UNITS.get(word, 10) >= 10 and word != "oh":
            break
        digits += times * str(_UNITS.get(word, 0))
        end += 1 + (times > 1)
    if len(digits) < 3 or (end < len(words) and words[end] in ("hundred", *SCALES)):
        return None
    return _Number(int(digits), end - at, digits)


def _ordinal(words: Sequence[str], at: int) -> _Number | None:
    """Return an ordinal above ``ninth``."""
    for end in range(min(len(words), at + 6), at, -1):
        last = _ORDINALS.get(words[end - 1])
        if last is None:
            continue
        found = _cardinal([*words[at : end - 1], last], 0)
        if found and found.size == end - at and found.value >= 10:
            value = found.value
            ends = (
                "th"
                if value % 100 in (11, 12, 13)
                else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
            )
            return _Number(value, found.size, f"{_grouped(value)}{ends}")
    return None


def _amount(words: Sequence[str], at: int) -> _Number | None:
    """Return a year, a decimal, a number of millions, or a whole number."""
    found = _cardinal(words, at)
    if found is None and words[at : at + 1] == ["a"]:  # "a hundred" alone stays as it is
        found = _cardinal(["one", *words[at + 1 : at + 16]], 0)
        found = found if found and found.size > 2 else None
    if found is None:
        return None
    if (year := _year(words, at)) is not None and year.size > found.size:
        return year
    after = at + found.size
    if words[after : after + 1] == ["point"]:
        end = after + 1
        while end < len(words) and (words[end] == "oh" or _UNITS.get(words[end], 10) < 10):
            end += 1
        part = "".join(str(_UNITS.get(one, 0)) for one in words[after + 1 : end])
        if not part and (whole := _below_hundred(words, end)):  # version three point twelve
            part, end = str(whole.value), end + whole.size
        if part:
            scale = f" {words[end]}" if words[end : end + 1] and words[end] in SCALES else ""
            size = end - at + bool(scale)
            return _Number(found.value, size, f"{_grouped(found.value)}.{part}", scale)
    for scale, zeros in reversed(SCALES.items()):
        if zeros > 3 and found.value and found.value % 10**zeros == 0 and words[after - 1] == scale:
            return _Number(found.value, found.size, _grouped(found.value // 10**zeros), f" {scale}")
    return found


def _year(words: Sequence[str], at: int) -> _Number | None:
    """Return a year spoken as two numbers, ``nineteen eighty four`` or ``twenty oh six``, or a
    decade, ``nineteen nineties``."""
    high = _below_hundred(words, at)
    if high is None or not 15 <= high.value <= 20:
        return None
    if words[at + 1 : at + 2] in (["oh"], ["o"]):
        low = _below_hundred(words, at + 2)
        if low and low.size == 1 and 0 < low.value < 10:
            return _Number(0, 3, f"{high.value}0{low.value}")
        return None
    if words[at + 1 : at + 2] == ["hundred"]:
        return None
    if decade := _DECADES.get(words[at + 1] if at + 1 < len(words) else ""):
        return _Number(0, 2, f"{high.value}{decade}s")
    low = _below_hundred(words, at + 1)
    if low and low.value >= 10 and words[at + 1 + low.size : at + 2 + low.size] != ["hundred"]:
        return _Number(0, 1 + low.size, f"{high.value}{low.value}")
    return None


def _cardinal(words: Sequence[str], at: int) -> _Number | None:
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
    return _Number(total, size) if size else None


def _below_thousand(words: Sequence[str], at: int) -> _Number | None:
    first = _below_hundred(words, at)
    if first is None or words[at + first.size : at + first.size + 1] != ["hundred"]:
        return first
    if first.value == 0:
        return None
    size = first.size + 1
    gap = 1 if words[at + size : at + size + 1] == ["and"] else 0
    rest = _below_hundred(words, at + size + gap)
    if rest is None or rest.value == 0:
        return _Number(100 * first.value, size)
    return _Number(100 * first.value + rest.value, size + gap + rest.size)


def _below_hundred(words: Sequence[str], at: int) -> _Number | None:
    word = words[at] if at < len(words) else ""
    if word in _UNITS:
        return _Number(_UNITS[word], 1)
    if word not in _TENS:
        return None
    unit = _UNITS.get(words[at + 1], 0) if at + 1 < len(words) else 0
    return _Number(_TENS[word] + unit, 2) if 0 < unit < 10 else _Number(_TENS[word], 1)


def _grouped(value: int) -> str:
    """Return a number with thousands separators, except likely years."""
    return str(value) if 1900 <= value < 2100 else f"{value:,}"
