"""The formats by name; a new one is a file of its own and a line here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from majuscule.errors import UsageError
from majuscule.kinds import resolve
from majuscule.reading.compression import STDIN, shown_name, uncompressed_name
from majuscule.reading.decoding import MARKS, UTF_8


class Format(NamedTuple):
    """A format: its description, the suffixes of its files, and its readers.

    ``reader``: a function ``read(source) -> Iterator[Extract]``, or for a binary format a class
    like :class:`majuscule.reading.formats.tables.parquet.ParquetFile`; empty if the format is only
    read.
    ``documents``: a function ``read_documents(source) -> Iterator[Document]`` if the format has
    documents, paragraphs or titles; else each extract is a document, its lines paragraphs.
    Both are imported on first use.
    """

    what: str
    suffixes: tuple[str, ...]
    reader: str = ""
    documents: str = ""
    takes: frozenset[str] = frozenset()  # the options of Reading that apply to it
    binary: bool = False
    records: bool = False  # whether it has records or rows, each a document
    joins: bool = False  # whether concatenated files are a file again

    def load(self) -> Any:
        """Return the reader of text that is to be changed."""
        return resolve(self.reader, READERS)

    def load_documents(self) -> Any:
        """Return the reader of documents, or None if the format has none of its own."""
        return resolve(self.documents, READERS) if self.documents else None


READERS = "majuscule.reading.formats"
"""The package of readers whose name begins with a point."""

HOW = frozenset({"how"})
FIELDS = frozenset({"fields"})
TABLE = frozenset({"fields", "header", "delimiter"})

FORMATS: dict[str, Format] = {
    "text": Format(
        "plain text",
        (".txt", ".text", ".rst"),
        ".documents.text:read",
        ".documents.text:read_text",
        takes=HOW,
        joins=True,
    ),
    "lines": Format("plain text, one document per line", (), documents=".documents.text:read_each"),
    "whole": Format(
        "plain text, one document per file", (), documents=".documents.text:read_whole"
    ),
    "jsonl": Format(
        "JSON lines",
        (".jsonl", ".ndjson"),
        ".json.lines:read",
        ".json.lines:read_documents",
        takes=FIELDS,
        records=True,
        joins=True,
    ),
    "json": Format(
        "JSON",
        (".json",),
        ".json.file:read",
        takes=FIELDS,
    ),
    "conll": Format(
        "two columns, TOKEN<TAB>TAG",
        (".conll", ".iob", ".bio", ".tsv"),
        documents=".tables.columns:read_documents",
    ),
    "csv": Format(
        "comma-separated values", (".csv",), ".tables.separated:read_csv", takes=TABLE, records=True
    ),
    "tsv": Format(
        "tab-separated values",
        (".tsv", ".tab"),
        ".tables.separated:read_tsv",
        takes=TABLE,
        records=True,
    ),
    "parquet": Format(
        "Parquet",
        (".parquet", ".pq"),
        ".tables.parquet:ParquetFile",
        takes=FIELDS,
        binary=True,
        records=True,
    ),
    "srt": Format("SubRip subtitles", (".srt", ".sbv"), ".subtitles.srt:read"),
    "vtt": Format("WebVTT subtitles", (".vtt",), ".subtitles.vtt:read"),
    "ass": Format("SubStation Alpha subtitles", (".ass", ".ssa"), ".subtitles.ass:read"),
    "lrc": Format("lyrics with times", (".lrc",), ".subtitles.lrc:read"),
    "sub": Format("MicroDVD subtitles", (".sub",), ".subtitles.microdvd:read"),
    "smi": Format("SAMI subtitles", (".smi", ".sami"), ".subtitles.sami:read"),
    "ctm": Format("NIST time-marked words", (".ctm",), ".transcripts.ctm:read", joins=True),
    "nlp": Format("Rev's transcripts", (".nlp",), ".transcripts.nlp:read"),
    "po": Format("gettext's translations", (".po", ".pot"), ".documents.po:read"),
    "markdown": Format("Markdown", (".md", ".markdown", ".mdx"), ".markup.markdown:read"),
    "docx": Format(
        "Word's documents", (".docx", ".docm"), ".documents.office:open_docx", binary=True
    ),
    "odt": Format("OpenDocument text", (".odt", ".ott"), ".documents.office:open_odt", binary=True),
    "html": Format("HTML", (".html", ".htm", ".xhtml"), ".markup.html:read", takes=FIELDS),
    "xml": Format(
        "XML",
        (".xml", ".ttml", ".dfxp", ".xlf", ".xliff"),
        ".markup.xml:read",
        takes=FIELDS,
    ),
}
"""All formats.  If two have the same suffix, the first that supports the purpose is meant: a
``.tsv`` is two columns to learn from, but a table to restore."""

REWRITTEN: tuple[str, ...] = tuple(name for name, one in FORMATS.items() if one.reader)
"""The formats whose text can be changed in place."""


def format_of(path: str | os.PathLike[str], default: str = "text") -> str:
    """Return the format of a file whose text is to be changed, by its name, compressed or not.

    Raises :class:`UsageError` if the name implies that it has no prose.

    >>> format_of("film.srt.gz"), format_of("table.tsv"), format_of("notes"), format_of("-")
    ('srt', 'tsv', 'text', 'text')
    """
    from majuscule.reading.prose import refusal_by_name  # keeps imports at start-up few

    if refused := refusal_by_name(uncompressed_name(path)):
        raise UsageError(f"{os.fspath(path)}: {refused}")
    suffix = _suffix(path)
    found = (name for name, one in FORMATS.items() if one.reader and suffix in one.suffixes)
    return next(found, default)


def check_joined(files: Sequence[str], format: str | None) -> None:
    """Raise :class:`UsageError` for several files that cannot become one.

    ``format``: that of all; without it their names say it.
    """
    for file in files if len(files) > 1 else ():
        kind = FORMATS[format or format_of(file)]
        if not kind.joins:
            raise UsageError(
                f"{shown_name(file)}: files of {kind.what} cannot be joined into one; write to a "
                "folder, as in -o FOLDER/"
            )
        if (marked := _marked(file)) != _marked(files[0]):
            raise UsageError(
                f"{shown_name(file)} is {marked} and {shown_name(files[0])} {_marked(files[0])}: "
                "they cannot be joined into one; write to a folder, as in -o FOLDER/"
            )


def _marked(file: str) -> str:
    """Return the encoding of a file by its byte-order mark, UTF-8 if it has none or cannot be
    read."""
    head = b""
    if file != STDIN and Path(file).is_file():
        with suppress(OSError), Path(file).open("rb") as stream:
            head = stream.read(4)
    found = (name for mark, name in MARKS if head.startswith(mark))
    return next(found, UTF_8).upper()


def corpus_format_of(path: str | os.PathLike[str]) -> str:
    """Return the format of a corpus file, by its name; standard input (``-``) is ``text``.

    >>> corpus_format_of("news.jsonl.xz"), corpus_format_of("tagged.tsv")
    ('jsonl', 'conll')
    """
    if os.fspath(path) == STDIN:
        return "text"
    suffix = _suffix(path)
    found = next((name for name, one in FORMATS.items() if suffix in one.suffixes), None)
    if found is None:
        raise UsageError(
            f"{os.fspath(path)}: its name does not determine its format; name one of: "
            f"{', '.join(FORMATS)}"
        )
    return found


def format_called(name: str, *, rewritten: bool = True) -> Format:
    """Return a format by its name; :class:`UsageError` for an unknown one lists the known ones.

    ``rewritten``: allow only formats whose text can be changed.
    """
    known = [one for one, kind in FORMATS.items() if kind.reader or not rewritten]
    if name not in known:
        raise UsageError(f"there is no format {name!r}; formats are {', '.join(known)}")
    return FORMATS[name]


def _suffix(path: str | os.PathLike[str]) -> str:
    return uncompressed_name(path).suffix.lower()
