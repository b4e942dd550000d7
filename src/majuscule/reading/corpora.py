"""Read documents, or tagged sentences, from many files as one sequence in bounded memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from majuscule.errors import UsageError
from majuscule.reading.compression import STDIN, shown_name
from majuscule.reading.decoding import Errors
from majuscule.reading.documents import Document, TaggedSentence
from majuscule.reading.finding import find_files
from majuscule.reading.formats.columns import read_sentences
from majuscule.reading.inputs import Reading
from majuscule.reading.opening import open_bytes
from majuscule.reading.sources import open_source
from majuscule.reading.streams import read_lines
from majuscule.reading.table import FORMATS, corpus_format_of, format_called
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

    ``format`` is one of :data:`~majuscule.reading.table.FORMATS`, else each file's name decides.
    ``field`` names the field of the text: of JSON lines, the column of a table, an element of HTML
    or XML.  ``errors="replace"`` goes on at bytes that
    are not UTF-8.  ``tally`` counts what is read; ``progress`` is called every 256 kB or so.

    Files, formats and names are checked at once, before the first document is asked for.
    Raises :class:`~majuscule.errors.CorpusError` for what cannot be read, with file and line, and
    :class:`~majuscule.errors.UsageError` for an unknown format.
    """
    files = find_files(names)
    formats = [format or corpus_format_of(file) for file in files]
    kinds = [format_called(one, rewritten=False) for one in formats]
    if field is not None:
        for name, kind in zip(formats, kinds, strict=True):
            if "fields" not in kind.takes:
                known = ", ".join(one for one, kind in FORMATS.items() if "fields" in kind.takes)
                raise UsageError(f"a field can be named in {known}, but {name} has none")
    reading = Reading(fields=() if field is None else (field,), errors=errors)

    def documents() -> Iterator[Document]:
        passed = _Passed(files, progress)
        for file, name in zip(files, formats, strict=True):
            advance = passed.advance(file)
            with open_source(
                file, name, reading, rewritten=False, tally=tally, progress=advance
            ) as opened:
                for document in opened.documents():
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
            with open_bytes(file, tally=tally, progress=passed.advance(file)) as stream:
                shown = shown_name(file)
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

    def advance(self, file: str) -> Callable[[int], None] | None:
        """Return what counts the bytes of one of the files."""
        if self._progress is None:
            return None
        progress = self._progress

        def advance(count: int) -> None:
            self._read += count
            progress(BytesRead(self._read, self._total, file))

        return advance


def _size(file: str) -> int | None:
    """Return a file's size, or None for what has none."""
    path = Path(file)
    return path.stat().st_size if file != STDIN and path.is_file() else None
