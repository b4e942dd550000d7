"""SGML as in MUC and IEER.

MUC has ``<ENAMEX TYPE="PERSON">...</ENAMEX>``, IEER ``<b_enamex type="PERSON">...<e_enamex>``;
both are read and written.  ``<DOC>`` separates documents and ``<DOCNO>`` names them; other tags are
removed from the text.  Of alternative types (``PERSON|ORGANIZATION``) the first is used.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from majuscule.errors import CorpusError
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import ELEMENTS, LONG_NAMES, Mention

_TAG = re.compile(r"<(/|[be]_)?([A-Za-z][A-Za-z0-9]*)((?:\s+[^<>]*)?)>")
_TYPE = re.compile(r"""\btype\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_SHORT = {short: long for long, short in LONG_NAMES.items() if long != "ORGANISATION"}
_ELEMENT = {label: element for element, labels in ELEMENTS.items() for label in labels}

_MUC = '<{element} TYPE="{type}">{words}</{element}>'
_IEER = '<b_{element} type="{type}">{words}<e_{element}>'

NESTED = "mentions inside others, left out"


def read(
    lines: Iterable[tuple[int, str]], where: str, repairs: Repairs | None = None
) -> Iterator[AnnotatedText]:
    document = _Document(where, 1)
    for number, line in lines:
        at = 0
        for match in _TAG.finditer(line):
            document.add(line[at : match.start()])
            at = match.end()
            kind, name = match[1] or "", match[2].lower()
            if name.upper() in ELEMENTS:
                if kind in ("/", "e_"):
                    document.close(name, number)
                else:
                    document.open(name, match[3], number, repairs)
            elif name == "doc":
                if document.held:
                    yield document.finish()
                document = _Document(where, number)
            elif name == "docno":
                document.naming = kind == ""
        document.add(line[at:] + "\n")
    if document.held:
        yield document.finish()


class _Document:
    """A document being read."""

    def __init__(self, where: str, line: int) -> None:
        self.where = where
        self.line = line
        self.naming = False
        self._name = ""
        self._parts: list[str] = []
        self._length = 0
        self._open: list[tuple[str, str, int, int]] = []  # element, label, start, line
        self._mentions: list[Mention] = []

    @property
    def held(self) -> bool:
        return bool("".join(self._parts).strip())

    def add(self, text: str) -> None:
        text = html.unescape(text)
        if self.naming:
            self._name += text.strip()
            return
        self._parts.append(text)
        self._length += len(text)

    def open(self, name: str, attributes: str, line: int, repairs: Repairs | None) -> None:
        found = _TYPE.search(attributes)
        if found is None:
            raise CorpusError(f"<{name}> has no TYPE", f"{self.where}:{line}")
        if self._open and repairs is not None:
            repairs.add(NESTED)
        label = found[1].split("|")[0].upper()
        self._open.append((name, LONG_NAMES.get(label, label), self._length, line))

    def close(self, name: str, line: int) -> None:
        if not self._open or self._open[-1][0] != name:
            raise CorpusError(
                f"the closing tag of <{name}> has no opening tag; correct the file",
                f"{self.where}:{line}",
            )
        _, label, start, _ = self._open.pop()
        if not self._open and self._length > start:
            self._mentions.append(Mention(start, self._length, label))

    def finish(self) -> AnnotatedText:
        if self._open:
            name, _, _, opened = self._open[-1]
            raise CorpusError(
                f"<{name}> has no closing tag; correct the file", f"{self.where}:{opened}"
            )
        place = f"{self.where}:{self.line}"
        text, mentions = "".join(self._parts), tuple(self._mentions)
        return AnnotatedText(text, mentions, self._name or place, place)


def write(documents: Iterable[AnnotatedText], *, ieer: bool = False) -> Iterator[str]:
    r"""Yield the documents as text, in the markup of MUC or of IEER.

    >>> print("".join(write([AnnotatedText("R&D in Rome", (Mention(7, 11, "LOC"),), "d")])), end="")
    <DOC>
    <DOCNO>d</DOCNO>
    <TEXT>R&amp;D in <ENAMEX TYPE="LOCATION">Rome</ENAMEX></TEXT>
    </DOC>
    """
    for document in documents:
        parts, at = [], 0
        for mention in document.mentions:
            label = _SHORT.get(mention.label, mention.label)
            element = _ELEMENT.get(mention.label, "ENAMEX")
            parts.append(html.escape(document.text[at : mention.start], quote=False))
            words = html.escape(mention.of(document.text), quote=False)
            form = _IEER if ieer else _MUC
            element = element.lower() if ieer else element
            parts.append(form.format(element=element, type=html.escape(label), words=words))
            at = mention.end
        parts.append(html.escape(document.text[at:], quote=False))
        name = html.escape(document.id, quote=False)
        yield f"<DOC>\n<DOCNO>{name}</DOCNO>\n<TEXT>{''.join(parts)}</TEXT>\n</DOC>\n"
