"""Text extracted from a source, with the mapping back to where each of its characters is written.

A reader of a format goes through its source and tells a :class:`Builder` which stretches are text.
The result is an :class:`Extract`: ``raw``, the source as written, ``text``, what a restorer reads,
and the spans that map one to the other.  Writing the text back replaces characters inside the spans
only, so everything else is kept by construction, whatever the format.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from majuscule.reading.compression import stem
from majuscule.reading.documents import Document, paragraphs_of
from majuscule.reading.streams import split_lines, split_terminator
from majuscule.text.editing.edits import Edit, EditedText

Recode = Callable[[str, str, str], str]
"""A function from characters as written in the source, as text, and as new text (of equal length)
to the new characters as written."""

STAND_IN, OBJECT = "0", "\ufffc"
"""What is read in place of what is not text, inside a line (a character without case, so that the
word after it does not begin a sentence), and what people are shown there."""

Lay = Callable[[str, str], str | None]
"""A function from the old and the new source of a stretch to new source in lines of readable
length, or to None if it has grown too long for that."""


class SourceSpan(NamedTuple):
    """Characters ``at`` to ``stop`` of the text are written at ``start`` to ``end`` of the source.

    Without ``recode`` they are written literally; otherwise in another way, such as by escapes, and
    ``recode`` writes new ones.
    """

    start: int
    end: int
    at: int
    stop: int
    recode: Recode | None = None


class Unit(NamedTuple):
    """A part of the text that the format names: a line, a field, a cell, a cue."""

    place: Mapping[str, Any]  # such as {"line": 4, "cue": "2"}
    start: int
    end: int


class ShortLines(NamedTuple):
    """The source from ``start`` to ``end`` is displayed in short lines, which ``lay`` makes."""

    start: int
    end: int
    lay: Lay


class Said(NamedTuple):
    """When the word that begins at ``at`` in the text was said, in seconds.

    ``heard``: the word itself was timed; if not, its time is derived from that of its segment.
    """

    at: int
    start: float
    end: float
    heard: bool = True


@dataclass(frozen=True)
class Extract:
    """Text that is read together, a document, and where it is written.

    The ``raw`` of all extracts, concatenated, is the whole source.  ``line`` is the number, from 1,
    of the line (in Parquet: of the row) in which ``raw`` begins.
    """

    raw: str
    line: int
    text: str
    spans: tuple[SourceSpan, ...] | None = None  # None: the text is the raw text
    units: tuple[Unit, ...] | None = None  # None: each line is one
    id: str = ""  # if the source has one
    times: tuple[Said, ...] = ()  # of words, if the source has them
    blocks: tuple[ShortLines, ...] = ()  # which contain all of its text, or none
    turns: tuple[tuple[int, str], ...] = ()  # where a speaker begins, and their name, if known

    def rewrite(self, text: str) -> str:
        """Return the raw text with its letters in the case of ``text``, and with any edits of it:
        a mark is written after the word before it, or in an empty span.

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
            return self._fitted(text)
        return self._rewritten(text, self.spans, 0, len(self.raw))

    def _rewritten(self, text: str, spans: Sequence[SourceSpan], begin: int, end: int) -> str:
        """Return the raw text from ``begin`` to ``end``, which has ``spans``, with new text."""
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

    def _fitted(self, edited: EditedText) -> str:
        """Return the raw text with new text, its blocks in lines that fit; edits that do not fit
        are left out, commas and the like first, the last of them before others."""
        parts, written = [], 0
        spans = self.spans or ()
        starts = [span.start for span in spans]
        for block in self.blocks:
            own = spans[bisect_left(starts, block.start) : bisect_left(starts, block.end)]
            before, made = self.raw[block.start : block.end], edited
            grown: list[Edit] | None = None
            after = self._rewritten(made, own, block.start, block.end)
            while (laid := block.lay(before, after)) is None:
                if grown is None:
                    inside = (one for one in made.edits if own[0].at < one.end <= own[-1].stop)
                    grown = [one for one in inside if one.growth > 0]
                    grown.sort(key=lambda one: (one.text in ",;:-", one.start))
                if not grown:
                    laid = after
                    break
                # One by one; if there are many, several at once.
                few = len(grown) - 1 - len(grown) // 16
                left_out = set(map(id, grown[few:]))
                del grown[few:]
                kept = (one for one in made.edits if id(one) not in left_out)
                made = EditedText.make(made.before, kept)
                after = self._rewritten(made, own, block.start, block.end)
            parts += [self.raw[written : block.start], laid]
            written = block.end
        return "".join([*parts, self.raw[written:]])

    def shown(self, text: str) -> str:
        """Return the text, or one of the same length, as people should see it."""
        if not self.spans or STAND_IN not in text or isinstance(text, EditedText):
            return text
        return re.sub(STAND_IN, lambda it: it[0] if self.sources(*it.span()) else OBJECT, text)

    def speaker(self, at: int) -> str:
        """Return who says what is at an offset of the text, or an empty string."""
        turn = bisect_right(self.turns, at, key=lambda one: one[0])
        return self.turns[turn - 1][1] if turn else ""

    def sources(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the spans of ``raw`` that write a part of the text, adjacent ones joined."""
        if self.spans is None:
            return [(start, end)]
        found: list[tuple[int, int]] = []
        places, order, longest = self._in_text
        near = order[bisect_right(places, start - longest) : bisect_left(places, end)]
        for span in (self.spans[one] for one in sorted(near)):
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

    @cached_property
    def _in_text(self) -> tuple[list[int], list[int], int]:
        """Return where spans begin in the text, ascending, their indices, and the greatest
        length: a transcript has a span for each word, in an order of its own."""
        spans = self.spans or ()
        order = sorted(range(len(spans)), key=lambda one: spans[one].at)
        lengths = (span.stop - span.at for span in spans)
        return [spans[one].at for one in order], order, max(lengths, default=0)


class _Aside:
    """Text inside other text that is read after it: its place, its parts, its spans."""

    def __init__(self, place: Mapping[str, Any]) -> None:
        self.place = place
        self.parts: list[str] = []
        self.length = 0
        self.spans: list[int] = []  # the builder's, whose text positions are relative to the aside


class Builder:
    """Builds an extract from what a reader tells about each stretch of the source, in order."""

    def __init__(self, line: int, id: str = "") -> None:
        self.line, self.id = line, id
        self.length = 0  # of the raw text so far
        self.at = 0  # of the text so far
        self._raw: list[str] = []
        self._text: list[str] = []
        self._spans: list[SourceSpan] = []
        self._units: list[Unit] = []
        self._open: tuple[Mapping[str, Any], int] | None = None
        self._again: int | None = None
        self._aside: _Aside | None = None
        self._asides: list[_Aside] = []
        self._times: list[Said] = []
        self._blocks: list[ShortLines] = []

    def laid(self, start: int, lay: Lay) -> Builder:
        """Declare that the source from ``start`` to here is displayed in short lines."""
        self._blocks.append(ShortLines(start, self.length, lay))
        return self

    def said(self, start: float, end: float) -> Builder:
        """Set when the next word was said."""
        self._times.append(Said(self.at, start, end))
        return self

    def keep(self, raw: str) -> Builder:
        """Add a stretch that is not text."""
        if raw:
            self._raw.append(raw)
            self.length += len(raw)
        return self

    def take(self, raw: str) -> Builder:
        """Add a stretch of literal text."""
        if raw:
            self.code(raw, raw)
        return self

    def code(self, raw: str, text: str, recode: Recode | None = None) -> Builder:
        """Add a stretch that encodes ``text``; ``recode`` writes it in another case."""
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
        """Add text that is not in the source, such as a separator or a substitute for code."""
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
        """Continue with text added before, from ``at`` on, or, for None, with new text."""
        self._again = at
        return self

    def begin_aside(self, place: Mapping[str, Any]) -> Builder:
        """Begin text apart from the text around it, a unit after the one that is open."""
        self.end_aside()
        self._aside = _Aside(place)
        return self

    def end_aside(self) -> Builder:
        """Continue with the text around the aside."""
        if self._aside is not None:
            self._asides.append(self._aside)
            self._aside = None
        return self

    def _settle(self) -> None:
        """Add the asides to the text."""
        for aside in self._asides:
            self.say("\n" if self.at else "")
            start = self.at
            for number in aside.spans:
                span = self._spans[number]
                self._spans[number] = span._replace(at=span.at + start, stop=span.stop + start)
            self.say("".join(aside.parts))
            self._units.append(Unit(aside.place, start, self.at))
        self._asides.clear()

    def begin(self, place: Mapping[str, Any]) -> Builder:
        """Begin a unit here."""
        self._open = (place, self.at)
        return self

    def end(self) -> Builder:
        """End the unit here, and add the asides in it."""
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
    """Return the units of an extract; in plain text these are its lines."""
    if extract.units is not None:
        return extract.units
    units = []
    at = 0
    for number, line in enumerate(split_lines(extract.text), extract.line):
        content, _ = split_terminator(line)
        units.append(Unit({"line": number}, at, at + len(content)))
        at += len(line)
    return units


def unit_of(text: str, unit: Unit) -> str:
    """Return a unit of a restored text, with any edits of it."""
    if isinstance(text, EditedText):
        return text.within(unit.start, unit.end)
    return text[unit.start : unit.end]


def as_documents(extracts: Iterable[Extract], where: str) -> Iterator[Document]:
    """Yield a file's extracts that have text as documents, their lines as paragraphs.

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
    """Return a stretch without text as an extract, which is written back unchanged."""
    return Extract(raw, line, "", (), ())


def write_new(_raw: str, _old: str, new: str) -> str:
    """Return the new text: the ``recode`` of characters whose case differs from the text's."""
    return new


def keep_raw(raw: str, _old: str, _new: str) -> str:
    """Return the raw text: the ``recode`` of what never changes."""
    return raw
