r"""Markdown (CommonMark, with the common tables, footnotes, front matter and mathematics).

Paragraphs, headings, list items, quotations and table cells are text.  The lines of a paragraph are
one line of the text, as when rendered.  Not text: front matter, code blocks (fenced or indented),
HTML, link definitions, and, within a line, code spans, targets and labels of links, addresses,
tags, references and formulas.  In a sentence a digit replaces code and formulas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from majuscule.reading.extracts import STAND_IN, Builder, Extract, keep_raw
from majuscule.reading.formats.markup.references import REFERENCE, take_reference
from majuscule.reading.inputs import LONGEST, Input, without_mark
from majuscule.reading.streams import split_terminator

_FRONT = {"---": ("---", "..."), "+++": ("+++",), ";;;": (";;;",)}
_FENCE = re.compile(
    r"[ \t]*+(?:>[ \t]?)*+[ \t]*+(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,}|\$\$)(.*)$"
)
_MARKER = re.compile(
    r"[ \t]*(?:>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+|\#{1,6}(?:[ \t]+|$)"
    r"|\[\^[^\]]+\]:[ \t]*|:[ \t]+)"
)
_QUOTE = re.compile(r"(?: {0,3}>[ \t]?)+")
_RULE = re.compile(
    r"[ \t]*(?:(?:[-_*=][ \t]*){3,}|=+|-+|:::.*|\{[%#:].*|\[TOC\]|(?:>[ \t]?)+\[!\w+\][-+]?)[ \t]*$"
)
_ASIDE = re.compile(r"[ \t]*(?:!!!|\?\?\?\+?[ \t]|===[ \t]+\")")
_TABLE_RULE = re.compile(r"[ \t]*+\|?[ \t]*+:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$")
_DEFINITION = re.compile(r"[ \t]{0,3}\[[^\]^][^\]]*\]:[ \t]*\S")
_HTML = re.compile(
    r"[ \t]{0,3}<(?:!--|\?|![A-Z]|/?(?:script|style|pre|textarea|svg|iframe|video|audio)\b)", re.I
)
_HTML_END = {"<!--": "-->", "<?": "?>", "<!": ">"}
# Brackets are short: endless runs of open ones would take quadratic time.
_INLINE = re.compile(
    r"(?P<code>(?<!`)(?P<ticks>`+)(?!`)[^\n]*?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<math>\$\$[^$\n]+\$\$|\$(?=[^\s\d$])[^$\n]*?(?<=[^\s\\])\$(?!\d)|\\\(.{0,999}?\\\)"
    # Without a sign of mathematics, these are brackets that some writers escape.
    r"|\\\[(?=[^\\=^_{<>+]*(?:[=^_{<>+]|\\[A-Za-z])).*?\\\])"
    r"|(?P<comment><!--.*?-->)"
    r"|(?P<address><[A-Za-z][A-Za-z0-9+.-]*:[^<>\s]*>|<[^<>\s@]+@[^<>\s]+>)"
    r"|(?P<tag></?[A-Za-z][^<>]*>)"
    rf"|(?P<reference>{REFERENCE.pattern})"
    r"|(?P<target>\]\((?:[^()\s]|\([^()]*\))*(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)|\]\[[^\]]*\])"
    r"|(?P<note>\[!\w{1,99}\]|\[[\^@][^\]]{1,999}\]|\{[.\#:%][^{}]*\}|\[\[[^\]]{0,999}\]\])"
    r"|(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<mark>(?:!(?!\[\^))?\[|\]|\*+(?=\S)|(?<=\S)\*+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)|~~|==)"
)
_STANDS_IN = ("code", "math", "address")


def read(source: Input) -> Iterator[Extract]:
    """Yield a file's text as one document, or several if it is very long."""
    page = _Page()
    for number, raw in source.lines():
        if page.builder.length > LONGEST and not page.open:
            yield page.builder.end().build()
            page.builder = Builder(number)
        page.take(number, raw)
    yield page.builder.end().build()


class _Page:
    """The state between lines: the blocks that are open."""

    def __init__(self) -> None:
        self.builder = Builder(1)
        self.open = False  # whether a paragraph may continue on the next line
        self._until: tuple[str, ...] = ()  # the lines that end the front matter
        self._fence = ""  # of the open code block
        self._html = ""  # the end of the open HTML block
        self._apart = True  # whether the previous line is blank, a heading or a rule
        self._inside: list[tuple[int, int]] = []  # columns of open items, and of their text

    def take(self, number: int, raw: str) -> None:
        line, end = split_terminator(raw)
        mark, line = without_mark(line) if number == 1 else ("", line)
        self.builder.keep(mark)
        if self._is_kept(number, line):
            self.builder.end().keep(line + end)
            self.open = False
            return
        if not line.strip("> \t"):
            self.builder.end().keep(line + end)
            self.open, self._apart = False, True
            return
        self._take_text(number, line, end)

    def _is_kept(self, number: int, line: str) -> bool:
        """Return whether a line is not text: code, front matter, HTML, a rule."""
        bare = line.strip()
        if self._until:
            if bare in self._until:
                self._until = ()
            return True
        if number == 1 and bare in _FRONT:
            self._until = _FRONT[bare]
            return True
        fence = _FENCE.match(line)
        if self._fence:
            closed = fence and fence[1].startswith(self._fence) and not fence[2].strip()
            if closed or (self._fence == "$$" and bare.endswith("$$")):
                self._fence = ""
            return True
        # With more fence characters on the same line, it is a code span or a formula.
        if fence and fence[1][0] not in fence[2].replace("~", ""):
            self._fence = fence[1]
            return True
        if self._html:
            if self._html in line.lower():
                self._html = ""
            return True
        html = _HTML.match(line)
        if html:
            opened = html[0].strip().lower()
            closing = _HTML_END.get(opened, f"</{opened.lstrip('</')}")
            if closing not in line.lower()[html.end() :] and not opened.startswith("</"):
                self._html = closing
                return True
            # HTML that is closed on its own line is kept inside the text around it.
            return opened.startswith(("<!", "<?")) and line.rstrip().endswith(closing)
        column = _after(line[: len(line) - len(line.lstrip("> \t"))]) - _quotes(line)
        if self._apart and bare:
            self._leave(column)
            if column >= 4 + (self._inside[-1][1] if self._inside else 0):
                return True
        if _ASIDE.match(line):
            self._enter(column, column + 4)
            return True
        if _RULE.match(line):
            self._apart = True
            return True
        return bool(_DEFINITION.match(line) or ("-" in line and _TABLE_RULE.match(line)))

    def _enter(self, column: int, text: int) -> None:
        """Open an item that begins at a column, and its text at another."""
        self._leave(column)
        self._inside.append((column, text))

    def _leave(self, column: int) -> None:
        """Close the items that a line is not indented into."""
        while self._inside and column <= self._inside[-1][0]:
            self._inside.pop()

    def _take_text(self, number: int, line: str, end: str) -> None:
        at = column = 0
        marked = False
        quotes = _quotes(line)
        while found := _MARKER.match(line, at):
            quoted = found[0].strip() == ">"
            marked = marked or not quoted
            mark = found[0].lstrip()
            start = _after(found[0][: -len(mark)], column)
            column = _after(mark, start)
            if not quoted and "#" not in mark:
                self._enter(start - quotes, column - quotes)
            at = found.end()
        builder = self.builder
        content = line[at:]
        text = content.lstrip()
        kept = line[: len(line) - len(text)]
        is_heading = self._apart = line.lstrip("> \t").startswith("#")
        is_row = text.startswith("|") or (text.count("|") > 1 and " | " in text)
        builder.keep(kept)
        if is_row:
            for cell in re.split(r"((?<!\\)\|\s*)", text):
                if not cell or cell[0] == "|":
                    builder.keep(cell)
                else:
                    self._begin(number)
                    _take_inline(builder, cell)
        else:
            if self.open and not marked:
                builder.say(" ")
            else:
                self._begin(number)
            # The closing marks of a heading are not text, nor is the mark of a hard break.
            closing = re.search(r"[ \t]+#+[ \t]*$" if is_heading else r"(?<!\\)\\$", text)
            stop = closing.start() if closing else len(text)
            _take_inline(builder, text[:stop])
            builder.keep(text[stop:])
        hard = text.endswith(("  ", "\\"))
        builder.keep(end)
        self.open = not (is_heading or is_row or hard)

    def _begin(self, number: int) -> None:
        self.builder.end().say("\n" if self.builder.at else "")
        self.builder.begin({"line": number})


def _after(piece: str, column: int = 0) -> int:
    """Return the column after a piece that begins at one; tabs go to every fourth."""
    behind = column % 4
    return column - behind + len((" " * behind + piece).expandtabs(4))


def _quotes(line: str) -> int:
    """Return the width of the quote marks that a line begins with."""
    quote = _QUOTE.match(line)
    return _after(quote[0]) if quote else 0


def _take_inline(builder: Builder, text: str) -> None:
    """Add the text of a line, without code and formatting marks."""
    at = 0
    for found in _INLINE.finditer(text):
        builder.take(text[at : found.start()])
        at = found.end()
        kind, raw = found.lastgroup, found[0]
        if found["code"]:
            kind = "code"
        if kind in _STANDS_IN:
            builder.keep(raw).say(STAND_IN)
        elif kind == "reference":
            take_reference(builder, raw)
        elif kind == "escape":
            builder.keep("\\").code(raw[1], raw[1], keep_raw)
        else:
            builder.keep(raw)
    builder.take(text[at:])
