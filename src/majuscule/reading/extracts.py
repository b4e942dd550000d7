"""Text found in a source, with the way back to where each of its letters stands.

Every format is one thing: a reader that goes through its source and says of each stretch whether it
is text or not.  What a :class:`Builder` is told gives an :class:`Extract`: ``raw``, the stretch of
the source as it is written, ``text``, what a restorer reads, and the spans that both share.
Writing it back exchanges letters inside the spans and nothing else, so everything that is no letter
is kept by construction, whatever the format.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from majuscule.reading.compression import stem
from majuscule.reading.documents import Document, paragraphs_of
from majuscule.reading.streams import split_lines, split_terminator
from majuscule.text.editing.edits import EditedText

Recode = Callable[[str, str, str], str]
"""From how characters are written in the source, what they are, and what they become (as many), to
how those are written."""

Lay = Callable[[str, str], str | None]
"""From what stood in a source and what it became to lines that people can read, or to None where it
has grown too much for that."""


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """Characters ``at`` to ``stop`` of the text are those from ``start`` to ``end`` of the source.

    Without ``recode`` they stand there as they are; with it they are written some other way, by
    escapes say, and it writes them anew.
    """

    start: int
    end: int
    at: int
    stop: int
    recode: Recode | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of the text that the format gives a name: a line, a field, a cell, a cue."""

    place: Mapping[str, Any]  # such as {"line": 4, "cue": "2"}
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ShortLines:
    """Characters ``start`` to ``end`` of the source are shown in short lines, as ``lay`` has it."""

    start: int
    end: int
    lay: Lay


@dataclass(frozen=True, slots=True)
class Said:
    """When the word that begins ``at`` a place of the text was said, in seconds.

    ``heard``: the word itself was timed; if not, only what it stands in, which tells no pauses.
    """

    at: int
    start: float
    end: float
    heard: bool = True


@dataclass(frozen=True, slots=True)
class Extract:
    """Text that is read as one, a document, and where it stands.

    ``raw`` of one extract after the other is the whole source.  ``line`` is the number, from 1, of
    the line (of Parquet: of the row) that ``raw`` begins in.
    """

    raw: str
    line: int
    text: str
    spans: tuple[SourceSpan, ...] | None = None  # None: the text is the raw text
    units: tuple[Unit, ...] | None = None  # None: each line is one
    id: str = ""  # where the source gives one
    times: tuple[Said, ...] = ()  # of words, where it tells them
    blocks: tuple[ShortLines, ...] = ()  # in which all of its text stands, or none

    def rewrite(self, text: str) -> str:
        """Return the raw text with its letters in the case of ``text``, and with its edits if it
        has any: a mark goes to each place where the word before it stands, or to an empty span.

        >>> builder = Builder(1)
        >>> builder.keep("<i>").take("in").keep("</i>").say(" ").take("rome").build().rewrite(
        ...     "In Rome"
        ... )
        '<i>In</i>Rome'
        """
        if text == self.text:
            return self.raw
        if self.spans is None:
            return text
        if isinstance(text, EditedText) and text.edits and self.blocks:
            return self._laid(text)
        return self._written(text, self.spans, 0, len(self.raw))

    def _written(self, text: str, spans: Sequence[SourceSpan], begin: int, end: int) -> str:
        """Return the raw text from ``begin`` to ``end``, in which the spans are, anew."""
        edited = text if isinstance(text, EditedText) else None
        apart = {span.at for span in spans if span.at == span.stop} if edited else ()
        parts = []
        written = begin
        for span in spans:
            old, behind = self.text[span.at : span.stop], ""
            new = text[span.at : span.stop]
            if edited is not None:
                made = edited.within(span.at, span.stop, apart)
                new, behind = (made, "") if span.recode is None else (made.before, made.behind)
            if old == new and not behind:
                continue
            parts.append(self.raw[written : span.start])
            literal = self.raw[span.start : span.end]
            parts += [new if span.recode is None else span.recode(literal, old, new), behind]
            written = span.end
        parts.append(self.raw[written:end])
        return "".join(parts)

    def _laid(self, edited: EditedText) -> str:
        """Return the raw text anew, its blocks in lines that fit; what does not fit is not put in,
        commas and their like first, the last of them before the others."""
        parts, written = [], 0
        spans = self.spans or ()
        starts = [span.start for span in spans]
        for block in self.blocks:
            own = spans[bisect_left(starts, block.start) : bisect_left(starts, block.end)]
            before, made = self.raw[block.start : block.end], edited
            after = self._written(made, own, block.start, block.end)
            while (laid := block.lay(before, after)) is None:
                grown = [
                    one
                    for one in made.edits
                    if one.growth > 0 and own[0].at < one.end <= own[-1].stop
                ]
                if not grown:
                    laid = after
                    break
                left_out = max(grown, key=lambda one: (one.text in ",;:-", one.start))
                kept = (one for one in made.edits if one is not left_out)
                made = EditedText.make(made.before, kept)
                after = self._written(made, own, block.start, block.end)
            parts += [self.raw[written : block.start], laid]
            written = block.end
        return "".join([*parts, self.raw[written:]])

    def sources(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return where in ``raw`` a part of the text stands: spans, those that touch as one."""
        if self.spans is None:
            return [(start, end)]
        found: list[tuple[int, int]] = []
        for span in self.spans:
            first, last = max(start, span.at), min(end, span.stop)
            if first >= last:
                continue
            if span.recode is None:
                place = (span.start + first - span.at, span.start + last - span.at)
            else:
                place = (span.start, span.end)
            if found and found[-1][1] == place[0]:
                place = (found.pop()[0], place[1])
            found.append(place)
        return found


@dataclass(slots=True)
class _Aside:
    """Text that stands inside other text and is read after it: where it is, its parts, its spans.

    ``spans``: their numbers among the spans of the builder, where they count from its beginning.
    """

    place: Mapping[str, Any]
    parts: list[str] = field(default_factory=list)
    length: int = 0
    spans: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Builder:
    """Makes an extract from what a reader says of each stretch of the source, in order."""

    line: int
    id: str = ""
    length: int = 0  # of the raw text so far
    at: int = 0  # of the text so far
    _raw: list[str] = field(default_factory=list)
    _text: list[str] = field(default_factory=list)
    _spans: list[SourceSpan] = field(default_factory=list)
    _units: list[Unit] = field(default_factory=list)
    _open: tuple[Mapping[str, Any], int] | None = None
    _again: int | None = None
    _aside: _Aside | None = None
    _asides: list[_Aside] = field(default_factory=list)
    _times: list[Said] = field(default_factory=list)
    _blocks: list[ShortLines] = field(default_factory=list)

    def laid(self, start: int, lay: Lay) -> Builder:
        """Note that the source from ``start`` to here is shown in lines."""
        self._blocks.append(ShortLines(start, self.length, lay))
        return self

    def said(self, start: float, end: float) -> Builder:
        """Note when the word was said that comes next."""
        self._times.append(Said(self.at, start, end))
        return self

    def keep(self, raw: str) -> Builder:
        """Take a stretch that is no text."""
        if raw:
            self._raw.append(raw)
            self.length += len(raw)
        return self

    def take(self, raw: str) -> Builder:
        """Take a stretch of text as it is."""
        if raw:
            self.code(raw, raw)
        return self

    def code(self, raw: str, text: str, recode: Recode | None = None) -> Builder:
        """Take a stretch that stands for ``text`` and that ``recode`` writes anew."""
        at = self.at if self._again is None else self._again
        if self._aside is not None:
            at = self._aside.length
            self._aside.spans.append(len(self._spans))
        end = self.length + len(raw)
        self._spans.append(SourceSpan(self.length, end, at, at + len(text), recode))
        self._raw.append(raw)
        self.length = end
        return self.say(text)

    def say(self, text: str) -> Builder:
        """Add text that the source does not hold: what parts words, or stands for code."""
        if self._aside is not None:
            self._aside.parts.append(text)
            self._aside.length += len(text)
            return self
        if self._again is not None:
            self._again += len(text)
            return self
        self._text.append(text)
        self.at += len(text)
        return self

    def again(self, at: int | None) -> Builder:
        """Go on with text that was taken before, from a place of it on; None: with new text."""
        self._again = at
        return self

    def begin_aside(self, place: Mapping[str, Any]) -> Builder:
        """Begin text that is no part of the text around it: a unit below the one that is open."""
        self.end_aside()
        self._aside = _Aside(place)
        return self

    def end_aside(self) -> Builder:
        """Go on with the text around it."""
        if self._aside is not None:
            self._asides.append(self._aside)
            self._aside = None
        return self

    def _settle(self) -> None:
        """Add what was put aside."""
        for aside in self._asides:
            self.say("\n" if self.at else "")
            start = self.at
            for number in aside.spans:
                span = self._spans[number]
                self._spans[number] = replace(span, at=span.at + start, stop=span.stop + start)
            self.say("".join(aside.parts))
            self._units.append(Unit(aside.place, start, self.at))
        self._asides.clear()

    def begin(self, place: Mapping[str, Any]) -> Builder:
        """Begin a unit here."""
        self._open = (place, self.at)
        return self

    def end(self) -> Builder:
        """End the unit here, and read what was put aside in it."""
        self.end_aside()
        if self._open is not None:
            place, start = self._open
            self._units.append(Unit(place, start, self.at))
            self._open = None
        self._settle()
        return self

    def build(self) -> Extract:
        """Return the extract."""
        self.end()
        return Extract(
            "".join(self._raw),
            self.line,
            "".join(self._text),
            tuple(self._spans),
            tuple(self._units),
            self.id,
            tuple(self._times),
            tuple(self._blocks),
        )


def units_of(extract: Extract) -> Sequence[Unit]:
    """Return the units of an extract; of plain text these are its lines."""
    if extract.units is not None:
        return extract.units
    units = []
    at = 0
    for number, line in enumerate(split_lines(extract.text), extract.line):
        content, _ = split_terminator(line)
        units.append(Unit({"line": number}, at, at + len(content)))
        at += len(line)
    return units


def as_documents(extracts: Iterable[Extract], where: str) -> Iterator[Document]:
    """Yield a file's extracts as documents, their lines as paragraphs; those without text are none.

    >>> found = as_documents([Extract("", 1, "in rome\\n\\nin oslo"), Extract("", 9, " ")], "x.srt")
    >>> [(one.id, one.paragraphs, one.where) for one in found]
    [('x-1', ('in rome', 'in oslo'), 'x.srt:1')]
    """
    bare = stem(where)
    for one in extracts:
        paragraphs = tuple(paragraphs_of(one.text))
        if paragraphs:
            name = one.id or f"{bare}-{one.line}"
            yield Document(name, paragraphs, where=f"{where}:{one.line}")


def untouched(raw: str, line: int) -> Extract:
    """Return a stretch without text as an extract, which comes back as it is."""
    return Extract(raw, line, "", (), ())


def as_restored(_raw: str, _old: str, new: str) -> str:
    """Return the new text: a way to write letters that are in another case than the text's."""
    return new


def as_written(raw: str, _old: str, _new: str) -> str:
    """Return the raw text: a way to write what is never changed."""
    return raw
