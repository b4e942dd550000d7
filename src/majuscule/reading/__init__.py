"""Floor 2: reading text of many formats as documents, sentences or blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from majuscule.lazy import lazy

if TYPE_CHECKING:
    from majuscule.reading.corpora import READERS, format_of
    from majuscule.reading.decoding import Errors
    from majuscule.reading.documents import Document, TaggedSentence
    from majuscule.reading.finding import find_files
    from majuscule.reading.jsonl import read_objects
    from majuscule.reading.lines import read_lines
    from majuscule.reading.opening import open_bytes
    from majuscule.reading.reading import BytesRead, measure_corpus, read_documents, read_tagged
    from majuscule.reading.streams import Block, read_blocks, split_lines, split_terminator
    from majuscule.reading.tally import Tally, count_words

__all__ = [
    "READERS",
    "Block",
    "BytesRead",
    "Document",
    "Errors",
    "TaggedSentence",
    "Tally",
    "count_words",
    "find_files",
    "format_of",
    "measure_corpus",
    "open_bytes",
    "read_blocks",
    "read_documents",
    "read_lines",
    "read_objects",
    "read_tagged",
    "split_lines",
    "split_terminator",
]

_HOMES = {
    "Block": "streams",
    "Document": "documents",
    "Errors": "decoding",
    "BytesRead": "reading",
    "READERS": "corpora",
    "TaggedSentence": "documents",
    "Tally": "tally",
    "count_words": "tally",
    "find_files": "finding",
    "format_of": "corpora",
    "measure_corpus": "reading",
    "open_bytes": "opening",
    "read_blocks": "streams",
    "read_documents": "reading",
    "read_lines": "lines",
    "read_objects": "jsonl",
    "read_tagged": "reading",
    "split_lines": "streams",
    "split_terminator": "streams",
}

__getattr__, __dir__ = lazy(__name__, {k: f"{__name__}.{v}" for k, v in _HOMES.items()})
