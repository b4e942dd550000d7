r"""JSON lines whose texts are restored in place: all else in the line stays byte for byte.

A record's texts are strings, or lists of strings, in fields of its object.  They are found in the
line as it is written, and a letter is exchanged where it stands, also where it is written as an
escape (``\u00e9`` becomes ``\u00c9``).  So spacing, number formats and the order of fields stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from majuscule.errors import CorpusError
from majuscule.reading import read_objects
from majuscule.reading.formats.documents import Document, Span, Unit, untouched
from majuscule.reading.formats.source import Source
from majuscule.reading.jsonl import DEFAULT_FIELDS
from majuscule.reading.lines import LONGEST
from majuscule.reading.streams import Block, split_lines

_BLANK = re.compile(r"[ \t\n\r]*")
_UNIT = re.compile(
    r"[^\\]+|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\."
)
_decode = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Text:
    """A string of a record: its field, its place in a list (-1: none), its literal, its value."""

    field: str
    index: int
    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class Record:
    """A line of JSON lines with the texts that are to be restored."""

    raw: str  # the line with its terminator
    line: int
    value: dict[str, Any]
    texts: tuple[Text, ...]

    @property
    def text(self) -> str:
        """Return the texts, one below the other: the record is a document."""
        return "\n".join(text.value for text in self.texts)

    def document(self) -> Document:
        """Return the record as a document: its texts, one below the other, are the units."""
        spans: list[Span] = []
        units = []
        at = 0
        named = {"id": self.value["id"]} if "id" in self.value else {}
        for text in self.texts:
            stop = at + len(text.value)
            spans += _spans(self.raw, text.start + 1, text.end - 1, at)
            place: dict[str, Any] = {"line": self.line, **named, "field": text.field}
            if text.index >= 0:
                place["index"] = text.index
            units.append(Unit(place, at, stop))
            at = stop + 1
        name = str(self.value.get("id", ""))
        return Document(self.raw, self.line, self.text, tuple(spans), tuple(units), name)

    def rewrite(self, text: str) -> str:
        """Return the line with its texts in the case of ``text``."""
        return self.document().rewrite(text)


def read(source: Source) -> Iterator[Document]:
    """Yield the documents of JSON lines: a record is a document, and so is a blank line."""
    for number, line in source.lines():
        try:
            yield read_record(line, number, source.reading.fields, source.where).document()
        except CorpusError as error:
            source.broken(error, number)
            yield untouched(line, number)


def read_records(
    blocks: Iterable[Block], fields: Sequence[str], where: str
) -> Iterator[list[Record]]:
    """Yield for each block the records of its lines; a blank line is a record without texts.

    ``fields``: where the texts stand; without any, in ``paragraphs``, else in ``text``.
    Raises :class:`CorpusError`, after the lines before have been handed out, for a line that is no
    JSON object, that lacks a field, or whose field holds no text.
    """
    rest, number = "", 1
    for block in blocks:
        if not block.complete:
            rest += block.text
            if len(rest) > LONGEST:
                raise CorpusError(
                    f"a line of more than {LONGEST >> 20} million characters", f"{where}:{number}"
                )
            continue
        lines = split_lines(rest + block.text)
        rest = ""
        records = []
        try:
            for line in lines:
                records.append(read_record(line, number, fields, where))
                number += 1
        except CorpusError:
            if records:
                yield records
            raise
        yield records


def read_record(line: str, number: int, fields: Sequence[str], where: str) -> Record:
    """Return the record of a line.

    >>> record = read_record('{"n": 1.0, "text": "in rome"}', 1, (), "x.jsonl")
    >>> record.rewrite("in Rome")
    '{"n": 1.0, "text": "in Rome"}'
    """
    bare = line.removeprefix("\ufeff") if number == 1 else line
    found = next(read_objects([(number, bare.rstrip("\r\n"))], where), None)
    if found is None:
        return Record(line, number, {}, ())
    value = found[1]
    place = f"{where}:{number}"
    wanted = tuple(fields) or tuple(one for one in DEFAULT_FIELDS if one in value)[:1]
    for name in wanted:
        if name not in value:
            raise CorpusError(f"the object has no field {name!r}", place)
    if not wanted:
        known = " or ".join(repr(one) for one in DEFAULT_FIELDS)
        raise CorpusError(f"the object has no field {known}; name the field with --field", place)
    texts: list[Text] = []
    for name, start in _members(line, len(line) - len(bare)):
        if name in wanted:
            texts += _texts(line, name, start, place)
    return Record(line, number, value, tuple(texts))


def _members(line: str, at: int) -> Iterator[tuple[str, int]]:
    """Yield the name and the place of the value of each member of an object known to be right."""
    at = _skip(line, _skip(line, at) + 1)
    while line[at] != "}":
        name, at = _decode(line, at)
        start = _skip(line, _skip(line, at) + 1)
        yield name, start
        _, at = _decode(line, start)
        at = _skip(line, at)
        if line[at] == ",":
            at = _skip(line, at + 1)


def _texts(line: str, name: str, start: int, place: str) -> Iterator[Text]:
    """Yield the strings of a value: itself, or the items of a list."""
    value, end = _decode(line, start)
    if isinstance(value, str):
        yield Text(name, -1, start, end, value)
        return
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise CorpusError(f"field {name!r} is neither a text nor a list of texts", place)
    at = _skip(line, start + 1)
    for index, one in enumerate(value):
        _, end = _decode(line, at)
        yield Text(name, index, at, end, one)
        at = _skip(line, _skip(line, end) + 1)


def _skip(line: str, at: int) -> int:
    found = _BLANK.match(line, at)
    return found.end() if found else at


def _spans(line: str, start: int, end: int, at: int) -> Iterator[Span]:
    """Yield the spans of the inside of a JSON literal: runs as they are, and escapes."""
    for found in _UNIT.finditer(line, start, end):
        escaped = line[found.start()] == "\\"
        stop = at + (1 if escaped else found.end() - found.start())
        yield Span(found.start(), found.end(), at, stop, _write_escape if escaped else None)
        at = stop


def _write_escape(_raw: str, _old: str, new: str) -> str:
    # Letters are escaped by their number alone.
    return json.dumps(new)[1:-1]
