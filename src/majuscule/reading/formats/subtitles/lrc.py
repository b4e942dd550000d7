"""Lyrics (``.lrc``): ``[00:12.00]text``, each a line of the song.

A line may have several times, and its words may have their own (``<00:12.50>``).  Tags
(``[ar:Artist]``), remarks and lines without a time are not text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.subtitles.captions import Cue, caption_extracts
from majuscule.reading.formats.subtitles.lines import TAG, markup
from majuscule.reading.inputs import Input
from majuscule.reading.streams import split_terminator

_TIME = r"\[(\d{1,4}):(\d{1,2}(?:[.:]\d{1,3})?)\]"
_TIMES = re.compile(rf"\ufeff?\s*{_TIME}(?:\s*{_TIME})*")
_OTHER = re.compile(r"\ufeff?\s*(?:\[[A-Za-z#]+:.*|#.*)?$", re.DOTALL)
_MARKUP = markup("(?!)", "", rf"{TAG}|{_TIME}".replace("(\\d", "(?:\\d"))


def read(source: Input) -> Iterator[Extract]:
    """Yield a file's lines as one document, or several if it is very long."""
    yield from caption_extracts(_cues(source), split_sentences=False)


def _cues(source: Input) -> Iterator[Cue | str]:
    cue = None
    for number, raw in source.lines():
        line, end = split_terminator(raw)
        found = _TIMES.match(line)
        if found is None:
            if not _OTHER.match(line):
                source.notes.add(number, "a line without a time, left unchanged")
            yield raw
            continue
        begins = int(found[1]) * 60 + float(found[2].replace(":", "."))
        cue = Cue(number, "", begins, begins, found[0], line[found.end() :], end, _MARKUP)
        yield cue
    if cue is None:
        raise CorpusError("not lyrics: no line has a time, like [00:12.00]", source.where)
