"""Corrections as JSON lines: text to train on that other tools can read, and its way back.

A line is a document: ``id``, ``title``, ``text`` (as corrected), ``checked`` (spans that someone
looked at, ``[start, end]`` in code points), ``author``, ``created``, ``model`` (what restored it)
and ``edits`` (``start``, ``form``, ``author``, ``created``).  ``majuscule train`` reads ``text`` as
it reads any JSON lines; with ``--corrections`` it also knows which words were looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from majuscule.corrections.migrations import CorrectionsError
from majuscule.corrections.store import CorrectedDocument, Store

SQLITE = b"SQLite format 3\x00"


def export_line(document: CorrectedDocument) -> str:
    """Return a document as a line of JSON."""
    return json.dumps(
        {
            "id": document.key,
            "title": document.title,
            "text": document.text,
            "checked": [list(span) for span in document.checked()],
            "author": document.author,
            "created": document.created,
            "model": document.model,
            "edits": [
                {
                    "start": edit.start,
                    "form": edit.form,
                    "checked": edit.checked,
                    "author": edit.author,
                    "created": edit.created,
                }
                for edit in document.edits
            ],
        },
        ensure_ascii=False,
    )


def export_lines(store: Store) -> Iterator[str]:
    """Yield the documents that have edits, each a line of JSON without its end."""
    for document in store.corrected():
        yield export_line(document)


def read_records(path: str | Path) -> list[dict[str, Any]]:
    """Return the documents of a corrections database, or of a file of exported lines.

    Raises :class:`CorrectionsError` that names the line of what is neither.
    """
    try:
        with Path(path).open("rb") as file:
            head = file.read(len(SQLITE))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CorrectionsError(f"{path}: cannot be read: {reason}") from error
    if head == SQLITE:
        store = Store(path)
        try:
            return [json.loads(line) for line in export_lines(store)]
        finally:
            store.close()
    records = []
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise CorrectionsError(f"{path}: not UTF-8 at byte {error.start}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            records.append(_record(line, f"{path}:{number}"))
    return records


def _record(line: str, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise CorrectionsError(f"{where}: not JSON ({error}); export it again") from error
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise CorrectionsError(f"{where}: not a corrected document: it has no text")
    spans = record.get("checked")
    if not isinstance(spans, list) or not all(_is_span(span, record["text"]) for span in spans):
        raise CorrectionsError(f"{where}: its checked words are not spans of its text")
    return record


def _is_span(span: object, text: str) -> bool:
    return (
        isinstance(span, list)
        and len(span) == 2
        and all(type(end) is int for end in span)
        and 0 <= span[0] < span[1] <= len(text)
    )
