"""NIST's time-marked words (``.ctm``): ``FILE CHANNEL START DURATION WORD [CONFIDENCE ...]``.

Lines that begin with ``;;`` are comments.  Words in angle, square or round brackets are marks, and
keep their case.  The words of a FILE are a document, one CHANNEL after the other, even if lines are
sorted by time alone and speakers interrupt each other.  Sentences, which are predicted from pauses
and words (:mod:`majuscule.reading.formats.transcripts.speech`), are lines of the text and units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.transcripts import speech
from majuscule.reading.formats.transcripts.speech import Spoken, Word, seconds, spoken_extract
from majuscule.reading.inputs import Input, is_due, without_mark

_FIELDS = re.compile(r"\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)")
_MARK = re.compile(r"[<\[({].*[>\])}]$|@$|\*$")


@dataclass(slots=True)
class _Entry:
    spoken: Spoken
    file: str | None = None  # None: a comment, a mark
    channel: str = ""
    start: float = 0.0
    end: float = 0.0

    @property
    def raw(self) -> str:
        return f"{self.spoken.before}{self.spoken.text}{self.spoken.after}"


def read(source: Input) -> Iterator[Extract]:
    """Yield the words of each recording as a document, or several if it is long."""
    group: list[_Entry] = []
    file: str | None = None
    ends: dict[str, float] = {}  # of the last word of each channel
    size = 0
    for line, raw in source.lines():
        entry = _entry(line, raw, source)
        if entry.file is not None:
            other = file is not None and entry.file != file
            if other:
                ends = {}
            end = ends.get(entry.channel)
            pause = entry.start - end if end is not None else 0.0
            entry.spoken.time = entry.start, entry.end
            if other or is_due(size, pause > speech.BREATH):
                yield _recording(group, source.reading.split_sentences)
                group, size = [], 0
            if end is not None:
                if entry.start < end - 1:
                    message = "a word that begins before the one ahead of it, left unchanged"
                    source.notes.add(line, message)
                entry.spoken.word = Word(entry.spoken.text, entry.start - end)
            file, ends[entry.channel] = entry.file, entry.end
        group.append(entry)
        size += len(entry.spoken.text) + 1
    if group:
        yield _recording(group, source.reading.split_sentences)


def _recording(group: Sequence[_Entry], split_sentences: bool) -> Extract:
    """Return lines as a document, in whose text one channel follows the other."""
    streams: dict[str, list[int]] = {}
    for number, one in enumerate(group):
        if one.file is not None:
            streams.setdefault(one.channel, []).append(number)
    if len(streams) < 2:
        return spoken_extract([one.spoken for one in group], split_sentences)
    for first, *_ in streams.values():
        group[first].spoken.word = Word(group[first].spoken.text, apart=True)
    order = [number for stream in streams.values() for number in stream]
    found = spoken_extract([group[number].spoken for number in order], split_sentences)
    starts = list(accumulate((len(one.raw) for one in group), initial=0))
    spans = []
    for number, span in zip(order, found.spans or (), strict=True):
        start = starts[number] + len(group[number].spoken.before)
        spans.append(span._replace(start=start, end=start + len(group[number].spoken.text)))
    spans.sort(key=lambda span: span.start)
    raw = "".join(one.raw for one in group)
    return replace(found, raw=raw, line=group[0].spoken.line, spans=tuple(spans))


def _entry(line: int, raw: str, source: Input) -> _Entry:
    mark, text = without_mark(raw) if line == 1 else ("", raw)
    other = _Entry(Spoken(line, raw))
    if not text.strip() or text.startswith(";;"):
        return other
    fields = _FIELDS.match(text)
    try:
        if fields is None:
            raise source.error("is not FILE CHANNEL START DURATION WORD", line)
        file, channel, begins, lasts, word = fields.groups()
        if _MARK.match(word):
            return other
        start, end = _times(begins, lasts, f"{source.where}:{line}")
    except CorpusError as error:
        source.broken(error, line)
        return other
    before, after = mark + text[: fields.start(5)], text[fields.end(5) :]
    return _Entry(Spoken(line, before, word, after, Word(word)), file, channel, start, end)


def _times(start: str, duration: str, place: str) -> tuple[float, float]:
    first, length = seconds(start), seconds(duration)
    if first is None or length is None:
        raise CorpusError(
            f"start {start!r} and duration {duration!r} must be numbers of seconds", place
        )
    return first, first + length
