"""JSON (``.json``): a single value, with text in the fields that the caller names by paths.

If the value is a list, each of its items is a document; objects one after another, as Vosk and jq
write them, are read like a list of them.  Without fields, only the output of speech recognisers is
supported, which contains the same words several times
(:mod:`majuscule.reading.formats.json.recognisers`).  They are read once and written everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice, pairwise
from math import isnan, nan
from shlex import quote
from typing import Any

from majuscule.errors import CorpusError, UnclearError
from majuscule.reading.extracts import Extract, Said, SourceSpan, Unit, untouched, write_new
from majuscule.reading.formats.json.lines import Fields, json_error
from majuscule.reading.formats.json.recognisers import FIELDS, PLACES, VAGUE, WORDS, Heard
from majuscule.reading.formats.json.values import (
    Value,
    escapes_of,
    find_values,
    lay_out,
    load_value,
    string_parts,
)
from majuscule.reading.inputs import Input, without_mark
from majuscule.reading.streams import LONGEST_LINE

NEAR = 2000
"""Characters, without white space, within which repeated words are searched for."""
SHOWN = 8
"""The most fields that a message names."""

_BLANKS = re.compile(r"\s+")
_WORD = re.compile(r"\S+")
_MARKS = re.compile(r"[.,;:?!…]+")


def read(source: Input) -> Iterator[Extract]:
    """Yield the value as documents."""
    mark, text = without_mark(_whole(source))
    fields = Fields(source, ())
    try:
        if source.reading.fields:
            found = _find(source, text, source.reading.fields)
            texts = fields.texts(found, 1, text)
            fields.check(lambda: _listed(_text_fields(_loaded(source, text))))
            yield from lay_out(mark + text, texts, 1, {}, start=len(mark))
            return
        found = _find(source, text, FIELDS)
        said = [one for one in found if one.field in PLACES and one.kind == "text"]
        heard = Heard(text, [one for one in found if one.field not in PLACES])
        if all(one.field in VAGUE and isnan(heard.times(one)[0]) for one in said):
            value = _loaded(source, text)
            if _is_silent(value):
                yield untouched(mark + text, 1)
                return
            there = _text_fields(value)
            if not there:
                raise UnclearError("this JSON holds no text", source.where)
            named = quote(max(there, key=there.__getitem__))
            advice = f"only some of this JSON is prose; name its fields, as in --field {named}, "
            advice += "or take all its strings with --field '**'"
            raise UnclearError(advice + _listed(there), source.where)
        yield _speech(mark, text, said, heard)
    except CorpusError as error:
        source.broken(error, 1)
        yield untouched(mark + text, 1)


def _whole(source: Input) -> str:
    parts, size = [], 0
    for block in source.blocks:
        parts.append(block.text)
        size += len(block.text)
        if size > LONGEST_LINE:
            raise CorpusError(
                f"has more than {LONGEST_LINE >> 20} million characters; write it as JSON lines, "
                "one record per line, which are read one by one",
                source.where,
            )
    return "".join(parts)


def _find(source: Input, text: str, fields: Sequence[str]) -> list[Value]:
    with _named(source):
        return find_values(text, fields, several=True)


def _loaded(source: Input, text: str) -> Any:
    with _named(source):
        return load_value(text)


@contextmanager
def _named(source: Input) -> Iterator[None]:
    """Raise :class:`CorpusError`, with the line if possible, for text that is not JSON."""
    try:
        yield
    except json.JSONDecodeError as error:
        raise json_error(error, f"{source.where}:{error.lineno}") from error
    except (RecursionError, ValueError) as error:
        raise json_error(error, source.where) from error


def _is_silent(value: object) -> bool:
    """Return whether a value is a recogniser's output of a recording in which nothing was said."""
    return isinstance(value, dict) and not value.get("text") and value.get("segments") == []


def _listed(names: Iterable[str]) -> str:
    shown = ", ".join(islice(names, SHOWN))
    return f"; it has text in {shown}" if shown else ""


def _text_fields(whole: object) -> dict[str, int]:
    """Return the fields of a JSON value that contain text, and the greatest length of each."""
    found: dict[str, int] = {}
    left = [(whole, "")]
    while left:
        value, path = left.pop()
        inner: list[tuple[object, str]] = []
        if isinstance(value, str) and path:
            found[path] = max(len(value), found.get(path, 0))
        elif isinstance(value, dict):
            inner = [(one, f"{path}.{name}" if path else name) for name, one in value.items()]
        elif isinstance(value, list):
            # A list of strings is named without [].
            some = value[:SHOWN]
            inner = [(one, path if isinstance(one, str) else f"{path}[]") for one in some]
        left += reversed(inner)
    return found


def _compared(word: str) -> str:
    """Return a word as it is compared: in lower case, if that keeps its length."""
    return word.lower() if len(word.lower()) == len(word) else word


class _Speech:
    """What was said, once: its text, and the position of each of its characters."""

    def __init__(self) -> None:
        self.places: list[int] = []  # of the characters that are not white space
        self.units: list[Unit] = []
        self.turns: list[tuple[int, str]] = []
        self._parts: list[str] = [""]
        self._length = 0
        self._bare: list[str] = []  # the characters that are not white space

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def bare(self) -> str:
        """Return the text without white space, as it is compared."""
        return "".join(self._bare)

    def add(self, said: str, unit: Value, line: int, *, apart: bool = False) -> None:
        if apart and self._length:
            self.part("\n")
            said = said.lstrip()
        joined = self._parts[-1][-1:].isspace() or said[:1].isspace() or _MARKS.fullmatch(said)
        if self._length and not joined:
            self.part(" ")
        start = self._length
        self.part(said)
        for word in _WORD.finditer(said):
            self.places.extend(range(start + word.start(), start + word.end()))
            self._bare.append(_compared(word[0]))
        self.units.append(Unit({"line": line, **unit.place}, start, self._length))

    def take_turns(self, speakers: Mapping[int, str]) -> None:
        """Begin a line wherever another speaker begins; ``speakers``: those of some words."""
        letters, now = [*self.text], ""
        for at in sorted(speakers):
            if speakers[at] != now:
                self.turns.append((at, speakers[at]))
                if now and letters[at - 1] == " ":
                    letters[at - 1] = "\n"
            now = speakers[at]
        self._parts = ["".join(letters)]

    def part(self, said: str) -> None:
        """Add text that is in no string, or a separator."""
        self._parts.append(said)
        self._length += len(said)


def _speech(mark: str, text: str, found: Sequence[Value], heard: Heard) -> Extract:
    """Return a recogniser's output as one document, most of which is written in several places."""
    said = _Speech()
    fields = {value.field for value in found}
    main = next(field for field in PLACES if field in fields)
    homes: dict[Value, list[int]] = {}
    line, written, speaker = 1, 0, ""
    for value in found:
        if value.field == main:
            line, written = line + text.count("\n", written, value.start), value.start
            before = len(said.places)
            piece = json.loads(text[value.start : value.end])
            now = heard.speaker(value) or speaker
            said.add(piece, value, line, apart=now != speaker != "" or "channels" in value.steps)
            if now != speaker:
                said.turns.append((said.units[-1].start, now))
            speaker = now
            homes[value] = said.places[before:]
    reached: dict[str, int] = {}
    whole = said.bare
    others = [value for value in found if value.field != main]
    for value in others:
        piece = json.loads(text[value.start : value.end])
        bare = _compared(_BLANKS.sub("", piece))
        after = reached.get(value.field, 0)
        at = whole.find(bare, after, after + NEAR + len(bare))
        if at < 0 and (value.field not in WORDS or whole.startswith(bare)):
            at = whole.find(bare)  # another speaker's channel, or all words again
        if at >= 0:
            reached[value.field] = at + len(bare)
            homes[value] = said.places[at : at + len(bare)]
    if not said.turns:
        begun = ((homes[one][:1], heard.speaker(one)) for one in others if homes.get(one))
        said.take_turns({at: speaker for (at,), speaker in begun if speaker})
    for value in others:
        if value not in homes:  # not a repetition
            before = len(said.places)
            said.add(json.loads(text[value.start : value.end]), value, line, apart=True)
            homes[value] = said.places[before:]
    raw_text = mark + text
    read = said.text
    spans = [
        span for value in found for span in _spans(raw_text, len(mark), value, homes[value], read)
    ]
    units, turns, timed = tuple(said.units), tuple(said.turns), _times(homes, heard)
    return Extract(raw_text, 1, read, tuple(spans), units, times=timed, turns=turns)


def _times(homes: Mapping[Value, Sequence[int]], heard: Heard) -> tuple[Said, ...]:
    """Return when words were said, in the order of the text, each once.

    A segment without timed words gives its words shares of its time in proportion to their letters,
    up to the next segment: captions that roll stay for longer.
    """
    found: dict[int, Said] = {}
    ordered = sorted(homes, key=lambda one: one.field not in WORDS)
    timed = [(homes[one], *heard.times(one)) for one in ordered if homes[one]]
    for (places, start, end), (_, then, _) in zip(timed, [*timed[1:], ((), nan, nan)], strict=True):
        if not start <= end or not found.keys().isdisjoint(places):
            continue
        each = ((then if start < then < end else end) - start) / len(places)
        begun = [0, *(k for k, (a, b) in enumerate(pairwise(places), 1) if b > a + 1)]
        for a, b in pairwise([*begun, len(places)]):
            times = start + a * each, start + b * each
            found[places[a]] = Said(places[a], *times, heard=len(begun) == 1)
    return tuple(found[at] for at in sorted(found))


def _spans(
    raw_text: str, offset: int, value: Value, places: Sequence[int], said: str
) -> Iterator[SourceSpan]:
    """Yield the spans of a string, given the ``places`` in the text of its characters, without
    white space.

    ``offset``: where the value begins in the raw text, after a byte-order mark.
    """
    wanted = iter(places)
    start, stop = offset + value.start + 1, offset + value.end - 1
    run: list[SourceSpan] = []  # characters that are adjacent in both string and text
    for raw, plain, recode in string_parts(raw_text, start, stop):
        units = [*plain] if recode is None else escapes_of(raw)
        for unit, letter in zip(units, plain, strict=True):
            at = -1 if letter.isspace() else next(wanted)
            if run and (recode or run[-1].stop != at or run[-1].recode):
                yield _joined(run, raw_text, said)
                run = []
            if at >= 0:
                run.append(SourceSpan(start, start + len(unit), at, at + 1, recode))
            start += len(unit)
    if run:
        yield _joined(run, raw_text, said)


def _joined(run: Sequence[SourceSpan], raw: str, said: str) -> SourceSpan:
    """Return adjacent characters as one span, which copies the text's case if that differs."""
    whole = SourceSpan(run[0].start, run[-1].end, run[0].at, run[-1].stop, run[0].recode)
    same = raw[whole.start : whole.end] == said[whole.at : whole.stop]
    return whole if same or whole.recode else whole._replace(recode=write_new)
