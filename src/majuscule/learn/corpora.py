"""Text to train on: files of a corpus, source by source, without badly cased documents.

The first time through, each document is judged (Niu et al. 2004, section 3.2: case detection as a
filter of the training corpus) and words are counted by source; later times reuse the verdicts.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path

import numpy as np

from majuscule.detection.verdicts import (
    CASED,
    FOR_DOCUMENTS,
    VERDICT_NAMES,
    detect_documents,
    detect_lines,
)
from majuscule.errors import TrainingError, UsageError
from majuscule.learn.batches import TrainingBatch
from majuscule.learn.text import BATCH, describe_batch
from majuscule.models import Source
from majuscule.reading import BytesRead, Document, Errors, Tally, find_files, read_documents
from majuscule.reading.compression import stem

_KEYS = ("name", "licence", "origin", "files", "times")
_SPLIT = re.compile(rf",\s*(?=(?:{'|'.join(_KEYS)})=)")


MOST_TIMES = 100
"""How often a source may count: more would drown all others."""


@dataclass(frozen=True)
class Origin:
    """Where some files of a corpus come from, for the model's card."""

    name: str
    licence: str = ""
    origin: str = ""
    files: str = ""  # a pattern for the files' names or paths; empty: all
    times: int = 1  # how often a kind that weighs text learns from it

    def covers(self, file: str) -> bool:
        """Tell whether a file is of this origin."""
        return not self.files or any(fnmatch(one, self.files) for one in (file, Path(file).name))


def read_origin(text: str) -> Origin:
    """Return the origin that ``name=...,licence=...,origin=...,files=...,times=...`` describes.

    A comma may stand in a value: only one before another key parts them.

    >>> read_origin("name=News, licence=CC BY 2.5,files=news*").files
    'news*'
    """
    values: dict[str, str] = {}
    for part in _SPLIT.split(text):
        key, equals, value = part.partition("=")
        if not equals or key.strip() not in _KEYS or key.strip() in values:
            raise UsageError(
                f"source {text!r}: {part!r} is none of {', '.join(f'{one}=...' for one in _KEYS)}"
            )
        values[key.strip()] = value.strip()
    if not values.get("name"):
        raise UsageError(f"source {text!r} has no name; begin with name=...")
    times = values.pop("times", "1")
    if not times.isdecimal() or not 1 <= int(times) <= MOST_TIMES:
        raise UsageError(f"source {text!r}: times is a whole number from 1 to {MOST_TIMES}")
    return Origin(**values, times=int(times))


class CorpusText:
    """Training text in files; a :class:`~majuscule.learn.batches.TrainingText`.

    ``keep_cased`` leaves out documents that are not well cased.  ``words`` ends each time through
    after about so many words (0: all).  ``progress`` is told the share of the bytes that is read.
    ``corrections``: files of corrected documents, which are learnt from whatever their case.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        format: str | None = None,
        field: str | None = None,
        errors: Errors = "strict",
        titles: bool = True,
        words: int = 0,
        keep_cased: bool = True,
        origins: Sequence[Origin] = (),
        corrections: Sequence[str] = (),
        progress: Callable[[float], None] | None = None,
    ) -> None:
        self._files = find_files(list(names))
        if "-" in self._files:
            raise UsageError("training reads its text several times: name files, not a pipe")
        self._reading = {"format": format, "field": field, "errors": errors}
        self._titles = titles
        self._words = words
        self._keep_cased = keep_cased
        self._origins = [_origin_of(file, origins) for file in self._files]
        unused = [one.name for one in origins if one not in self._origins]
        if unused:
            raise UsageError(f"no file is of the source {unused[0]!r}; correct its files=")
        self._progress = progress
        self._corrected = _read_corrections(corrections)
        self._verdicts: list[np.ndarray] | None = None
        self._sources: dict[Origin, Source] = {}
        self.verdicts: Counter[int] = Counter()
        self.kept = 0
        # Names, formats and fields are checked now, not after minutes.
        for file in self._files:
            read_documents([file], **self._reading)  # type: ignore[arg-type]

    @property
    def sources(self) -> tuple[Source, ...]:
        """Return the sources with the words that are learnt from; known after the first time."""
        return tuple(self._sources.values())

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the batches: whole documents, some hundred thousand tokens at a time."""
        first = self._verdicts is None
        kept: list[np.ndarray] = []
        self_counts: Counter[int] = Counter()
        sources: dict[Origin, Source] = {}
        for number, (documents, owners) in enumerate(self._groups(sources)):
            batch, mask, verdicts = self._batch(
                documents,
                [origin.times for origin, _ in owners],
                None if first else self._verdicts[number],  # type: ignore[index]
            )
            kept.append(mask)
            self_counts.update(verdicts)
            for (origin, words), take in zip(owners, mask.tolist(), strict=True):
                if take:
                    known = sources[origin]
                    sources[origin] = replace(known, words=known.words + words)
            if batch is not None:
                yield batch
        yield from self._corrected_batches(sources)
        if not first:
            return
        self._verdicts, self._sources, self.verdicts = kept, sources, self_counts
        self.kept = int(sum(int(mask.sum()) for mask in kept))
        if not self.kept:
            counts = ", ".join(
                f"{n:,} {VERDICT_NAMES[verdict]}" for verdict, n in self_counts.most_common()
            )
            found = f"none of its documents is well cased ({counts})" if counts else "it is empty"
            advice = "; --keep all learns from them as they are" if counts else ""
            raise TrainingError(f"there is nothing to learn from in this text: {found}{advice}")

    def _groups(
        self, sources: dict[Origin, Source]
    ) -> Iterator[tuple[list[Document], list[tuple[Origin, int]]]]:
        """Yield some documents at a time, with the origin and the words of each."""
        sizes = [Path(file).stat().st_size for file in self._files]
        documents: list[Document] = []
        owners: list[tuple[Origin, int]] = []
        size = seen = 0
        tallies: dict[Origin, Tally] = {}
        for number, file in enumerate(self._files):
            origin = self._origins[number]
            tally = tallies.setdefault(origin, Tally())
            sources.setdefault(
                origin, Source(origin.name, licence=origin.licence, origin=origin.origin)
            )
            before, total = sum(sizes[:number]), max(1, sum(sizes))

            def advance(one: BytesRead, before: int = before, total: int = total) -> None:
                if self._progress is not None:
                    self._progress(min(1.0, (before + one.bytes_read) / total))

            reading = read_documents([file], tally=tally, progress=advance, **self._reading)  # type: ignore[arg-type]
            done = tally.words
            for document in reading:
                words, done = tally.words - done, tally.words
                documents.append(document)
                owners.append((origin, words))
                size += len(document.text)
                seen += words
                if size >= BATCH:
                    yield documents, owners
                    documents, owners, size = [], [], 0
                if self._words and seen >= self._words:
                    break
            else:
                # A digest is of whole files only.
                sources[origin] = replace(sources[origin], digest=tally.digest)
                continue
            sources[origin] = replace(sources[origin], digest="")
            break
        if documents:
            yield documents, owners

    def _corrected_batches(self, sources: dict[Origin, Source]) -> Iterator[TrainingBatch]:
        """Yield the corrected documents: people cased them, so none is left out."""
        if not self._corrected:
            return
        words = sum(len(line.split()) for one in self._corrected for line in self._lines(one))
        origin = Origin("corrections")
        sources[origin] = Source(origin.name, words=words)
        count = len(self._corrected)
        batch = self._describe(self._corrected, [1] * count, np.ones(count, np.bool_))
        if batch is not None:
            yield batch

    def _batch(
        self, documents: list[Document], times: list[int], known: np.ndarray | None
    ) -> tuple[TrainingBatch | None, np.ndarray, list[int]]:
        """Return the batch of those documents that are kept, which they are, and the verdicts."""
        if known is not None:
            return self._describe(documents, times, known), known, []
        everything = np.ones(len(documents), np.bool_)
        batch = self._describe(documents, times, everything)
        if not self._keep_cased or batch is None:
            return batch, everything, []
        begins = np.cumsum([0, *(len(self._lines(one)) for one in documents[:-1])])
        passage = batch.passage
        found = detect_lines(passage.codes, passage.tokens, documents=begins, options=FOR_DOCUMENTS)
        verdicts, _, _ = detect_documents(found, begins)
        mask = verdicts == CASED
        if not mask.all():
            batch = self._describe(documents, times, mask)
        return batch, mask, verdicts.tolist()

    def _describe(
        self, documents: list[Document], times: list[int], mask: np.ndarray
    ) -> TrainingBatch | None:
        lines: list[str] = []
        owners: list[int] = []
        weights: list[int] = []
        for document, weight, take in zip(documents, times, mask.tolist(), strict=True):
            if not take:
                continue
            own = self._lines(document)
            lines += own
            owners += [zlib.crc32(document.id.encode())] * len(own)
            weights += [weight] * len(own)
        if not lines:
            return None
        return describe_batch("\n".join(lines), owners, np.array(weights, np.uint8))

    def _lines(self, document: Document) -> tuple[str, ...]:
        if self._titles and document.title:
            return (document.title, *document.paragraphs)
        return document.paragraphs


def _read_corrections(names: Sequence[str]) -> list[Document]:
    """Return the documents that people corrected, from databases and exported lines."""
    if not names:
        return []
    from majuscule.corrections.export import read_records
    from majuscule.learn.corrections import corrected_documents

    return [one for name in names for one in corrected_documents(read_records(name))]


def _origin_of(file: str, origins: Sequence[Origin]) -> Origin:
    """Return the first origin that covers a file; a file of none is its own."""
    return next((one for one in origins if one.covers(file)), Origin(stem(file)))
