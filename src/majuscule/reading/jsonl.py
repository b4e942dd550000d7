r"""JSON lines: one object a line.

A document is ``{"id": ..., "title": ..., "paragraphs": [...]}``; ``id`` and ``title`` may be
absent.  Its text stands in the field that the caller names, else in ``paragraphs``, else in
``text``: a list of paragraphs, or a string of paragraphs separated by ``\n``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from majuscule.errors import CorpusError
from majuscule.reading.compression import stem
from majuscule.reading.documents import Document

DEFAULT_FIELDS = ("paragraphs", "text")


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


def read_jsonl(
    lines: Iterable[tuple[int, str]], where: str, field: str | None = None
) -> Iterator[Document]:
    """Yield the document of each line; an object without text gives none.

    >>> line = '{"title": "T", "text": "One.\\\\nTwo."}'
    >>> list(read_jsonl([(1, line)], "x.jsonl"))[0].paragraphs
    ('One.', 'Two.')
    """
    bare = stem(where)
    for number, value in read_objects(lines, where):
        place = f"{where}:{number}"
        paragraphs = _paragraphs(value, field, place)
        if paragraphs:
            name = value.get("id")
            yield Document(
                id=f"{bare}-{number}" if name is None else str(name),
                paragraphs=paragraphs,
                title=_title(value, place),
                where=place,
            )


def _paragraphs(value: dict[str, Any], field: str | None, place: str) -> tuple[str, ...]:
    name = field
    if name is None:
        name = next((one for one in DEFAULT_FIELDS if one in value), None)
    if name is None or name not in value:
        wanted = repr(name) if name else " or ".join(repr(one) for one in DEFAULT_FIELDS)
        raise CorpusError(f"the object has no field {wanted}; name the field of the text", place)
    text = value[name]
    if isinstance(text, str):
        text = text.split("\n")
    if not isinstance(text, list) or not all(isinstance(part, str) for part in text):
        raise CorpusError(f"field {name!r} is neither a text nor a list of texts", place)
    # A paragraph holds no line end: one inside a list entry starts another.
    parts = (part.removesuffix("\r") for one in text for part in one.split("\n"))
    return tuple(part for part in parts if part and not part.isspace())


def _title(value: dict[str, Any], place: str) -> str:
    title = value.get("title")
    if title is None:
        return ""
    if not isinstance(title, str):
        raise CorpusError("field 'title' is not a text", place)
    return title


def _kind(value: Any) -> str:
    names = {list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
