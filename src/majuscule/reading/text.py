"""Plain text as documents.

Three readings of the same lines, each under its name in :mod:`majuscule.reading.corpora`:

- ``text``: a paragraph a line; blank lines separate documents;
- ``lines``: each line is a document of its own (benchmark sentences in random order);
- ``whole``: a paragraph a line, blank lines mean nothing; the file is one document.

A document longer than a million characters is handed out in parts of about that length, cut
between paragraphs, so that memory stays bounded whatever the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from majuscule.reading.compression import stem
from majuscule.reading.documents import Document

LONGEST = 1_000_000
"""How many characters a document may have before the rest becomes a part of its own."""

Lines = Iterable[tuple[int, str]]


def read_text(lines: Lines, where: str) -> Iterator[Document]:
    """Yield documents separated by blank lines.

    >>> [one.paragraphs for one in read_text([(1, "a"), (2, "b"), (3, ""), (4, "c")], "x.txt")]
    [('a', 'b'), ('c',)]
    """
    return _grouped(lines, where, blank_ends=True)


def read_whole(lines: Lines, where: str) -> Iterator[Document]:
    """Yield one document for all lines."""
    return _grouped(lines, where, blank_ends=False)


def read_each(lines: Lines, where: str) -> Iterator[Document]:
    """Yield one document a line that is not blank."""
    bare = stem(where)
    for number, line in lines:
        if not _blank(line):
            yield Document(f"{bare}-{number}", (line,), where=f"{where}:{number}")


def _grouped(lines: Lines, where: str, *, blank_ends: bool) -> Iterator[Document]:
    bare = stem(where)
    paragraphs: list[str] = []
    length = first = 0
    for number, line in lines:
        blank = _blank(line)
        if paragraphs and (length > LONGEST or (blank and blank_ends)):
            yield Document(f"{bare}-{first}", tuple(paragraphs), where=f"{where}:{first}")
            paragraphs, length = [], 0
        if not blank:
            if not paragraphs:
                first = number
            paragraphs.append(line)
            length += len(line)
    if paragraphs:
        yield Document(f"{bare}-{first}", tuple(paragraphs), where=f"{where}:{first}")


def _blank(line: str) -> bool:
    return not line or line.isspace()
