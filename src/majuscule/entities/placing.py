"""Mentions in files of any format, with the place of each in the source.

The text that is tagged is joined from what a format holds (cues, cells, text nodes), so a mention's
offsets in it say little of the file.  A mention therefore also gets the unit that it begins in
(line, cue, field, column, row) with its offsets there, and, but for Parquet, its spans in the
source: characters from the start of the file, decompressed.  A mention that markup interrupts has
several.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.annotations.jsonl import as_record
from majuscule.entities.mentions import Mention
from majuscule.reading import Extract, Reading, open_source, units_of


@dataclass(frozen=True)
class Placed:
    """A document of a file.

    ``offset``: of its raw text in the source; None where the source is no text.
    """

    document: Extract
    id: str
    where: str
    offset: int | None

    def annotated(self, mentions: Sequence[Mention] = ()) -> AnnotatedText:
        """Return the document's text with mentions."""
        return AnnotatedText(self.document.text, tuple(mentions), self.id, self.where)

    def line(self, mentions: Sequence[Mention]) -> str:
        """Return the document and its mentions as a line of JSON."""
        text = self.document.text
        placed = [as_record(one, text) | self._place(one) for one in mentions]
        record = {"id": self.id, "text": text, "mentions": placed}
        # A lone surrogate, which JSON can hold and UTF-8 cannot, is written as its escape.
        line = json.dumps(record, ensure_ascii=False) + "\n"
        return line.encode("utf-8", "backslashreplace").decode()

    def _place(self, mention: Mention) -> dict[str, Any]:
        place: dict[str, Any] = {}
        for unit in units_of(self.document):
            if unit.start <= mention.start < unit.end:
                end = min(mention.end, unit.end) - unit.start
                place["place"] = {**unit.place, "start": mention.start - unit.start, "end": end}
                break
        if self.offset is not None:
            spans = self.document.sources(mention.start, mention.end)
            place["source"] = [[self.offset + start, self.offset + end] for start, end in spans]
        return place


def read_placed(
    name: str,
    format: str,
    reading: Reading,
    *,
    tell: Callable[[str], None] = lambda _message: None,
) -> Iterator[Placed]:
    """Yield the documents of a file that hold text; see :mod:`majuscule.reading.sources`."""
    offset = 0
    with open_source(name, format, reading, tell=tell) as opened:
        for document in opened.extracts():
            if document.text and not document.text.isspace():
                where = f"{opened.notes.where}:{document.line}"
                own = document.id or (str(document.line) if format == "jsonl" else where)
                yield Placed(document, own, where, offset if document.raw else None)
            offset += len(document.raw)
