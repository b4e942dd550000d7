"""Counts of what was read: bytes and their digest, replacements, documents, words."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from majuscule.reading.documents import Document

if TYPE_CHECKING:
    from hashlib import _Hash


@dataclass(slots=True)
class Tally:
    """Counts that readers keep as text passes; complete when the reader has ended.

    Bytes are counted and hashed uncompressed, in the order of reading: the digest of several files
    is that of their concatenation, as from ``xzcat a.xz b.xz | sha256sum``.
    """

    size: int = 0  # bytes
    replacements: int = 0  # U+FFFD written for bytes that are not UTF-8
    documents: int = 0
    paragraphs: int = 0
    words: int = 0  # split at white space, titles left out
    _hash: _Hash = field(default_factory=hashlib.sha256, repr=False)

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the bytes so far, in hexadecimal digits."""
        return self._hash.hexdigest()

    def add_bytes(self, content: bytes | memoryview) -> None:
        """Count and hash bytes as they are read."""
        self.size += len(content)
        self._hash.update(content)

    def add_file(self, name: str) -> None:
        with Path(name).open("rb") as file:
            while content := file.read(1 << 20):
                self.add_bytes(content)

    def add_document(self, document: Document) -> None:
        """Count a document, its paragraphs and its words."""
        self.documents += 1
        self.paragraphs += len(document.paragraphs)
        self.words += count_words(document)


def count_words(document: Document) -> int:
    """Return the number of words of a document, split at white space, without its title.

    >>> count_words(Document("1", ("a b c", "d"), title="not counted"))
    4
    """
    return sum(len(paragraph.split()) for paragraph in document.paragraphs)
