"""WebVTT subtitles (``.vtt``): ``WEBVTT``, then blocks separated by blank lines.

A block with a line of times is a cue, whose first line may name it and whose times may be followed
by settings.  ``NOTE``, ``STYLE`` and ``REGION`` blocks are not text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.subtitles.captions import Cue, bad_times, caption_extracts, times_of
from majuscule.reading.inputs import Input, without_mark

_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,6})"
_TIMES = re.compile(rf"\s*{_TIME}[ \t]*-->[ \t]*{_TIME}(?:[ \t].*)?\s*")
_HEAD = re.compile(r"WEBVTT(?:[ \t].*)?\s*")
_OTHER = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s.*)?", re.DOTALL)

Line = tuple[int, str]


def read(source: Input) -> Iterator[Extract]:
    """Yield a file's cues as one document, or several if it is very long."""
    yield from caption_extracts(_cues(source), source.reading.split_sentences)


def _cues(source: Input) -> Iterator[Cue | str]:
    """Yield the cues, and the other blocks unchanged."""
    last: Cue | None = None
    for number, block in enumerate(_blocks(source)):
        if number == 0:
            _check_head(block, source)
        cue = _cue(block, source) if number else None
        if cue is None:
            yield "".join(raw for _, raw in block)
            continue
        if last is not None and cue.start < last.start:
            message = "a cue that begins before the one ahead of it, left unchanged"
            source.notes.add(cue.line, message)
        yield cue
        last = cue
    if last is None:
        raise CorpusError("holds no cue", source.where)


def _blocks(source: Input) -> Iterator[list[Line]]:
    """Yield the blocks with the blank lines after them.

    A line of spaces after a line of times, as in YouTube's files, is text of the cue.
    """
    block: list[Line] = []
    ended = False
    for line, raw in source.lines():
        blank = not raw.strip()
        if blank and raw.strip("\r\n") and block and "-->" in block[-1][1]:
            blank = False
        if ended and not blank:
            yield block
            block = []
        block.append((line, raw))
        ended = blank
    if block:
        yield block


def _check_head(block: list[Line], source: Input) -> None:
    line, raw = block[0]
    if not _HEAD.fullmatch(without_mark(raw)[1]):
        raise source.error("not WebVTT: its first line must be WEBVTT", line)


def _cue(block: list[Line], source: Input) -> Cue | None:
    """Return the cue of a block, or None if it is something else."""
    if _OTHER.fullmatch(block[0][1]):
        return None
    for index, (line, raw) in enumerate(block[:2]):
        if "-->" not in raw:
            continue
        found = _TIMES.fullmatch(raw)
        if found is None:
            bad_times(source, line, raw, "00:01.000 --> 00:02.000")
            return None
        start, end = times_of(found)
        if end < start:
            source.notes.add(line, "a cue that ends before it begins, left unchanged")
        last = len(block)
        while last > index + 1 and not block[last - 1][1].strip():
            last -= 1
        name = block[0][1].strip() if index else ""
        return Cue(
            block[0][0],
            name,
            start,
            end,
            "".join(raw for _, raw in block[: index + 1]),
            "".join(raw for _, raw in block[index + 1 : last]),
            "".join(raw for _, raw in block[last:]),
        )
    source.notes.add(block[0][0], "a block without a line of times, left unchanged")
    return None
