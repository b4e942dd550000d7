r"""JSON lines: one object a line, a record, whose texts are a document.

Its texts are strings, or lists of strings, in the fields that the caller names, else in
``paragraphs``, else in ``text``.  To be restored in place they are found in the line as it is
written, and a letter is exchanged where it stands, also where it is written as an escape
(``\u00e9`` becomes ``\u00c9``): spacing, number formats and the order of fields stay.  To be read
they are paragraphs, parted by ``\n``, with the record's ``id`` and ``title`` where it has them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from majuscule.errors import CorpusError
from majuscule.reading.compression import stem
from majuscule.reading.documents import Document, paragraphs_of
from majuscule.reading.extracts import Builder, Extract, untouched
from majuscule.reading.inputs import Input

DEFAULT_FIELDS = ("paragraphs", "text")

_BLANK = re.compile(r"[ \t\n\r]*")
_UNIT = re.compile(
    r"[^\\]+|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\."
)
_decode = json.JSONDecoder().raw_decode


def read(source: Input) -> Iterator[Extract]:
    """Yield each line; a blank one has no text."""
    for number, line in source.lines():
        try:
            yield read_record(line, number, source.reading.fields, source.where)
        except CorpusError as error:
            source.broken(error, number)
            yield untouched(line, number)


def read_documents(source: Input) -> Iterator[Document]:
    """Yield the document of each line; an object without text gives none."""
    bare = stem(source.where)
    for number, value in read_objects(source.bare_lines(), source.where):
        place = f"{source.where}:{number}"
        names = _wanted(value, source.reading.fields, place)
        texts = (text for name in names for text in _strings(value[name], name, place))
        paragraphs = tuple(part for text in texts for part in paragraphs_of(text))
        if not paragraphs:
            continue
        name, title = value.get("id"), value.get("title")
        if title is not None and not isinstance(title, str):
            raise CorpusError("field 'title' is not a text", place)
        own = f"{bare}-{number}" if name is None else str(name)
        yield Document(own, paragraphs, title or "", place)


def read_objects(
    lines: Iterable[tuple[int, str]], where: str
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number and the object of each line that is not blank.

    Raises :class:`CorpusError` for a line that is not a JSON object, naming line and column.
    """
    for number, line in lines:
        if not line or line.isspace():
            continue
        place = f"{where}:{number}"
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise CorpusError(
                f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} at column {error.colno}", place
            ) from error
        except (RecursionError, ValueError) as error:  # nested too deep, a number too long
            raise CorpusError(f"JSON that cannot be read: {error}", place) from error
        if not isinstance(value, dict):
            raise CorpusError(f"holds {_kind(value)} where a JSON object is needed", place)
        yield number, value


def read_record(line: str, number: int, fields: Sequence[str], where: str) -> Extract:
    """Return a line with its texts, one below the other, as units; a blank line has none.

    >>> record = read_record('{"n": 1.0, "text": "in rome"}', 1, (), "x.jsonl")
    >>> record.rewrite("in Rome")
    '{"n": 1.0, "text": "in Rome"}'
    """
    bare = line.removeprefix("\ufeff") if number == 1 else line
    found = next(read_objects([(number, bare.rstrip("\r\n"))], where), None)
    if found is None:
        return untouched(line, number)
    value, place = found[1], f"{where}:{number}"
    wanted = _wanted(value, fields, place)
    named = {"id": value["id"]} if "id" in value else {}
    builder = Builder(number, str(value.get("id", "")))
    for name, start in _members(line, len(line) - len(bare)):
        if name not in wanted:
            continue
        for index, (at, end, text) in enumerate(_literals(line, name, start, place)):
            if builder.length:
                builder.say("\n")
            listed = {} if line[start] == '"' else {"index": index}
            builder.keep(line[builder.length : at + 1])
            builder.begin({"line": number, **named, "field": name, **listed})
            begun = builder.at
            for part in _UNIT.findall(line, at + 1, end - 1):
                if part[0] == "\\":
                    builder.code(part, text[builder.at - begun], _write_escape)
                else:
                    builder.take(part)
            builder.end()
    return builder.keep(line[builder.length :]).build()


def _wanted(value: dict[str, Any], fields: Sequence[str], place: str) -> Sequence[str]:
    """Return the names of the fields that hold the text."""
    known = next((one for one in DEFAULT_FIELDS if one in value), None)
    if not fields and known is None:
        names = " or ".join(repr(one) for one in DEFAULT_FIELDS)
        raise CorpusError(f"the object has no field {names}; name the field with --field", place)
    for name in fields:
        if name not in value:
            raise CorpusError(f"the object has no field {name!r}", place)
    return fields or (str(known),)


def _strings(value: Any, name: str, place: str) -> list[str]:
    """Return the texts of a field."""
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise CorpusError(f"field {name!r} is neither a text nor a list of texts", place)
    return texts


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


def _literals(line: str, name: str, start: int, place: str) -> Iterator[tuple[int, int, str]]:
    """Yield the places and values of the strings of a value: itself, or the items of a list."""
    value, _ = _decode(line, start)
    at = start if isinstance(value, str) else _skip(line, start + 1)
    for text in _strings(value, name, place):
        _, end = _decode(line, at)
        yield at, end, text
        at = _skip(line, _skip(line, end) + 1)


def _skip(line: str, at: int) -> int:
    found = _BLANK.match(line, at)
    return found.end() if found else at


def _write_escape(_raw: str, _old: str, new: str) -> str:
    # Letters are escaped by their number alone.
    return json.dumps(new)[1:-1]


def _kind(value: Any) -> str:
    names = {list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
