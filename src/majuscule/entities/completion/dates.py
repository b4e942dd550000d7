"""Dates in figures: years and days up to others (*1866-69*, *may 3-5*), eras (*44 bc*), days of
months with a full stop (*sept. 11, 2002*).

Taggers see few of them, and often find only a half, though of years up to others, 71 in the
training text are dates as a whole, and eight in two halves.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from majuscule.reading.annotations.mentions import Mention, overlapping
from majuscule.text.tokenizing.sentences import ABBREVIATIONS
from majuscule.words.gazetteers.wordlists import LISTS

_MONTH = rf"(?:{'|'.join(LISTS['month'])})"
_ERA = (
    r"(?:b\.c\.(?:e\.)?|bce?|c\.e\.|a\.d\.|(?:ad|ce)(?=(?: ?[-–,.;:)\]])|\s*\Z"
    r"| (?:and|as|at|but|by|for|from|in|is|of|on|or|the|to|until|was|when|with)\b))(?![\w-])"
)
_FIGURES = re.compile(  # a literal class at the beginning: searched much faster
    r"([0-9](?<![\w$£€.,/-].)[0-9]{0,3})"
    r"(?: ?([-–/]) ?([0-9]{1,4})(?![\w:/%]|[.,-][0-9])"
    rf"|-[01][0-9]-[0-3][0-9](?![\w/-])|(?:,[0-9]{{3}}){{0,2}} {_ERA})",
    re.I,
)
_BEFORE, _AFTER = re.compile(rf"\b{_MONTH}\.? \Z", re.I), re.compile(rf" {_MONTH}\b", re.I)
_SHORT = "|".join(month for month in LISTS["month"] if month in ABBREVIATIONS)
_BEFORE_DOT = re.compile(rf"\b(?:{_SHORT}) ?\Z", re.I)
_LONGEST = len(" september ")
_DOTTED = re.compile(  # as well: a literal
    r"\. ?(?:[0-9]{1,2}(?: ?, ?(?:1[5-9]|20)[0-9]{2})?|(?:1[5-9]|20)[0-9]{2})(?![\w:/%]|[.,-][0-9])"
)
_AGE = re.compile(rf"(?:centur(?:y|ies)|millenni(?:um|a)) {_ERA}", re.I)


def with_dates(text: str, mentions: Sequence[Mention], labels: Container[str]) -> list[Mention]:
    """Return mentions with such dates whole: those that are mentions in part, and, where nothing
    else is meant, others too.

    >>> found = with_dates("in 1866-69 and 44 bc", [Mention(3, 7, "DATE")], ("DATE",))
    >>> [one.span for one in found]
    [(3, 10, 'DATE'), (15, 20, 'DATE')]
    """
    whole = list(mentions)
    for start, end, sure in _spans(text) if "DATE" in labels else ():
        place = overlapping(whole, start, end)
        dates = [one for one in whole[place] if one.label == "DATE"]
        others = (one for one in whole[place] if one.label != "DATE")
        if not (dates or sure) or any(one.start < start or end < one.end for one in others):
            continue
        first, last = min([start, *(d.start for d in dates)]), max([end, *(d.end for d in dates)])
        how = min((one.confidence for one in whole[place]), default=1.0)
        whole[place] = [Mention(first, last, "DATE", how)]
    return whole


def _spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the spans of such dates, and whether nothing else is meant."""
    for found in _DOTTED.finditer(text):
        if month := _BEFORE_DOT.search(text, max(0, found.start() - len("sept ")), found.start()):
            yield month.start(), found.end(), True
    for found in _AGE.finditer(text):
        yield *found.span(), False
    for found in _FIGURES.finditer(text):
        start, end = found.span()
        first, sign, second = found.groups()
        if second is None:  # an era, or a year with month and day
            if text[found.end(1)] != "-" or first[:2] in ("19", "20"):
                yield start, end, True
        elif len(first) == 4:
            until = int(first[:2] + second if len(second) == 2 else second)
            until += 100 if second == "00" else 0
            day = len(second) == 2 and _AFTER.match(text, end)
            if 1500 <= int(first) < until < 2100 and not day:
                yield start, end, len(second) == 4
        elif sign != "/" and int(first) < int(second) <= 31:
            month = _BEFORE.search(text, max(0, start - _LONGEST), start)
            later = None if month else _AFTER.match(text, end)
            if month or later:
                yield month.start() if month else start, later.end() if later else end, False
