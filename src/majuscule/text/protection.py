"""Protected text: what is written for machines and must stay as it is, wherever it stands.

Placeholders (``%s``, ``{name}``, ``$HOME``, ``#ORG#``), code, hashes and base64 stand for words of
a sentence: the scanner sees a run of ``COVERED``, one ``FIXED`` token.  Markup (tags, character
references, LaTeX commands, templates), fenced blocks, names of mail headers and the beginnings of
log lines are no part of a sentence: the scanner sees blanks, so that the words around them see each
other; a reference to a sign is seen as the sign.  Nothing covered is ever changed.  URLs, addresses
and file names are found by the scanner.

The kernel finds places worth a closer look, which plain prose has none of; here each is looked at.
Folded text is searched, so the case of the input plays no part.  The time is linear in the text:
what ends a span is searched for once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from majuscule.arrays import U8
from majuscule.errors import UsageError
from majuscule.text import shapes
from majuscule.text.codepoints import CodePoints, decode

COVERED, BLANK = 0xFDD0, 0x20
"""What covers protected text: a code point that Unicode keeps free of characters, for words; a
blank, for markup."""


@dataclass(frozen=True)
class Patterns:
    """Regular expressions of the user's own; what they match within a line is protected.

    Case plays no part: ``[A-Z]+-1`` protects ``covid-1`` too.
    """

    sources: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for source in self.sources:
            try:
                re.compile(source, re.IGNORECASE)
            except (re.error, OverflowError, RecursionError) as error:
                raise UsageError(
                    f"the pattern {source!r} is not a regular expression: {error}"
                ) from error

    def __or__(self, other: Patterns) -> Patterns:
        """Return the patterns of both."""
        return Patterns(tuple(dict.fromkeys(self.sources + other.sources)))

    @classmethod
    def of(cls, given: Patterns | str | Iterable[str]) -> Patterns:
        """Return patterns from one or several regular expressions."""
        if isinstance(given, Patterns):
            return given
        return cls((given,) if isinstance(given, str) else tuple(given))

    @cached_property
    def compiled(self) -> tuple[re.Pattern[str], ...]:
        """Return the expressions, compiled."""
        return tuple(re.compile(source, re.IGNORECASE) for source in self.sources)

    def __getstate__(self) -> dict[str, object]:
        return {"sources": self.sources}


NO_PATTERNS = Patterns()


def cover(
    folded: CodePoints, candidates: list[int], patterns: Patterns, documents: Sequence[int]
) -> CodePoints:
    """Return folded text with what is protected covered; the text itself where nothing is.

    ``candidates``: where that could begin, as the kernel finds it; ``documents``: where each
    document after the first begins, two line breaks after the one before; no span reaches from one
    into another.

    >>> from majuscule.text.codepoints import encode
    >>> text = encode("dear <b>{name}</b>,&nbsp;hello")
    >>> decode(cover(text, [5, 8, 14, 19], NO_PATTERNS, ())).replace(chr(COVERED), "*")
    'dear    ******    ,      hello'
    """
    if not candidates and not patterns.sources:
        return folded
    text = decode(folded)
    out = folded.copy()
    for start, stop, with_, sign in _Search(text, documents).spans(candidates):
        out[start:stop] = with_
        if sign:
            # Where it touches what it belongs to: the word before, or the one that it opens.
            ends = start and not text[start - 1].isspace() and sign not in _APOSTROPHES
            out[start if ends else stop - 1] = sign
    if patterns.sources:
        begin = 0
        for line in text.split("\n"):
            for pattern in patterns.compiled:
                for match in pattern.finditer(line):
                    out[begin + match.start() : begin + match.end()] = COVERED
            begin += len(line) + 1
    return out


@cache
def triggers() -> U8:
    """Return what each ASCII character may begin, as the kernel numbers it."""
    table = np.zeros(128, np.uint8)
    table[ord("\n")] = 1
    table[[ord(digit) for digit in "0123456789"]] = 2
    table[[ord(sign) for sign in "<&{\\$%#`"]] = 3
    return table


class _Span(NamedTuple):
    start: int
    stop: int
    with_: int
    sign: int = 0  # a sign or line break that it stands for


_BREAK = 0x0A
_APOSTROPHES = (0x27, 0x2019)


class _Search:
    """One text and what is remembered of it while its candidates are looked at."""

    def __init__(self, text: str, documents: Sequence[int]) -> None:
        self._text, self._documents = text, documents
        self._next: dict[str, int] = {}
        self._arguments: set[int] = set()  # braces that hold a command's argument
        self._header = -1  # where the line after the last header begins

    def spans(self, candidates: list[int]) -> Iterator[_Span]:
        """Yield the protected spans, in order; they do not overlap."""
        done = 0
        for at in dict.fromkeys(candidates):
            if at < done:
                continue
            number = bisect_right(self._documents, at)
            last = number == len(self._documents)
            end = len(self._text) if last else self._documents[number] - 2
            for span in self._look(at, end):
                yield span
                done = span.stop

    def _look(self, at: int, end: int) -> Iterator[_Span]:
        text = self._text
        if at == 0 or text[at - 1] == "\n":
            found = self._fence(at, end) or self._header_line(at, end) or self._log(at, end)
            if found:
                yield found
                return
        if at < end:
            look = _LOOKS.get(text[at])
            if look is None:
                yield from self._coded(at, end)
            elif (found := look(self, at, end)) is not None:
                yield found

    def _find(self, what: str, at: int, end: int) -> int:
        """Return where ``what`` comes next before ``end``, or -1; each is searched for once."""
        place = self._next.get(what, -1)
        if place < at:
            place = self._text.find(what, at)
            self._next[what] = place = len(self._text) if place < 0 else place
        return place if place < end else -1

    def _in_address(self, at: int) -> bool:
        """Tell whether a URL stands before a place, without a blank between."""
        before = self._text[max(0, at - 500) : at]
        return "://" in before and not before[-1].isspace() and "://" in before.split()[-1]

    def _markup(self, at: int, end: int) -> _Span | None:
        text = self._text
        if text.startswith("<!--", at):
            return self._up_to("-->", at, end)
        if text.startswith("<?", at):
            return self._up_to("?>", at, end)
        if found := shapes.DECLARATION.match(text, at, end):
            return _Span(at, found.end(), BLANK)
        if found := shapes.MESSAGE_ID.match(text, at, end):
            return _Span(at + 1, found.end() - 1, COVERED)
        if not (found := shapes.TAG.match(text, at, end)):
            return None
        name, attributes, closed = found.groups()
        if attributes and "=" not in attributes and len(attributes.split()) > 1:
            return None  # if a <b and c> d
        if not closed and (name in shapes.CODE or name in shapes.LISTINGS):
            close = self._find(f"</{name}>", found.end(), end)
            if close >= 0:
                with_ = COVERED if name in shapes.CODE else BLANK
                return _Span(at, close + len(name) + 3, with_)
        return _Span(at, found.end(), BLANK, _BREAK if name in shapes.BLOCKS else 0)

    def _up_to(self, what: str, at: int, end: int) -> _Span | None:
        place = self._find(what, at, end)
        return _Span(at, place + len(what), BLANK) if place >= 0 else None

    def _reference(self, at: int, end: int) -> _Span | None:
        text = self._text
        if found := shapes.ESCAPED_TAG.match(text, at, end):
            return _Span(at, found.end(), BLANK)
        found = shapes.REFERENCE.match(text, at, end)
        if not found or not (character := _character(found[0])):
            return None
        if not character.isalpha():
            if self._in_address(at):
                return _Span(at, found.end(), COVERED)
            sign = 0 if character.isspace() or character.isalnum() else ord(character)
            return _Span(at, found.end(), BLANK, sign)
        start = at
        while start > max(0, at - 60) and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        spelt = shapes.SPELT.match(text, at, end)
        return _Span(start, spelt.end() if spelt else found.end(), COVERED)

    def _braces(self, at: int, end: int) -> _Span | None:
        text = self._text
        if at in self._arguments:
            found = shapes.FIELD.match(text, at, end)
            if found and text.startswith("{", found.end()):
                self._arguments.add(found.end())
            return None
        if text.startswith("{{", at):
            close = self._pairs.get(at, -1)
            if 0 <= close <= end:
                return _Span(at, close, COVERED if self._in_address(at) else BLANK)
        found = shapes.FIELD.match(text, at, end)
        return _Span(at, found.end(), COVERED) if found else None

    @cached_property
    def _pairs(self) -> dict[int, int]:
        """Return where the template ends that each pair of braces opens, if it ends."""
        pairs, open_, number = {}, list[int](), 0
        for found in shapes.BRACES.finditer(self._text):
            now = bisect_right(self._documents, found.start())
            if now != number:
                open_, number = [], now
            if found[0] == "{{":
                open_.append(found.start())
            elif open_:
                pairs[open_.pop()] = found.end()
        return pairs

    def _command(self, at: int, end: int) -> _Span | None:
        text = self._text
        found = shapes.COMMAND.match(text, at, end)
        stop = found.end() if found else at
        if found is None or (at and text[at - 1] in ":/.\\") or text.startswith("\\", stop):
            return None  # a path
        arguments = shapes.ARGUMENTS if found[1] in shapes.TECHNICAL else shapes.OPTIONS
        if more := arguments.match(text, stop, end):
            stop = more.end()
        argued = text.startswith("{", stop)
        if argued:
            self._arguments.add(stop)
        plain = stop == found.end() and not argued and found[1] not in shapes.STANDING
        if plain:
            return _Span(at, stop, COVERED)
        return _Span(at, stop, BLANK, _BREAK if found[1] in shapes.OPENING else 0)

    def _ticked(self, at: int, end: int) -> _Span | None:
        """Look for a code span; not for quotes, which open with a tick and close with another
        sign, or have blanks inside."""
        text = self._text
        ticks = shapes.TICKS.match(text, at, end)
        if ticks is None or ticks.end() == end or text[ticks.end()].isspace():
            return None
        if at and text[at - 1] == "`":
            return None
        sign = ticks[0]
        place = ticks.end()
        # A run of other length is part of the code, and so is one that may open but not close.
        for _ in range(8):
            place = text.find("`", place, min(end, at + 300))
            if place < 0:
                return None
            run = shapes.TICKS.match(text, place, end)
            assert run is not None
            after = text[run.end() : run.end() + 1]
            closes = not text[place - 1].isspace() and not after.isalnum() and after != "_"
            if run[0] == sign and closes:
                inside = text[at:place]
                return None if "\n" in inside else _Span(at, run.end(), COVERED)
            place = run.end()
        return None

    def _variable(self, at: int, end: int) -> _Span | None:
        return _marked(shapes.VARIABLE.match(self._text, at, end))

    def _conversion(self, at: int, end: int) -> _Span | None:
        return _marked(shapes.CONVERSION.match(self._text, at, end))

    def _hashed(self, at: int, end: int) -> _Span | None:
        return _marked(shapes.HASHED.match(self._text, at, end))

    def _coded(self, at: int, end: int) -> Iterator[_Span]:
        """Look for hashes, keys and base64."""
        run = shapes.CODED.match(self._text, at, end)
        if run is None:
            return
        whole = shapes.UUID.search(run[0]) or shapes.BASE64.fullmatch(run[0].lstrip("+/=_-"))
        token = shapes.TOKEN.match(self._text, at, end)
        if token or (whole and (len(shapes.TURNS.findall(whole[0])) > 3)):
            yield _Span(at, token.end() if token else run.end(), COVERED)
            return
        for found in shapes.HEX.finditer(run[0]):
            if len(shapes.TURNS.findall(found[0])) > 2:
                yield _Span(at + found.start(), at + found.end(), COVERED)

    def _fence(self, at: int, end: int) -> _Span | None:
        text = self._text
        if armour := shapes.ARMOUR.match(text, at, end):
            place = self._find("-----end ", armour.end(), end)
            line = self._find("\n", place, end) if place >= 0 else -1
            return _Span(at, line if line >= 0 else end, BLANK) if place >= 0 else None
        opening = shapes.FENCE.match(text, at, end)
        if opening is None:
            return None
        sign = opening[1] or opening[2]
        for closing in shapes.FENCED.finditer(text, opening.end(), end):
            if closing[1].startswith(sign):
                return _Span(at, closing.end(), BLANK)
        return _Span(at, end, BLANK)  # as CommonMark says

    def _header_line(self, at: int, end: int) -> _Span | None:
        """Look for the name of a mail header; common words are one only beside another header."""
        text = self._text
        found = shapes.HEADER.match(text, at, end)
        if found is None:
            return None
        line = self._find("\n", found.end(), end)
        stop = line if line >= 0 else end
        alone = self._header != at and not shapes.HEADER.match(text, stop + 1, end)
        if alone and (found["spoken"] or found["routed"]):
            return None
        name = next(start for start in map(found.start, found.groupdict()) if start >= 0)
        if found["spoken"] or found["named"]:
            self._header = stop + 1
            return _Span(name, found.end(), BLANK)
        value = shapes.FOLDED_VALUE.match(text, found.end(), end)
        stop = value.end() if value else stop
        self._header = stop + 1
        return _Span(name, stop, BLANK)

    def _log(self, at: int, end: int) -> _Span | None:
        found = shapes.LOG.match(self._text, at, end)
        return _Span(at, found.end(), BLANK) if found else None


_LOOKS = {
    "<": _Search._markup,
    "&": _Search._reference,
    "{": _Search._braces,
    "\\": _Search._command,
    "$": _Search._variable,
    "%": _Search._conversion,
    "#": _Search._hashed,
    "`": _Search._ticked,
}
"""What each sign may begin; what begins otherwise may be a hash."""


def _marked(found: re.Match[str] | None) -> _Span | None:
    return _Span(found.start(), found.end(), COVERED) if found else None


def _character(reference: str) -> str:
    """Return what a character reference stands for, "" for a name that HTML does not know."""
    name = reference[1:]
    if name.startswith("#"):
        number = int(name[2:-1], 16) if name[1] == "x" else int(name[1:-1])
        return chr(number) if number < 0x110000 else ""
    return _named_characters().get(name, "")[:1]


@cache
def _named_characters() -> dict[str, str]:
    """Return the characters of HTML by folded name; of two that differ in case, a letter."""
    from html.entities import html5

    return {name.lower(): html5[name] for name in sorted(html5) if name.endswith(";")}
