"""NIST's time-marked words (``.ctm``): ``FILE CHANNEL START DURATION WORD [CONFIDENCE ...]``.

Lines of ``;;`` are comments.  Words in angle, square or round brackets are marks, not words, and
keep their case.  The words of a file and channel are a document; where its sentences begin is told
by pauses and words (:mod:`majuscule.reading.formats.transcripts.speech`); each is a line of the
text and a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.transcripts import speech
from majuscule.reading.formats.transcripts.speech import Spoken, Word, spoken_extract
from majuscule.reading.inputs import Input, is_due, without_mark

_FIELDS = re.compile(r"\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)")
_MARK = re.compile(r"[<\[({].*[>\])}]$|@$|\*$")


@dataclass(slots=True)
class _Entry:
    spoken: Spoken
    recording: tuple[str, str] | None = None  # None: a comment, a mark
    start: float = 0.0
    end: float = 0.0


def read(source: Input) -> Iterator[Extract]:
    """Yield the words of each recording as a document; long ones in parts."""
    group: list[Spoken] = []
    recording: tuple[str, str] | None = None
    end = None
    size = 0
    for line, raw in source.lines():
        entry = _entry(line, raw, source)
        if entry.recording is not None:
            other = recording is not None and entry.recording != recording
            pause = entry.start - end if end is not None else 0.0
            entry.spoken.time = entry.start, entry.end
            if other or is_due(size, pause > speech.BREATH):
                yield spoken_extract(group, source.reading.parted)
                group, size = [], 0
            if other:
                end = None
            if end is not None:
                if entry.start < end - 1:
                    message = "a word that begins before the one ahead of it, kept as it is"
                    source.notes.add(line, message)
                entry.spoken.word = Word(entry.spoken.text, entry.start - end)
            recording, end = entry.recording, entry.end
        group.append(entry.spoken)
        size += len(entry.spoken.text) + 1
    if group:
        yield spoken_extract(group, source.reading.parted)


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
    return _Entry(Spoken(line, before, word, after, Word(word)), (file, channel), start, end)


def _times(start: str, duration: str, place: str) -> tuple[float, float]:
    try:
        first, length = float(start), float(duration)
    except ValueError:
        first = length = -1.0
    if not (0 <= first < 1e9 and 0 <= length < 1e9):
        raise CorpusError(
            f"start {start!r} and duration {duration!r} must be numbers of seconds", place
        )
    return first, first + length
