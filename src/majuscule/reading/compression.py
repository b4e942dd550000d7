"""Names of files, and the compression that their suffixes imply: .gz, .bz2, .xz and .zst."""

from __future__ import annotations

import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from majuscule.extras import require
from majuscule.files import atomic_write
from majuscule.kinds import resolve

STDIN = "-"


def shown_name(name: str) -> str:
    """Return the name of a file, or of standard input, for messages."""
    return "<stdin>" if name == STDIN else name


def uncompressed_name(path: str | os.PathLike[str]) -> Path:
    """Return ``path`` without the suffix of a compression.

    >>> uncompressed_name("news.jsonl.xz").name
    'news.jsonl'
    """
    name = Path(path)
    return name.with_suffix("") if name.suffix.lower() in COMPRESSIONS else name


def stem(where: str) -> str:
    """Return the bare name of a file, or of standard input, for the ids of its documents.

    >>> stem("corpora/news.jsonl.xz"), stem("<stdin>")
    ('news', 'stdin')
    """
    return uncompressed_name(where).stem.strip("<>")


def decoder_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that decompressing may raise, without importing a decompressor."""
    found: list[type[Exception]] = [EOFError, OSError, zlib.error]
    for module, name in (
        ("lzma", "LZMAError"),
        ("compression.zstd", "ZstdError"),
        ("zstandard", "ZstdError"),
    ):
        if module in sys.modules:
            found.append(getattr(sys.modules[module], name))
    return tuple(found)


class Compression(NamedTuple):
    """A reader, from a stream and its name, and a compressor, from a name."""

    reader: Callable[[BinaryIO, str], Any]
    compressor: Callable[[str], Any]


def _compression_of(module: str, compressor: str, **options: int) -> Compression:
    """Return a compression with a module of Python's library; ``compressor``: ``module:name``."""
    return Compression(
        lambda source, _name: import_module(module).open(source, "rb"),
        lambda _name: resolve(compressor)(**options),
    )


def _read_zstandard(source: BinaryIO, name: str) -> Any:
    zstandard = require("zstandard", f"{name}: reading .zst", "zstd")
    return _Frames(source, zstandard.ZstdDecompressor)


def _zstandard_compressor(name: str) -> Any:
    zstandard = require("zstandard", f"{name}: writing .zst", "zstd")
    return zstandard.ZstdCompressor(write_checksum=True).compressobj()


class _Frames(io.RawIOBase):
    """A stream of concatenated Zstandard frames, decompressed incrementally.

    The library's own stream reader does not report a truncated frame.
    """

    def __init__(self, source: BinaryIO, decompressor: Callable[[], Any]) -> None:
        self._source = source
        self._decompressor = decompressor
        self._frame: Any = None
        self._ready = b""

    def read(self, size: int = -1, /) -> bytes:
        while not self._ready:
            packed = self._frame.unused_data if self._frame and self._frame.eof else b""
            packed = packed or self._source.read(1 << 14)
            if not packed:
                if self._frame and not self._frame.eof:
                    raise EOFError
                return b""
            if self._frame is None or self._frame.eof:
                self._frame = self._decompressor().decompressobj()
            self._ready = self._frame.decompress(packed)
        content, self._ready = self._ready[:size], self._ready[size:]
        return content


COMPRESSIONS: dict[str, Compression] = {
    # gzip stores no time and no name this way.
    ".gz": _compression_of("gzip", "zlib:compressobj", wbits=16 + zlib.MAX_WBITS),
    ".bz2": _compression_of("bz2", "bz2:BZ2Compressor"),
    ".xz": _compression_of("lzma", "lzma:LZMACompressor"),
    ".zst": _compression_of("compression.zstd", "compression.zstd:ZstdCompressor")
    if sys.version_info >= (3, 14)
    else Compression(_read_zstandard, _zstandard_compressor),
}
"""Compressions by the suffix of a file's name."""


@contextmanager
def compressing(
    path: str | os.PathLike[str], write: Callable[[bytes], Any]
) -> Iterator[Callable[[bytes], Any]]:
    """Yield a function that compresses bytes for ``write`` as the suffix of ``path`` implies.

    The same bytes give the same file: no time and no name is stored.
    """
    compression = COMPRESSIONS.get(Path(path).suffix.lower())
    if compression is None:
        yield write
        return
    compressor = compression.compressor(os.fspath(path))

    def pack(content: bytes) -> None:
        packed = compressor.compress(content)
        if packed:
            write(packed)

    yield pack
    write(compressor.flush())


@contextmanager
def open_compressed(path: str | os.PathLike[str]) -> Iterator[Callable[[bytes], Any]]:
    """Yield a function that writes bytes to a file, compressed as its suffix implies; the file
    appears when it is complete."""
    with atomic_write(path) as out, compressing(path, out.write) as write:
        yield write
