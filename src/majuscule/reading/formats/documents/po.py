r"""Gettext's translation catalogues (``.po``): the text of ``msgstr``, including plurals.

Everything else is kept: ``msgid``, ``msgctxt``, comments, obsolete entries, the header.  Inside
translations, placeholders (``%s``, ``%(name)d``, ``{name}``, ``$name``), tags, escapes and the
markers of accelerators (``&File``, ``_File``) are kept; in a sentence a digit replaces a
placeholder.  The translations of a file are one document, each a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.errors import UnclearError
from majuscule.reading.extracts import STAND_IN, Builder, Extract, keep_raw
from majuscule.reading.formats.markup.references import take_reference
from majuscule.reading.inputs import LONGEST, Input
from majuscule.reading.streams import split_terminator

_KEYWORD = re.compile(r'\s*(msgid_plural|msgid|msgctxt|msgstr)(\[\d+\])?\s*(?=")')
_STRING = re.compile(r'(\s*")((?:[^"\\]|\\.)*)("\s*)')
_PLACEHOLDER = (
    r"%(?!(?<=\d%) )(?:\d+\$)?(?:\([^()\s]*\))?[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?"
    r"(?:hh|h|ll|l|L|z|j|t|q)?[diouxXeEfFgGaAcrsSpn@%]"
    r"|\$?\{[^{}\s]*\}|%\w+%|\$(?!\d)\w+|@\w+@|%\{\w+\}"
)
_PART = re.compile(
    rf"(?P<holder>{_PLACEHOLDER})|(?P<tag></?(?:[^\W\d_]|%)[^<>]*>)|(?P<blank>\\[nrtvf])"
    rf"|(?P<entity>&\#?\w+;)|(?P<escape>\\(?:x[0-9a-fA-F]{{1,2}}|[0-7]{{1,3}}|.))"
    rf"|(?P<accelerator>&(?=[^\W\d_])|(?<![\w&])_(?=[^\W_]))"
)


def read(source: Input) -> Iterator[Extract]:
    """Yield a file's translations as one document, or several if it is very long."""
    reader = _Reader()
    for number, raw in source.lines():
        yield from reader.take(number, raw)
    if not reader.found:
        raise UnclearError(
            "has no msgid, so it is no catalogue; to restore it as text, use --format text",
            source.where,
        )
    yield reader.builder.end().build()


class _Reader:
    """Reads a file line by line."""

    def __init__(self) -> None:
        self.builder = Builder(1)
        self.found = False  # any entry
        self._keyword = ""  # of the current string
        self._source = ""  # the text of the current msgid
        self._begun = False  # whether the current translation has text

    def take(self, number: int, raw: str) -> Iterator[Extract]:
        """Read a line; yield the document that ends before it, if any."""
        line, end = split_terminator(raw)
        found = _KEYWORD.match(line)
        if found:
            if self._keyword == "msgstr":
                self.builder.end()
            if found[1] == "msgid":
                self._source = ""
                if self.builder.length > LONGEST:
                    yield self.builder.build()
                    self.builder = Builder(number)
            self._keyword = found[1]
            self.found = True
            self._begun = False
        start = found.end() if found else 0
        string = _STRING.fullmatch(line, start)
        if string is None:
            # A comment or a blank line ends an entry, and malformed lines are kept.
            if not found and not line.startswith('"'):
                self._keyword = ""
            self.builder.end().keep(raw)
            return
        opening, content, closing = string.groups()
        if self._keyword in ("msgid", "msgid_plural"):
            self._source += content
        # The translation of the empty string is the header.
        if self._keyword != "msgstr" or not self._source or not content:
            self.builder.keep(raw)
            return
        if not self._begun:
            self._begun = True
            self.builder.end().say("\n" if self.builder.at else "")
            self.builder.begin({"line": number})
        self.builder.keep(line[:start] + opening)
        _take_text(self.builder, content)
        self.builder.keep(closing + end)


def _take_text(builder: Builder, content: str) -> None:
    """Add the content of a string."""
    at = 0
    for found in _PART.finditer(content):
        builder.take(content[at : found.start()])
        at = found.end()
        kind, raw = found.lastgroup, found[0]
        if kind == "blank":
            builder.code(raw, "\n" if raw == r"\n" else " ", keep_raw)
        elif kind == "entity":
            take_reference(builder, raw)
        elif kind == "holder":
            builder.keep(raw).say(STAND_IN)
        elif kind == "escape" and raw in (r"\"", r"\\"):
            builder.code(raw, raw[1], keep_raw)
        elif kind == "escape":
            builder.keep(raw).say(STAND_IN)
        else:
            builder.keep(raw)
    builder.take(content[at:])
