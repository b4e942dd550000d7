r"""Lines of a corpus file, decoded one by one, for the readers of documents.

A line ends with ``\n`` and nothing else; the ``\r`` of ``\r\n`` is dropped, and so is a byte-order
mark at the start of the file.  For text that must come back byte for byte see
:mod:`majuscule.reading.streams`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from majuscule.errors import CorpusError
from majuscule.reading.decoding import Errors, decode, invalid
from majuscule.reading.tally import Tally

LONGEST = 1 << 26
"""The longest line in bytes: 64 MiB.  A longer one is no paragraph, and would fill the memory."""


def read_lines(
    stream: BinaryIO, where: str, *, errors: Errors = "strict", tally: Tally | None = None
) -> Iterator[tuple[int, str]]:
    r"""Yield each line's number, from 1, and its text without the line end.

    Lines come out as soon as they are in, so a pipe can be followed.

    Raises :class:`CorpusError` for a line that is not UTF-8 or is longer than 64 MiB.

    >>> import io
    >>> list(read_lines(io.BytesIO(b"a\r\n\nlast"), "x.txt"))
    [(1, 'a'), (2, ''), (3, 'last')]
    """
    number = offset = 0
    head = b""
    while content := stream.readline(LONGEST + 2):
        number += 1
        length = len(content)
        if not offset:
            head = content[:16]
            content = content.removeprefix(codecs.BOM_UTF8)
        if length > LONGEST and not content.endswith(b"\n"):
            raise CorpusError(f"a line of more than {LONGEST >> 20} MiB", f"{where}:{number}")
        try:
            text, _ = decode(content, errors, True, tally)
        except UnicodeDecodeError as error:
            start = offset + length - len(content)
            raise invalid(error, where=where, line=number, offset=start, head=head) from error
        yield number, text.removesuffix("\n").removesuffix("\r")
        offset += length
