r"""Locating the strings of a JSON value that are its text, and rewriting them in place.

A field is named by a path: ``text``, ``article.title``, ``segments[].text`` (of each item of a
list), ``[].body`` (of each item of a value that is a list), ``[0].body`` (of its first item),
``menu.*`` (any member or item), ``**.body`` (at any depth), ``**`` (all strings).  If a path leads
to a list of strings, each is text.  A member whose own name contains points or brackets is also
found by that name.

The value is scanned as written, what no path leads to is skipped, and no objects are kept, so that
a record may be as large as memory holds its characters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from majuscule.reading.extracts import Builder, Extract, Recode, keep_raw
from majuscule.reading.inputs import LONGEST
from majuscule.reading.streams import cut_place

EACH = "[]"
"""The path step to each item of a list."""
ANY, DEEP = "*", "**"
"""The path steps to any member or item, and through any number of them."""
LARGE = 1 << 22
"""Characters of a value from which on skipped parts are not decoded, and so not validated."""

Path = tuple[str, ...]
Steps = tuple[str | int, ...]
"""The names and indices that lead to a place in a value."""

_BLANK = re.compile(r"[ \t\n\r]*")
_STEP = re.compile(r"\[\]|[^.\[\]]+")
_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)
_ESCAPE = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}"
_ESCAPED = re.compile(_ESCAPE)
_RUN = re.compile(rf"[^\\]+|(?:{_ESCAPE}){{1,8192}}|\\.", re.DOTALL)
_decode = json.JSONDecoder().raw_decode
_scan = json.decoder.scanstring  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Value:
    """What a field leads to: the range in which it is written, and the steps to it."""

    field: str
    start: int
    end: int
    steps: Steps
    kind: Literal["text", "null", "missing", "other"] = "text"

    @property
    def top(self) -> int | None:
        """Return the index of the item that contains it, if the whole value is a list."""
        return self.steps[0] if self.steps and isinstance(self.steps[0], int) else None

    @property
    def place(self) -> dict[str, Any]:
        """Return its place for people: the field and, in a list of strings, the index."""
        if len(self.steps) == 2 and isinstance(self.steps[1], int):
            return {"field": self.steps[0], "index": self.steps[1]}
        return {"field": shown_path(self.steps)}


Values = Generator[Value, None, int]


def paths_of(field: str) -> set[Path]:
    """Return the possible meanings of a field's name: a path, and a member's own name.

    >>> sorted(paths_of("segments[].text"))
    [('segments', '[]', 'text'), ('segments[].text',)]
    """
    return {tuple(_STEP.findall(field)), (field,)} - {()}


def steps_of(path: str) -> Steps:
    """Return a path as steps.

    >>> steps_of("items[0].text")
    ('items', 0, 'text')
    """
    return tuple(int(one) if one.isdecimal() else one for one in _STEP.findall(path))


def shown_path(steps: Sequence[str | int]) -> str:
    """Return a place in a value in the notation of paths.

    >>> shown_path(("segments", 3, "text"))
    'segments[3].text'
    """
    parts = [f"[{one}]" if isinstance(one, int) else f".{one}" for one in steps]
    return "".join(parts).removeprefix(".")


def find_values(text: str, fields: Iterable[str], *, several: bool = False) -> list[Value]:
    """Return the values that fields lead to, in the order of the text.

    ``several``: allow objects one after another; they are like a list of them.

    Raises :class:`json.JSONDecodeError` for text that is not JSON.

    >>> [(one.place, one.kind) for one in find_values('{"a": [{"b": "c"}, {}]}', ["a[].b"])]
    [({'field': 'a[0].b'}, 'text'), ({'field': 'a', 'index': 1}, 'missing')]
    >>> [one.place["field"] for one in find_values('{"a": {"b": "c", "d": ["e"]}}', ["**"])]
    ['a.b', 'a.d[0]']
    >>> [one.place for one in find_values('{"a": "b"} {"a": "c"}', ["[].a"], several=True)]
    [{'field': '[0].a'}, {'field': '[1].a'}]
    """
    wanted = [(field, path) for field in fields for path in paths_of(field)]
    walk = _Walk(text)
    at = walk.blank(0)
    found, end = walk.all(walk.value(at, wanted, ()))
    if several and text[at] == text[end : end + 1] == "{":
        found, end = walk.all(walk.items(at, wanted, (), end=""))
        missing = dict.fromkeys(field for field, _ in wanted)
        found = found or [Value(one, at, end, (), "missing") for one in missing]
    if end != len(text):
        raise json.JSONDecodeError("Extra data", text, end)
    for field in {field for field, path in wanted if {ANY, DEEP} & {*path}}:
        # What a pattern passes on its way to text is no fault.
        matched = any(one.field == field and one.kind == "text" for one in found)
        found = [one for one in found if one.field != field or one.kind == "text"]
        found += [] if matched else [Value(field, at, end, (), "missing")]
    return found


def load_value(text: str) -> Any:
    """Return the decoded value; objects one after another as a list of them."""
    walk = _Walk(text)
    at = walk.blank(0)
    values: list[Any] = []
    while not values or at < len(text):
        value, at = _decode(text, at)
        values.append(value)
        at = walk.blank(at)
    return values if len(values) > 1 else values[0]


def _leads_on(step: str) -> bool:
    """Return whether a step leads to an item of a list."""
    return step in (EACH, ANY, DEEP) or step.isdecimal()


def _behind(path: Path) -> Path:
    """Return what remains of a path behind its first step."""
    return path if path[:1] == (DEEP,) else path[1:]


class _Walk:
    """A scanner of a value; each method returns the offset after what it scanned."""

    def __init__(self, text: str) -> None:
        self.text = text

    def all(self, values: Values) -> tuple[list[Value], int]:
        """Return all that is yielded, and the offset of what follows it."""
        found = []
        try:
            while True:
                found.append(next(values))
        except StopIteration as stop:
            return found, self.blank(stop.value)

    def value(self, at: int, wanted: list[tuple[str, Path]], steps: Steps) -> Values:
        """Yield the values that the remaining paths lead to from here."""
        first = self.text[at : at + 1]
        wanted = wanted + [(field, path[1:]) for field, path in wanted if path[:1] == (DEEP,)]
        ends = {field: None for field, path in wanted if not path}
        deeper = {field: None for field, path in wanted if path}
        if first == "[" and wanted and any(not path or _leads_on(path[0]) for _, path in wanted):
            return (yield from self.items(at + 1, wanted, steps))
        if first == "{" and deeper.keys() >= ends.keys() and wanted:
            return (yield from self._members(at, wanted, steps))
        end = self.skip(at)
        kind: Any = {'"': "text", "n": "null"}.get(first, "other")
        for field in ends:
            yield Value(field, at, end, steps, kind)
        for field in deeper:
            if field not in ends:
                yield Value(field, at, end, steps, "null" if first == "n" else "missing")
        return end

    def _members(self, start: int, wanted: list[tuple[str, Path]], steps: Steps) -> Values:
        seen = set()
        at = self.blank(start + 1)
        while self.text[at : at + 1] != "}":
            if self.text[at : at + 1] != '"':
                raise self._expected("property name enclosed in double quotes", at)
            name, at = _scan(self.text, at + 1, True)
            at = self.blank(self._take(":", self.blank(at)))
            here = (name, ANY, DEEP)
            inner = [(field, _behind(path)) for field, path in wanted if path and path[0] in here]
            seen |= {field for field, _ in inner}
            at = (yield from self.value(at, inner, (*steps, name))) if inner else self.skip(at)
            at = self.blank(at)
            if self.text[at : at + 1] != "}":
                at = self.blank(self._take(",", at))
                if self.text[at : at + 1] == "}":
                    raise self._expected("property name enclosed in double quotes", at)
        for field in dict.fromkeys(field for field, _ in wanted):
            if field not in seen:
                yield Value(field, start, at + 1, steps, "missing")
        return at + 1

    def items(
        self, start: int, wanted: list[tuple[str, Path]], steps: Steps, *, end: str = "]"
    ) -> Values:
        """Yield those from the items of a list, or, up to an ``end`` of "", without commas."""
        number = 0
        at = self.blank(start)
        while self.text[at : at + 1] != end:
            if number and end:
                at = self.blank(self._take(",", at))
            nested = self.text[at : at + 1] == "["
            for field, path in wanted:
                if nested and not path:  # a list of lists is not a list of texts
                    yield Value(field, at, at, (*steps, number), "other")
            here = (EACH, str(number), ANY, DEEP)
            wide = [one for one in wanted if (one[1][0] in here if one[1] else not nested)]
            inner = [(field, _behind(path)) for field, path in wide]
            at = self.blank((yield from self.value(at, inner, (*steps, number))))
            number += 1
        return at + len(end)

    def skip(self, at: int) -> int:
        """Return the end of the value that begins here."""
        first = self.text[at : at + 1]
        if first == '"':
            return int(_scan(self.text, at + 1, True)[1])
        if len(self.text) < LARGE or first not in ("[", "{"):
            return _decode(self.text, at)[1]
        depth = 0
        for found in _BRACKET.finditer(self.text, at):
            depth += found[0] in ("[", "{")
            depth -= found[0] in ("]", "}")
            if not depth:
                return found.end()
        raise self._expected("',' delimiter", len(self.text))

    def blank(self, at: int) -> int:
        """Return the end of the white space that begins here."""
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def _take(self, sign: str, at: int) -> int:
        if self.text[at : at + 1] != sign:
            raise self._expected(f"{sign!r} delimiter", at)
        return at + 1

    def _expected(self, what: str, at: int) -> json.JSONDecodeError:
        return json.JSONDecodeError(f"Expecting {what}", self.text, at)


def lay_out(
    text: str,
    values: Iterable[Value],
    line: int,
    place: Mapping[str, Any],
    name: str = "",
    start: int = 0,
) -> Iterator[Extract]:
    """Yield a value as a document, its strings below each other, as units.

    A document ends with each item of a value that is a list, and is split if it is too long.
    ``start``: the length of what precedes the value in the text (a byte-order mark).
    """
    builder = Builder(line, name)
    written = 0  # up to where the text was passed to a builder
    top: int | None = None

    def begin() -> None:
        builder.begin({"line": line, **place, **value.place})

    for value in values:
        if builder.length and (builder.at > LONGEST or value.top != top):
            yield builder.build()
            builder = Builder(line, name)
        top = value.top
        if builder.length:
            builder.say("\n")
        before = text[written : start + value.start + 1]
        line += before.count("\n")
        builder.keep(before)
        begin()
        between_words = True
        for raw, plain, recode in string_parts(
            text, start + value.start + 1, start + value.end - 1
        ):
            due = builder.at + len(plain) - LONGEST
            if builder.at and due > 0 and (between_words or due > LONGEST // 4):
                yield builder.end().build()
                builder = Builder(line, name)
                begin()
            builder.code(raw, plain, recode)
            between_words = plain[-1:].isspace()
        builder.end()
        written = start + value.end - 1
    yield builder.keep(text[written:]).build()


def string_parts(text: str, at: int, stop: int) -> Iterator[tuple[str, str, Recode | None]]:
    """Yield the parts of a string between its quotes: raw, decoded, and how to recode them."""
    for found in _RUN.finditer(text, at, stop):
        raw = found[0]
        if raw[0] == "\\":
            yield raw, json.loads(f'"{raw}"'), write_escapes if raw[1] == "u" else keep_raw
            continue
        begun, end = found.span()
        while end - begun > LONGEST:
            cut = cut_place(text, begun + LONGEST // 2, begun + LONGEST)
            yield text[begun:cut], text[begun:cut], None
            begun = cut
        yield text[begun:end], text[begun:end], None


def escapes_of(raw: str) -> list[str]:
    """Return the single escapes in a run of them, one for each character."""
    return _ESCAPED.findall(raw) if raw[1] == "u" else [raw]


def write_escapes(raw: str, old: str, new: str) -> str:
    r"""Return escapes of ``new`` in the style of those of ``old``.

    >>> write_escapes(r"\u00E9\u0061", "éa", "Éa")
    '\\u00C9\\u0061'
    """
    parts = []
    for unit, before, after in zip(escapes_of(raw), old, new, strict=True):
        if before == after:
            parts.append(unit)
            continue
        written = json.dumps(after)[1:-1] if ord(after) > 127 else f"\\u{ord(after):04x}"
        digits = unit.replace("\\u", "")
        parts.append(written.upper().replace("U", "u") if digits != digits.lower() else written)
    return "".join(parts)
