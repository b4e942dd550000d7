"""Training text: documents read, tokenised and described, batch by batch.

A pass over 80 million words takes some 40 s, so nothing is kept in memory; whoever needs
several passes over numbers keeps the numbers.  Documents in files that are not well cased are left
out unless asked for (Niu et al. 2004, section 3.2: case detection as a filter of the corpus).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from majuscule.detection.verdicts import CASED, FOR_DOCUMENTS, detect_documents, detect_lines
from majuscule.errors import TrainingError, UsageError
from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.reading import Document, find_files, read_documents
from majuscule.text.classes import classes_of, masks_of
from majuscule.text.codepoints import decode, encode
from majuscule.text.passages import Passage, passage_of
from majuscule.text.tokens import Tokens

BATCH = 1 << 20
"""Code points in a batch: a few hundred thousand tokens, some 20 MB of arrays."""

KEEPS = ("cased", "all")


@dataclass(frozen=True)
class FileText:
    """Training text in files, in the order of the files.

    ``words`` ends each pass after about so many words (0: all); ``format`` as in
    ``read_documents``; ``keep``: which documents to learn from, those that are well cased
    (``cased``) or ``all``.
    """

    files: tuple[Path, ...]
    titles: bool = True
    words: int = 0
    format: str | None = None
    keep: str = "cased"

    def __post_init__(self) -> None:
        if self.keep not in KEEPS:
            raise UsageError(f"keep is {self.keep!r}; it may be {' or '.join(KEEPS)}")

    @classmethod
    def of(
        cls,
        names: Iterable[str | Path],
        *,
        titles: bool = True,
        words: int = 0,
        format: str | None = None,
        keep: str = "cased",
    ) -> FileText:
        """Return the text of files, folders and patterns; ``format`` as in ``read_documents``."""
        files = tuple(Path(name) for name in find_files(list(names)))
        return cls(files, titles, words, format, keep)

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the batches."""
        documents = read_documents([str(name) for name in self.files], format=self.format)
        yield from batches_of(
            documents, titles=self.titles, words=self.words, keep_cased=self.keep == "cased"
        )


@dataclass(frozen=True)
class DocumentText:
    """Training text that is already in memory, for tests and small domains."""

    documents: tuple[Document, ...]
    titles: bool = True

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the batches."""
        yield from batches_of(self.documents, titles=self.titles)


@dataclass(frozen=True)
class SomeDocuments:
    """One document in ``one_in`` of a text, by the hash of its name, or all the others."""

    text: TrainingText
    one_in: int
    held_out: bool

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the batches."""
        for batch in self.text.batches():
            chosen = (batch.documents % np.uint32(self.one_in) == 0) == self.held_out
            if chosen.all():
                yield batch
            elif chosen.any():
                lines = decode(batch.passage.codes).split("\n")
                kept = np.flatnonzero(chosen).tolist()
                yield describe_batch(
                    "\n".join(lines[at] for at in kept), batch.documents[chosen].tolist()
                )


def batches_of(
    documents: Iterable[Document],
    *,
    titles: bool = True,
    words: int = 0,
    keep_cased: bool = False,
) -> Iterator[TrainingBatch]:
    """Yield batches of whole documents' lines; ``words`` counts what is read, kept or not.

    Raises :class:`~majuscule.errors.TrainingError` where ``keep_cased`` leaves nothing, or there is
    none.
    """
    group: list[tuple[int, tuple[str, ...]]] = []
    size = seen = read = 0
    kept = False
    for document in documents:
        lines = document.paragraphs
        if titles and document.title:
            lines = (document.title, *lines)
        if not lines:
            continue
        group.append((zlib.crc32(document.id.encode()), lines))
        read += 1
        size += sum(map(len, lines))
        if words:
            seen += sum(len(line.split()) for line in lines)
        if size >= BATCH:
            for batch in _batch_of(group, keep_cased):
                kept = True
                yield batch
            group, size = [], 0
        if words and seen >= words:
            break
    for batch in _batch_of(group, keep_cased):
        kept = True
        yield batch
    if keep_cased and not read:
        raise TrainingError("there is nothing to learn from in this text: it is empty")
    if keep_cased and not kept:
        raise TrainingError(
            f"there is nothing to learn from: none of {read:,} documents is well cased; "
            "--keep all (keep='all') learns from them as they are"
        )


def _batch_of(
    group: list[tuple[int, tuple[str, ...]]], keep_cased: bool
) -> Iterator[TrainingBatch]:
    """Yield the batch of some documents, or nothing where none of them is kept."""
    if not group:
        return
    batch = _describe(group)
    if keep_cased:
        begins = np.cumsum([0, *(len(lines) for _, lines in group[:-1])])
        passage = batch.passage
        found = detect_lines(passage.codes, passage.tokens, documents=begins, options=FOR_DOCUMENTS)
        verdicts, _, _ = detect_documents(found, begins)
        cased = (verdicts == CASED).tolist()
        if not any(cased):
            return
        if not all(cased):
            batch = _describe([one for one, keep in zip(group, cased, strict=True) if keep])
    yield batch


def _describe(group: list[tuple[int, tuple[str, ...]]]) -> TrainingBatch:
    owners = [owner for owner, lines in group for _ in lines]
    return describe_batch("\n".join(line for _, lines in group for line in lines), owners)


def describe_batch(
    text: str, documents: list[int], times: npt.NDArray[np.uint8] | None = None
) -> TrainingBatch:
    """Return the batch of some lines of text, each with the hash of its document.

    ``times`` (lines,): see TrainingBatch.
    """
    passage = passage_of(encode(text))
    spans = (passage.codes, passage.tokens.starts, passage.tokens.ends)
    owners = np.array(documents, np.uint32)
    return TrainingBatch(passage, classes_of(*spans), masks_of(*spans), owners, times)


def documents_of(batch: TrainingBatch) -> Iterator[tuple[Passage, npt.NDArray[np.uint8]]]:
    """Yield each document of a batch as a passage, with the classes of its tokens."""
    lines, tokens, codes = batch.passage.lines, batch.passage.tokens, batch.passage.codes
    changes = np.flatnonzero(batch.documents[1:] != batch.documents[:-1]) + 1
    for first, last in pairwise([0, *changes.tolist(), len(lines)]):
        begin, end = int(lines[first, 0]), int(lines[last - 1, 1])
        if begin == end:
            continue
        part = slice(begin, end)
        left, right = int(tokens.starts[begin]), int(tokens.ends[end - 1])
        inside = Tokens(
            starts=tokens.starts[part] - np.int32(left),
            ends=tokens.ends[part] - np.int32(left),
            kinds=tokens.kinds[part],
            words=tokens.words[part],
            affixes=np.ascontiguousarray(tokens.affixes[:, part]),
            positions=tokens.positions[part],
            folded=tokens.folded[left:right],
        )
        span = lines[first:last] - np.int32(begin)
        yield Passage(codes[left:right], inside, span), batch.classes[part]
