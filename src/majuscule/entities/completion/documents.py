"""What a document tells of its names: a full name with its abbreviation, a firm by a part of its
name, who a letter greets and who signs it, and the surnames of people who are named in full.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from majuscule.detection.words import FUNCTION_WORDS
from majuscule.entities.completion.no_names import NAMES, is_no_name
from majuscule.entities.completion.surnames import with_surnames
from majuscule.entities.completion.wholes import TRADES
from majuscule.reading.annotations.mentions import Mention, apart
from majuscule.words.gazetteers.wordlists import LISTS, NOUNS

_WORDS = frozenset(FUNCTION_WORDS)
_BRACKETED = re.compile(r"\( ?[\"“]? ?([^\W\d_]{2,7}) ?[\"”]? ?\)")
_WORD = re.compile(r"\w[\w.-]*")
_PEOPLE = frozenset((*LISTS["title"], *NOUNS["person"], "members"))
_STATES = frozenset(("emirates", "islands", "kingdom", "republic"))
_LONGEST = 120  # characters of a name with its abbreviation
_FIRMS = frozenset((*LISTS["company"], *TRADES, "motor"))
_MR = re.compile(r"\b(?:mr|mrs|ms|dr)\.? \Z", re.I)
_SIGNED = re.compile(
    r"^(?:(?:(?:best|kind|kindest|warm) )?regards|sincerely|thx|(?:best|cheers|love|thanks"
    r"|thank you|yours) ?,) ?,?\n([^\W\d_]{2,12})(?= ?\.?$)",
    re.I | re.M,
)
_ALONE = re.compile(
    r"^(?:(?:dear|hello|hey|hi|good morning|thanks) )?([^\W\d_]{3,})(?= ?[-–—,:!]* ?$)", re.I | re.M
)


def with_document(
    text: str, mentions: Sequence[Mention], labels: Container[str] = NAMES
) -> list[Mention]:
    """Return the mentions of a document, which agree with each other; ``labels``: what may be
    found.

    >>> text = "Ann met the World Gas Union (WGU). WGU said no"
    >>> found = [Mention(12, 27, "ORG"), Mention(29, 32, "LOC"), Mention(35, 38, "PER")]
    >>> [one.label for one in with_document(text, found)]
    ['ORG', 'ORG', 'ORG']
    """
    agreed = _firms_by_their_first_word(text, _with_abbreviations(text, mentions, labels))
    if "PER" in labels:
        agreed = _with_letters(text, agreed)
    return with_surnames(text, agreed)


def _with_abbreviations(
    text: str, mentions: Sequence[Mention], labels: Container[str]
) -> Sequence[Mention]:
    """Give the abbreviation of a name, in brackets behind it, the label of the name everywhere; a
    name of which a part is a mention is taken from its first initial on."""
    found: dict[str, Mention] = {}
    grown = []
    for short in _BRACKETED.finditer(text):
        span = _initials(text, short)
        name = _named(text, span, mentions, labels) if span else None
        if name and (name in mentions or len(short[1]) > 2):
            found[short[1]] = replace(name, start=short.start(1), end=short.end(1))
            grown.append(name)
    if not found:
        return mentions
    agreed = [
        replace(one, label=found[words].label)
        if one.label in NAMES and (words := one.of(text)) in found
        else one
        for one in sorted([*grown, *apart(mentions, grown)])
    ]
    return sorted([*agreed, *apart(found.values(), agreed)])


def _initials(text: str, short: re.Match[str]) -> tuple[int, int] | None:
    """Return where the words before a bracket stand that have its letters as initials, small words
    counted or not."""
    letters = short[1].lower()
    if letters in _WORDS:
        return None
    bound = max(text.rfind("\n", 0, short.start()), text.rfind(")", 0, short.start())) + 1
    words = list(_WORD.finditer(text, max(bound, short.start() - _LONGEST), short.start()))
    if not words or text[words[-1].end() : short.start()].strip():
        return None
    for some in (words[-number:] for number in range(len(letters), len(letters) + 4)):
        initials = [(word[0].lower() in _WORDS, word[0][0].lower()) for word in some]
        big = [letter for small, letter in initials if not small]
        every = [letter for _, letter in initials]
        if not initials[0][0] and letters in ("".join(big), "".join(every)):
            return some[0].start(), some[-1].end()
    return None


def _named(
    text: str, span: tuple[int, int], mentions: Sequence[Mention], labels: Container[str]
) -> Mention | None:
    """Return the name that words are, of which a part is a mention, or that a mention ends in."""
    start, end = span
    parts = [one for one in mentions if one.start < end and start < one.end]
    if not parts or parts[-1].end > end:
        return None
    if parts[0].start <= start and parts[0].end == end:
        return parts[0] if parts[0].label in ("ORG", "LOC") else None
    words = text[start:end].lower().split()
    label = "ORG" if _STATES.isdisjoint(words) else "LOC"
    whole = Mention(start, end, label, min(one.confidence for one in parts))
    if parts[0].start < start or label not in labels or words[0] in _PEOPLE:
        return None
    return None if is_no_name(text, whole) else whole


def _firms_by_their_first_word(text: str, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Make firms of people whose name begins that of a firm (*Ford* and *Ford Motor Company*) and
    is no part of a person's."""
    people = [one.of(text) for one in mentions if one.label == "PER"]
    doubtful = {name for name in people if " " not in name}
    if doubtful:
        doubtful.difference_update(*(name.split() for name in people if " " in name))
    firms = {
        words[0]
        for one in mentions
        if one.label == "ORG"
        and (words := one.of(text).split())[0] in doubtful
        and words[-1].lower() in _FIRMS
    }
    if not firms:
        return mentions
    return [
        replace(one, label="ORG")
        if one.label == "PER"
        and one.of(text) in firms
        and not _MR.search(text, max(0, one.start - len(" mrs. ")), one.start)
        else one
        for one in mentions
    ]


def _with_letters(text: str, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Add who a letter is from, below *Regards*, and, alone on a line, the first names of people
    who are named in full."""
    if "\n" not in text:
        return mentions
    people = (one.of(text) for one in mentions if one.label == "PER")
    first = {name.partition(" ")[0] for name in people if " " in name}
    lines = [line for line in _ALONE.finditer(text) if line[1] in first] if first else []
    lines += _SIGNED.finditer(text)
    found = {line.span(1) for line in lines if line[1].lower() not in _WORDS}
    if not found:
        return mentions
    return sorted([*mentions, *apart((Mention(*span, "PER") for span in found), mentions)])
