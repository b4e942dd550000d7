"""Relations in well-cased news by surface patterns, as a reference that needs no engine.

Three patterns, over capitals and the roles of :mod:`~majuscule.degrade.tasks.relations.rules`:
*chairman Ann Lee*; *Acme Corporation chairman Ann Lee*; *Ann Lee, the chairman of Acme
Corporation,*.  Their precision is high and their recall low, so relations that only an engine finds
are not judged.
"""

from __future__ import annotations

import re

from majuscule.degrade.interface import Link
from majuscule.degrade.tasks.relations.rules import (
    AFFILIATION,
    BODIES,
    NO_NAMES,
    POSITION,
    ROLES,
    head_word,
)

_CAPITAL = r"[A-ZÀ-ÖØ-Þ]"
_WORD = rf"{_CAPITAL}[\w-]*(?:['’]{_CAPITAL}[\w-]*)?[^\W_]"
_NAME = rf"(?P<name>{_WORD}(?: {_CAPITAL}\.)?(?: {_WORD}){{1,3}})"
_BODY = rf"(?P<body>{_WORD}(?:(?: of| for| of the| and)? {_WORD}){{0,5}})"
_ROLE = rf"(?P<role>(?i:{'|'.join(sorted(ROLES, key=len, reverse=True))}))"
_BEFORE = re.compile(rf"(?<![\w-])(?:{_BODY} (?:[a-z]+ ){{0,2}}?)?(?<![\w-]){_ROLE} {_NAME}")
_AFTER = re.compile(
    rf"(?<![\w-]){_NAME}, (?:the |an? )?(?:[\w-]+ ){{0,3}}?{_ROLE}"
    rf"(?:(?: of| at| for| with) (?:the )?{_BODY})?(?=[,.;:])"
)


def worded_relations(text: str) -> list[Link]:
    """Return the relations that the patterns find in a well-cased text.

    >>> text = "Acme Corporation chairman Ann Lee met Joe Orr, head of the Ulm Museum."
    >>> [(text[slice(*a.predicate)], text[slice(*a.argument)]) for a in worded_relations(text)]
    [('Lee', 'Corporation'), ('Lee', 'chairman'), ('Orr', 'Museum'), ('Orr', 'head')]
    """
    links = set()
    for pattern in (_BEFORE, _AFTER):
        for match in pattern.finditer(text):
            words = match["name"].split()
            if NO_NAMES & {*words}:
                continue
            name = head_word(text, *match.span("name"))
            links.add(Link(name, POSITION, match.span("role")))
            if match["body"] and BODIES & {*match["body"].split()}:
                links.add(Link(name, AFFILIATION, head_word(text, *match.span("body"))))
    return sorted(links)
