"""Documents of word processors: Word's ``.docx`` and OpenDocument's ``.odt``.

Both are archives of XML.  Letters change in the text of paragraphs, headings, notes, comments,
headers and footers; everything else in the archive stays byte for byte.  A word that is split over
several runs, because it is partly bold or was spell-checked, is one word.  Field codes, deleted
text and formulas are not text.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from majuscule.errors import CorpusError
from majuscule.reading.decoding import Codec
from majuscule.reading.documents import Document
from majuscule.reading.extracts import Extract, as_documents
from majuscule.reading.formats.documents.archives import open_archive
from majuscule.reading.formats.markup import xml
from majuscule.reading.formats.markup.nodes import Elements
from majuscule.reading.inputs import Input, Notes, Reading
from majuscule.reading.opening import open_bytes
from majuscule.reading.streams import read_blocks


@dataclass(frozen=True)
class Container:
    """A kind of document: an archive whose members contain the text."""

    what: str
    members: tuple[str, ...]  # patterns of members with text; the first must be there
    elements: Elements


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


DOCX = Container(
    "a .docx file",
    (
        r"word/document\.xml",
        r"word/(?:header|footer)\d*\.xml",
        r"word/(?:footnotes|endnotes|comments)\.xml",
    ),
    Elements(
        text=_names("t"),
        lines=_names("p br cr"),
        signs={"tab": " ", "ptab": " ", "nobreakhyphen": "-"},
        code=_names("omath omathpara instrtext deltext"),
        inline_code=_names("omath"),
    ),
)
ODT = Container(
    "an .odt file",
    (r"content\.xml", r"styles\.xml"),
    Elements(
        text=_names("p h"),
        lines=_names("p h line-break"),
        signs={"s": " ", "tab": " "},
        code=_names("tracked-changes math script creator creator-initials"),
    ),
)


class OfficeFile:
    """An open document; see :class:`majuscule.reading.sources.Opened`."""

    def __init__(
        self,
        kind: Container,
        name: str,
        reading: Reading,
        notes: Notes,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self.notes = notes
        self._kind = kind
        self._reading = reading
        with open_bytes(name, progress=progress) as stream:
            self._archive = open_archive(stream.read(), notes.where, kind.what)
        self._members = [
            member
            for pattern in kind.members
            for member in self._archive.names
            if re.fullmatch(pattern, member)
        ]
        if not self._members or not re.fullmatch(kind.members[0], self._members[0]):
            raise CorpusError(f"an archive, but not {kind.what}", notes.where)
        self._owners: deque[str] = deque()  # the members of the extracts not yet written
        self._written: dict[str, list[str]] = {}
        self._codecs: dict[str, Codec] = {}

    def close(self) -> None:
        """Release the content."""
        self._written.clear()

    def extracts(self) -> Iterator[Extract]:
        """Yield the text of one member after the other; line numbers are those of the member."""
        for member in self._members:
            codec = self._codecs[member] = Codec()
            stream = io.BytesIO(self._archive.read(member))
            where = self.notes.where
            blocks = read_blocks(stream, where, codec=codec)
            try:
                for one in xml.read(
                    Input(blocks, where, self._reading, self.notes), self._kind.elements
                ):
                    self._owners.append(member)
                    yield one
            except CorpusError as error:
                raise CorpusError(
                    f"its member {member} is damaged; get a fresh copy", where
                ) from error

    def documents(self) -> Iterator[Document]:
        """Yield the text as documents of paragraphs."""
        return as_documents(self.extracts(), self.notes.where)

    def render(self, extracts: Sequence[Extract], restored: Sequence[str]) -> list[str]:
        return [one.rewrite(text) for one, text in zip(extracts, restored, strict=True)]

    def write(self, rendered: list[str]) -> bytes:
        """Keep the new text of the members; :meth:`finish` writes the archive."""
        for text in rendered:
            self._written.setdefault(self._owners.popleft(), []).append(text)
        return b""

    def finish(self) -> bytes:
        contents = {}
        for member, parts in self._written.items():
            content = self._codecs[member].encode("".join(parts))
            if content != self._archive.read(member):
                contents[member] = content
        return b"".join(self._archive.changed(contents))


open_docx, open_odt = partial(OfficeFile, DOCX), partial(OfficeFile, ODT)
