"""Tagging files of any format, with the place of each mention in its source.

The text that is tagged is joined from parts of the file (cues, cells, text nodes), so offsets in it
do not locate a mention in the file.  Each mention therefore also gets the unit that it begins in
(line, cue, field, column, row) with its offsets there, and, except for Parquet, its spans in the
source: characters from the start of the decompressed file, several spans if markup interrupts it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from majuscule.detection.hint import LanguageHint
from majuscule.detection.languages import SHOWN_NAMES, without_region
from majuscule.entities.interface import Finder, Segmenter
from majuscule.errors import CorpusError, UsageError
from majuscule.reading import FORMATS, REWRITTEN, Extract, Reading, format_of, units_of
from majuscule.reading.annotations import (
    REPLACED,
    brat,
    columns,
    inline,
    jsonl,
    nlp,
    read_annotated,
    sgml,
    spacy,
)
from majuscule.reading.annotations import format_of as annotated_format_of
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.compression import shown_name
from majuscule.reading.extracts import Unit
from majuscule.reading.sources import Opened, read_content, work_through
from majuscule.text.tokenizing.views import in_one_line

Shape = Callable[[Iterable[AnnotatedText]], Iterator[str]]
SHAPES: Mapping[str, Shape] = {
    "jsonl": jsonl.write,
    "columns": columns.write,
    "nlp": nlp.write,
    "sgml": sgml.write,
    "ieer": partial(sgml.write, ieer=True),
    "inline": inline.write,
    "brat": brat.write,
    "spacy": spacy.write,
    "words": lambda documents: map(_separated, documents),
}


def tag_files(
    tagger: Finder,
    files: Sequence[str],
    write: Callable[[bytes], Any],
    shape: str = "list",
    *,
    format: str | None = None,
    reading: Reading | None = None,
    memory: bool = True,
    lines: str = "auto",
    jobs: int | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Pass the mentions of files, as text, to ``write``, those of a stream as soon as its documents
    are complete; mentions already annotated in the files are ignored.

    ``shape``: ``list``, a mention per line, ``words``, the text with a space after each word and
    name of a :class:`~majuscule.entities.interface.Segmenter`, or a format of annotated text
    (:data:`SHAPES`); ``tell`` is called for files in another language than the tagger's,
    ``progress`` with the number of bytes read.

    Raises :class:`~majuscule.errors.UsageError` for several documents in the formats ``brat`` and
    ``nlp``, whose files hold one, and for the words of a tagger that is not a segmenter.
    """
    if shape == "words":
        if not isinstance(tagger, Segmenter):
            raise UsageError(
                "--to words needs a tagger for Chinese, without --gazetteer and --map; this "
                "tagger reads words between spaces"
            )
        tagger = _Units(tagger, tagger.language)
    reading = reading or Reading()
    shown = 0

    def encoded(parts: Iterable[Iterable[str]]) -> bytes:
        """Return the output for some documents."""
        nonlocal shown
        lines: list[str] = []
        for part in parts:
            if shown and shape in ("brat", "nlp"):
                raise UsageError(
                    f"a file of --to {shape} holds one document; tag one file at a time, or use "
                    "--to jsonl for several"
                )
            shown += 1
            lines += part
        return "".join(lines).encode("utf-8", "backslashreplace")

    def shown_extracts(places: _Places, _opened: Opened, some: list[Extract]) -> bytes:
        placed = places.add(some)
        texts = [one.document.text for one in placed]
        hint.add("\n".join(texts))
        tagged = tagger.tag_many(texts, memory=memory, lines=lines, jobs=jobs)
        return encoded(one.show(found, shape) for one, found in zip(placed, tagged, strict=True))

    hint = LanguageHint(tagger.language, partial(_tell_language, tagger, tell), scripts=True)
    for name in files:
        hint.begin(shown_name(name))
        kind = format or tag_format(name)
        if kind in REWRITTEN:
            places = _Places(shown_name(name), binary=FORMATS[kind].binary)
            work = partial(shown_extracts, places)
            how: Any = {"reading": reading, "tell": tell, "progress": progress}
            # What is only taken for text is refused if it begins like another format.
            given = kind if format or kind != "text" else None
            work_through(name, work, write, format=given, **how)
        else:
            repairs = Repairs()
            how = {"errors": reading.errors, "encoding": reading.encoding, "repairs": repairs}
            with _or_table(name, format):
                for document in read_annotated([name], format=kind, **how):
                    hint.add(document.text)
                    found = tagger.tag(document.text, memory=memory, lines=lines)
                    write(encoded([_show(document, found, shape)]))
            if replaced := repairs.counts[REPLACED]:
                tell(f"{shown_name(name)}: {REPLACED}: {replaced:,}")
    hint.end()


@contextmanager
def _or_table(name: str, format: str | None) -> Iterator[None]:
    """Add to errors of reading that a file only taken for annotated columns may be a table."""
    try:
        yield
    except CorpusError as error:
        if format or format_of(name, "") != "tsv":
            raise
        raise CorpusError(f"{error}; if it is a table, use --format tsv") from error


def _tell_language(tagger: Finder, tell: Callable[[str], None], name: str, other: str) -> None:
    own = SHOWN_NAMES.get(without_region(tagger.language), tagger.language)
    tell(
        f"{name}: this looks like {SHOWN_NAMES[other]}, but the tagger is for {own}; "
        "results will be poor"
    )


@dataclass(frozen=True)
class _Units:
    """A finder of words, which are mentions with the label O, and names."""

    base: Segmenter
    language: str
    labels: tuple[str, ...] = ()

    def tag(self, text: str, *, memory: bool = True, lines: str = "auto") -> list[Mention]:
        found, at = [], 0
        for unit, label in (one for line in self.base.segment(text) for one in line):
            at = text.index(unit, at)
            found.append(Mention(at, at + len(unit), label))
            at += len(unit)
        return found

    def tag_many(self, texts: Iterable[str], **_how: Any) -> Iterator[list[Mention]]:
        return map(self.tag, texts)


def _separated(document: AnnotatedText) -> str:
    """Return the lines of a text with a space between mentions."""
    lines, at = [], 0
    ends = [one.end for one in document.mentions]
    for line in document.text.removesuffix("\n").split("\n"):
        here = document.mentions[bisect_right(ends, at) : bisect_right(ends, at + len(line))]
        lines.append(" ".join(one.of(document.text) for one in here))
        at += len(line) + 1
    return "\n".join(lines) + "\n"


def tag_content(
    tagger: Finder, content: str, format: str, **how: Any
) -> Iterator[tuple[str, Mention, list[tuple[int, int]]]]:
    """Yield the mentions in a file's content: the words, the mention with offsets in its text, and
    the spans of characters of the content that it covers.

    A mention interrupted by markup has several spans.  ``how``: see :meth:`Finder.tag`.
    """
    extracts = list(read_content(content, format))
    offset = 0
    for extract in extracts:
        shown = extract.shown(extract.text)
        for one in tagger.tag(extract.text, **how):
            spans = extract.sources(one.start, one.end)
            placed = [(offset + start, offset + end) for start, end in spans]
            if placed:
                yield one.of(shown), one, placed
        offset += len(extract.raw)


def tag_format(name: str) -> str:
    """Return the format of a file to tag, from its name: of a corpus, or any other, or text.

    >>> tag_format("dev.tsv"), tag_format("film.srt.gz"), tag_format("notes")
    ('columns', 'srt', 'text')
    """
    known = format_of(name, "")
    if known in ("", "tsv"):
        with suppress(UsageError):
            return annotated_format_of(name)
    return known or "text"


def _show(document: AnnotatedText, found: Sequence[Mention], shape: str) -> Iterator[str]:
    if shape != "list":
        yield from SHAPES[shape]([replace(document, mentions=tuple(found))])
        return
    lines = _Lines(document.text)
    for one in found:
        yield _row(document, lines.place(one.start), one)


def _row(document: AnnotatedText, place: tuple[int, int], one: Mention) -> str:
    """Return a line of the list: a mention with the line and column where it begins."""
    words = in_one_line(one.of(document.text))
    fields = (document.name, *place, one.start, one.end, one.label, f"{one.confidence:.2f}", words)
    return "\t".join(map(str, fields)) + "\n"


class _Lines:
    """The lines of a text that begins at some line and column of its file, both from 1."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        self._starts = [1 - column, *(found.end() for found in re.finditer("\n", text))]
        self._first = line
        self._end = len(text)

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of a character of the text."""
        line = bisect_right(self._starts, offset) - 1
        return self._first + line, 1 + offset - self._starts[line]

    def end(self) -> tuple[int, int]:
        """Return where the text after this one begins."""
        return self.place(self._end)


@dataclass(frozen=True)
class _Placed:
    """A document of a file.

    ``offset``: that of its raw text in the source, or None if the source has none; ``lines``: those
    of its raw text, or None if they mean nothing to people.
    """

    document: Extract
    id: str
    where: str
    offset: int | None
    lines: _Lines | None

    @property
    def text(self) -> str:
        return self.document.shown(self.document.text)

    def show(self, mentions: Sequence[Mention], shape: str) -> Iterator[str]:
        if self.document.spans:  # what only stands in for code is in no place
            mentions = [one for one in mentions if self.document.sources(one.start, one.end)]
        if shape == "jsonl":
            return iter([self.line(mentions)])
        document = AnnotatedText(self.text, (), self.id, self.where)
        if shape == "list" and self.lines is not None:
            begins = (self.document.sources(one.start, one.end)[0][0] for one in mentions)
            places = map(self.lines.place, begins)
            return (_row(document, *pair) for pair in zip(places, mentions, strict=True))
        return _show(document, mentions, shape)

    def line(self, mentions: Sequence[Mention]) -> str:
        """Return the document and its mentions as a line of JSON."""
        text = self.text
        units = sorted(units_of(self.document), key=lambda unit: (unit.start, unit.end))
        starts = [unit.start for unit in units]
        placed = []
        for one in mentions:
            at = bisect_right(starts, one.start)
            placed.append(jsonl.as_record(one, text) | self._place(one, units[max(0, at - 1) : at]))
        record = {"id": self.id, "text": text, "mentions": placed}
        # JSON can contain lone surrogates, which UTF-8 cannot: write them as escapes.
        line = json.dumps(record, ensure_ascii=False) + "\n"
        return line.encode("utf-8", "backslashreplace").decode()

    def _place(self, mention: Mention, begun: Sequence[Unit]) -> dict[str, Any]:
        """Return the place of a mention; ``begun``: the last unit that begins there or before."""
        place: dict[str, Any] = {}
        for unit in begun:
            if mention.start < unit.end:
                end = min(mention.end, unit.end) - unit.start
                place["place"] = {**unit.place, "start": mention.start - unit.start, "end": end}
        if self.offset is not None:
            spans = self.document.sources(mention.start, mention.end)
            place["source"] = [[self.offset + start, self.offset + end] for start, end in spans]
        return place


class _Places:
    """The places of the documents of a file, which come in order; ``binary``: without lines."""

    def __init__(self, file: str, binary: bool) -> None:
        self.file = file
        self._place: tuple[int, int] | None = None if binary else (1, 1)
        self._offset = 0

    def add(self, extracts: Iterable[Extract]) -> list[_Placed]:
        """Return the next documents of the file, without those that have no text."""
        placed = []
        for one in extracts:
            lines = _Lines(one.raw, *self._place) if self._place else None
            self._place = lines.end() if lines else None
            if one.text and not one.text.isspace():
                where = f"{self.file}:{one.line}"
                offset = self._offset if one.raw else None
                placed.append(_Placed(one, one.id or where, where, offset, lines))
            self._offset += len(one.raw)
        return placed
