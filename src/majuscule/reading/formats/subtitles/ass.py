r"""Advanced SubStation Alpha (``.ass``, ``.ssa``): the text of the ``Dialogue:`` lines.

The line ``Format:`` of the section ``[Events]`` names the fields; the last is the text, in which
``\N`` breaks lines and braces contain settings and remarks.  Drawings (``{\p1}m 0 0 l 9 9``) and
all other lines are not text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.subtitles.captions import Cue, bad_times, caption_extracts, times_of
from majuscule.reading.formats.subtitles.lines import markup
from majuscule.reading.inputs import Input, without_mark
from majuscule.reading.streams import split_terminator

_TIME = r"\s*(\d{1,4}):(\d{1,2}):(\d{1,2})[.:,](\d{1,6})\s*"
_TIMES = re.compile(_TIME + "," + _TIME)
_SECTION = re.compile(r"\s*\[(.+)\]\s*$")
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9][^{}]*\}")
_MARKUP = markup(r"\\[Nn]", "\\N", r"\{[^{}]*\}")
FIELDS = ("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect")
"""The fields before the text, if the file does not name them."""


def read(source: Input) -> Iterator[Extract]:
    """Yield the dialogue of a file as one document, or several if it is very long."""
    yield from caption_extracts(_cues(source), source.reading.split_sentences)


def _cues(source: Input) -> Iterator[Cue | str]:
    """Yield the lines of dialogue as cues, and other lines unchanged."""
    fields: tuple[str, ...] = FIELDS
    section = ""
    for number, raw in source.lines():
        line = without_mark(raw)[1] if number == 1 else raw
        found = _SECTION.match(line)
        if found:
            section = found[1].strip().lower()
        kind, colon, content = line.partition(":")
        kind = kind.strip().lower()
        if section == "events" and colon and kind == "format":
            names = tuple(one.strip().lower() for one in content.split(","))
            if names[-1] != "text" or not {"start", "end"} <= set(names):
                raise source.error(
                    "the format of the events must name Start and End, and Text at its end", number
                )
            fields = names[:-1]
        dialogue = section == "events" and colon and kind == "dialogue"
        yield (_cue(source, number, raw, fields) if dialogue else None) or raw
    if not section:
        raise CorpusError("not an .ass file: it has no section such as [Events]", source.where)


def _cue(source: Input, number: int, raw: str, fields: tuple[str, ...]) -> Cue | None:
    """Return a line of dialogue, or None if it is a drawing or malformed."""
    line, end = split_terminator(raw)
    colon = line.index(":") + 1
    values = line[colon:].split(",", len(fields))
    if len(values) <= len(fields):
        source.broken(
            source.error(f"has {len(values)} fields, but {len(fields) + 1} are named", number),
            number,
        )
        return None
    start, stop = (values[fields.index(one)] for one in ("start", "end"))
    times = _TIMES.fullmatch(f"{start},{stop}")
    if times is None:
        bad_times(source, number, f"{start},{stop}", "0:00:01.00,0:00:02.00")
        return None
    text = values[-1]
    if _DRAWING.search(text):
        return None
    speaker = values[fields.index("name")].strip() if "name" in fields else ""
    begins, ends = times_of(times)
    return Cue(number, speaker, begins, ends, line[: len(line) - len(text)], text, end, _MARKUP)
