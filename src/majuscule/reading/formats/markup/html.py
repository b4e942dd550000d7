"""HTML: text nodes are rewritten in place, and the markup stays byte for byte.

:class:`html.parser.HTMLParser` locates the text; the source is copied, not generated from what was
parsed, with letters replaced in the text.  What the parser reports as text is used only if the
source has the same characters there.  Attributes (``alt``) are markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import html5
from html.parser import HTMLParser

from majuscule.errors import CorpusError, UnclearError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.markup.nodes import Markup, wanted_elements
from majuscule.reading.formats.markup.references import REFERENCE
from majuscule.reading.inputs import Input

LONGEST = 1 << 24
"""The most characters of a tag, a comment or a script."""

_MARKUP = re.compile(r"<[A-Za-z/!?]")
_RAW = ("script", "style", "xmp", "iframe", "noembed", "noframes")
"""Elements whose content is neither text nor markup."""


def read(source: Input) -> Iterator[Extract]:
    """Yield the text of a page as one document, or several if it is very long."""
    parser = _HtmlParser(source)
    first = True
    for block in source.blocks:
        parser.feed(block.text)
        for document in parser.markup.extracts():
            if first:
                parser.check()
            first = False
            yield document
    parser.end()
    parser.check()
    yield from parser.markup.finish()


class _HtmlParser(HTMLParser):
    """Passes what the parser finds to the markup, as written in the source.

    Python's parser changed between patch releases of all versions (3.13.6, say); what it depends on
    is set here, so that a page is read alike by each.

    ``_text``: the input not yet passed on; ``_base``: its offset; ``_done``: the offset up to which
    input was passed on; ``_starts``: the offsets of lines, from line ``_first`` on.
    """

    CDATA_CONTENT_ELEMENTS = _RAW  # type: ignore[misc]
    RCDATA_CONTENT_ELEMENTS = ()  # type: ignore[misc]  # titles are text like any other

    def __init__(self, source: Input) -> None:
        super().__init__(convert_charrefs=False)
        self.markup = Markup(wanted_elements(source.reading.fields))
        self._source = source
        self._text = ""
        self._base = self._done = 0
        self._starts = [0]
        self._first = 1

    def feed(self, data: str) -> None:
        at = self._base + len(self._text)
        self._starts += [at + found.end() for found in re.finditer("\n", data)]
        self._text += data
        self.rawdata += data  # newer parsers' own feed waits for more
        # The parser may stop at an odd reference; it continues when called again.
        left = -1
        while left != len(self.rawdata) and self.rawdata:
            left = len(self.rawdata)
            self.goahead(False)
        if len(self.rawdata) > LONGEST:
            size = f"{LONGEST >> 20} million characters"
            raise self._error(f"markup of more than {size}; is a tag or a comment not closed?")
        self._forget()

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Treat what looks like a marked section of SGML, but is unknown, as a comment."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i, report)

    def end(self) -> None:
        """Process the end of the page; as in browsers, unclosed markup is not text."""
        if self.rawdata and (self.cdata_elem or _MARKUP.match(self.rawdata)):
            what = f"<{self.cdata_elem}>" if self.cdata_elem else "markup"
            self._source.notes.add(
                self.getpos()[0], f"the page ends inside {what} that is not closed, left unchanged"
            )
        else:
            self.close()
        self._take_until(self._base + len(self._text))

    def check(self) -> None:
        """Raise an error for a page without any tag."""
        if not self.markup.tags:
            raise UnclearError(
                "has no tags, so it is not HTML; to restore it as text, use --format text",
                self._source.where,
            )

    def _error(self, message: str) -> CorpusError:
        return self._source.error(message, self.getpos()[0])

    def _place(self) -> int:
        line, column = self.getpos()
        return self._starts[line - self._first] + column

    def _take_until(self, place: int) -> None:
        """Pass on the input before ``place`` as markup other than a tag."""
        if place > self._done:
            self.markup.keep(self._text[self._done - self._base : place - self._base])
            self._done = place

    def _take(self, length: int) -> str:
        """Return the next characters of the source, from the parser's position on."""
        self._take_until(self._place())
        start = self._done
        self._done += length
        return self._text[start - self._base : self._done - self._base]

    def _forget(self) -> None:
        """Drop the input that was passed on."""
        self._text = self._text[self._done - self._base :]
        self._base = self._done
        line = self.getpos()[0]
        del self._starts[: line - self._first]
        self._first = line

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.markup.start(tag, self._take(len(self.get_starttag_text() or "")), empty=tag in _EMPTY)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Treat the slash of ``<br/>`` as HTML does: it means nothing."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        place = self._place()
        end = self._text.find(">", place - self._base)
        self.markup.end(tag, self._take(end + 1 - (place - self._base) if end >= 0 else 0))

    def handle_data(self, data: str) -> None:
        place = self._place()
        same = self._text.startswith(data, place - self._base)
        if place >= self._done and same and not self.cdata_elem and not _MARKUP.search(data):
            self.markup.text(self._take(len(data)))

    def handle_entityref(self, name: str) -> None:
        """Process a reference by name; ``AT&T`` has none."""
        end = self._place() - self._base + 1 + len(name)
        if self._text.startswith(";", end) or name in html5:
            self._reference()
        else:
            self.handle_data(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._reference()

    def _reference(self) -> None:
        found = REFERENCE.match(self._text, self._place() - self._base)
        if found:
            self.markup.reference(self._take(len(found[0])))
        else:
            self._take_until(self._place())


_ELEMENTS = "area base br col embed hr img input link meta param source track wbr"
_EMPTY = frozenset(_ELEMENTS.split())
