"""Spoken addresses: ``john dot smith at gmail dot com`` is john.smith@gmail.com.

Words before *dot* and a top-level domain (*com*, *org*) are a host; *slash* and a path may follow.
*At* before a host makes an e-mail address if the host is an e-mail service, or if e-mail is
mentioned before it; otherwise it is a word (*look at python dot org*).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.text.editing.edits import Edit

_ENDINGS = "com org net edu gov mil int info biz io ai tv eu uk de fr ca au nz ie ch"
ENDINGS = tuple(_ENDINGS.split())
"""Top-level domains, without those that are common words (*us*, *me*)."""
_SERVICES = "gmail yahoo hotmail outlook icloud aol protonmail proton googlemail msn"
SERVICES = tuple(_SERVICES.split())
"""E-mail services."""

_JOINED = {"dot": ".", "dash": "-", "hyphen": "-", "underscore": "_", "slash": "/"}
_NO_USER = "a an the is are was me us him her them it look looked found available or and"
_LABEL = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_ADDRESS = re.compile(
    rf"(?<![\w@.-])(?:(?P<user>(?!(?:{_NO_USER.replace(' ', '|')}) at\b)"
    rf"{_LABEL}(?: (?:dot|dash|hyphen|underscore) {_LABEL})*) at )?"
    rf"(?P<host>(?:(?:w w w|www) dot )?{_LABEL}(?: (?:dot|dash|hyphen) (?!dot\b){_LABEL})*?"
    rf" dot (?:{'|'.join(ENDINGS)})(?: dot (?:{'|'.join(ENDINGS)}))?)"
    rf"(?P<path>(?: slash {_LABEL})*)(?![\w@-])",
    re.IGNORECASE,
)
_MAIL = re.compile(r"\be-?mails?\b|\bmail\b|\baddress\b", re.IGNORECASE)


def find_addresses(text: str) -> Iterator[Edit]:
    """Yield edits that replace the spoken addresses of a text by written ones.

    >>> [one.text for one in find_addresses("go to w w w dot example dot co dot uk slash help")]
    ['www.example.co.uk/help']
    """
    for found in _ADDRESS.finditer(text):
        start = found.start()
        if found["user"] and not _is_mail(text, found):
            start = found.start("host")
        yield Edit(start, found.end(), _typed(text[start : found.end()]))


def _is_mail(text: str, found: re.Match[str]) -> bool:
    service = found["host"].partition(" ")[0].lower() in SERVICES
    line = text.rfind("\n", 0, found.start()) + 1
    before = _MAIL.search(text, max(line, found.start() - 60), found.start("user"))
    return service or before is not None


def _typed(spoken: str) -> str:
    """Return a spoken address as it is written."""
    words = re.sub(r"\bw w w\b", "www", spoken.lower()).split(" ")
    return "".join("@" if word == "at" else _JOINED.get(word, word) for word in words)
