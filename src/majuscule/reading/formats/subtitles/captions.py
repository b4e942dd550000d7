r"""The text of subtitle cues: tags are kept, lines and cues are joined into sentences.

A cue's text contains tags (``<i>``, ``<v Name>``, ``{\an8}``, karaoke times) and references
(``&amp;``), which are not text.  Sentences may continue across lines and cues, so both are joined
by spaces.  A new line of the text, at which a sentence may begin, begins at another speaker (a
dash, ``>>``, a voice tag, a name in capitals), around sounds in brackets, after silence, and where
a sentence seems to begin in cues without any punctuation.

Rolling captions repeat lines of the cue before; these are read once, so that all copies are
restored alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from majuscule.reading.extracts import Builder, Extract, keep_raw, untouched
from majuscule.reading.formats.markup.references import take_reference
from majuscule.reading.formats.subtitles.lines import (
    LABEL,
    SIGN,
    TURN,
    USUAL,
    CueMarkup,
    lay_lines,
)
from majuscule.reading.formats.transcripts.speech import Word, is_punctuated, sentence_starts
from majuscule.reading.inputs import Input, is_due

SILENCE = 3.0
"""Seconds without speech after which a sentence begins."""

SLOWEST = 1.0
"""The most seconds that a word takes; a cue that is shown for longer ends with silence."""

ROLLING = 4
"""The least number of cues that repeat lines in rolling captions, in which half of all cues do."""

_VOICE = re.compile(r"<v[ .\t][^<>]*>")
_APART = re.compile(r"\s*(?:[-–—]\s?)?[(\[].*[)\]]\s*$|.*♪\s*$")
_LEAD = re.compile(r"^\s*(?:(?:[-–—‐‑]|>>+)\s*)*")
_SIGN = re.compile(SIGN)
_END = re.compile(r"[.?!…][\"'”’)\]]*(?:</[^<>]*>)*\s*$")
_WORD = re.compile(r"\S+")
_RUNS = re.compile(r"^\s+|.+", re.DOTALL)
_PIECES = re.compile(r"\s+|\S+")


@dataclass
class Cue:
    """A cue: the source before its text, its text as written, its name and times in seconds."""

    line: int
    name: str
    start: float
    end: float
    before: str = ""
    text: str = ""
    after: str = ""
    markup: CueMarkup = USUAL
    voice: str = ""  # who speaks it, or its language


def times_of(found: re.Match[str]) -> tuple[float, float]:
    """Return two times in seconds, each given as hours, minutes, seconds and decimals."""
    parts = found.groups(default="0")
    start, end = (
        int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{rest}")
        for hours, minutes, seconds, rest in (parts[:4], parts[4:])
    )
    return start, end


def bad_times(source: Input, line: int, text: str, like: str) -> None:
    """Raise an error for a line of times, or note it: see :meth:`Input.broken`."""
    source.broken(
        source.error(
            f"invalid line of times {text.strip()[:60]!r}; it must look like {like}",
            line,
        ),
        line,
    )


@dataclass
class _Line:
    """A line of a cue: its parts as written, with their kinds."""

    cue: Cue
    parts: list[tuple[str, str]] = field(default_factory=list)
    first: bool = False  # of its cue
    voice: str = ""  # the voice tag in it
    again: _Line | None = None  # the line of which it is a repetition
    repeated: bool = False  # whether another line is a repetition of it
    words: list[int] = field(default_factory=list)  # the beginnings of its words in the text

    @property
    def written(self) -> str:
        """Return its text, with a character in place of each reference."""
        substitutes = {"ref": "x", "hard": " ", "turn": ">>"}
        parts = [raw if kind == "text" else substitutes.get(kind, "") for kind, raw in self.parts]
        return "".join(parts).strip()

    @property
    def plain(self) -> str:
        """Return its text without the mark of a speaker at its beginning."""
        return _LEAD.sub("", self.written)


def caption_extracts(cues: Iterable[Cue | str], split_sentences: bool = True) -> Iterator[Extract]:
    """Yield cues, in order, as one document, or several if there are very many.

    Strings between the cues are kept unchanged.  Unless ``split_sentences``, cues without
    punctuation are not split into sentences.
    """
    group: list[Cue] = []
    others: list[str] = []
    size = 0
    line = 1
    for cue in cues:
        if isinstance(cue, str):
            others.append(cue)
            continue
        cue.before = "".join([*others, cue.before])
        others.clear()
        if group and is_due(size, bool(_END.search(group[-1].text))):
            found = caption_extract(group, line, split_sentences=split_sentences)
            line += found.raw.count("\n")
            yield found
            group, size = [], 0
        group.append(cue)
        size += len(cue.text)
    rest = "".join(others)
    if group:
        yield caption_extract(group, line, rest, split_sentences)
    elif rest:
        yield untouched(rest, line)


def caption_extract(
    cues: Sequence[Cue], line: int, tail: str = "", split_sentences: bool = True
) -> Extract:
    """Return cues as a document whose source begins at ``line``; each cue is a unit."""
    shown = [[*_lines(cue)] for cue in cues]
    _find_repeated(shown)
    lines = [line for own in shown for line in own]
    starts = _starts(lines, split_sentences)
    builder = Builder(line)
    after, begun = "", 0
    place: dict[str, int | str] = {}
    lay = partial(lay_lines, markup=cues[0].markup)
    for one, words in zip(lines, starts, strict=True):
        if one.first:
            if one is not lines[0]:
                builder.laid(begun, lay)
            builder.end().keep(after).keep(one.cue.before)
            begun = builder.length
            place = {"line": one.cue.line, "cue": one.cue.name}
            after = one.cue.after
        if one.plain and builder.at and not one.again:
            builder.say("\n" if words[:1] == [True] else " ")
        if place and one.plain and not one.again:
            builder.begin(place)
            place = {}
        _add_line(builder, one, words)
    return builder.end().laid(begun, lay).keep(after).keep(tail).build()


def _lines(cue: Cue) -> Iterator[_Line]:
    """Yield the lines of a cue, each with the break that ends it."""
    line = _Line(cue, first=True, voice=cue.voice)
    at = 0
    for found in cue.markup.part.finditer(cue.text):
        if found.start() > at:
            line.parts.append(("text", cue.text[at : found.start()]))
        at = found.end()
        kind = found.lastgroup or ""
        line.parts.append((kind, found[0]))
        if _VOICE.match(found[0]):
            line.voice = found[0]
        if kind == "break":
            yield line
            line = _Line(cue, voice=cue.voice)
    line.parts.append(("text", cue.text[at:]))
    yield line


def _find_repeated(cues: Sequence[Sequence[_Line]]) -> None:
    """Set which lines are repetitions if captions roll: cues begin with the end of the last."""
    shown = [[line for line in cue if line.plain] for cue in cues]
    found = []
    for before, after in pairwise(shown):
        old, new = [line.plain for line in before], [line.plain for line in after]
        many = next((k for k in range(len(new), 0, -1) if old[-k:] == new[:k]), 0)
        if many:
            found.append(zip(after, before[-many:], strict=False))
    if len(found) >= ROLLING and 2 * len(found) >= len(cues):
        for pairs in found:
            for line, again in pairs:
                line.again, again.repeated = again, True


def _starts(lines: Sequence[_Line], split_sentences: bool) -> list[list[bool]]:
    """Return for each word of each line whether a sentence begins there, apart from punctuation."""
    words = [
        [
            Word(text, apart=turn > 0 and at == 0)
            for turn, said in enumerate([] if line.again else _SIGN.split(line.plain))
            for at, text in enumerate(_WORD.findall(said))
        ]
        for line in lines
    ]
    punctuated = is_punctuated([word.text for row in words for word in row])
    before: _Line | None = None
    voice = ""
    end = None
    for line, row in zip(lines, words, strict=True):
        if not row:
            continue
        apart = before is None or _APART.match(before.written) is not None
        apart = apart or bool(TURN.match(line.written) or LABEL.match(line.written))
        apart = apart or bool(line.voice and line.voice != voice) or not line.cue.markup.line_break
        if before is None or before.cue is not line.cue:
            gap = None if end is None else line.cue.start - end
            apart = apart or (gap is not None and gap > SILENCE)
            row[0] = Word(row[0].text, gap)
            end = line.cue.start
        end = min(line.cue.end, (end or 0.0) + SLOWEST * len(row))
        row[0] = Word(row[0].text, row[0].pause, apart=apart)
        voice = line.voice or voice
        before = line
    if punctuated or not split_sentences:
        return [[word.apart for word in row] for row in words]
    flat = iter(sentence_starts([word for row in words for word in row]))
    return [[next(flat) for _ in row] for row in words]


def _add_line(builder: Builder, line: _Line, starts: Sequence[bool]) -> None:
    """Add the parts of a line, with a line break of the text before words that begin sentences."""
    words, known = iter(starts), iter(line.again.words if line.again else ())
    split = _PIECES if line.again or line.repeated or any(starts[1:]) else _RUNS
    begun = inside = False
    for kind, raw in line.parts:
        if kind in ("tag", "break", "turn"):
            builder.keep(raw)
            inside = inside and kind != "turn"
            continue
        pieces = [raw]
        if kind == "text":
            lead = "" if begun else _LEAD.match(raw)[0]  # type: ignore[index]
            builder.keep(lead)
            pieces = split.findall(raw[len(lead) :])
        for piece in pieces:
            space = kind == "hard" or piece.isspace()
            if not space and not inside and next(words, False) and begun:
                builder.say("\n")
            if not space and not inside:
                line.words.append(next(known, builder.at))
                builder.again(line.words[-1] if line.again else None)
            inside = not space
            begun = begun or inside
            if space and not begun:
                builder.keep(piece)
            elif kind == "ref":
                take_reference(builder, piece)
            elif kind == "hard":
                builder.code(piece, " ", keep_raw)
            else:
                builder.take(piece)
    builder.again(None)
