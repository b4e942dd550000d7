"""The units of a corpus: documents of paragraphs, and sentences of tagged words."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple


class Document(NamedTuple):
    """A text whose parts belong together: an article, a speech, a mail.

    Paragraphs contain no line ends, and are not blank.
    """

    id: str
    paragraphs: tuple[str, ...]
    title: str = ""
    where: str = ""  # ``path:line`` of its first line, for messages

    @property
    def text(self) -> str:
        """Return the paragraphs, a line each, without the title."""
        return "\n".join(self.paragraphs)

    def lines(self, titles: bool = True) -> tuple[str, ...]:
        """Return the paragraphs, with ``titles`` after the title, if any."""
        return (self.title, *self.paragraphs) if titles and self.title else self.paragraphs


def owner_of(id: str) -> int:
    """Return a hash of a document's id, which may contain lone surrogates."""
    return zlib.crc32(id.encode("utf-8", "surrogatepass"))


def paragraphs_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text that are not blank, without line ends.

    >>> list(paragraphs_of("in rome\r\n \nin oslo"))
    ['in rome', 'in oslo']
    """
    for line in text.split("\n"):
        if line and not line.isspace():
            yield line.removesuffix("\r")


class TaggedSentence(NamedTuple):
    """A sentence of a two-column file, with a tag for each token.

    The token at index ``i`` is on line ``line + i``.  ``document`` is empty if the file names none.
    """

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    document: str = ""
    path: str = ""
    line: int = 0

    def where(self, index: int = 0) -> str:
        """Return the place of a token as ``path:line``.

        >>> TaggedSentence(("a", "b"), ("O", "O"), path="x.tsv", line=7).where(1)
        'x.tsv:8'
        """
        return f"{self.path}:{self.line + index}"
