"""The formats by name: a new one is its own file and a line here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from majuscule.errors import UsageError


@dataclass(frozen=True)
class Format:
    """A format: what it is, how files are named that have it, and where its reader is.

    ``reader``: a function ``read(source) -> Iterator[Document]``, or for a binary format a class
    like :class:`majuscule.reading.formats.parquet.ParquetFile`; imported when it is needed.
    """

    what: str
    suffixes: tuple[str, ...]
    reader: str
    takes: frozenset[str] = frozenset()  # of the options of Reading, those that mean something
    binary: bool = False
    joins: bool = False  # whether files that are written one after the other are one again

    def load(self) -> Any:
        """Return the reader."""
        module, name = self.reader.split(":")
        return getattr(import_module(f"majuscule.reading.formats.{module}"), name)


FIELDS = frozenset({"fields"})
TABLE = frozenset({"fields", "header", "delimiter"})

FORMATS: dict[str, Format] = {
    "text": Format("plain text", (".txt", ".text"), "text:read", frozenset({"how"}), joins=True),
    "jsonl": Format("JSON lines", (".jsonl", ".ndjson"), "jsonl:read", FIELDS, joins=True),
    "csv": Format("comma-separated values", (".csv",), "tables:read_csv", TABLE),
    "tsv": Format("tab-separated values", (".tsv", ".tab"), "tables:read_tsv", TABLE),
    "parquet": Format("Parquet", (".parquet", ".pq"), "parquet:ParquetFile", FIELDS, binary=True),
    "srt": Format("SubRip subtitles", (".srt",), "srt:read"),
    "vtt": Format("WebVTT subtitles", (".vtt",), "vtt:read"),
    "ctm": Format("NIST time-marked words", (".ctm",), "ctm:read", joins=True),
    "nlp": Format("Rev's transcripts", (".nlp",), "nlp:read"),
    "html": Format("HTML", (".html", ".htm", ".xhtml"), "html:read", FIELDS),
    "xml": Format("XML", (".xml",), "xml:read", FIELDS),
}


def format_of(path: str | os.PathLike[str], default: str = "text") -> str:
    """Return the name of the format that a file's name means, looking through a compression.

    >>> format_of("film.srt.gz"), format_of("notes"), format_of("-")
    ('srt', 'text', 'text')
    """
    from majuscule.reading.compression import uncompressed_name

    suffix = uncompressed_name(path).suffix.lower()
    return next((name for name, one in FORMATS.items() if suffix in one.suffixes), default)


def format_called(name: str) -> Format:
    """Return a format by its name; an unknown name lists the known ones."""
    if name not in FORMATS:
        raise UsageError(f"no format is called {name!r}; known: {', '.join(FORMATS)}")
    return FORMATS[name]
