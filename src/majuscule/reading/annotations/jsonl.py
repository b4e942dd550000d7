"""Annotated JSON lines: ``{"id", "text", "mentions": [{"start", "end", "label"}, ...]}``.

For compatibility with other programs, ``entities``, ``spans``, ``label`` and ``labels`` are read as
``mentions``, ``[start, end, label]`` as an object, and doccano's ``start_offset`` and
``end_offset`` as ``start`` and ``end``.  A confidence is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from majuscule.errors import CorpusError
from majuscule.reading import read_objects
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import Mention

FIELDS = ("mentions", "entities", "spans", "label", "labels")
UNMARKED = f"records without a field of mentions ({', '.join(FIELDS)}), taken to have none"


def read(
    lines: Iterable[tuple[int, str]], where: str, repairs: Repairs | None = None
) -> Iterator[AnnotatedText]:
    for number, record in read_objects(lines, where):
        place = f"{where}:{number}"
        if not isinstance(record.get("text"), str):
            raise CorpusError("needs an object with a field 'text'", place)
        field = next((name for name in FIELDS if name in record), "mentions")
        if field not in record and repairs is not None:
            repairs.add(UNMARKED)
        found = record.get(field, [])
        if not isinstance(found, list):
            raise CorpusError(f"field {field!r} must be a list", place)
        mentions = tuple(_mention(one, place) for one in found)
        yield AnnotatedText(record["text"], mentions, str(record.get("id", number)), place)


def _mention(given: Any, place: str) -> Mention:
    if isinstance(given, list) and len(given) == 3:
        given = dict(zip(("start", "end", "label"), given, strict=True))
    if isinstance(given, dict):
        given = {name.removesuffix("_offset"): value for name, value in given.items()}
    if (
        not isinstance(given, dict)
        or type(given.get("start")) is not int
        or type(given.get("end")) is not int
        or not isinstance(given.get("label"), str)
        or not isinstance(given.get("confidence", 1.0), (int, float))
    ):
        raise CorpusError("a mention needs 'start', 'end' (numbers) and 'label'", place)
    return Mention(given["start"], given["end"], given["label"], given.get("confidence", 1.0))


def write(documents: Iterable[AnnotatedText]) -> Iterator[str]:
    for document in documents:
        mentions = [as_record(mention, document.text) for mention in document.mentions]
        record = {"id": document.id, "text": document.text, "mentions": mentions}
        yield json.dumps(record, ensure_ascii=False) + "\n"


def as_record(mention: Mention, text: str) -> dict[str, Any]:
    """Return a mention as JSON data, including its text for people."""
    return {
        "start": mention.start,
        "end": mention.end,
        "label": mention.label,
        "text": mention.of(text),
        "confidence": round(mention.confidence, 4),
    }
