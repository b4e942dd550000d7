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
    for block in blocks:
        rest += block.text
        pieces = []
        at = 0
        for end in _ends(rest, how, longest, final=False):
            text = rest[at:end]
            pieces.append(Piece(text, line))
            line += text.count("\n")
            at = end
        rest = rest[at:]
        if pieces:
            yield pieces
    pieces = []
    at = 0
    for end in _ends(rest, how, longest, final=True):
        pieces.append(Piece(rest[at:end], line))
        line += rest.count("\n", at, end)
        at = end
    if pieces:
        yield pieces


def _ends(text: str, how: How, longest: int, final: bool) -> Iterator[int]:
    """Yield where the documents of a text end that begins with a document."""
    at = 0
    find = _FINDERS[how]
    while at < len(text):
        found = find(text, at, at + longest)
        if not found:
            if len(text) - at > longest:
                found = _cut(text, at, longest)
            elif final:
                found = len(text)
            else:
                return
        yield found
        at = found


def _line_end(text: str, start: int, stop: int) -> int:
    return text.find("\n", start, stop) + 1


def _blank_end(text: str, start: int, stop: int) -> int:
    found = _BLANK.search(text, start, stop)
    return found.end() if found else 0


def _no_end(_text: str, _start: int, _stop: int) -> int:
    return 0


_FINDERS: dict[str, Callable[[str, int, int], int]] = {
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

