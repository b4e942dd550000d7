"""XML: text nodes are restored where they stand, and no byte of the markup changes.

Expat, Python's own parser, says where text is; the source is copied, with letters exchanged.
Entities that the document declares are not expanded, and nothing outside it is read.  The text must
be UTF-8.  Attributes are markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from majuscule.reading.extracts import Extract
from majuscule.reading.formats.markup.nodes import Elements, Markup, local_name, wanted_elements
from majuscule.reading.inputs import Input

LONGEST = 1 << 24
"""Bytes that a tag or a comment may have."""


def read(source: Input, elements: Elements | None = None) -> Iterator[Extract]:
    """Yield the text of a document as documents; one, unless it is very long.

    ``elements``: what its elements mean, where it is of a known kind.
    """
    parser = _XmlParser(source, elements)
    for block in source.blocks:
        parser.feed(block.text.encode())
        yield from parser.markup.extracts()
    parser.feed(b"", final=True)
    yield from parser.markup.finish()


class _XmlParser:
    """Hands what expat finds to the markup, from the source as it is written.

    Expat tells the byte at which something begins; it ends where the next begins.  ``_bytes``: what
    was fed of late; ``_base``: its offset; ``_done``: up to where it was handed on; ``_next``: what
    it is that begins there.
    """

    def __init__(self, source: Input, elements: Elements | None) -> None:
        wanted = wanted_elements(source.reading.fields)
        self.markup = Markup(wanted, html=False, elements=elements)
        self._source = source
        self._bytes = b""
        self._base = self._done = 0
        self._next: tuple[str, str] = ("keep", "")
        parser = self._expat = expat.ParserCreate("utf-8")
        parser.StartElementHandler = lambda name, _attributes: self._at("start", name)
        parser.EndElementHandler = lambda name: self._at("end", name)
        parser.CharacterDataHandler = lambda data: self._at("text", data)
        parser.StartCdataSectionHandler = lambda: self._at("keep", "")
        parser.EndCdataSectionHandler = lambda: self._at("keep", "")
        # With this handler entities are reported, not expanded.
        parser.DefaultHandler = lambda data: self._at("keep", "")

    def feed(self, data: bytes, *, final: bool = False) -> None:
        self._bytes = self._bytes[self._done - self._base :] + data
        self._base = self._done
        try:
            self._expat.Parse(data, final)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise self._source.error(
                f"not XML: {reason} at column {error.offset + 1}; for HTML use --format html",
                error.lineno,
            ) from error
        if final:
            self._hand_on(self._base + len(self._bytes))
        elif self._base + len(self._bytes) - self._done > LONGEST:
            raise self._source.error(
                f"more than {LONGEST >> 20} MB of markup that is not closed",
                self._expat.CurrentLineNumber,
            )

    def _at(self, kind: str, what: str) -> None:
        """Hand on what ends where something begins."""
        place = self._expat.CurrentByteIndex
        if place == self._done and kind == "end" and self._next[0] == "start":
            # ``<a/>`` starts and ends at one place.
            self._next = ("empty", what)
            return
        self._hand_on(place)
        self._next = (kind, what)

    def _hand_on(self, place: int) -> None:
        raw = self._bytes[self._done - self._base : place - self._base].decode()
        self._done = place
        kind, what = self._next
        if kind == "start" or kind == "empty":
            self.markup.start(local_name(what), raw, empty=kind == "empty")
        elif kind == "end":
            self.markup.end(local_name(what), raw)
        elif kind == "text" and raw.replace("\r\n", "\n").replace("\r", "\n") == what:
            self.markup.text(raw)
        elif raw.startswith("&"):
            self.markup.reference(raw)
        elif raw:
            self.markup.keep(raw)
