"""Mentions completed: ``ursula von (der leyen)``, ``moon jae(-in)``, ``(about) $ 5``.

Closed-class words and marks inside names are rare in training text, and without capitals they look
like the words between names.  Only what is certain is added: particles with the word after them,
the second half of a given name, legal forms of firms and their full stops, saints with what is
named after them; *early* and the like before dates, *about* and the like before sums and
percentages.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import replace

from majuscule.detection.words import FUNCTION_WORDS
from majuscule.entities.completion.dates import with_dates
from majuscule.entities.completion.edges import trimmed
from majuscule.entities.completion.no_names import NAMES, is_not_a_name
from majuscule.entities.completion.romanized import with_romanized
from majuscule.reading.annotations.mentions import Mention, overlapping
from majuscule.words.gazetteers.wordlists import COUNTRIES, LISTS

TRADES = ("airlines", "airways", "computer", "industries", "laboratories", "motors")
"""Words for its trade that end the name of a firm."""

_WORDS = frozenset(FUNCTION_WORDS)
_PARTICLE = r"(?:van|von|der|den|ter|de|di|da|dos|del|della|du|bin|zu|zur)"
_TITLE = re.compile(r"(?:mr|mrs|ms|dr|prof)\.?\s+(?=\S)", re.I)
_MARK = re.compile(r"[-–—*•] +(?=\w)")
_ENDS_IN_PARTICLE = re.compile(rf"\s{_PARTICLE}\Z", re.I)
_SURNAME = re.compile(rf"(?:[ ]{_PARTICLE})*[ ]([^\W\d_][\w'’-]+)", re.I)
_PARTICLES = re.compile(rf"(?:[ ]{_PARTICLE})+[ ]([^\W\d_][\w'’-]+)", re.I)
_SECOND = re.compile(
    r"-(?!(?:era|led|like|style|born|based|run)\b|\w+(?:ed|ing|esque)\b)[^\W\d_]{2,6}\b", re.I
)
_HANDLE = re.compile(r"(?<!\S)@ ?\w+(?= )")
_FIRM = re.compile(
    r"(?:,? (?:(?:&|and) (?:co|sons|bros|brothers)|inc|ltd|corp|llc|plc|gmbh)\b\.?"
    r"| , (?:inc|ltd|corp)\.)(?!\w)",  # in text whose marks stand apart
    re.I,
)
_TRADE = re.compile(
    rf" (?:{'|'.join(TRADES)})\b"
    r"(?<!computer(?= (?:chip|compan|engineer|expert|game|lab|network|program|scien|system|user)))",
    re.I,
)
_ONE_OF_ITS = re.compile(
    r"\b(?:an?|any|each|every|her|his|its|my|new|no|old|our|that|the|their|this|your) \Z", re.I
)
_PRESIDENT = re.compile(r"(?<=\bthe )(?!washington\b)[^\W\d_]{3,}(?= administration\b)", re.I)
_MONTH = re.compile(rf"\b(?:{'|'.join(LISTS['month'])})\Z", re.I)
_OF_YEAR = re.compile(r" (?:of )?(?:last|next|this) year\b", re.I)
_AGO = re.compile(r"(?:minute|hour|day|week|month|year|decade)s (?:ago|earlier|later)\b", re.I)
_SOME = re.compile(
    r"(?<![\w-])(?:(?:just )?a few|(?:a )?couple(?: of)?|many|several|some) \Z", re.I
)
_FEAST = re.compile(r"(?:boxing|christmas|new year['’]?s|thanksgiving) (?:day|eve)\b", re.I)
_TERM = re.compile(r" (?:centurie|day|decade|month|week|year)s(?: (?:ago|earlier|later))?\b", re.I)
_FRACTION, _COUNT = re.compile(r"\d/\d"), re.compile(r"(?<![\d.,/])\d+[ -]\Z")
_QUOTE, _UNQUOTE = re.compile(r'["“] ?\Z'), re.compile(r' ?["”]')
_COMMA = re.compile(r" ?, ")
_PREFIX = re.compile(r"(?<!\w)[a-z]{1,3}\Z", re.I)
"""Letters before the sign of a currency: *nt$400*."""
_PER_CENT = re.compile(r"\bper\s+cent\Z", re.I)
_FIGURE = r"\d[\d.,]{0,15}"  # bounded: endless runs of digits took quadratic time
_PERCENTAGE = re.compile(rf"(?:{_FIGURE} to )?{_FIGURE}[ -]per[ -]cent\b", re.I)
_CLIPPED = re.compile(r"\b(?:inc|ltd|corp|co|bros|jr|sr)\Z", re.I)
_ROUGHLY = r"about|over|(?:more|less) than|nearly|almost|approximately|roughly|around"
_MODIFIERS = {
    label: re.compile(rf"(?<![\w-])(?:{words})[ -]\Z", re.I)
    for label, words in (
        ("DATE", rf"early|late|earlier|later|mid|(?<=\bin )(?:{_ROUGHLY})"),
        ("MONEY", _ROUGHLY),
        ("PERCENT", _ROUGHLY),
    )
}
_NEXT = re.compile(r"(?<![\w-])(?:last|next|past) \Z", re.I)
_LONGEST = len("approximately ")
_SAINT = re.compile(r"\bst\.? \Z", re.I)
_POSSESSIVE = re.compile(r"['’]s\b", re.I)  # *st. louis hospitals* are those of a city
_SAINT_S = re.compile(r"st\.? [^\W\d_]+(?: ?['’]s)?", re.I)
_NAMED = re.compile(
    r"(?: ?['’]s)?(?: (?:catholic|children['’]s|elementary|episcopal|general|high|medical|memorial"
    r"|parish|primary|secondary))?"
    r" (?:academy|cathedral|cent(?:er|re)|chapel|church|college|hospital|school|university)\b",
    re.I,
)


def completed(
    text: str, mentions: Iterable[Mention], labels: Container[str] = (), *, nouns: bool = False
) -> list[Mention]:
    """Return the mentions of a text, completed and flat, without those that a longer one now covers
    and, unless ``nouns``, those that are no names; ``labels``: those that a mention may get.

    >>> text = "ursula von der leyen met moon jae-in"
    >>> found = completed(text, [Mention(0, 10, "PER"), Mention(25, 33, "PER")])
    >>> [one.of(text) for one in found]
    ['ursula von der leyen', 'moon jae-in']
    """
    done: list[Mention] = []
    for one in mentions:
        covered = done and one.start < done[-1].end
        if covered or (not nouns and is_not_a_name(text, one)):
            continue
        one = _whole(text, trimmed(text, one))
        if (right := _right_label(text, one)) != one.label and right in labels:
            one = replace(one, label=right)
        if done and one.start < (last := done[-1]).end:  # extended to the left, over *St.*
            done.pop()
            one = one if one.start <= last.start else replace(last, end=one.end)
        elif done and _is_turned(text, done[-1], one):
            last = done.pop()
            one = replace(last, end=one.end, confidence=min(last.confidence, one.confidence))
        done.append(one)
    done = _with_percentages(text, done) if "PERCENT" in labels else done
    done = with_dates(text, done, labels)
    return with_romanized(text, done, labels) if "-" in text else done


def _with_percentages(text: str, mentions: list[Mention]) -> list[Mention]:
    """Return mentions with all percentages in British spelling, which is rare in training text."""
    whole = list(mentions)
    for found in _PERCENTAGE.finditer(text):
        place = overlapping(whole, *found.span())
        parts = whole[place]
        if all(one.label in ("MONEY", "PERCENT") and one.end <= found.end() for one in parts):
            how = min((one.confidence for one in parts), default=1.0)
            whole[place] = [_whole(text, Mention(*found.span(), "PERCENT", how))]
    return whole


def _whole(text: str, one: Mention) -> Mention:
    """Return a mention extended to the whole of the name, date or sum."""
    if one.label in NAMES and (mark := _MARK.match(text, one.start, one.end)):
        one = replace(one, start=mark.end())
    feast = _FEAST.match(text, one.start) if one.label in ("DATE", *NAMES) else None
    if feast and one.end <= feast.end():
        one = replace(one, end=feast.end())
    elif one.label == "PER":
        one = _person(text, one)
    elif one.label == "ORG":
        one = _firm(text, one)
    elif one.label in ("DATE", "TIME"):
        one = _date(text, one)
    if text.startswith(".", one.end) and _CLIPPED.search(text, one.start, one.end):
        one = replace(one, end=one.end + 1)
    modifier, before = _MODIFIERS.get(one.label), max(0, one.start - _LONGEST)
    if _FRACTION.match(text, one.start) and (found := _COUNT.search(text, before, one.start)):
        one = replace(one, start=found.start())
    if modifier and (found := modifier.search(text, before, one.start)):
        one = replace(one, start=found.start())
    if one.label == "MONEY" and text.startswith("$", one.start):
        found = _PREFIX.search(text, max(0, one.start - len(" aud")), one.start)
        one = replace(one, start=found.start()) if found else one
    before = max(0, one.start - len(" st. "))
    if saint := one.label in ("PER", "LOC") and _SAINT.search(text, before, one.start):
        one = replace(one, start=saint.start())
    if saint or (one.label in NAMES and _SAINT_S.fullmatch(text, one.start, one.end)):
        named = _NAMED.match(text, one.end)
        if named and (saint or _POSSESSIVE.search(text, one.start, named.end())):
            one = replace(one, end=named.end(), label="ORG")
    return one


def _date(text: str, one: Mention) -> Mention:
    before = max(0, one.start - _LONGEST)
    if _MONTH.search(text, one.start, one.end) and (found := _OF_YEAR.match(text, one.end)):
        one = replace(one, end=found.end())
    if _FRACTION.fullmatch(text, one.start, one.end) and (found := _TERM.match(text, one.end)):
        one = replace(one, end=found.end())
    found = _SOME.search(text, before, one.start) if _AGO.match(text, one.start) else None
    if one.label == "DATE" and " " not in one.of(text):
        found = _NEXT.search(text, before, one.start)
    return replace(one, start=found.start()) if found else one


def _right_label(text: str, one: Mention) -> str:
    """Return the corrected label of a mention."""
    if one.label == "MONEY" and _PER_CENT.search(text, one.start, one.end):
        return "PERCENT"
    if one.label in NAMES and _FEAST.fullmatch(text, one.start, one.end):
        return "DATE"
    found = _PRESIDENT.match(text, one.start) if one.label in ("ORG", "LOC") else None
    if found and found.end() == one.end and found[0].lower() not in COUNTRIES:
        return "PER"
    return one.label


def _person(text: str, one: Mention) -> Mention:
    handle = _HANDLE.search(text, max(0, one.start - 2), one.end)
    if handle and handle.end() > one.start:  # a handle is one word
        return replace(one, end=handle.end())
    if title := _TITLE.match(text, one.start, one.end):
        one = replace(one, start=title.end())
    ends = _ENDS_IN_PARTICLE.search(text, one.start, one.end)
    found = (_SURNAME if ends else _PARTICLES).match(text, one.end)
    if (found and found[1].lower() not in _WORDS) or (found := _SECOND.match(text, one.end)):
        one = replace(one, end=found.end())
    return one


def _firm(text: str, one: Mention) -> Mention:
    before = max(0, one.start - len(" every "))
    if (found := _TRADE.match(text, one.end)) and not _ONE_OF_ITS.search(text, before, one.start):
        one = replace(one, end=found.end())
    found = _FIRM.match(text, one.end)
    return replace(one, end=found.end()) if found else one


def _is_turned(text: str, surname: Mention, given: Mention) -> bool:
    """Return whether two mentions are an inverted name in quotation marks (``"lee, ann"``)."""
    return bool(
        surname.label == given.label == "PER"
        and _COMMA.fullmatch(text, surname.end, given.start)
        and _QUOTE.search(text, max(0, surname.start - 2), surname.start)
        and _UNQUOTE.match(text, given.end)
    )
