r"""Splitting plain text into documents, the units of document memory and case detection.

Where it is split depends on the text alone, not on how it arrives, so the same input gives the same
output through any pipe.  There are three ways:

- ``line``: each line is a document, complete as soon as the line is;
- ``blank``: a document ends with a blank line;
- ``file``: only the end of the input ends it, so that all paragraphs are one document.

In all three a document has at most ``LONGEST`` characters: a longer one is split after its last
whole line, and a longer line after its last word, so that memory stays bounded.

For reading only, lines are paragraphs, blank lines are left out, and documents end in the same
three ways (the formats ``lines``, ``text`` and ``whole``), or after the line with which they exceed
a million characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from majuscule.reading.compression import stem
from majuscule.reading.documents import Document
from majuscule.reading.extracts import Extract, SourceSpan
from majuscule.reading.inputs import LONGEST, How, Input, without_mark
from majuscule.reading.streams import Block, cut_place, until_final

LONGEST_READ = 1_000_000
"""Characters after which a document for reading only is split."""

_BLANK = re.compile(r"^[^\S\n]*\n", re.MULTILINE)


def read(source: Input) -> Iterator[Extract]:
    """Yield the documents of plain text; by default a file is one, and each line of a pipe."""
    how = source.reading.how or ("file" if source.is_file else "line")
    documents = cut_text(source.blocks, how)
    for first in islice(documents, 1):
        mark, text = without_mark(first.raw)
        spans = (SourceSpan(1, len(first.raw), 0, len(text)),)
        yield Extract(first.raw, 1, text, spans) if mark else first
    yield from documents


def read_text(source: Input, how: How = "blank") -> Iterator[Document]:
    """Yield the documents of plain text, separated by blank lines, for reading only."""
    bare = stem(source.where)
    paragraphs: list[str] = []
    length = first = 0
    for number, line in source.bare_lines():
        blank = not line or line.isspace()
        if not blank:
            first = first if paragraphs else number
            paragraphs.append(line)
            length += len(line)
        ends = how == "line" or length > LONGEST_READ or (blank and how == "blank")
        if paragraphs and ends:
            yield Document(f"{bare}-{first}", tuple(paragraphs), where=f"{source.where}:{first}")
            paragraphs, length = [], 0
    if paragraphs:
        yield Document(f"{bare}-{first}", tuple(paragraphs), where=f"{source.where}:{first}")


def read_each(source: Input) -> Iterator[Document]:
    """Yield a document for each line that is not blank, as for benchmarks of shuffled sentences."""
    return read_text(source, "line")


def read_whole(source: Input) -> Iterator[Document]:
    """Yield one document with all lines."""
    return read_text(source, "file")


def cut_text(blocks: Iterable[Block], how: How, longest: int = LONGEST) -> Iterator[Extract]:
    r"""Yield the documents of a text, each as soon as it is complete.

    >>> blocks = [Block("a\nb\n\nc", complete=False), Block("d\n")]
    >>> [one.text for one in cut_text(blocks, "blank")]
    ['a\nb\n\n', 'cd\n']
    """
    rest, line = "", 1
    inside = False  # whether the rest begins inside a line that was split
    for more, final in until_final(blocks):
        rest += more
        at = 0
        for end in _ends(rest, how, longest, inside, final):
            text = rest[at:end]
            yield Extract(text, line, text)
            line += text.count("\n")
            inside = not text.endswith("\n")
            at = end
        rest = rest[at:]


def _ends(text: str, how: How, longest: int, inside: bool, final: bool) -> Iterator[int]:
    """Yield the ends of the documents in a text that begins with a document.

    ``inside``: the text begins inside a line.
    """
    at = 0
    while at < len(text):
        found = 0
        if how == "line":
            found = text.find("\n", at, at + longest) + 1
        elif how == "blank":
            found = _blank_end(text, at, at + longest, text[at - 1] != "\n" if at else inside)
        if not found:
            if len(text) - at > longest:
                stop = at + longest
                # After a whole line, else after a word.
                found = text.rfind("\n", at, stop) + 1
                found = found or cut_place(text, at + longest // 2, stop)
            elif final:
                found = len(text)
            else:
                return
        yield found
        at = found


def _blank_end(text: str, start: int, stop: int, inside: bool) -> int:
    """Return the end of the first blank line, or 0; ``inside``: the text begins inside a line."""
    if inside:
        # The remainder of a split line may look blank.
        start = text.find("\n", start, stop) + 1
        if not start:
            return 0
    found = _BLANK.search(text, start, stop)
    return found.end() if found else 0
