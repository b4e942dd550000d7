"""Reading documents, or tagged sentences, from many files as one sequence in bounded memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from majuscule.errors import UsageError
from majuscule.files import Names
from majuscule.reading.compression import shown_name
from majuscule.reading.decoding import Codec, Errors, checked_encoding
from majuscule.reading.documents import Document, TaggedSentence
from majuscule.reading.finding import find_files
from majuscule.reading.formats.tables.columns import read_sentences
from majuscule.reading.inputs import Reading
from majuscule.reading.opening import open_bytes
from majuscule.reading.sources import open_source
from majuscule.reading.streams import read_lines
from majuscule.reading.table import FORMATS, corpus_format_of, format_called
from majuscule.reading.tally import Tally


def read_documents(
    names: Names,
    *,
    format: str | None = None,
    field: str | None = None,
    header: bool = True,
    errors: Errors = "strict",
    encoding: str = "",
    tally: Tally | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Document]:
    """Yield the documents of all files that ``names`` mean, one after the other.

    ``format`` is one of :data:`~majuscule.reading.table.FORMATS`; by default each file's name
    decides.  ``field`` names the field of the text: of JSON lines, the column of a table, an
    element of HTML or XML; ``header``: whether a table's first row names its columns.
    ``errors="replace"`` replaces bytes that are invalid in the ``encoding``, by default UTF-8 or
    that of a byte-order mark.  ``tally`` counts what is read; ``progress`` is called with the
    number of bytes read, every 256 kB or so.

    Files, formats and names are checked at once, before the first document is read.
    Raises :class:`~majuscule.errors.CorpusError` for what cannot be read, with file and line, and
    :class:`~majuscule.errors.UsageError` for an unknown format.
    """
    files = find_files(names)
    formats = [format or corpus_format_of(file) for file in files]
    kinds = [format_called(one, rewritten=False) for one in formats]
    for option, given, what in (
        ("fields", field is not None, "fields can be named"),
        ("header", not header, "a header can be missing"),
    ):
        for name, kind in zip(formats, kinds, strict=True):
            if given and option not in kind.takes:
                known = ", ".join(one for one, kind in FORMATS.items() if option in kind.takes)
                raise UsageError(f"{what} only in {known}, not in {name}")
    fields = () if field is None else (field,)
    encoding = checked_encoding(encoding)
    reading = Reading(fields=fields, header=header, errors=errors, encoding=encoding)

    def documents() -> Iterator[Document]:
        for file, name in zip(files, formats, strict=True):
            with open_source(
                file, name, reading, rewritten=False, tally=tally, progress=progress
            ) as opened:
                for document in opened.documents():
                    if tally is not None:
                        tally.add_document(document)
                    yield document

    return documents()


def read_file_lines(
    path: str | os.PathLike[str],
    *,
    errors: Errors = "strict",
    encoding: str = "",
    tally: Tally | None = None,
    option: str = "--encoding",
) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file, numbered and without line ends.

    ``option`` is the one that names the encoding; ``tally`` counts replacements.  Raises
    :class:`CorpusError` for what cannot be read, with the line if possible.
    """
    codec = Codec(encoding, errors, tally, option=option)
    with open_bytes(path) as stream:
        yield from read_lines(stream, shown_name(os.fspath(path)), codec=codec)


def read_tagged(names: Names, **how: Any) -> Iterator[TaggedSentence]:
    """Yield the sentences of all two-column files that ``names`` mean.

    ``how`` as in :func:`read_file_lines`; errors are those of :func:`read_documents`.
    """
    files = find_files(names)

    def sentences() -> Iterator[TaggedSentence]:
        for file in files:
            yield from read_sentences(read_file_lines(file, **how), shown_name(file))

    return sentences()
