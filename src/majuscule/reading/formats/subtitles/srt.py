"""SubRip subtitles (``.srt``): a number, a line of times, lines of text, a blank line.

YouTube's ``.sbv`` is the same with other lines of times and without numbers.

What players accept is accepted: missing or disordered numbers, times with a full stop, overlapping
cues, blank lines inside a text.  Such oddities are noted and kept.  A malformed line of times is an
error, since the text after it cannot be told from other lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.subtitles.captions import Cue, bad_times, caption_extracts, times_of
from majuscule.reading.inputs import Input, without_mark

_TIME = r"(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[,.:](\d{1,6}))?"
_TIMES = re.compile(rf"\s*{_TIME}[ \t]*-->[ \t]*{_TIME}(?:[ \t].*)?\s*")
_SBV_TIMES = re.compile(rf"\s*{_TIME},{_TIME}\s*")
_ALMOST = re.compile(r"\s*-?\d+:\d+\S{0,20}(?:\s*(?:-+>?|=+>|→|,)\s*|\s+)-?\d+:\d+")
_NUMBER = re.compile(r"\s*\d{1,18}\s*")
LIKE = "00:00:01,000 --> 00:00:02,000"


def read(source: Input) -> Iterator[Extract]:
    """Yield a file's cues as one document, or several if it is very long."""
    yield from caption_extracts(_cues(source), source.reading.split_sentences)


def _cues(source: Input) -> Iterator[Cue]:
    """Yield the cues, with the source before the first and after the last."""
    before = ""
    number: tuple[int, str] | None = None  # a line that may be a cue's number
    cue: Cue | None = None
    last: Cue | None = None
    body: list[str] = []  # the text of the cue; ``after``: the blank lines after it
    after: list[str] = []
    for line, raw in source.lines():
        text = without_mark(raw)[1] if line == 1 else raw
        blank = not text.strip()
        times = _times(text, source, line)
        if times:
            if cue is not None:
                cue.text, cue.after = "".join(body), "".join(after)
                yield cue
                last = cue
            body, after = [], []
            name = number[1].strip() if number else ""
            _check(source, line, name, times, last, numbered="-->" in text)
            before += (number[1] if number else "") + raw
            cue = Cue(number[0] if number else line, name, *times, before=before)
            before, number = "", None
            continue
        if number is not None:
            # It was not a number: only a line of times follows one.
            if cue is None:
                raise _no_times(source, number[0] + 1)
            body += [*after, number[1]]
            after, number = [], None
        if cue is None and not blank and not _NUMBER.fullmatch(text):
            raise source.error(f"not SubRip: needs a number or a line like {LIKE}", line)
        if blank:
            if cue is None:
                before += raw
            else:
                after.append(raw)
        elif _NUMBER.fullmatch(text) and (cue is None or after or not body):
            number = (line, without_mark(raw)[1] if line == 1 else raw)
            before += raw[: len(raw) - len(number[1])]
        else:
            assert cue is not None
            if after:
                source.notes.add(
                    line, "text after a blank line, taken as part of the cue before it"
                )
            body += [*after, raw]
            after = []
    if cue is None:
        if number is not None:
            raise _no_times(source, number[0] + 1)
        raise CorpusError("holds no cue", source.where)
    if number is not None:
        after.append(number[1])
    cue.text, cue.after = "".join(body), "".join(after)
    yield cue


def _times(text: str, source: Input, line: int) -> tuple[float, float] | None:
    found = _TIMES.fullmatch(text) or _SBV_TIMES.fullmatch(text)
    if found is None and ("-->" in text or _ALMOST.match(text)):
        bad_times(source, line, text, LIKE)
    return times_of(found) if found else None


def _check(
    source: Input,
    line: int,
    name: str,
    times: tuple[float, float],
    last: Cue | None,
    *,
    numbered: bool,
) -> None:
    """Note numbers out of order and times that go backwards."""
    start, end = times
    wanted = int(last.name) + 1 if last is not None and last.name else None
    if numbered and not name:
        source.notes.add(line, "a cue without a number, left unchanged")
    elif wanted is not None and int(name) != wanted:
        source.notes.add(line - 1, "cue numbers out of order, left unchanged")
    if end < start:
        source.notes.add(line, "a cue that ends before it begins, left unchanged")
    elif last is not None and start < last.start:
        source.notes.add(line, "a cue that begins before the one ahead of it, left unchanged")


def _no_times(source: Input, line: int) -> CorpusError:
    return source.error(
        f"no line of times follows the cue's number; it must look like {LIKE}", line
    )
