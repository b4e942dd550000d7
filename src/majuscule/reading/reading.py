"""Read documents, or tagged sentences, from many files as one sequence in bounded memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from majuscule.errors import UsageError
from majuscule.reading.columns import read_sentences
from majuscule.reading.corpora import format_of, reader
from majuscule.reading.decoding import Errors
from majuscule.reading.documents import Document, TaggedSentence
from majuscule.reading.finding import find_files
from majuscule.reading.jsonl import read_jsonl
from majuscule.reading.lines import read_lines
from majuscule.reading.opening import STDIN, open_bytes
from majuscule.reading.tally import Tally

Names = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


@dataclass(frozen=True, slots=True)
class BytesRead:
    """How far reading has come, in bytes of the files as they lie on the disk."""

    bytes_read: int
    bytes_total: int  # 0 where it cannot be known: standard input, a pipe
    file: str

    @property
    def share(self) -> float | None:
        """Return the part that is read, from 0 to 1, or None where it cannot be known."""
        return min(1.0, self.bytes_read / self.bytes_total) if self.bytes_total else None


def read_documents(
    names: Names,
    *,
    format: str | None = None,
    field: str | None = None,
    errors: Errors = "strict",
    tally: Tally | None = None,
    progress: Callable[[BytesRead], None] | None = None,
) -> Iterator[Document]:
    """Yield the documents of all files that ``names`` mean, one after the other.

    ``format`` is one of :data:`~majuscule.reading.corpora.READERS`, else each file's name decides.
    ``field`` names the field of the text in JSON lines.  ``errors="replace"`` goes on at bytes that
    are not UTF-8.  ``tally`` counts what is read; ``progress`` is called every 256 kB or so.

    Files, formats and names are checked at once, before the first document is asked for.
    Raises :class:`~majuscule.errors.CorpusError` for what cannot be read, with file and line, and
    :class:`~majuscule.errors.UsageError` for an unknown format.
    """
    files = find_files(names)
    formats = [format or format_of(file) for file in files]
    readers = [reader(one) for one in formats]
    if field is not None:
        if set(formats) - {"jsonl"}:
            raise UsageError("a field can be named for JSON lines (jsonl) only")
        readers = [partial(read_jsonl, field=field)] * len(files)

    def documents() -> Iterator[Document]:
        passed = _Passed(files, progress)
        for file, read in zip(files, readers, strict=True):
            with closing(passed.open(file, tally)) as stream:
                shown = _shown(file)
                lines = read_lines(stream, shown, errors=errors, tally=tally)
                for document in read(lines, shown):
                    if tally is not None:
                        tally.add_document(document)
                    yield document

    return documents()


def read_tagged(
    names: Names,
    *,
    errors: Errors = "strict",
    tally: Tally | None = None,
    progress: Callable[[BytesRead], None] | None = None,
) -> Iterator[TaggedSentence]:
    """Yield the sentences of all two-column files that ``names`` mean.

    Arguments and errors are those of :func:`read_documents`; ``tally`` counts bytes only.
    """
    files = find_files(names)

    def sentences() -> Iterator[TaggedSentence]:
        passed = _Passed(files, progress)
        for file in files:
            with closing(passed.open(file, tally)) as stream:
                shown = _shown(file)
                lines = read_lines(stream, shown, errors=errors, tally=tally)
                yield from read_sentences(lines, shown)

    return sentences()


def measure_corpus(names: Names, *, format: str | None = None, field: str | None = None) -> Tally:
    """Return how many bytes, documents, paragraphs and words a corpus has, and its digest."""
    tally = Tally()
    for _ in read_documents(names, format=format, field=field, tally=tally):
        pass
    return tally


class _Passed:
    """Adds up what has been read of a list of files."""

    def __init__(self, files: list[str], progress: Callable[[BytesRead], None] | None) -> None:
        self._progress = progress
        self._read = 0
        sizes = [_size(file) for file in files]
        self._total = 0 if None in sizes else sum(size or 0 for size in sizes)

    def open(self, file: str, tally: Tally | None) -> BinaryIO:
        """Open one of the files so that its bytes are counted."""
        if self._progress is None:
            return open_bytes(file, tally=tally)
        progress = self._progress

        def advance(count: int) -> None:
            self._read += count
            progress(BytesRead(self._read, self._total, file))

        return open_bytes(file, tally=tally, progress=advance)


def _size(file: str) -> int | None:
    """Return a file's size, or None for what has none."""
    path = Path(file)
    return path.stat().st_size if file != STDIN and path.is_file() else None


def _shown(file: str) -> str:
    """Return how messages call a file."""
    return "<stdin>" if file == STDIN else file
