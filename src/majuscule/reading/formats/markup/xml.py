"""XML: text nodes are rewritten in place, and the markup stays byte for byte.

Expat, the parser in Python's library, locates the text; the source is copied, with letters
replaced.  Entities declared in the document are not expanded, and nothing outside it is read.  The
text must be UTF-8.  Attributes are markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from majuscule.reading.extracts import Extract
from majuscule.reading.formats.markup.nodes import Elements, Markup, local_name, wanted_elements
from majuscule.reading.inputs import Input

LONGEST = 1 << 24
"""The most bytes of a tag or a comment."""


def read(source: Input, elements: Elements | None = None) -> Iterator[Extract]:
    """Yield the text of a document as one document, or several if it is very long.

    ``elements``: their meaning, in a known kind of document.
    """
    parser = _XmlParser(source, elements)
    for block in source.blocks:
        parser.feed(block.text.encode())
        yield from parser.markup.extracts()
    parser.feed(b"", final=True)
    yield from parser.markup.finish()


class _XmlParser:
    """Passes what expat finds to the markup, as written in the source.

    Expat reports the byte at which an item begins; it ends where the next begins.  ``_bytes``: the
    input not yet passed on; ``_base``: its offset; ``_done``: the offset up to which input was
    passed on; ``_next``: the kind and name of the item that begins there.
    """

    def __init__(self, source: Input, elements: Elements | None) -> None:
        wanted = wanted_elements(source.reading.fields)
        self.markup = Markup(wanted, html=False, elements=elements)
        self._source = source
        self._bytes = b""
        self._base = self._done = 0
        self._next: tuple[str, str] = ("keep", "")
        parser = self._expat = expat.ParserCreate("utf-8")
        # Chapters of a book name entities that only the book declares.
        parser.UseForeignDTD(True)
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
            self._pass_on(self._base + len(self._bytes))
        elif self._base + len(self._bytes) - self._done > LONGEST:
            raise self._source.error(
                f"more than {LONGEST >> 20} MB of markup that is not closed",
                self._expat.CurrentLineNumber,
            )

    def _at(self, kind: str, what: str) -> None:
        """Pass on the item that ends where the next begins."""
        place = self._expat.CurrentByteIndex
        if place == self._done and kind == "end" and self._next[0] == "start":
            # ``<a/>`` starts and ends at the same place.
            self._next = ("empty", what)
            return
        self._pass_on(place)
        self._next = (kind, what)

    def _pass_on(self, place: int) -> None:
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
