"""The corpus formats by name, and which of them a file's name means."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from majuscule.errors import UsageError
from majuscule.reading.columns import read_columns
from majuscule.reading.compression import uncompressed_name
from majuscule.reading.documents import Document
from majuscule.reading.jsonl import read_jsonl
from majuscule.reading.opening import STDIN
from majuscule.reading.text import read_each, read_text, read_whole

Reader = Callable[[Iterable[tuple[int, str]], str], Iterator[Document]]
"""From numbered lines and the file's name, for messages, to documents."""

READERS: dict[str, Reader] = {
    "text": read_text,  # a paragraph a line, blank lines between documents
    "lines": read_each,  # a document a line
    "whole": read_whole,  # a document a file
    "jsonl": read_jsonl,  # {"id", "title", "paragraphs"} a line
    "conll": read_columns,  # TOKEN<TAB>TAG
}

SUFFIXES: dict[str, str] = {
    ".txt": "text",
    ".text": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".tsv": "conll",
    ".conll": "conll",
    ".iob": "conll",
    ".bio": "conll",
}


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format that a file's name means, looking through a compression's suffix.

    Standard input (``-``) is ``text``.

    >>> format_of("news.jsonl.xz")
    'jsonl'
    """
    if os.fspath(path) == STDIN:
        return "text"
    found = SUFFIXES.get(uncompressed_name(path).suffix.lower())
    if found is None:
        raise UsageError(
            f"{os.fspath(path)}: its name does not say its format; give it, one of: "
            f"{', '.join(READERS)}"
        )
    return found


def reader(name: str) -> Reader:
    """Return the reader called ``name``; an unknown name lists the known ones."""
    if name not in READERS:
        raise UsageError(f"no corpus format is called {name!r}; known: {', '.join(READERS)}")
    return READERS[name]
