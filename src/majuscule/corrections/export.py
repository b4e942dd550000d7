"""Corrections as JSON lines: training text that other tools can read, and reading it back.

A line is a document: ``id``, ``title``, ``text`` (as corrected), ``checked`` (spans of words that
people checked, ``[start, end]`` in code points), ``author``, ``created``, ``model`` (which restored
it) and ``edits`` (``start``, ``form``, ``checked``, ``author``, ``created``).  In a punctuated
document, ``marks`` holds the offsets of inserted marks in ``text``, and ``checked_marks`` the spans
of words after which people checked the mark.  ``majuscule train`` reads ``text`` like any JSON
lines; with ``--corrections`` it also knows which words were checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from majuscule.corrections.migrations import CorrectionsError
from majuscule.corrections.store import CorrectedDocument, Store, open_store
from majuscule.reading import open_bytes, read_file_lines, read_objects

SQLITE = b"SQLite format 3\x00"


def export_line(document: CorrectedDocument) -> str:
    edits = [asdict(edit) for edit in document.edits]
    for edit in edits:
        del edit["key"]
        if edit["mark"] is None:
            del edit["mark"]
    text = document.text
    record: dict[str, Any] = {
        "id": document.key,
        "title": document.title,
        "text": text,
        "checked": document.checked(),
        "author": document.author,
        "created": document.created,
        "model": document.model,
        "edits": edits,
    }
    if document.marks is not None:
        record["marks"] = text.outputs
        record["checked_marks"] = document.checked(marks=True)
    return json.dumps(record, ensure_ascii=False)


def export_lines(store: Store) -> Iterator[str]:
    """Return the documents that have edits, each as a line of JSON without line break."""
    return map(export_line, store.corrected())


def read_records(path: str | Path) -> list[dict[str, Any]]:
    """Return the documents of a corrections database, or of a file of exported lines.

    Raises :class:`~majuscule.errors.MajusculeError` with the line of anything else.
    """
    with open_bytes(path) as stream:
        is_store = stream.read(len(SQLITE)) == SQLITE
    if is_store:
        with open_store(path) as store:
            return [json.loads(line) for line in export_lines(store)]
    records = read_objects(read_file_lines(path), str(path))
    return [_checked(record, f"{path}:{number}") for number, record in records]


def _checked(record: dict[str, Any], where: str) -> dict[str, Any]:
    if not isinstance(record.get("text"), str):
        raise CorrectionsError(f"{where}: not a corrected document: it has no text")
    for spans in (record.get("checked"), record.get("checked_marks", [])):
        if not isinstance(spans, list) or not all(_is_span(span, record["text"]) for span in spans):
            raise CorrectionsError(f"{where}: its checked words are not spans of its text")
    marks, size = record.get("marks", []), len(record["text"])
    if not isinstance(marks, list) or not all(type(at) is int and 0 <= at < size for at in marks):
        raise CorrectionsError(f"{where}: its marks are not characters of its text")
    return record


def _is_span(span: object, text: str) -> bool:
    return (
        isinstance(span, list)
        and len(span) == 2
        and all(type(end) is int for end in span)
        and 0 <= span[0] < span[1] <= len(text)
    )
