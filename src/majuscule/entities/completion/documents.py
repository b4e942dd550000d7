"""What a document tells of its names: a full name with its abbreviation, a firm by a part of its
name, who a letter greets and who signs it, and the surnames of people who are named in full.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from majuscule.detection.words import FUNCTION_WORDS
from majuscule.entities.completion.no_names import NAMES
from majuscule.entities.completion.surnames import with_surnames
from majuscule.entities.completion.wholes import TRADES
from majuscule.reading.annotations.mentions import Mention, apart
from majuscule.words.gazetteers.wordlists import LISTS

_WORDS = frozenset(FUNCTION_WORDS)
_BRACKETED = re.compile(r" ?\( ?[\"“]? ?([^\W\d_]{2,7}) ?[\"”]? ?\)")
_FIRMS = frozenset((*LISTS["company"], *TRADES, "motor"))
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
    agreed = _firms_by_their_first_word(text, _with_abbreviations(text, mentions))
    if "PER" in labels:
        agreed = _with_letters(text, agreed)
    return with_surnames(text, agreed)


def _with_abbreviations(text: str, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Give the abbreviation of a name, in brackets behind it, the label of the name everywhere."""
    found: dict[str, Mention] = {}
    for one in mentions:
        if one.label not in ("ORG", "LOC") or not (match := _BRACKETED.match(text, one.end)):
            continue
        words = one.of(text).lower().split()
        big = [word for word in words if word not in _WORDS and word[0].isalpha()]
        initials = {"".join(word[0] for word in some) for some in (words, big)}
        if (letters := match[1].lower()) in initials and letters not in _WORDS:
            found[match[1]] = replace(one, start=match.start(1), end=match.end(1))
    if not found:
        return mentions
    agreed = [
        replace(one, label=found[short].label)
        if one.label in NAMES and (short := one.of(text)) in found
        else one
        for one in mentions
    ]
    return sorted([*agreed, *apart(found.values(), agreed)])


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
        replace(one, label="ORG") if one.label == "PER" and one.of(text) in firms else one
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
