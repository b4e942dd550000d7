"""Inverse text normalisation: spoken numbers become figures.

Numbers, decimals, ordinals, years, days of months, money, percentages and times of day, by a small
grammar that matches the longest phrase from each word on.  Whole numbers below ten stay words where
they count (*two people*), as in most house styles, and so do ambiguous numbers: adjacent ones
(*nine eleven*), ranges with one end in words (*five to ten people*), and *pounds* without pence or
millions, which may be a weight.  A phrase never crosses a mark or a line break.  Spoken addresses
of hosts and e-mail are written out too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from majuscule.text.editing.addresses import find_addresses
from majuscule.text.editing.clock import quarter_of_hour, time_of_day
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.editing.numerals import ORDINALS, SCALES, TENS, UNITS
from majuscule.text.editing.spoken import (
    TEN_VALUES,
    UNIT_VALUES,
    Number,
    below_hundred,
    cardinal,
)

_WORD = re.compile(r"\b[ap]\.m\b\.?|[a-z]+(?:'[a-z]+)*", re.IGNORECASE)
_BETWEEN = re.compile(r"-|[^\S\n]+")
"""What may be between the words of a number."""
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
_DECADES = {f"{word[:-1]}ies": value for word, value in TEN_VALUES.items()}
_FRACTIONS: Mapping[tuple[str, ...], str] = {
    ("a", "half"): "5",
    ("a", "quarter"): "25",
    ("three", "quarters"): "75",
}
_MONTHS = """
january february march april may june july august september october november december
"""
_NAMES = ("march", "april", "may", "june", "august")
"""Months that are other words too: *you may first ask*, *april first met him*."""
_DATING = "after before by for from last next of on since this through till to until"
"""Words before a month with its day."""
_NO_DAYS = """
avenue class degree half halves parties party person place quarter quarters street time week weekend
world year
"""
"""Words after an ordinal that is no day: *in july second quarter revenue*."""
_TOGETHER = frozenset(("to", "or"))
_REPEATED = {"double": 2, "triple": 3}


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
    if (time := quarter_of_hour(words, at)) is not None:
        return time
    found = _ordinal(words, at) or _digits(words, at) or _amount(words, at)
    if found is None:
        return "", 0
    after = at + found.size
    rest = words[after : after + 2]
    if not found.written and not found.scale and (time := time_of_day(words, at)):
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


def _range(words: Sequence[str], found: Number, after: int) -> tuple[str, int] | None:
    """Return a range of percentages or times, such as ``5 to 10%``, and its size in words."""
    # A word must follow "to".
    if words[after:-1][:1] != ["to"] or found.written or found.scale:
        return None
    end, size = _phrase(words, after + 1)
    if "%" in end or (end.endswith(".m.") and 1 <= found.value <= 12):
        return f"{_grouped(found.value)} to {end}", found.size + 1 + size
    return None


def _money(words: Sequence[str], found: Number, after: int, written: str) -> tuple[str, int]:
    """Return an amount of money with any cents, and its size in words."""
    size = found.size + 1
    at = after + 1 + (words[after + 1 : after + 2] == ["and"])
    cents = below_hundred(words, at)
    part = words[at + cents.size : at + cents.size + 1] if cents else []
    if cents and part in (["cents"], ["pence"]) and not found.scale:
        return f"{written}.{cents.value:02}", at + cents.size + 1 - (after - found.size)
    return written, size


def _digits(words: Sequence[str], at: int) -> Number | None:
    """Return at least three digits spoken one by one: ``oh seven double nine``; or a toll-free
    number: ``one eight hundred five five five oh one two three``."""
    prefix = at + (words[at] == "one")
    if words[prefix : prefix + 2] in (["eight", "hundred"], ["nine", "hundred"]):
        rest = _digits(words, prefix + 2) if prefix + 2 < len(words) else None
        if rest and len(rest.written) == 7:
            begin = "1-" * (prefix - at) + f"{UNIT_VALUES[words[prefix]]}00"
            written = f"{begin}-{rest.written[:3]}-{rest.written[3:]}"
            return Number(0, prefix + 2 - at + rest.size, written)
    end, digits = at, ""
    while end < len(words):
        times = _REPEATED.get(words[end], 1)
        word = words[end + 1] if times > 1 and end + 1 < len(words) else words[end]
        if UNIT_VALUES.get(word, 10) >= 10 and word != "oh":
            break
        digits += times * str(UNIT_VALUES.get(word, 0))
        end += 1 + (times > 1)
    if len(digits) < 3 or (end < len(words) and words[end] in ("hundred", *SCALES)):
        return None
    return Number(int(digits), end - at, digits)


def _ordinal(words: Sequence[str], at: int) -> Number | None:
    """Return an ordinal above ``ninth``, or the day of a month."""
    for end in range(min(len(words), at + 6), at, -1):
        last = _ORDINALS.get(words[end - 1])
        if last is None:
            continue
        found = cardinal([*words[at : end - 1], last], 0)
        if found and found.size == end - at and (found.value >= 10 or _is_day(words, at)):
            value = found.value
            ends = (
                "th"
                if value % 100 in (11, 12, 13)
                else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
            )
            return Number(value, found.size, f"{_grouped(value)}{ends}")
    return None


def _is_day(words: Sequence[str], at: int) -> bool:
    """Return whether an ordinal of one word is the day of a month: ``on march third``."""
    before, after = words[max(0, at - 2) : at], words[at + 1 : at + 2]
    if not before or before[-1] not in _MONTHS.split() or before[0] == "in":
        return False
    if before[-1] in _NAMES and words[at] in ("first", "second"):
        year = _year(words, at + 1) or cardinal(words, at + 1)
        return before[0] in _DATING.split() or (year is not None and year.size > 1)
    return not {*after} & {*_NO_DAYS.split()}


def _amount(words: Sequence[str], at: int) -> Number | None:
    """Return a year, a decimal, a number of millions, or a whole number."""
    found = cardinal(words, at)
    if found is None and words[at : at + 1] == ["a"]:  # "a hundred" alone stays as it is
        found = cardinal(["one", *words[at + 1 : at + 16]], 0)
        found = found if found and found.size > 2 else None
    if found is None:
        return None
    if (year := _year(words, at)) is not None and year.size > found.size:
        return year
    after = at + found.size
    if (mixed := _mixed(words, at, found)) is not None:
        return mixed
    if words[after : after + 1] == ["point"]:
        end = after + 1
        while end < len(words) and (words[end] == "oh" or UNIT_VALUES.get(words[end], 10) < 10):
            end += 1
        part = "".join(str(UNIT_VALUES.get(one, 0)) for one in words[after + 1 : end])
        if not part and (whole := below_hundred(words, end)):  # version three point twelve
            part, end = str(whole.value), end + whole.size
        if part:
            scale = f" {words[end]}" if words[end : end + 1] and words[end] in SCALES else ""
            size = end - at + bool(scale)
            return Number(found.value, size, f"{_grouped(found.value)}.{part}", scale)
    for scale, zeros in reversed(SCALES.items()):
        if zeros > 3 and found.value and found.value % 10**zeros == 0 and words[after - 1] == scale:
            return Number(found.value, found.size, _grouped(found.value // 10**zeros), f" {scale}")
    return found


def _mixed(words: Sequence[str], at: int, found: Number) -> Number | None:
    """Return a number with a half or with quarters, of millions, money or percents."""
    after = at + found.size
    part = _FRACTIONS.get(tuple(words[after + 1 : after + 3]))
    rest = words[after + 3 : after + 5]
    if part is None or not rest or words[after] != "and" or found.value >= 1000:
        return None
    if at and words[at - 1] == "between":  # between two and a half million
        return None
    size, written = found.size + 3, f"{found.value}.{part}"
    if SCALES.get(rest[0], 0) > 3:
        return Number(found.value, size + 1, written, f" {rest[0]}")
    if rest[0] == "percent" or rest == ["per", "cent"]:
        return Number(found.value, size, written)
    if _MONEY.get(rest[0], "£") == "£":  # pounds may be a weight
        return None
    return Number(found.value, size, f"{found.value}.{part:0<2}")


def _year(words: Sequence[str], at: int) -> Number | None:
    """Return a year spoken as two numbers, ``nineteen eighty four`` or ``twenty oh six``, or a
    decade, ``nineteen nineties``."""
    high = below_hundred(words, at)
    if high is None or not 15 <= high.value <= 20:
        return None
    if words[at + 1 : at + 2] in (["oh"], ["o"]):
        low = below_hundred(words, at + 2)
        if low and low.size == 1 and 0 < low.value < 10:
            return Number(0, 3, f"{high.value}0{low.value}")
        return None
    if words[at + 1 : at + 2] == ["hundred"]:
        return None
    if decade := _DECADES.get(words[at + 1] if at + 1 < len(words) else ""):
        return Number(0, 2, f"{high.value}{decade}s")
    low = below_hundred(words, at + 1)
    if low and low.value >= 10 and words[at + 1 + low.size : at + 2 + low.size] != ["hundred"]:
        return Number(0, 1 + low.size, f"{high.value}{low.value}")
    return None


def _grouped(value: int) -> str:
    """Return a number with thousands separators, except likely years."""
    return str(value) if 1900 <= value < 2100 else f"{value:,}"
