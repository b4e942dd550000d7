"""Matching the candidates for protected text, one by one (see protection).

Plain prose has no candidates and never imports this.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from majuscule.text.characters.codepoints import BLANK, COVERED
from majuscule.text.protecting import shapes
from majuscule.text.protecting.blocks import directive_end, is_program, literal_block
from majuscule.text.protecting.references import character_of


class ProtectedSpan(NamedTuple):
    """A protected span, the code point that covers it, and the sign or line break that it stands
    for, or 0."""

    start: int
    stop: int
    with_: int
    sign: int = 0


_BREAK = 0x0A
_LONG = 500
"""Characters of a line that tell whether it is Python."""
APOSTROPHES = (0x27, 0x2019)


class Search:
    """The search of one text, with its state between candidates."""

    def __init__(self, text: str, documents: Sequence[int]) -> None:
        self._text, self._documents = text, documents
        self._next: dict[str, int] = {}  # the offset of the next occurrence of each searched string
        self._arguments: set[int] = set()  # opening braces of the arguments of commands
        self._typeset: set[int] = set()  # ends of documents with a LaTeX command and its argument
        self.blanks: list[int] = []  # offsets of signs that are blanks in LaTeX, beside the spans
        self._prose = 0  # the end of the last indented block that is no program
        self._header = -1  # the start of the line after the last header
        self._quoted = 0  # the end of the last lines that begin like a prompt, but are a reply
        self._chat = -1, set[str]()  # the end of a document, and who speaks in it
        self._python = -1  # the end of the last document with a statement at Python's prompt

    def spans(self, candidates: list[int]) -> Iterator[ProtectedSpan]:
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
        for end in self._typeset:
            number = bisect_right(self._documents, end)
            begin = self._documents[number - 1] if number else 0
            self.blanks += (one.start() for one in shapes.TIE.finditer(self._text, begin, end))

    def _look(self, at: int, end: int) -> Iterator[ProtectedSpan]:
        text = self._text
        if at == 0 or text[at - 1] == "\n":
            found = self._fence(at, end) or self._session(at, end) or self._directive(at, end)
            found = found or self._listing(at, end) or self._header_line(at, end)
            found = found or self._log(at, end)
            if found:
                yield found
                return
        if at < end:
            look = _LOOKS.get(text[at])
            if look is None:
                yield from self._coded(at, end)
            elif (found := look(self, at, end)) is not None:
                yield found
                to = shapes.ADDRESSED.match(text, found.stop, end)
                if to and self._nicks(end).issuperset(shapes.NICKS.findall(to[1])):
                    yield ProtectedSpan(*to.span(1), COVERED)

    def _find(self, what: str, at: int, end: int) -> int:
        """Return the next occurrence of ``what`` before ``end``, or -1; cached, so that all
        searches together are linear in the text."""
        found = self._next.get(what, -1)
        if found < at:
            found = self._text.find(what, at)
            self._next[what] = found = len(self._text) if found < 0 else found
        return found if found < end else -1

    def _nicks(self, end: int) -> set[str]:
        """Return who speaks in the chat that ends at ``end``."""
        if self._chat[0] != end:
            number = bisect_right(self._documents, end)
            begin = self._documents[number - 1] if number else 0
            self._chat = end, set(shapes.SAID.findall(self._text, begin, end))
        return self._chat[1]

    def _in_address(self, at: int) -> bool:
        """Return whether an offset is inside a URL: nothing but its characters lies between."""
        before = self._text[max(0, at - 500) : at]
        return "://" in before and not before[-1].isspace() and "://" in before.split()[-1]

    def _markup(self, at: int, end: int) -> ProtectedSpan | None:
        text = self._text
        if text.startswith("<!--", at):
            return self._up_to("-->", at, end)
        if text.startswith("<?", at):
            return self._up_to("?>", at, end)
        if found := shapes.DECLARATION.match(text, at, end):
            return ProtectedSpan(at, found.end(), BLANK)
        if found := shapes.MESSAGE_ID.match(text, at, end):
            return ProtectedSpan(at + 1, found.end() - 1, COVERED)
        if not (found := shapes.TAG.match(text, at, end)):
            return None
        name, attributes, closed = found.groups()
        if attributes and "=" not in attributes and len(attributes.split()) > 1:
            return None  # if a <b and c> d
        if not closed and (name in shapes.CODE or name in shapes.LISTINGS):
            close = self._find(f"</{name}>", found.end(), end)
            if close >= 0:
                with_ = COVERED if name in shapes.CODE else BLANK
                return ProtectedSpan(at, close + len(name) + 3, with_)
        return ProtectedSpan(at, found.end(), BLANK, _BREAK if name in shapes.BLOCKS else 0)

    def _up_to(self, what: str, at: int, end: int) -> ProtectedSpan | None:
        stop = self._find(what, at, end)
        return ProtectedSpan(at, stop + len(what), BLANK) if stop >= 0 else None

    def _reference(self, at: int, end: int) -> ProtectedSpan | None:
        text = self._text
        if found := shapes.ESCAPED_TAG.match(text, at, end):
            return ProtectedSpan(at, found.end(), BLANK)
        found = shapes.REFERENCE.match(text, at, end)
        if not found:
            return None
        if not (character := character_of(found[0])):
            # An entity that the document defines: &app; in a manual, but not AT&CO;
            defined = found[0][1] != "#" and not (at and text[at - 1].isalnum())
            return ProtectedSpan(at, found.end(), COVERED) if defined else None
        if not character.isalpha():
            if self._in_address(at):
                return ProtectedSpan(at, found.end(), COVERED)
            sign = 0 if character.isspace() or character.isalnum() else ord(character)
            return ProtectedSpan(at, found.end(), BLANK, sign)
        start = at
        while start > max(0, at - 60) and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        spelt = shapes.SPELT.match(text, at, end)
        return ProtectedSpan(start, spelt.end() if spelt else found.end(), COVERED)

    def _braces(self, at: int, end: int) -> ProtectedSpan | None:
        text = self._text
        if at in self._arguments:
            found = shapes.FIELD.match(text, at, end)
            if found and text.startswith("{", found.end()):
                self._arguments.add(found.end())
            return None
        if text.startswith("{{", at):
            close = self._pairs.get(at, -1)
            if 0 <= close <= end:
                word = self._in_address(at) or shapes.VALUE.fullmatch(text, at, close)
                return ProtectedSpan(at, close, COVERED if word else BLANK)
        found = shapes.FIELD.match(text, at, end)
        return ProtectedSpan(at, found.end(), COVERED) if found else None

    @cached_property
    def _pairs(self) -> dict[int, int]:
        """Return the end of the template that each double brace opens, if it is closed."""
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

    def _command(self, at: int, end: int) -> ProtectedSpan | None:
        text = self._text
        if found := shapes.LITERAL.match(text, at, end):
            return ProtectedSpan(at, found.end(), COVERED)
        if found := shapes.ENVIRONMENT.match(text, at, end):
            close = f"\\end{{{found[1]}}}"
            if (stop := self._find(close, found.end(), end)) >= 0:
                return ProtectedSpan(at, stop + len(close), BLANK)
        if text.startswith(("(", "["), at + 1):
            formula = (
                None if text.startswith("\\", at - 1) else shapes.BRACKETED.match(text, at, end)
            )
            if formula is None or not shapes.FORMULAIC.search(formula[1] or formula[2]):
                return None
            return ProtectedSpan(at, formula.end(), COVERED if formula[1] else BLANK)
        found = shapes.COMMAND.match(text, at, end)
        stop = found.end() if found else at
        if found is None or (at and text[at - 1] in ":/.\\") or text.startswith("\\", stop):
            return None  # part of a path
        arguments = shapes.ARGUMENTS if found[1] in shapes.TECHNICAL else shapes.OPTIONS
        if more := arguments.match(text, stop, end):
            stop = more.end()
        argued = text.startswith("{", stop)
        if argued or stop > found.end():
            self._typeset.add(end)
        if argued:
            self._arguments.add(stop)
            last = self._argument_end(stop, end) if found[1] in shapes.SHOWING else -1
            if last >= 0:
                self.blanks.append(last)
                return ProtectedSpan(at, stop + 1, BLANK)
        plain = stop == found.end() and not argued and found[1] not in shapes.STANDING
        if plain:
            return ProtectedSpan(at, stop, COVERED)
        return ProtectedSpan(at, stop, BLANK, _BREAK if found[1] in shapes.OPENING else 0)

    def _argument_end(self, at: int, end: int) -> int:
        """Return the closing brace of the argument that opens at ``at``, or -1."""
        depth = 0
        for found in shapes.ARGUMENT_END.finditer(self._text, at, min(end, at + 300)):
            depth += {"{": 1, "}": -1}.get(found[0], 300)
            if depth < 1 or depth >= 300:
                return found.start() if depth < 1 else -1
        return -1

    def _ticked(self, at: int, end: int) -> ProtectedSpan | None:
        """Match a code span; not quotes, which close with another sign or begin with a space."""
        text = self._text
        ticks = shapes.TICKS.match(text, at, end)
        if ticks is None or ticks.end() == end or text[ticks.end()].isspace():
            return None
        if at and text[at - 1] == "`":
            return None
        sign = ticks[0]
        close = ticks.end()
        # A run of ticks of other length, or one that cannot close, is part of the code.
        for _ in range(8):
            close = text.find("`", close, min(end, at + 300))
            if close < 0:
                return None
            run = shapes.TICKS.match(text, close, end)
            assert run is not None
            after = text[run.end() : run.end() + 1]
            can_close = not text[close - 1].isspace() and not after.isalnum() and after != "_"
            if run[0] == sign and can_close:
                return None if "\n" in text[at:close] else ProtectedSpan(at, run.end(), COVERED)
            close = run.end()
        return None

    def _variable(self, at: int, end: int) -> ProtectedSpan | None:
        formula = shapes.FORMULA.match(self._text, at, end)
        return _marked(formula or shapes.VARIABLE.match(self._text, at, end))

    def _conversion(self, at: int, end: int) -> ProtectedSpan | None:
        return _marked(shapes.CONVERSION.match(self._text, at, end))

    def _hashed(self, at: int, end: int) -> ProtectedSpan | None:
        return _marked(shapes.HASHED.match(self._text, at, end))

    def _colon(self, at: int, end: int) -> ProtectedSpan | None:
        """Match an emoji, a name with its scopes, an address, or the literal block that two colons
        announce."""
        text = self._text
        if found := shapes.EMOJI.match(text, at, end):
            return ProtectedSpan(at, found.end(), BLANK)
        start = at
        while start > max(0, at - 80) and (text[start - 1].isalnum() or text[start - 1] in "_:"):
            start -= 1
        named = shapes.SCOPED if text.startswith("::", at) else shapes.ADDRESS
        if found := named.match(text, start, end):
            return ProtectedSpan(start, found.end(), COVERED)
        block = literal_block(text, at, end)
        return ProtectedSpan(*block, BLANK) if block else None

    def _directive(self, at: int, end: int) -> ProtectedSpan | None:
        stop = directive_end(self._text, at, end)
        return ProtectedSpan(at, stop, BLANK) if stop > at else None

    def _coded(self, at: int, end: int) -> Iterator[ProtectedSpan]:
        """Match hashes, keys and base64."""
        run = shapes.CODED.match(self._text, at, end)
        if run is None:
            return
        whole = shapes.UUID.search(run[0]) or shapes.BASE64.fullmatch(run[0].lstrip("+/=_-"))
        token = shapes.TOKEN.match(self._text, at, end)
        if token or (whole and (len(shapes.TURNS.findall(whole[0])) > 3)):
            yield ProtectedSpan(at, token.end() if token else run.end(), COVERED)
            return
        for found in shapes.HEX.finditer(run[0]):
            if len(shapes.TURNS.findall(found[0])) > 2:
                yield ProtectedSpan(at + found.start(), at + found.end(), COVERED)

    def _fence(self, at: int, end: int) -> ProtectedSpan | None:
        text = self._text
        if armour := shapes.ARMOUR.match(text, at, end):
            if (close := self._find("-----end ", armour.end(), end)) < 0:
                return None
            line = self._find("\n", close, end)
            return ProtectedSpan(at, line if line >= 0 else end, BLANK)
        opening = shapes.FENCE.match(text, at, end)
        if opening is None:
            return None
        sign = opening[1] or opening[2]
        for closing in shapes.FENCED.finditer(text, opening.end(), end):
            if closing[1].startswith(sign):
                return ProtectedSpan(at, closing.end(), BLANK)
        return ProtectedSpan(at, end, BLANK)  # unclosed fences reach to the end, as in CommonMark

    def _session(self, at: int, end: int) -> ProtectedSpan | None:
        """Match a Python session up to the next empty line: what is typed at prompts, and what is
        printed.  In replies, ``>>>`` marks what was quoted twice, which does not look like that."""
        text, begin, stop, typed, coded = self._text, at, at, 0, 0
        if at < self._quoted or not shapes.SESSION.match(text, at, end):
            return None
        while begin < end and text[begin] != "\n":
            line = text.find("\n", begin, end)
            stop = line if line >= 0 else end
            prompt = shapes.SESSION.match(text, begin, min(stop, begin + _LONG))
            if prompt and prompt[1]:
                typed += 1
                if shapes.STATEMENT.match(prompt[1]):
                    self._python, coded = end, coded + 1
                coded += bool(shapes.EXPRESSION.match(prompt[1]))
            elif not prompt and text.startswith(">", begin):
                coded = -1
                break
            begin = stop + 1
        if self._python != end or coded < 0 or 2 * coded < typed:
            self._quoted = begin
            return None
        return ProtectedSpan(at, stop, BLANK)

    def _listing(self, at: int, end: int) -> ProtectedSpan | None:
        """Match an indented block after an empty line, if half of its lines look like code."""
        text, begin, stop, lines, coded = self._text, at, at, 0, 0
        if at < self._prose:
            return None
        while begin < end and (line := shapes.INDENTED.match(text, begin, end)):
            if not line[0].isspace() and line[0]:
                lines, stop = lines + 1, line.end()
                coded += bool(is_program(line[0]) or shapes.PROMPT.match(line[0]))
            begin = line.end() + 1
        if lines and 2 * coded >= lines:
            return ProtectedSpan(at, stop, BLANK)
        self._prose = stop
        return None

    def _header_line(self, at: int, end: int) -> ProtectedSpan | None:
        """Match a mail header; names that are common words need another header next to them."""
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
            # People write these names, so they are words, on a line of their own.
            start = found.end() - 1 if found["spoken"] else name
            return ProtectedSpan(start, found.end(), BLANK, _BREAK if found["spoken"] else 0)
        value = shapes.FOLDED_VALUE.match(text, found.end(), end)
        stop = value.end() if value else stop
        self._header = stop + 1
        return ProtectedSpan(name, stop, BLANK)

    def _log(self, at: int, end: int) -> ProtectedSpan | None:
        found = shapes.LOG.match(self._text, at, end)
        return ProtectedSpan(at, found.end(), BLANK) if found else None


_LOOKS = {
    "<": Search._markup,
    "&": Search._reference,
    "{": Search._braces,
    "\\": Search._command,
    "$": Search._variable,
    "%": Search._conversion,
    "#": Search._hashed,
    "`": Search._ticked,
    ":": Search._colon,
}
"""The matcher for each sign; candidates without one may be hashes."""


def _marked(found: re.Match[str] | None) -> ProtectedSpan | None:
    return ProtectedSpan(found.start(), found.end(), COVERED) if found else None
