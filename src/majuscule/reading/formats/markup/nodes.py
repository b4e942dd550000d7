"""The text of HTML and XML: elements that break lines, elements of code, joining of text nodes.

Text nodes are joined across inline elements (``<b>``, ``<a>``), as sentences continue; others break
lines.  Elements of code are kept unchanged; in a line a digit replaces them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from majuscule.reading.extracts import STAND_IN, Builder, Extract, keep_raw
from majuscule.reading.formats.markup.references import take_reference
from majuscule.reading.inputs import LONGEST

_INLINE_CODE_NAMES = """
code kbd samp var tt literal codeph tex-math math monospace
command filename replaceable parameter userinput computeroutput varname envar function systemitem
constant classname methodname keycap keysym cmdname filepath parmname apiname systemoutput
"""
_INLINE_CODE = frozenset(_INLINE_CODE_NAMES.split())
_CODE = """
script style pre textarea xmp plaintext listing noembed noframes iframe
template programlisting screen literallayout verbatim codeblock
"""
CODE = _INLINE_CODE | frozenset(_CODE.split())
"""Elements whose content is not prose, in HTML and common kinds of XML (DocBook, DITA, JATS)."""

_INLINE = """
a abbr acronym b bdi bdo big cite data del dfn em font i ins label mark nobr q rp rt ruby s
small span strike strong sub sup time tt u wbr blink
hi w pc persname placename name orgname foreign term emph num date ref ptr lb
forename surname rolename addname geogname rs seg socalled mentioned gloss measure pb cb milestone
anchor choice expan sic corr orig reg add subst supplied unclear damage gap am
emphasis phrase link ulink xref citetitle quote
italic bold sc underline ext-link named-content
application productname firstterm wordasword trademark superscript subscript citerefentry
guibutton guiicon guilabel guimenu guimenuitem guisubmenu menuchoice
ph uicontrol menucascade wintitle
g x bx ex it mrk bpt ept pc sc ec
picture source script style template meta
"""
INLINE = frozenset(_INLINE.split())
"""Inline elements of HTML, TEI, DocBook, JATS, DITA and XLIFF, and those of HTML that are not
seen."""

WORDLESS = frozenset(("img", "input", "select", "svg", "object", "video", "audio"))
ASIDE = frozenset(("button", "option", "note"))
"""Elements whose text is a line of its own, even inside a sentence, which continues after them."""
PARTING = frozenset(("lb", "pb", "cb", "expan", "reg", "corr"))
"""Inline elements of TEI that part words: new lines and pages, and what stands for another word."""
_UNBROKEN = re.compile(r"\bbreak\s*=\s*[\"']no\b")
_LINES = re.compile(r"[\r\n]+|[^\r\n]+")
_END = re.compile(r"[.?!…][\"'”’)\]]*\s*$|[)\]♪]\s*$")


@dataclass(frozen=True)
class Elements:
    """The meaning of the elements of a kind of document."""

    text: frozenset[str]  # only their content is text; words may continue from one to the next
    lines: frozenset[str]  # those that begin and end a line
    signs: Mapping[str, str]  # those that stand for a space or a hyphen
    code: frozenset[str]  # those whose content is not prose
    inline_code: frozenset[str] = frozenset()  # those of them that are inline
    longest: int = 32 * LONGEST  # characters of a document, markup and all
    cues: frozenset[str] = frozenset()  # those that begin a line if a sentence has ended


TTML = Elements(
    frozenset(("p",)), frozenset(), {"br": " "}, frozenset(("metadata",)), cues=frozenset(("p",))
)
"""Subtitles in XML: sentences run across cues and their lines."""


XLIFF = frozenset(("target",))
"""What is text in XLIFF: translations, which are found again by their sources."""


@dataclass
class Markup:
    """Collects markup and text nodes, in order, into documents.

    ``wanted``: elements to which the text is restricted; if empty, all but code is text.
    ``elements``: the meaning of elements in documents other than pages.
    """

    wanted: frozenset[str] = frozenset()
    html: bool = True  # whether references by name are known, and </p> may be omitted
    elements: Elements | None = None
    line: int = 1
    tags: int = 0  # so far
    _builder: Builder | None = None
    _done: list[Extract] = field(default_factory=list)
    _code: str = ""  # the outermost open element of code
    _depth: int = 0  # the number of open elements of its name
    _inside: Counter[str] = field(default_factory=Counter)  # the open wanted elements
    _broken: bool = True  # whether the next text begins a line
    _ended: bool = False  # whether the last text ends a sentence, or is a sound in brackets
    _aside: str = ""  # the open element of ASIDE inside a line
    _titled: bool = False  # whether the title of a work is open, inside a sentence

    @property
    def builder(self) -> Builder:
        """Return the builder of the current document."""
        if self._builder is None:
            self._builder = Builder(self.line)
        return self._builder

    def keep(self, raw: str) -> None:
        """Add markup other than a tag: a comment, a declaration."""
        self.builder.keep(raw)
        self._advance(raw)

    def start(self, name: str, raw: str, *, empty: bool = False) -> None:
        """Add a start tag, or with ``empty`` that of an element without content."""
        self.tags += 1
        if self._code:
            self._depth += name == self._code and not empty
            self.keep(raw)
            return
        self._titled |= name == "title" and not (self.html or self._broken)
        self._part(name)
        if name == "xliff" and self.tags == 1 and not (self.html or self.wanted):
            self.wanted = XLIFF
        if name == "tt" and self.tags == 1 and not self.html:  # the root of TTML is not code
            self.elements = None if self.wanted else TTML
            self.keep(raw)
            return
        if self.elements is not None:
            self._start_known(self.elements, name, raw, empty=empty)
            return
        if name in ASIDE and self._aside:
            self._end_aside()
        if name in ASIDE and not self._broken and not self._is_code and not empty:
            if name != "note":  # it has no place of its own in the sentence
                self._stand_in()
            self.builder.begin_aside({"line": self.line})
            self._aside = name
        elif name in ASIDE:
            self._broken = True
        if name in WORDLESS or name in _INLINE_CODE:
            self._stand_in()
        elif name in PARTING and not (self._broken or self._is_code or _UNBROKEN.search(raw)):
            self.builder.say(" ")
        if name in CODE and not empty:
            self._code, self._depth = name, 1
        elif name in self.wanted and not empty:
            self._inside[name] += 1
        self.keep(raw)

    def _start_known(self, elements: Elements, name: str, raw: str, *, empty: bool) -> None:
        """Add a start tag in a kind of document whose elements are known."""
        if name in elements.inline_code:
            self._begin_line()
            self.builder.say(STAND_IN)
        if name in elements.cues and not self._broken:
            self._broken = self._ended
            self.builder.say("" if self._ended else " ")
        if name in elements.code and not empty:
            self._code, self._depth = name, 1
        elif name in elements.signs and not self._broken:
            self.builder.say(elements.signs[name])
        elif name in elements.text and not empty:
            self._inside[name] += 1
        self.keep(raw)

    def end(self, name: str, raw: str) -> None:
        self.tags += 1
        if self._code:
            self._depth -= name == self._code
            self._code = self._code if self._depth else ""
        elif self.elements is not None:
            self._part(name)
            self._inside[name] -= name in self.elements.text
        else:
            self._part(name)
            self._titled &= name != "title"
            self._broken = self._broken or (name in ASIDE and name != self._aside)
            if self._aside and name in (self._aside, "select"):
                self._end_aside()
            if self._inside[name]:
                self._inside[name] -= 1
                self._broken = True
        self.keep(raw)

    def text(self, raw: str) -> None:
        """Add a text node as written, without references."""
        if self._is_code:
            self.keep(raw)
            return
        for part in _LINES.findall(raw):
            text = part.lstrip() if self._broken else part
            self.builder.keep(part[: len(part) - len(text)])
            if not text:
                continue
            if text[0] in "\r\n":
                # A line break in the source is a space in the text.
                self.builder.code(text, " " * len(text), keep_raw)
                continue
            self._begin_line()
            self.builder.take(text)
            self._ended = bool(_END.search(text)) if text.strip() else self._ended
        self._advance(raw)

    def reference(self, raw: str) -> None:
        if self._is_code:
            self.keep(raw)
            return
        self._begin_line()
        take_reference(self.builder, raw, names=self.html)
        self._advance(raw)

    @property
    def _is_code(self) -> bool:
        chosen = self.elements.text if self.elements is not None else self.wanted
        return bool(self._code) or (bool(chosen) and not self._inside.total())

    def _end_aside(self) -> None:
        self.builder.end_aside()
        self._aside = ""

    def _part(self, name: str) -> None:
        if self.elements is not None:
            self._broken = self._broken or name in self.elements.lines
            return
        if name in ASIDE or (self._titled and name == "title"):
            return
        if name not in INLINE and name not in WORDLESS and name not in _INLINE_CODE:
            if self._aside:  # it was not closed
                self._end_aside()
            self._broken = True
            if self.html:
                self._inside["p"] = 0

    def _stand_in(self) -> None:
        if not self._is_code:
            self._begin_line()
            self.builder.say(STAND_IN)

    def _begin_line(self) -> None:
        """Begin a line of the text if one is due, and a new document if the last is long."""
        if not self._broken:
            return
        self._broken = False
        builder = self.builder.end()
        if builder.length > (self.elements.longest if self.elements else LONGEST):
            self._done.append(builder.build())
            self._builder = builder = Builder(self.line)
        if builder.at:
            builder.say("\n")
        builder.begin({"line": self.line})

    def _advance(self, raw: str) -> None:
        self.line += raw.count("\n")

    def extracts(self) -> Iterator[Extract]:
        """Yield the documents that are complete."""
        done, self._done = self._done, []
        yield from done

    def finish(self) -> Iterator[Extract]:
        """Yield the remaining documents."""
        yield from self.extracts()
        if self._builder is not None:
            yield self._builder.build()


def wanted_elements(fields: Sequence[str]) -> frozenset[str]:
    """Return the names of elements in the form in which they are compared."""
    return frozenset(local_name(one) for one in fields)


def local_name(name: str) -> str:
    """Return an element's name without prefix, in lower case.

    >>> local_name("tei:persName")
    'persname'
    """
    return name.rpartition(":")[2].lower()
