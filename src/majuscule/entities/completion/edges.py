"""Mentions without what belongs to the words after them: ``yasser arafat(.)``, ``april 6(,)``,
``american university (of)``."""

from __future__ import annotations

import re
from dataclasses import replace

from majuscule.reading.annotations.mentions import MUC, Mention
from majuscule.text.tokenizing.sentences import ABBREVIATIONS

_ABBREVIATIONS = frozenset(ABBREVIATIONS)
_STOP = re.compile(r"(?<![\w.])([^\W\d_]{3,})\.+\Z")
_MARKS = re.compile(r"(?<=\w)(?: ?,| +[-–—])+ *\Z")
_WORDS = re.compile(r"(?<=\w)(?: (?:and|by|for|from|of|or|that|the|to|with))+\Z", re.I)


def trimmed(text: str, one: Mention) -> Mention:
    """Return a mention without the marks and the closed-class words that it ends in; a full stop
    stays where it may be that of an abbreviation.

    >>> text = "we met Ann. She left at 9 a.m."
    >>> [trimmed(text, Mention(*span)).of(text) for span in ((7, 11, "PER"), (24, 30, "TIME"))]
    ['Ann', '9 a.m.']
    """
    if one.label not in MUC:
        return one
    end, stop = one.end, _STOP.search(text, one.start, one.end)
    if stop and stop[1].lower() not in _ABBREVIATIONS:
        end = stop.end(1)
    for pattern in (_MARKS, _WORDS) if one.label != "PER" else (_MARKS,):
        found = pattern.search(text, one.start, end)
        end = found.start() if found else end
    return replace(one, end=end) if end < one.end else one
