"""Mentions that a tagger leaves half done: ``ursula von (der leyen)``, ``moon jae(-in)``, ``(about)
$ 5``.

Closed-class words and marks inside names are rare in what taggers learn from, and without capitals
they look like the words between names.  What is added is sure: particles with the word behind them,
the second half of a given name, forms of firms and their points, and saints with what is named for
them; *early* and its like before dates, *about* and its like before sums and percentages; and the
surnames of people who are named in full.  What is no name is left out: abbreviations of common
nouns, which stand as names do (``capex``, ``hr``).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from majuscule.detection.words import FUNCTION_WORDS
from majuscule.reading.annotations.mentions import Mention

_NAMES = ("PER", "ORG", "LOC")
_PARTICLE = r"(?:van|von|der|den|ter|de|di|da|dos|del|della|du|bin|zu|zur)"
_TITLE = re.compile(r"(?:mr|mrs|ms|dr|prof)\.?\s+(?=\S)", re.I)
_ENDS_IN_PARTICLE = re.compile(rf"\s{_PARTICLE}\Z", re.I)
_SURNAME = re.compile(rf"(?:[ ]{_PARTICLE})*[ ]([^\W\d_][\w'’-]+)", re.I)
_PARTICLES = re.compile(rf"(?:[ ]{_PARTICLE})+[ ]([^\W\d_][\w'’-]+)", re.I)
_SECOND = re.compile(
    r"-(?!(?:era|led|like|style|born|based|run)\b|\w+(?:ed|ing|esque)\b)[^\W\d_]{2,6}\b", re.I
)
_FIRM = re.compile(
    r",? (?:(?:&|and) (?:co|sons|bros|brothers)|inc|ltd|corp|llc|plc|gmbh)\b\.?(?!\w)", re.I
)
_PER_CENT = re.compile(r"\bper\s+cent\Z", re.I)
_CLIPPED = re.compile(r"\b(?:inc|ltd|corp|co|bros|jr|sr)\Z", re.I)
_ROUGHLY = r"about|over|(?:more|less) than|nearly|almost|approximately|roughly|around"
_MODIFIERS = {
    label: re.compile(rf"(?<![\w-])(?:{words})[ -]\Z", re.I)
    for label, words in (
        ("DATE", "early|late|earlier|later|mid"),
        ("MONEY", _ROUGHLY),
        ("PERCENT", _ROUGHLY),
    )
}
_LONGEST = len("approximately ")
_NOUN = re.compile(
    r"(?:capex|ceo|cfo|coo|cpi|cto|diy|dna|dso|dvd|ebit|eps|evp|faq|gdp|gps|hr|ipo|kpi|ngo|opex|pc|pdf"
    r"|pr|qoq|rfp|roi|suv|svp|tv|url|usb|yoy)s?",
    re.I,
)
_SAINT = re.compile(r"\bst\.? \Z", re.I)
_NAMED = re.compile(r"(?:['’]s)? (?:hospital|university|college|cathedral|church|school)\b", re.I)
_WORDS = frozenset(FUNCTION_WORDS)
_LAST = re.compile(r"\s([^\W\d_]{3,})\Z")
_LEADING = re.compile(
    r"(?:\A|[\n(]|(?:[.,:;!?]|\b(?:and|as|asked|after|at|because|but|by|for|from|if|met|of|said|says"
    r"|than|that|to|told|when|whether|while|with))\s)\s*\Z",
    re.I,
)
_FOLLOWING = re.compile(
    r"\s*(?:\Z|[.,:;!?)](?!\w)|['’]s\b"
    r"|\s(?:also|and|can|could|did|does|flew|gave|had|has|is|left|lost|made|met|said|says|spoke|told"
    r"|took|was|went|who|will|won|would|wrote|[a-z]+ed)\b)",
    re.I,
)


def completed(
    text: str, mentions: Iterable[Mention], labels: Container[str] = (), *, nouns: bool = False
) -> list[Mention]:
    """Return the mentions of a text, whole and flat; one that a longer one now covers is left out,
    and one that is no name, unless ``nouns``; ``labels``: what a mention may get.

    >>> text = "ursula von der leyen met moon jae-in"
    >>> found = completed(text, [Mention(0, 10, "PER"), Mention(25, 33, "PER")])
    >>> [one.of(text) for one in found]
    ['ursula von der leyen', 'moon jae-in']
    """
    done: list[Mention] = []
    for one in mentions:
        covered = done and one.start < done[-1].end
        no_name = one.label in _NAMES and _NOUN.fullmatch(text, one.start, one.end)
        if covered or (no_name and not nouns):
            continue
        one = _whole(text, one)
        if one.label == "MONEY" and "PERCENT" in labels and _PER_CENT.search(one.of(text)):
            one = replace(one, label="PERCENT")
        if done and one.start < (last := done[-1]).end:  # it grew over a mention that ends in St.
            done.pop()
            one = one if one.start <= last.start else replace(last, end=one.end)
        done.append(one)
    return done


def _whole(text: str, one: Mention) -> Mention:
    if one.label == "PER":
        if title := _TITLE.match(text, one.start, one.end):
            one = replace(one, start=title.end())
        ends = _ENDS_IN_PARTICLE.search(text, one.start, one.end)
        found = (_SURNAME if ends else _PARTICLES).match(text, one.end)
        if (found and found[1].lower() not in _WORDS) or (found := _SECOND.match(text, one.end)):
            one = replace(one, end=found.end())
    elif one.label == "ORG" and (found := _FIRM.match(text, one.end)):
        one = replace(one, end=found.end())
    if text.startswith(".", one.end) and _CLIPPED.search(text, one.start, one.end):
        one = replace(one, end=one.end + 1)
    modifier, before = _MODIFIERS.get(one.label), max(0, one.start - _LONGEST)
    if modifier and (found := modifier.search(text, before, one.start)):
        one = replace(one, start=found.start())
    before = max(0, one.start - len(" st. "))
    if one.label in ("PER", "LOC") and (saint := _SAINT.search(text, before, one.start)):
        named = _NAMED.match(text, one.end)
        end, label = (named.end(), "ORG") if named else (one.end, one.label)
        one = replace(one, start=saint.start(), end=end, label=label)
    return one


def with_surnames(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a document with the surnames of people who are named in full.

    Many surnames are words too (``steve jobs cut jobs, jobs said``): they are taken where nothing
    else stands as they do, and left alone where another mention has them.

    >>> text = "steve jobs cut jobs, jobs said"
    >>> [one.span for one in with_surnames(text, [Mention(0, 10, "PER")])]
    [(0, 10, 'PER'), (21, 25, 'PER')]
    """
    named = [
        (last[1], one)
        for one in mentions
        if one.label == "PER"
        and (last := _LAST.search(text, one.start, one.end))
        and text.count(last[1]) > 1
        and last[1].lower() not in _WORDS
    ]
    if not named:
        return list(mentions)
    others = {word for one in mentions if one.label != "PER" for word in one.of(text).split()}
    ends = [one.end for one in mentions]
    added: dict[int, Mention] = {}
    for name, one in named:
        if name in others:
            continue
        end = 0
        while (start := text.find(name, end)) >= 0:
            end = start + len(name)
            after = bisect_right(ends, start)
            free = after == len(ends) or mentions[after].start >= end
            if free and _stands_as_name(text, start, end):
                added.setdefault(start, replace(one, start=start, end=end))
    return sorted([*mentions, *added.values()])


def _stands_as_name(text: str, start: int, end: int) -> bool:
    before = max(0, start - len(" whether "))
    return bool(_LEADING.search(text, before, start) and _FOLLOWING.match(text, end))
