"""Training text in files: words counted by source, badly cased documents left out."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from itertools import count
from pathlib import Path

from majuscule.detection.languages import without_region
from majuscule.detection.streams import count_verdicts
from majuscule.detection.verdicts import VERDICT_NAMES
from majuscule.errors import TrainingError, UsageError
from majuscule.files import Names
from majuscule.learn.batches import TrainingBatch
from majuscule.learn.lines import DistinctLines, TrainingLines
from majuscule.learn.modernizing import Modernizer
from majuscule.learn.text import BATCH, DocumentFilter, batch_of
from majuscule.models import Source
from majuscule.reading import Document, Errors, Tally, find_files, read_documents
from majuscule.reading.compression import STDIN, stem
from majuscule.text.batches import batches
from majuscule.text.characters.alphabets import alphabet_of

_KEYS = ("name", "licence", "origin", "files", "times")
_SPLIT = re.compile(rf",\s*(?=(?:{'|'.join(_KEYS)})=)")

KEEPS = ("cased", "all")

MOST_TIMES = 100
"""The largest weight of a source: more would drown all others."""


@dataclass(frozen=True)
class SourceFiles:
    """The files of a source, and their weight for trainers that weight text."""

    source: Source
    files: str = ""  # a pattern of their names or paths; empty: all
    times: int = 1

    def covers(self, file: str) -> bool:
        return not self.files or any(fnmatch(one, self.files) for one in (file, Path(file).name))


def read_source(text: str) -> SourceFiles:
    """Return the source that ``name=...,licence=...,origin=...,files=...,times=...`` describes.

    Values may contain commas: only a comma before another key separates.

    >>> read_source("name=News, licence=CC BY 2.5,files=news*").files
    'news*'
    """
    values: dict[str, str] = {}
    for part in _SPLIT.split(text):
        key, equals, value = part.partition("=")
        if not equals or key.strip() not in _KEYS or key.strip() in values:
            raise UsageError(
                f"source {text!r}: {part!r} is not one of "
                f"{', '.join(f'{one}=...' for one in _KEYS)}"
            )
        values[key.strip()] = value.strip()
    return source_of(values, text)


def source_of(given: Mapping[str, object], text: str) -> SourceFiles:
    """Return the source with values of a recipe or an option; errors quote ``text``."""
    values = {key: str(value) for key, value in given.items()}
    if not values.get("name"):
        raise UsageError(f"source {text!r} has no name; begin with name=...")
    if unknown := values.keys() - set(_KEYS):
        raise UsageError(f"source {text!r}: {min(unknown)} is not one of {', '.join(_KEYS)}")
    files, times = values.pop("files", ""), values.pop("times", "1")
    if not times.isdecimal() or not 1 <= int(times) <= MOST_TIMES:
        raise UsageError(f"source {text!r}: times must be a whole number from 1 to {MOST_TIMES}")
    return SourceFiles(Source(**values), files, int(times))  # type: ignore[arg-type]


_Entry = tuple[Document, SourceFiles, int]


@dataclass
class CorpusText:
    """Training text in files; a :class:`~majuscule.learn.batches.TrainingText`.

    ``names``, ``format``, ``field``, ``header``, ``errors`` and ``encoding``: as in
    :func:`majuscule.reading.read_documents`.  ``words``: about how many to read (0: all).
    ``keep``: the documents to learn from, those that are well cased (``cased``) or ``all``.
    ``titles``, ``unmarked``, ``small`` and ``modern``: as in
    :class:`~majuscule.learn.lines.TrainingLines`.  ``language``: its tag, for its alphabet.
    ``distinct``: whether to leave out repeated lines, and lines in another language.  ``declared``:
    sources of files; a file without one is its own source.  ``corrections``: files of corrected
    documents, used whatever their case.  ``progress``: called with the share of bytes read.
    """

    names: Names
    format: str | None = None
    field: str | None = None
    header: bool = True
    errors: Errors = "strict"
    encoding: str = ""
    titles: bool = True
    unmarked: float = 0.0
    small: Sequence[str] = ()
    modern: Modernizer | None = None
    words: int = 0
    keep: str = "cased"
    language: str = ""
    distinct: bool = False
    declared: Sequence[SourceFiles] = ()
    corrections: Sequence[str] = ()
    progress: Callable[[float], None] | None = None
    files: list[str] = dataclasses.field(init=False)
    sources: tuple[Source, ...] = dataclasses.field(init=False, default=())
    """The sources with their numbers of words; known after the first pass."""

    def __post_init__(self) -> None:
        if self.keep not in KEEPS:
            raise UsageError(f"keep is {self.keep!r}; it may be {' or '.join(KEEPS)}")
        if not 0 <= self.unmarked <= 1:
            raise UsageError(f"unmarked is {self.unmarked}; it must be from 0 to 1")
        self.files = find_files(self.names)
        if STDIN in self.files:
            raise UsageError(
                "training reads its text several times, so it cannot read a pipe; name files"
            )
        self._parts = [
            next(
                (one for one in self.declared if one.covers(file)), SourceFiles(Source(stem(file)))
            )
            for file in self.files
        ]
        unused = [one.source.name for one in self.declared if one not in self._parts]
        if unused:
            raise UsageError(f"no file matches the source {unused[0]!r}; correct its files=")
        self._corrected = _read_corrections(self.corrections)
        alphabet = alphabet_of(self.language)
        cased = self.keep == "cased"
        lines = TrainingLines(self.titles, self.unmarked, self.small, cased, self.modern)
        self._filter = DocumentFilter(cased, lines, alphabet)
        self._distinct = DistinctLines(without_region(self.language)) if self.distinct else None
        # Check formats and fields now, not after minutes.
        self._sizes = [Path(file).stat().st_size for file in self.files]
        for number in range(len(self.files)):
            self._documents(number)

    @property
    def verdicts(self) -> Counter[int]:
        """Return the number of documents by verdict."""
        return self._filter.verdicts

    @property
    def kept(self) -> int:
        """Return how many documents are learnt from."""
        return self._filter.kept

    @property
    def about(self) -> dict[str, dict[str, int]]:
        """Return for a card how many documents are learnt from, and how many had each verdict."""
        counts = {VERDICT_NAMES[verdict]: n for verdict, n in self.verdicts.most_common()}
        return {"documents": {"kept": self.kept, **counts}}

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield batches of whole documents, of some hundred thousand tokens each."""
        sources: dict[SourceFiles, Source] = {}
        weighed = any(part.times != 1 for part in self._parts)
        groups = batches(self._entries(sources), BATCH, lambda entry: len(entry[0].text))
        for number, group in enumerate(groups):
            times = [part.times for _, part, _ in group] if weighed else None
            batch, kept = self._filter.choose(number, [one for one, _, _ in group], times)
            for (_, part, words), take in zip(group, kept.tolist(), strict=True):
                if take:
                    sources[part] = replace(sources[part], words=sources[part].words + words)
            if batch is not None:
                yield batch
        self.sources = tuple(sources.values())
        if self._corrected:
            # People checked their case, so they are not filtered.
            alphabet = alphabet_of(self.language)
            batch = batch_of(self._corrected, lines=TrainingLines(self.titles), alphabet=alphabet)
            if batch is not None:
                words = sum(
                    len(" ".join(one.lines(self.titles)).split()) for one in self._corrected
                )
                self.sources += (Source("corrections", words),)
                yield batch
        if not self.kept:
            found, advice = "it is empty", ""
            if self.verdicts:
                found = f"none of its documents is well cased ({count_verdicts(self.verdicts)})"
                advice = "; --keep all learns from them all the same"
            raise TrainingError(f"there is nothing to learn from in this text: {found}{advice}")

    def _entries(self, sources: dict[SourceFiles, Source]) -> Iterator[_Entry]:
        """Yield each document with its source and number of words; store the sources' digests."""
        tallies: dict[SourceFiles, Tally] = {}
        seen, index = 0, count()
        for number, part in enumerate(self._parts):
            tally = tallies.setdefault(part, Tally())
            sources.setdefault(part, part.source)
            done = tally.words
            for document in self._documents(number, tally):
                words, done = tally.words - done, tally.words
                if self._distinct is not None:
                    document = self._distinct.of(next(index), document)
                    words = len(document.text.split())
                seen += words
                yield document, part, words
                if self.words and seen >= self.words:
                    sources[part] = replace(sources[part], digest="")
                    return
            sources[part] = replace(sources[part], digest=tally.digest)

    def _documents(self, number: int, tally: Tally | None = None) -> Iterator[Document]:
        """Yield the documents of file ``number``."""
        before, total = sum(self._sizes[:number]), max(1, sum(self._sizes))

        def advance(count: int) -> None:
            nonlocal before
            before += count
            if self.progress is not None:
                self.progress(min(1.0, before / total))

        return read_documents(
            [self.files[number]],
            format=self.format,
            field=self.field,
            header=self.header,
            errors=self.errors,
            encoding=self.encoding,
            tally=tally,
            progress=advance,
        )


def _read_corrections(names: Sequence[str]) -> list[Document]:
    """Return corrected documents, from databases and exported lines."""
    if not names:
        return []
    from majuscule.corrections.export import read_records
    from majuscule.learn.corrections import corrected_documents

    return [one for name in names for one in corrected_documents(read_records(name))]
