"""Subtitles from words with times: sentences in cues of two short lines, broken at marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from majuscule.reading.extracts import Extract
from majuscule.reading.formats.subtitles.lines import LINE, LINES, break_lines
from majuscule.text.editing.edits import EditedText

LONGEST, SILENCE = 6.0, 1.0
"""Longest duration of a cue, and the silence that ends one, in seconds."""

_WORD = re.compile(r"\S+")
_FINAL = re.compile(r"[.?!…][\"'”’)\]]*$")
_MARK = re.compile(r"[,;:.?!…–-][\"'”’)\]]*$")


@dataclass
class Written:
    """The number of cues written so far."""

    cues: int = 0


@dataclass(frozen=True)
class _Timed:
    text: str
    start: float
    end: float
    apart: bool  # begins a line: another speaker's turn
    speaker: str  # their name, if known


def write_subtitles(
    transcripts: Iterable[tuple[Extract, EditedText]], to: str, written: Written
) -> Iterator[str]:
    """Yield subtitles, ``srt`` or ``vtt``, of punctuated transcripts.

    >>> from majuscule.reading.extracts import Said
    >>> extract = Extract("", 1, "we are here", times=(Said(0, 1.0, 1.2), Said(7, 2.0, 2.5)))
    >>> text = EditedText.make("We are here", ())
    >>> print("".join(write_subtitles([(extract, text)], "srt", Written())), end="")
    1
    00:00:01,000 --> 00:00:02,500
    We are here
    <BLANKLINE>
    """
    if to == "vtt" and not written.cues:
        yield "WEBVTT\n\n"
    for extract, text in transcripts:
        # Speakers with channels of their own follow one another in the text: sort by time.
        for cue in sorted(_cues(list(_timed(extract, text))), key=lambda cue: cue[0].start):
            written.cues += 1
            times = f"{_time(cue[0].start, to)} --> {_time(cue[-1].end, to)}"
            lines = "\n".join(_lines(cue))
            number = f"{written.cues}\n" if to == "srt" else ""
            speaker = escape(" ".join(cue[0].speaker.split()), quote=False)
            voice = f"<v {speaker}>" if speaker and to == "vtt" else ""
            yield f"{number}{times}\n{voice}{lines}\n\n"


def write_transcript(extract: Extract, text: EditedText) -> str:
    """Return a punctuated transcript, with the names of its speakers before their turns.

    >>> extract = Extract("", 1, "so\\nyes", turns=((0, "Ann"), (3, "Tom")))
    >>> write_transcript(extract, EditedText.make("So\\nYes", ()))
    'Ann: So\\nTom: Yes\\n'
    """
    if not extract.turns:
        return f"{text.strip()}\n" if text.strip() else ""
    lines = []
    for line in re.finditer(r"\S[^\n]*", text):
        speaker = extract.speaker(text.source(line.start()))
        lines.append(f"{speaker}: {line[0].rstrip()}\n" if speaker else f"{line[0].rstrip()}\n")
    return "".join(lines)


def _timed(extract: Extract, text: EditedText) -> Iterator[_Timed]:
    """Yield the written words with their times; a figure spans the times of its spoken words."""
    said = list(extract.times)
    at = 0
    for word in _WORD.finditer(text):
        last = text.source(word.end() - 1)
        first = at
        while at < len(said) and said[at].at <= last:
            at += 1
        spoken = said[first:at] or said[max(0, at - 1) : at] or said[:1]
        apart = text[max(0, word.start() - 1) : word.start()] == "\n"
        speaker = extract.speaker(last)
        yield _Timed(word[0], spoken[0].start, spoken[-1].end, apart, speaker)


def _cues(words: Sequence[_Timed]) -> Iterator[list[_Timed]]:
    """Yield cues: each ends with a sentence or turn, at a pause, or when full."""
    cue: list[_Timed] = []
    for word in words:
        if cue:
            full = len(_lines([*cue, word])) > LINES
            late = word.end - cue[0].start > LONGEST or word.start - cue[-1].end > SILENCE
            done = word.apart or _FINAL.search(cue[-1].text) is not None
            if full and not done:
                # End the cue at its last mark in the second half, if any.
                marks = [at for at, one in enumerate(cue, 1) if _MARK.search(one.text)]
                cut = next((at for at in reversed(marks) if 2 * at >= len(cue)), len(cue))
                yield cue[:cut]
                cue = cue[cut:]
            elif late or done:
                yield cue
                cue = []
        cue.append(word)
    if cue:
        yield cue


def _lines(cue: Sequence[_Timed]) -> list[str]:
    return break_lines([word.text for word in cue], LINE)


def _time(seconds: float, to: str) -> str:
    thousandths = round(seconds * 1000)
    rest, part = divmod(thousandths, 1000)
    minutes, second = divmod(rest, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02}:{minute:02}:{second:02}{',' if to == 'srt' else '.'}{part:03}"
