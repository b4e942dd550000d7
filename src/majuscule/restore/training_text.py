"""Training text: documents read, tokenised and described, batch by batch.

A pass over 80 million words takes some 40 s, so nothing is kept in memory; whoever needs
several passes over numbers keeps the numbers.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from majuscule.corpus import Document, find_files, read_documents
from majuscule.restore.interface import TrainingBatch
from majuscule.text import case_kernel, word_kernel
from majuscule.text.codepoints import case_tables, encode
from majuscule.text.passages import passage_of

BATCH = 1 << 20
"""Code points in a batch: a few hundred thousand tokens, some 20 MB of arrays."""


@dataclass(frozen=True)
class FileText:
    """Training text in files, in the order of the files.

    ``words`` ends each pass after about so many words (0: all); ``format`` as in
    ``read_documents``.
    """

    files: tuple[Path, ...]
    titles: bool = True
    words: int = 0
    format: str | None = None

    @classmethod
    def of(
        cls,
        names: Iterable[str | Path],
        *,
        titles: bool = True,
        words: int = 0,
        format: str | None = None,
    ) -> FileText:
        """Return the text of files, folders and patterns; ``format`` as in ``read_documents``."""
        return cls(tuple(Path(name) for name in find_files(list(names))), titles, words, format)

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the batches."""
        documents = read_documents([str(name) for name in self.files], format=self.format)
        yield from batches_of(documents, titles=self.titles, words=self.words)


@dataclass(frozen=True)
class DocumentText:
    """Training text that is already in memory, for tests and small domains."""

    documents: tuple[Document, ...]
    titles: bool = True

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the batches."""
        yield from batches_of(self.documents, titles=self.titles)


def batches_of(
    documents: Iterable[Document], *, titles: bool = True, words: int = 0
) -> Iterator[TrainingBatch]:
    """Yield batches of whole documents' lines."""
    lines: list[str] = []
    owners: list[int] = []
    size = seen = 0
    for document in documents:
        owner = zlib.crc32(document.id.encode())
        paragraphs = document.paragraphs
        if titles and document.title:
            paragraphs = (document.title, *paragraphs)
        for paragraph in paragraphs:
            lines.append(paragraph)
            owners.append(owner)
            size += len(paragraph)
            if words:
                seen += len(paragraph.split())
        if size >= BATCH:
            yield describe_batch("\n".join(lines), owners)
            lines, owners, size = [], [], 0
        if words and seen >= words:
            break
    if lines:
        yield describe_batch("\n".join(lines), owners)


def describe_batch(text: str, documents: list[int]) -> TrainingBatch:
    """Return the batch of some lines of text, each with the hash of its document."""
    tables = case_tables()
    passage = passage_of(encode(text))
    tokens = passage.tokens
    spans = (tokens.starts, tokens.ends)
    classes, masks = np.empty(len(tokens), np.uint8), np.empty(len(tokens), np.uint64)
    word_kernel.classify(passage.codes, tables.lower, tables.upper, *spans, classes)
    case_kernel.read_masks(passage.codes, tables.lower, *spans, masks)
    return TrainingBatch(passage, classes, masks, np.array(documents, np.uint32))
