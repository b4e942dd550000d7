r"""JSON lines: an object per line, a record, whose text is a document.

The text is strings, or lists of strings, in the fields that the caller names by paths
(:mod:`majuscule.reading.formats.json.values`), else in ``paragraphs``, else in ``text``.  To be
rewritten, they are located in the line as written, and letters are replaced in place, even those
written as escapes (``\u00e9`` becomes ``\u00c9``); spacing, number formats and the order of fields
stay.  To be read, they are paragraphs, separated by ``\n``, with the record's ``id`` and ``title``,
if any.

A record without the field, or with null there, passes through and is counted; it is an error if no
record has the field.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from majuscule.errors import CorpusError, UnclearError
from majuscule.reading.compression import stem
from majuscule.reading.documents import Document, paragraphs_of
from majuscule.reading.extracts import Extract, untouched
from majuscule.reading.formats.json.values import Value, find_values, lay_out, shown_path
from majuscule.reading.inputs import Input

DEFAULT_FIELDS = ("paragraphs", "text")
_NAMES = ("id", "title")


def read(source: Input) -> Iterator[Extract]:
    """Yield each line as a document, a very long one in parts; a blank line has no text."""
    fields = Fields(source)
    for number, line in source.lines():
        try:
            record = _Record(line, number, source.where, fields.names)
            values = fields.texts(record.values, number)
            parts = record.lay_out(values) if values else iter([untouched(line, number)])
        except CorpusError as error:
            source.broken(error, number)
            parts = iter([untouched(line, number)])
        yield from parts
    fields.check()


def read_documents(source: Input) -> Iterator[Document]:
    """Yield the document of each line; objects without text are skipped."""
    bare = stem(source.where)
    fields = Fields(source)
    for number, line in source.lines():
        record = _Record(line, number, source.where, fields.names)
        texts = [record.read(one) for one in fields.texts(record.values, number)]
        paragraphs = tuple(part for text in texts for part in paragraphs_of(text))
        if not paragraphs:
            continue
        name, title = record.member("id"), record.member("title")
        if title is not None and not isinstance(title, str):
            raise CorpusError("field 'title' is not a string", record.place)
        own = f"{bare}-{number}" if name is None else str(name)
        yield Document(own, paragraphs, title or "", record.place)
    fields.check()


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
        except (RecursionError, ValueError) as error:
            raise json_error(error, place) from error
        if not isinstance(value, dict):
            raise CorpusError(f"holds {_kind(value)}, but a JSON object is needed", place)
        yield number, value


def json_error(error: Exception, place: str) -> CorpusError:
    """Return the error for text that is not JSON, is nested too deeply or has too long a number."""
    if isinstance(error, json.JSONDecodeError):
        said = error.msg[:1].lower() + error.msg[1:]
        return CorpusError(f"not JSON: {said} at column {error.colno}", place)
    # Python's versions say this differently.
    said = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
    return CorpusError(f"JSON that cannot be read: {said}", place)


class _Record:
    """A line: the values of the fields in its object, and the members that name it.

    Raises :class:`CorpusError` for a line that is not a JSON object, naming line and column.
    """

    def __init__(self, line: str, number: int, where: str, fields: Sequence[str]) -> None:
        self.place = f"{where}:{number}"
        self._line = line
        self._number = number
        bare = line.removeprefix("\ufeff") if number == 1 else line
        self._before = len(line) - len(bare)
        self._text = bare.rstrip("\r\n")
        self._members: dict[str, Value] = {}
        self.values: list[Value] | None = None  # None: the line is blank
        if not self._text or self._text.isspace():
            return
        if self._text.lstrip(" \t")[0] != "{":
            next(read_objects([(number, self._text)], where))
        try:
            found = find_values(self._text, dict.fromkeys((*fields, *_NAMES)))
        except (RecursionError, ValueError) as error:
            raise json_error(error, self.place) from error
        self.values = [one for one in found if one.field in fields]
        self._members = {one.field: one for one in found if one.field in _NAMES}

    def read(self, value: Value) -> Any:
        """Return the decoded value."""
        return json.loads(self._text[value.start : value.end])

    def member(self, name: str) -> Any:
        """Return the value of ``id`` or ``title``, or None."""
        found = self._members.get(name)
        if found is None or found.kind == "missing":
            return None
        if found.steps != (name,):
            raise CorpusError(f"field {name!r} is not a string", self.place)
        return self.read(found)

    def lay_out(self, values: Sequence[Value]) -> Iterator[Extract]:
        """Return the record as a document, or several if it is very long."""
        name = self.member("id")
        named = {} if name is None else {"id": name}
        own = "" if name is None else str(name)
        return lay_out(self._line, values, self._number, named, own, self._before)


class Fields:
    """The fields that contain the text, and whether any record has one of them.

    ``default``: the fields to look for if the user names none; the first that exists is used.
    """

    def __init__(self, source: Input, default: Sequence[str] = DEFAULT_FIELDS) -> None:
        self._source = source
        self._given = source.reading.fields
        self.names = self._given or default
        self._objects = 0
        self._found = False
        either = " or ".join(repr(one) for one in self.names)
        self._missing = f"has no field {either}"

    def texts(self, found: Sequence[Value] | None, line: int, text: str = "") -> list[Value]:
        """Return those of the values that are text; missing ones are counted.

        ``line``: the first, or only, line of ``text``.

        Raises :class:`CorpusError` for a field with a value of any other type.
        """
        if found is None:
            return []
        self._objects += 1
        there = {one.field for one in found if one.kind != "missing"}
        lacking = {one.field for one in found} - there
        known = [name for name in self.names if name not in lacking]  # an empty list counts too
        self._found = self._found or bool(known)
        notes = self._source.notes
        if not self._given:
            if not known:
                notes.add(line, f"{self._missing}, left unchanged")
            found = [one for one in found if one.field in known[:1]]
        for one in found:
            if one.kind == "other":
                place = shown_path(one.steps)
                message = f"field {place!r} is neither a string nor a list of strings"
                raise self._source.error(message, line + text.count("\n", 0, one.start))
            if one.kind == "text":
                continue
            at = line + text.count("\n", 0, one.start)
            if one.kind == "missing":
                notes.add(at, f"has no field {one.field!r}, left unchanged")
            else:
                notes.add(at, f"field {one.field!r} is null, left unchanged")
        # Two patterns may lead to one string.
        return [*{one.start: one for one in found if one.kind == "text"}.values()]

    def check(self, there: Callable[[], str] = str) -> None:
        """Raise an error if no record had a field of the text: the user must name another.

        ``there`` returns what the source has instead, as the end of a sentence.
        """
        if self._objects and not self._found and not self._source.reading.keep_broken:
            where = self._source.where
            raise UnclearError(
                f"{self._missing}{there()}; name the field that holds the text with --field", where
            )


def _kind(value: object) -> str:
    names = {list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
