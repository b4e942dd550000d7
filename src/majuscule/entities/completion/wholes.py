"""Mentions that a tagger leaves half done: ``ursula von (der leyen)``, ``moon jae(-in)``, ``(about)
$ 5``.

Closed-class words and marks inside names are rare in what taggers learn from, and without capitals
they look like the words between names.  What is added is sure: particles with the word behind them,
the second half of a given name, forms of firms and their points, and saints with what is named for
them; *early* and its like before dates, *about* and its like before sums and percentages.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import replace

from majuscule.detection.words import FUNCTION_WORDS
from majuscule.entities.completion.no_names import is_no_name
from majuscule.reading.annotations.mentions import Mention

_WORDS = frozenset(FUNCTION_WORDS)
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
_SAINT = re.compile(r"\bst\.? \Z", re.I)
_NAMED = re.compile(r"(?:['’]s)? (?:hospital|university|college|cathedral|church|school)\b", re.I)


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
        if covered or (not nouns and is_no_name(text, one)):
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
