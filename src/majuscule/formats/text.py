r"""Cut a stream of text into documents: what document memory and case detection look at together.

The cuts depend on the text alone, never on how it arrives, so the same input gives the same output
through any pipe.  Three ways:

- ``line``: each line is a document; it comes out as soon as it is in;
- ``blank``: a document ends with a blank line;
- ``file``: nothing but the end of the input ends it.

In all three a document has at most ``LONGEST`` characters: a longer one is cut after its last whole
line, and a line that is longer yet after its last word, so that memory stays bounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from majuscule.corpus.streams import JOINED, Block

How = Literal["line", "blank", "file"]
HOWS: tuple[How, ...] = ("line", "blank", "file")

LONGEST = 1 << 18
"""Characters: some 45,000 words, a long report.  Larger costs memory and gains nothing measured."""

MARKS = 64
"""How many combining marks a letter may have before it is parted from them."""

_BLANK = re.compile(r"^[^\S\n]*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A document of a stream, terminators and all: pieces joined are the input."""

    text: str
    line: int  # the number, from 1, of the line that it begins in


def cut_documents(
    blocks: Iterable[Block], how: How, longest: int = LONGEST
) -> Iterator[list[Piece]]:
    r"""Yield for each block the documents that it completes, and at the end what is left.

    >>> blocks = [Block("a\nb\n\nc", 1, complete=False), Block("d\n", 4)]
    >>> [[piece.text for piece in pieces] for pieces in cut_documents(blocks, "blank")]
    [['a\nb\n\n'], ['cd\n']]
    """
    rest, line = "", 1
    inside = False  # the rest begins inside a line that was cut
    for text, final in _until_final(blocks):
        rest += text
        pieces = []
        at = 0
        for end in _ends(rest, how, longest, inside, final):
            piece = Piece(rest[at:end], line)
            pieces.append(piece)
            line += piece.text.count("\n")
            inside = not piece.text.endswith("\n")
            at = end
        rest = rest[at:]
        if pieces:
            yield pieces


def _until_final(blocks: Iterable[Block]) -> Iterator[tuple[str, bool]]:
    """Yield the text of each block, and at last nothing, marked as the end."""
    for block in blocks:
        yield block.text, False
    yield "", True


def _ends(text: str, how: How, longest: int, inside: bool, final: bool) -> Iterator[int]:
    """Yield where the documents of a text end that begins with a document.

    ``inside``: it begins inside a line.
    """
    at = 0
    find = _FINDERS[how]
    while at < len(text):
        within = text[at - 1] != "\n" if at else inside
        found = find(text, at, at + longest, within)
        if not found:
            if len(text) - at > longest:
                found = _cut(text, at, longest)
            elif final:
                found = len(text)
            else:
                return
        yield found
        at = found


def _line_end(text: str, start: int, stop: int, _inside: bool) -> int:
    return text.find("\n", start, stop) + 1


def _blank_end(text: str, start: int, stop: int, inside: bool) -> int:
    if inside:
        # What is left of a line that was cut may look blank.
        start = text.find("\n", start, stop) + 1
        if not start:
            return 0
    found = _BLANK.search(text, start, stop)
    return found.end() if found else 0


def _no_end(_text: str, _start: int, _stop: int, _inside: bool) -> int:
    return 0


_FINDERS: dict[str, Callable[[str, int, int, bool], int]] = {
    "line": _line_end,
    "blank": _blank_end,
    "file": _no_end,
}


def _cut(text: str, start: int, longest: int) -> int:
    """Return where to cut what is too long: after a line, else a word, else between letters."""
    stop = start + longest
    at = text.rfind("\n", start, stop) + 1
    if not at:
        at = max(text.rfind(space, start + longest // 2, stop) for space in " \t\u3000") + 1
    if not at:
        places = range(stop, max(start, stop - MARKS), -1)
        at = next((one for one in places if unicodedata.category(text[one]) not in JOINED), stop)
    return at
