r"""A stream of text in blocks whose concatenation is exactly the input.

Restoring reads text this way: no character is lost or changed, only ``\n`` ends a line (a lone
``\r``, U+2028 and the like are part of it, unlike in :meth:`str.splitlines`), and memory is bounded
for any input, even for a line that never ends.

A block has as many whole lines as one read returns, because a Python loop over lines would cost
more than restoring them.  From a terminal or a pipe, a block is returned as soon as its last line
is complete, without waiting for a full buffer.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from majuscule.errors import CorpusError
from majuscule.reading.decoding import Codec, invalid

READ = 1 << 18
LONGEST = 1 << 20
LONGEST_LINE = 1 << 26
"""The most characters of a line that is read as one: longer ones are no paragraphs."""

MARKS = 64
"""The most combining marks that are kept with their letter when a text is cut."""

JOINED = frozenset(("Mn", "Mc", "Me", "Cf", "Sk"))
"""Categories of characters that belong to the one before: marks, joiners, modifiers."""


class Block(NamedTuple):
    """A piece of text from a stream."""

    text: str  # never empty; terminators are unchanged
    complete: bool = True  # whether it ends with a line, or with the input


def read_blocks(
    stream: BinaryIO,
    where: str = "<stdin>",
    *,
    size: int = READ,
    longest: int = LONGEST,
    codec: Codec | None = None,
) -> Iterator[Block]:
    r"""Yield the text of ``stream``, decoded by ``codec`` (by default from UTF-8, or what a
    byte-order mark says), in blocks of whole lines.

    ``size`` is the number of bytes per read.  A line of more than ``longest`` characters is split
    into blocks, after white space if there is some in the second half; all but the last of them are
    not ``complete``.  A block has at most ``longest`` plus ``size`` characters.

    A byte that is invalid in the encoding raises :class:`~majuscule.errors.CorpusError` with file,
    line and byte, after all earlier lines were returned, unless the codec replaces it.

    >>> [block.text for block in read_blocks(io.BytesIO(b"a\r\nb\x0bc\nd"))]
    ['a\r\nb\x0bc\n', 'd']
    """
    read = getattr(stream, "read1", stream.read)
    codec = codec or Codec()
    line = 1
    pending: list[str] = []  # the beginning of an incomplete line
    waiting = 0  # its length
    tail = b""  # the beginning of an incomplete character
    offset = 0  # of ``tail`` in the stream
    head = b""
    final = False
    while not final:
        content = read(size)
        while content and codec.wants(content) and (more := read(size)):
            content += more
        codec.settle(content, where)
        final = not content
        if len(head) < 16:
            head += content[: 16 - len(head)]
        content = tail + content
        failure = None
        try:
            text, used = codec.decode(content, final)
        except UnicodeDecodeError as error:
            failure = error
            failure.encoding = codec.name  # codecs with tables name themselves charmap
            text, used = content[: error.start].decode(codec.name), error.start
        tail, offset = content[used:], offset + used
        end = text.rfind("\n") + 1
        if end:
            whole = "".join([*pending, text[:end]])
            yield Block(whole)
            line += whole.count("\n")
            pending, waiting = [], 0
            text = text[end:]
        if failure is not None:
            start = offset - used
            told: Any = {"where": where, "line": line, "head": head, "option": codec.option}
            raise invalid(failure, offset=start, **told) from failure
        if text:
            pending.append(text)
            waiting += len(text)
        if waiting > longest and not final:
            joined = "".join(pending)
            at = cut_place(joined, longest // 2, len(joined) - 1)
            yield Block(joined[:at], complete=False)
            pending, waiting = [joined[at:]], len(joined) - at
    if waiting:
        yield Block("".join(pending))


def until_final(blocks: Iterable[Block]) -> Iterator[tuple[str, bool]]:
    """Yield the text of each block, then an empty one marked as final."""
    for block in blocks:
        yield block.text, False
    yield "", True


def join_lines(blocks: Iterable[Block], where: str) -> Iterator[tuple[int, str]]:
    """Yield each line's number, from 1, and its text with its terminator.

    Raises :class:`CorpusError` for a line of more than 64 million characters.
    """
    number = 1
    parts: list[str] = []
    size = 0
    for block in blocks:
        if not block.complete:
            parts.append(block.text)
            size += len(block.text)
            if size > LONGEST_LINE:
                size = LONGEST_LINE >> 20
                raise CorpusError(
                    f"a line of more than {size} million characters; split it", f"{where}:{number}"
                )
            continue
        for line in split_lines("".join([*parts, block.text])):
            yield number, line
            number += 1
        parts, size = [], 0


def bare_lines(blocks: Iterable[Block], where: str) -> Iterator[tuple[int, str]]:
    r"""Yield lines, numbered, without ``\n``, the ``\r`` before it, and a byte-order mark.

    >>> list(bare_lines([Block("\ufeffa\r\n\nlast")], "x.txt"))
    [(1, 'a'), (2, ''), (3, 'last')]
    """
    for number, line in join_lines(blocks, where):
        if number == 1:
            line = line.removeprefix("\ufeff")
        yield number, line.removesuffix("\n").removesuffix("\r")


def read_lines(stream: BinaryIO, where: str, **how: Any) -> Iterator[tuple[int, str]]:
    """Yield the lines of a stream, numbered and without terminators, as soon as they are read.

    ``how`` as in :func:`read_blocks`.  Raises :class:`CorpusError` for a line that is not in the
    encoding or has over 64 million characters.
    """
    return bare_lines(read_blocks(stream, where, **how), where)


def split_lines(text: str) -> list[str]:
    r"""Return the lines of ``text`` with their terminators; only ``\n`` ends a line.

    >>> split_lines("a\r\nb\x0bc\n\nd")
    ['a\r\n', 'b\x0bc\n', '\n', 'd']
    """
    return list(io.StringIO(text, newline="\n"))


def split_terminator(line: str) -> tuple[str, str]:
    r"""Return a line's content and its terminator: ``\n``, ``\r\n`` or nothing.

    >>> split_terminator("a\r\n"), split_terminator("b\r")
    (('a', '\r\n'), ('b\r', ''))
    """
    content = line.removesuffix("\n")
    if len(content) < len(line):
        content = content.removesuffix("\r")
    return content, line[len(content) :]


def cut_place(text: str, half: int, stop: int) -> int:
    r"""Return where to cut a text that continues after ``stop``: between ``half`` and ``stop``.

    After white space, or at least between letters: neither inside ``\r\n`` nor before one of up to
    64 combining marks, which would separate it from its letter.
    """
    at = 1 + max(text.rfind(space, half, stop) for space in " \t\u3000")
    if at:
        return at
    for at in range(stop, max(half, stop - MARKS), -1):
        if text[at - 1] != "\r" and unicodedata.category(text[at]) not in JOINED:
            return at
    return stop
