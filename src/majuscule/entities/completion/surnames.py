"""Surnames of people named in full elsewhere in the document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from majuscule.detection.words import FUNCTION_WORDS
from majuscule.reading.annotations.mentions import Mention, apart

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


def with_surnames(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a document, and the surnames of people who are named in full.

    Many surnames are also common words (``steve jobs cut jobs, jobs said``): they are added only in
    the contexts of names, and not if another mention has the word.

    >>> text = "steve jobs cut jobs, jobs said"
    >>> [one.span for one in with_surnames(text, [Mention(0, 10, "PER")])]
    [(0, 10, 'PER'), (21, 25, 'PER')]
    """
    named: dict[str, Mention] = {}  # the first person with each surname
    for one in mentions:
        last = _LAST.search(text, one.start, one.end) if one.label == "PER" else None
        if last is None or last[1] in named or last[1].lower() in _WORDS:
            continue
        if text.count(last[1]) > 1:
            named[last[1]] = one
    if not named:
        return sorted(mentions)
    others = {word for one in mentions if one.label != "PER" for word in one.of(text).split()}
    found = []
    for name, one in named.items():
        end = 0
        while name not in others and (start := text.find(name, end)) >= 0:
            end = start + len(name)
            if _stands_as_name(text, start, end):
                found.append(replace(one, start=start, end=end))
    return sorted([*mentions, *apart(found, mentions)])


def _stands_as_name(text: str, start: int, end: int) -> bool:
    before = max(0, start - len(" whether "))
    return bool(_LEADING.search(text, before, start) and _FOLLOWING.match(text, end))
