r"""Gettext's translations (``.po``): what stands in ``msgstr``, also in its plurals.

Everything else stays: ``msgid``, ``msgctxt``, comments, obsolete entries, the header.  In a
translation placeholders (``%s``, ``%(name)d``, ``{name}``, ``$name``), tags, escapes and the signs
of accelerators (``&File``, ``_File``) are kept; inside a sentence a digit stands for a placeholder.
The translations of a file are one document, each a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.reading.extracts import Builder, Extract, as_written
from majuscule.reading.formats.markup.references import STAND_IN, take_reference
from majuscule.reading.inputs import LONGEST, Input
from majuscule.reading.streams import split_terminator

_KEYWORD = re.compile(r'\s*(msgid_plural|msgid|msgctxt|msgstr)(\[\d+\])?\s*(?=")')
_STRING = re.compile(r'(\s*")((?:[^"\\]|\\.)*)("\s*)')
_PLACEHOLDER = (
    r"%(?:\d+\$)?(?:\([^()\s]*\))?[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?"
    r"(?:hh|h|ll|l|L|z|j|t|q)?[diouxXeEfFgGaAcrsSpn@%]"
    r"|\$?\{[^{}\s]*\}|%\w+%|\$\w+|@\w+@|%\{\w+\}"
)
_PART = re.compile(
    rf"(?P<holder>{_PLACEHOLDER})|(?P<tag></?[A-Za-z][^<>]*>)|(?P<blank>\\[nrtvf])"
    rf"|(?P<entity>&\#?\w+;)|(?P<escape>\\(?:x[0-9a-fA-F]{{1,2}}|[0-7]{{1,3}}|.))"
    rf"|(?P<accelerator>&(?=[^\W\d_])|(?<![\w&])_(?=[^\W_]))"
)


def read(source: Input) -> Iterator[Extract]:
    """Yield a file's translations as documents; one, unless it is very long."""
    reader = _Reader()
    for number, raw in source.lines():
        yield from reader.take(number, raw)
    yield reader.builder.end().build()


class _Reader:
    """Goes through the lines of a file."""

    def __init__(self) -> None:
        self.builder = Builder(1)
        self._keyword = ""  # what the present string belongs to
        self._source = ""  # the text of the present msgid
        self._begun = False  # whether the present translation has text

    def take(self, number: int, raw: str) -> Iterator[Extract]:
        """Take a line; yield the document that ends before it."""
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
            self._begun = False
        start = found.end() if found else 0
        string = _STRING.fullmatch(line, start)
        if string is None:
            # A comment or a blank line ends an entry, and what cannot be read is kept.
            if not found and not line.startswith('"'):
                self._keyword = ""
            self.builder.end().keep(raw)
            return
        opening, content, closing = string.groups()
        if self._keyword in ("msgid", "msgid_plural"):
            self._source += content
        # The translation of nothing is the header.
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
    """Add the inside of a string."""
    at = 0
    for found in _PART.finditer(content):
        builder.take(content[at : found.start()])
        at = found.end()
        kind, raw = found.lastgroup, found[0]
        if kind == "blank":
            builder.code(raw, "\n" if raw == r"\n" else " ", as_written)
        elif kind == "entity":
            take_reference(builder, raw)
        elif kind == "holder":
            builder.keep(raw).say(STAND_IN)
        elif kind == "escape" and raw in (r"\"", r"\\"):
            builder.code(raw, raw[1], as_written)
        elif kind == "escape":
            builder.keep(raw).say(STAND_IN)
        else:
            builder.keep(raw)
    builder.take(content[at:])
