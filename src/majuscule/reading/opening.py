"""Opening files and standard input as streams of uncompressed, counted bytes.

Standard input is ``-`` and is read as it is.  Errors of a decompressor about truncated or damaged
data become :class:`~majuscule.errors.CorpusError`.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from majuscule.errors import CorpusError, reason_of
from majuscule.files import several
from majuscule.reading.compression import COMPRESSIONS, STDIN, decoder_errors, shown_name
from majuscule.reading.tally import Tally

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

BUFFER = 1 << 18


def open_bytes(
    path: str | os.PathLike[str],
    *,
    tally: Tally | None = None,
    progress: Callable[[int], None] | None = None,
) -> BinaryIO:
    """Open a file, or standard input for ``-``, and return its uncompressed bytes as a stream.

    ``tally`` counts and hashes the uncompressed bytes; ``progress`` is called with the number of
    bytes read from the file itself.  Both are complete at the end of the file.

    The stream's ``read1`` and ``readline`` return as soon as there is something, so that a pipe
    can be followed while it is written.

    Raises :class:`CorpusError` at once for a file that cannot be opened, and while reading for one
    that is truncated or damaged.
    """
    [name] = several(path)
    if name == STDIN:
        return _Watched(standard_input(), shown_name(name), tally, progress).buffered()
    compression = COMPRESSIONS.get(Path(name).suffix.lower())
    try:
        if Path(name).is_dir():
            raise CorpusError("is a folder; name a file", name)
        file: Any = Path(name).open("rb", buffering=0)  # noqa: SIM115 - the stream closes it
    except FileNotFoundError as error:
        raise CorpusError("no such file", name) from error
    except (OSError, ValueError) as error:
        raise CorpusError(f"cannot be opened: {reason_of(error)}", name) from error
    if compression is None:
        return _Watched(file, name, tally, progress).buffered()
    try:
        packed = _Watched(file, name, None, progress).buffered()
        if not packed.peek(1):
            raise CorpusError(
                f"is empty, so it is not a {Path(name).suffix} file; get a fresh copy", name
            )
        unpacked = compression.reader(packed, name)
    except BaseException:
        file.close()
        raise
    return _Watched(unpacked, name, tally, None, packed).buffered()


@dataclass(eq=False)
class _Watched(io.RawIOBase):
    """A raw stream that counts bytes and translates errors."""

    _source: Any
    _name: str
    _tally: Tally | None
    _progress: Callable[[int], None] | None
    _beneath: Any = None

    def __post_init__(self) -> None:
        # With read, a decompressor would fill the whole buffer, and a pipe would have to wait.
        self._read = getattr(self._source, "read1", self._source.read)

    def buffered(self) -> io.BufferedReader:
        return io.BufferedReader(self, BUFFER)

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._source.fileno())

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        try:
            content = self._read(len(view))
        except Exception as error:
            if not isinstance(error, decoder_errors()):
                raise
            raise CorpusError(_explain(error, self._beneath is not None), self._name) from error
        view[: len(content)] = content
        if self._tally is not None:
            self._tally.add_bytes(content)
        if self._progress is not None:
            self._progress(len(content))
        return len(content)

    def close(self) -> None:
        if not self.closed:
            # Standard input belongs to the process.
            if self._source is not getattr(sys.stdin, "buffer", None):
                self._source.close()
            if self._beneath is not None:
                self._beneath.close()
        super().close()


def standard_input() -> BinaryIO:
    """Return the bytes of standard input; raise :class:`CorpusError` if there is none."""
    if sys.stdin is None:
        raise CorpusError("there is no standard input", "<stdin>")
    source: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if source is None:
        raise CorpusError("standard input was replaced by text", "<stdin>")
    # Python takes an empty pipe in non-blocking mode, as some parent processes leave it, for the
    # end of the text.  Streams that are not real files have no mode to set.
    with suppress(OSError, AttributeError):
        os.set_blocking(source.fileno(), True)
    return source


def _explain(error: Exception, compressed: bool) -> str:
    if isinstance(error, EOFError):
        return "truncated: the compressed data end too early; get a fresh copy"
    if compressed and not (isinstance(error, OSError) and error.errno):
        return f"damaged, or not compressed as its name says: {reason_of(error)}; get a fresh copy"
    return f"cannot be read: {reason_of(error)}"
