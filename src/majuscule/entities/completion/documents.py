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
from majuscule.words.gazetteers.wordlists import LISTS

_WORDS = frozenset(FUNCTION_WORDS)
_BRACKETED = re.compile(r"\( ?[\"“]? ?([^\W\d_]{2,7}) ?[\"”]? ?\)")
_WORD = re.compile(r"\w[\w.-]*")
_LONGEST = 120  # characters of a name with its abbreviation
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
    whole = []
    for short in _BRACKETED.finditer(text):
        span = _full_name(text, short)
        if span is None:
            continue
        start, end = span
        parts = [one for one in mentions if one.start < end and start < one.end]
        name = parts[0] if len(parts) == 1 and parts[0].start <= start else None
        if name is None and "ORG" in labels and len(short[1]) > 2:
            name = Mention(start, end, "ORG", min((one.confidence for one in parts), default=1.0))
            inside = all(start <= one.start and one.end <= end for one in parts)
            if not parts or not inside or is_no_name(text, name):
                continue
            whole.append(name)
        if name and name.end == end and name.label in ("ORG", "LOC"):
            found[short[1]] = replace(name, start=short.start(1), end=short.end(1))
    if not found:
        return mentions
    agreed = [
        replace(one, label=found[words].label)
        if one.label in NAMES and (words := one.of(text)) in found
        else one
        for one in sorted([*whole, *apart(mentions, whole)])
    ]
    return sorted([*agreed, *apart(found.values(), agreed)])


def _full_name(text: str, short: re.Match[str]) -> tuple[int, int] | None:
    """Return where the words before a bracket stand that have its letters as initials, small words
    counted or not."""
    letters = short[1].lower()
    if letters in _WORDS:
        return None
    first = max(0, short.start() - _LONGEST, text.rfind("\n", 0, short.start()) + 1)
    words = list(_WORD.finditer(text, first, short.start()))
    if not words or text[words[-1].end() : short.start()].strip():
        return None
    for some in (words[-number:] for number in range(len(letters), len(letters) + 4)):
        initials = [(word[0].lower() in _WORDS, word[0][0].lower()) for word in some]
        big = [letter for small, letter in initials if not small]
        every = [letter for _, letter in initials]
        if not initials[0][0] and letters in ("".join(big), "".join(every)):
            return some[0].start(), some[-1].end()
    return None


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
