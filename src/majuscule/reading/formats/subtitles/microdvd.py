"""MicroDVD (``.sub``): a cue on each line, ``{25}{50}text|text``, whose times are frames.

The line ``{1}{1}25.000`` gives the frames of a second.  Codes in braces (``{y:i}``) and the slash
of italics are not text.  MPL2 is the same with tenths of a second, ``[10][20]text``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.subtitles.captions import Cue, caption_extracts
from majuscule.reading.formats.subtitles.lines import TAG, markup
from majuscule.reading.inputs import Input, without_mark
from majuscule.reading.streams import split_terminator

_TIMES = re.compile(r"\ufeff?\s*(?:\{(\d{1,9})\}\{(\d{0,9})\}|\[(\d{1,9})\]\[(\d{0,9})\])")
_RATE = re.compile(r"\s*(\d{1,3}(?:[.,]\d{1,6})?)\s*")
_OTHER = re.compile(r"\ufeff?\s*(?:\{[A-Za-z].*)?$", re.DOTALL)  # settings of all cues, or nothing
_MARKUP = markup(r"\|", "|", rf"{TAG}|(?:^|(?<=\|))/")
RATE = 23.976
"""Frames of a second if the file does not say."""


def read(source: Input) -> Iterator[Extract]:
    """Yield a file's cues as one document, or several if it is very long."""
    yield from caption_extracts(_cues(source), source.reading.split_sentences)


def _cues(source: Input) -> Iterator[Cue | str]:
    rate = RATE
    cue = None
    for number, raw in source.lines():
        line, end = split_terminator(raw)
        found = _TIMES.match(line)
        if found is None:
            if not _OTHER.match(line):
                shown = without_mark(line)[1][:60]
                message = f"not MicroDVD: {shown!r} must begin with frames, like {{25}}{{50}}"
                source.broken(source.error(message, number), number)
            yield raw
            continue
        text = line[found.end() :]
        if cue is None and (given := _RATE.fullmatch(text)):
            rate = float(given[1].replace(",", ".")) or RATE
            yield raw
            continue
        first, last = (one for one in found.groups() if one is not None)
        unit = rate if found[1] else 10.0
        begins, ends = int(first) / unit, int(last or first) / unit
        cue = Cue(number, "", begins, ends, found[0], text, end, _MARKUP)
        yield cue
    if cue is None:
        raise CorpusError("holds no cue", source.where)
