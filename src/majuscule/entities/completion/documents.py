"""Names agreed across a document: a full name and its abbreviation, a firm and a part of its name,
the addressee and the signature of a letter, and the surnames of people named in full.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from majuscule.detection.words import FUNCTION_WORDS
from majuscule.entities.completion.no_names import NAMES, is_not_a_name
from majuscule.entities.completion.surnames import with_surnames
from majuscule.entities.completion.wholes import TRADES
from majuscule.reading.annotations.mentions import Mention, apart, overlapping
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


def agree_in_document(
    text: str, mentions: Sequence[Mention], labels: Container[str] = NAMES
) -> list[Mention]:
    """Return the mentions of a document, made consistent; ``labels``: those that may be added.

    >>> text = "Ann met the World Gas Union (WGU). WGU said no"
    >>> found = [Mention(12, 27, "ORG"), Mention(29, 32, "LOC"), Mention(35, 38, "PER")]
    >>> [one.label for one in agree_in_document(text, found)]
    ['ORG', 'ORG', 'ORG']
    """
    agreed = _firms_by_their_first_word(text, _with_abbreviations(text, mentions, labels))
    if "PER" in labels:
        agreed = _with_letters(text, agreed)
    return with_surnames(text, agreed)


def _with_abbreviations(
    text: str, mentions: Sequence[Mention], labels: Container[str]
) -> Sequence[Mention]:
    """Give the abbreviation in brackets after a name the label of the name, everywhere; extend a
    name that is only partly a mention to its first initial."""
    by_short: dict[str, Mention] = {}
    grown = []
    for short in _BRACKETED.finditer(text):
        span = _initials(text, short)
        name = _named(text, span, mentions, labels) if span else None
        if name and (len(short[1]) > 2 or name in mentions):
            by_short[short[1]] = replace(name, start=short.start(1), end=short.end(1))
            grown.append(name)
    if not by_short:
        return mentions
    agreed = [
        replace(one, label=by_short[words].label)
        if one.label in NAMES and (words := one.of(text)) in by_short
        else one
        for one in sorted([*grown, *apart(mentions, grown)])
    ]
    return sorted([*agreed, *apart(by_short.values(), agreed)])


def _initials(text: str, short: re.Match[str]) -> tuple[int, int] | None:
    """Return the span of the words before a bracket whose initials are its letters, with or
    without those of function words."""
    letters = short[1].lower()
    if letters in _WORDS:
        return None
    first = max(0, short.start() - _LONGEST)
    first = max(first, *(text.rfind(sign, first, short.start()) + 1 for sign in "\n)"))
    words = list(_WORD.finditer(text, first, short.start()))
    if not words or text[words[-1].end() : short.start()].strip():
        return None
    for some in (words[-number:] for number in range(len(letters), len(letters) + 4)):
        initials = [(word[0].lower() in _WORDS, word[0][0].lower()) for word in some]
        content = [letter for is_function, letter in initials if not is_function]
        every = [letter for _, letter in initials]
        if not initials[0][0] and letters in ("".join(content), "".join(every)):
            return some[0].start(), some[-1].end()
    return None


def _named(
    text: str, span: tuple[int, int], mentions: Sequence[Mention], labels: Container[str]
) -> Mention | None:
    """Return the name in a span that contains a mention, or that is the end of one, if any."""
    start, end = span
    parts = mentions[overlapping(mentions, start, end)]
    if not parts or parts[-1].end > end:
        return None
    if parts[0].start <= start and parts[0].end == end:
        return parts[0] if parts[0].label in ("ORG", "LOC") else None
    words = text[start:end].lower().split()
    label = "ORG" if _STATES.isdisjoint(words) else "LOC"
    whole = Mention(start, end, label, min(one.confidence for one in parts))
    if parts[0].start < start or label not in labels or words[0] in _PEOPLE:
        return None
    return None if is_not_a_name(text, whole) else whole


def _firms_by_their_first_word(text: str, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Relabel as firms the people whose name begins that of a firm (*Ford* and *Ford Motor
    Company*) and is not part of a person's."""
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
    """Add the signature of a letter, below *Regards*, and the first names, alone on a line, of
    people named in full."""
    if "\n" not in text:
        return mentions
    people = (one.of(text) for one in mentions if one.label == "PER")
    first = {name.partition(" ")[0] for name in people if " " in name}
    matches = [line for line in _ALONE.finditer(text) if line[1] in first] if first else []
    matches += _SIGNED.finditer(text)
    found = {match.span(1) for match in matches if match[1].lower() not in _WORDS}
    if not found:
        return mentions
    return sorted([*mentions, *apart((Mention(*span, "PER") for span in found), mentions)])
