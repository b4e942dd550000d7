"""SAMI (``.smi``): cues that begin at ``<SYNC Start=1000>``, in milliseconds, and end at the next.

Their paragraphs (``<P Class=ENCC>``) may be in several languages.  Line breaks are tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.subtitles.captions import Cue, bad_times, caption_extracts
from majuscule.reading.formats.subtitles.lines import HTML_BREAK, USUAL
from majuscule.reading.inputs import Input

_PARTS = re.compile(r"(?=<(?:SYNC|P)[\s>])", re.IGNORECASE)
_HEAD = re.compile(r"<(SYNC|P)\b[^<>]*>\s*", re.IGNORECASE)
_START = re.compile(r"\bStart\s*=\s*[\"']?(\d{1,10})\b", re.IGNORECASE)
_CLASS = re.compile(r"\bClass\s*=\s*[\"']?([^\s\"'<>]+)", re.IGNORECASE)
_END = re.compile(r"</(?:P|SYNC|BODY|SAMI)\b", re.IGNORECASE)
_MARKUP = USUAL._replace(breaks=re.compile(HTML_BREAK), line_break="<br>")


def read(source: Input) -> Iterator[Extract]:
    """Yield a file's cues as one document, or several if it is very long."""
    yield from caption_extracts(_cues(source), source.reading.split_sentences)


def _cues(source: Input) -> Iterator[Cue | str]:
    """Yield the paragraphs as cues, and what precedes the first unchanged."""
    waiting: list[tuple[Cue, list[str]]] = []  # cues since the last time, and their content
    now: float | None = None
    begun = False
    for number, raw in source.lines():
        for part in _PARTS.split(raw):
            head = _HEAD.match(part)
            if head and head[1].upper() == "SYNC":
                found = _START.search(head[0])
                now = int(found[1]) / 1000 if found else None
                if now is None:
                    bad_times(source, number, head[0], "<SYNC Start=1000>")
                yield from _ended(waiting, now)
                waiting = []
            if head and now is not None:
                named = _CLASS.search(head[0])
                name = named[1] if named else ""
                cue = Cue(number, name, now, inf, head[0], markup=_MARKUP, voice=name)
                waiting.append((cue, [part[head.end() :]]))
                begun = True
            elif waiting:
                waiting[-1][1].append(part)
            else:
                yield part
    if not begun:
        raise CorpusError("not SAMI: it has no <SYNC Start=...>", source.where)
    yield from _ended(waiting, None)


def _ended(waiting: list[tuple[Cue, list[str]]], end: float | None) -> Iterator[Cue]:
    for cue, parts in waiting:
        content = "".join(parts)
        found = _END.search(content)
        cue.text = content[: found.start()] if found else content.rstrip()
        cue.after = content[len(cue.text) :]
        cue.end = inf if end is None else end
        yield cue
