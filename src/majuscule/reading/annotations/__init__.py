"""Reading annotated text: two columns, JSON lines, Rev's ``.nlp``, and SGML as in MUC and IEER."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from majuscule.errors import UsageError
from majuscule.kinds import resolve
from majuscule.reading import Tally, find_files, read_file_lines, read_tagged
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs, from_sentences
from majuscule.reading.compression import shown_name, uncompressed_name

FORMATS = {
    "columns": (".tsv", ".conll", ".bio", ".iob", ".iob2"),
    "jsonl": (".jsonl", ".ndjson"),
    "nlp": (".nlp",),
    "sgml": (".sgml", ".sgm", ".muc"),
}
"""Formats with the suffixes of their files."""

_READERS = {
    "jsonl": "majuscule.reading.annotations.jsonl:read",
    "nlp": "majuscule.reading.annotations.nlp:read",
    "sgml": "majuscule.reading.annotations.sgml:read",
}
"""The readers of lines by format; columns are read by :func:`read_tagged`."""

REPLACED = "invalid bytes, replaced by U+FFFD"


def format_of(name: str) -> str:
    """Return the format that a file's name determines.

    >>> format_of("train.tsv.xz")
    'columns'
    """
    suffix = uncompressed_name(name).suffix.lower()
    for known, endings in FORMATS.items():
        if suffix in endings:
            return known
    formats = ", ".join(f"{known} ({', '.join(endings)})" for known, endings in FORMATS.items())
    raise UsageError(
        f"{name}: its name does not determine a format of labelled text; formats are {formats}"
    )


def read_annotated(
    names: Iterable[str],
    *,
    format: str | None = None,
    repairs: Repairs | None = None,
    **how: Any,
) -> Iterator[AnnotatedText]:
    """Yield the documents of all files; labels are those of the files.

    ``repairs`` counts what was repaired; ``how`` as in :func:`read_file_lines`.  Raises
    :class:`~majuscule.errors.CorpusError`, with file and line, for what cannot be.
    """
    files = [str(file) for file in find_files(list(names))]
    kinds = [format or format_of(file) for file in files]
    if unknown := set(kinds) - set(FORMATS):
        raise UsageError(f"format is {unknown.pop()!r}; it may be {', '.join(FORMATS)}")

    def documents() -> Iterator[AnnotatedText]:
        for file, kind in zip(files, kinds, strict=True):
            tally = Tally()
            if kind == "columns":
                yield from from_sentences(read_tagged([file], tally=tally, **how), repairs)
            else:
                read, lines = resolve(_READERS[kind]), read_file_lines(file, tally=tally, **how)
                yield from read(lines, shown_name(file), repairs)
            if repairs is not None:
                repairs.add(REPLACED, tally.replacements)

    return documents()
