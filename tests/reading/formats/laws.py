"""What holds for every format, and ways to read a text of one."""

import io
import re
from collections.abc import Sequence
from typing import Any

from majuscule.reading import FORMATS, Extract, Reading
from majuscule.reading.inputs import Input, Notes
from majuscule.reading.streams import read_blocks


class Dribble(io.RawIOBase):
    """A stream that gives its bytes in pieces of the sizes it was told, then of three."""

    def __init__(self, content: bytes, sizes: Sequence[int]) -> None:
        self._content = content
        self._sizes = list(sizes)

    def read(self, size: int = -1, /) -> bytes:
        wanted = self._sizes.pop(0) if self._sizes else 3
        given, self._content = self._content[:wanted], self._content[wanted:]
        return given


def read(
    format: str,
    text: str,
    *,
    sizes: Sequence[int] = (1 << 30,),
    longest: int = 1 << 20,
    notes: Notes | None = None,
    **reading: Any,
) -> list[Extract]:
    """Return the documents of a text."""
    stream = Dribble(text.encode(), sizes)
    blocks = read_blocks(stream, "x", longest=longest)  # type: ignore[arg-type]
    source = Input(blocks, "x", Reading(**reading), notes or Notes("x"))
    return list(FORMATS[format].load()(source))


def swap(text: str) -> str:
    """Return a text of the same length in another case."""
    return "".join(c.swapcase() if len(c.swapcase()) == 1 else c for c in text)


def texts(documents: Sequence[Extract]) -> list[str]:
    return [document.text for document in documents if document.text]


def rewritten(documents: Sequence[Extract], change: Any = swap) -> str:
    """Return the source with its text changed."""
    return "".join(document.rewrite(change(document.text)) for document in documents)


def check(
    documents: Sequence[Extract], source: str, line_end: str = "\n", *, ordered: bool = True
) -> None:
    """Check that the documents are the source, and that rewriting changes letters only.

    ``ordered``: what stands later in the source stands later in the text.
    """
    assert "".join(document.raw for document in documents) == source
    assert rewritten(documents, str) == source
    line = 1
    for document in documents:
        assert document.line == line
        line += len(re.findall(line_end, document.raw))
        at = 0
        for unit in document.units or ():
            assert at <= unit.start <= unit.end <= len(document.text)
            at = unit.end
        written = raw = 0
        for span in document.spans or ():
            assert span.at >= written or not ordered
            assert span.start >= raw
            written, raw = span.stop, span.end
            if span.recode is None:
                literal = document.raw[span.start : span.end]
                assert literal == document.text[span.at : span.stop]
        assert all(span.stop <= len(document.text) for span in document.spans or ())
        assert raw <= len(document.raw)
    if not any(span.recode for document in documents for span in document.spans or ()):
        changed = rewritten(documents)
        assert len(changed) == len(source)
        for old, new in zip(source, changed, strict=True):
            assert new in (old, swap(old))
