"""Reading and writing ``.gz``, ``.bz2``, ``.xz`` and ``.zst``, known by the end of a name."""

from __future__ import annotations

import importlib
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from majuscule.errors import CorpusError, UsageError


def uncompressed_name(path: str | os.PathLike[str]) -> Path:
    """Return ``path`` without the suffix of a compression.

    >>> uncompressed_name("news.jsonl.xz").name
    'news.jsonl'
    """
    name = Path(path)
    return name.with_suffix("") if name.suffix.lower() in COMPRESSIONS else name


def stem(where: str) -> str:
    """Return the bare name of a file, or of standard input, from which documents get their ids.

    >>> stem("corpora/news.jsonl.xz"), stem("<stdin>")
    ('news', 'stdin')
    """
    return uncompressed_name(where).stem.strip("<>")


def decoder_errors() -> tuple[type[Exception], ...]:
    """Return what reading can raise, of the decompressors that are loaded, loading none."""
    found: list[type[Exception]] = [EOFError, OSError, zlib.error]
    for module, name in (
        ("lzma", "LZMAError"),
        ("compression.zstd", "ZstdError"),
        ("zstandard", "ZstdError"),
    ):
        if module in sys.modules:
            found.append(getattr(sys.modules[module], name))
    return tuple(found)


def _gzip(source: BinaryIO, _name: str) -> Any:
    import gzip

    return gzip.GzipFile(fileobj=source, mode="rb")


def _bz2(source: BinaryIO, _name: str) -> Any:
    import bz2

    return bz2.BZ2File(source, "rb")


def _xz(source: BinaryIO, _name: str) -> Any:
    import lzma

    return lzma.LZMAFile(source, "rb")


def _zstd(source: BinaryIO, name: str) -> Any:
    if sys.version_info >= (3, 14):
        from compression import zstd

        return zstd.ZstdFile(source, "rb")
    try:
        zstandard = importlib.import_module("zstandard")
    except ImportError as error:
        raise CorpusError(
            "reading .zst needs the zstandard library: pip install 'majuscule[zstd]'", name
        ) from error
    return _Frames(source, zstandard.ZstdDecompressor)


class _Frames(io.RawIOBase):
    """Zstandard frames, one after the other, by the library's incremental decompressor.

    Its own stream reader ends quietly in the middle of a truncated frame.
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


COMPRESSIONS: dict[str, Callable[[BinaryIO, str], Any]] = {
    ".gz": _gzip,
    ".bz2": _bz2,
    ".xz": _xz,
    ".zst": _zstd,
}
"""How a file is read whose name ends so."""


@contextmanager
def compressing(
    path: str | os.PathLike[str], write: Callable[[bytes], Any]
) -> Iterator[Callable[[bytes], Any]]:
    """Yield what to hand bytes to so that ``write`` gets them compressed as ``path`` is named.

    The same bytes give the same file: no time and no name is stored.
    """
    compression = COMPRESSORS.get(Path(path).suffix.lower())
    if compression is None:
        yield write
        return
    compressor = compression(os.fspath(path))

    def pack(content: bytes) -> None:
        packed = compressor.compress(content)
        if packed:
            write(packed)

    yield pack
    write(compressor.flush())


def _to_gzip(_name: str) -> Any:
    return zlib.compressobj(wbits=16 + zlib.MAX_WBITS)


def _to_bz2(_name: str) -> Any:
    import bz2

    return bz2.BZ2Compressor()


def _to_xz(_name: str) -> Any:
    import lzma

    return lzma.LZMACompressor()


def _to_zstd(name: str) -> Any:
    if sys.version_info >= (3, 14):
        from compression import zstd

        return zstd.ZstdCompressor()
    try:
        zstandard = importlib.import_module("zstandard")
    except ImportError as error:
        raise UsageError(
            f"{name}: writing .zst needs the zstandard library: pip install 'majuscule[zstd]'"
        ) from error
    return zstandard.ZstdCompressor(write_checksum=True).compressobj()


COMPRESSORS: dict[str, Callable[[str], Any]] = {
    ".gz": _to_gzip,
    ".bz2": _to_bz2,
    ".xz": _to_xz,
    ".zst": _to_zstd,
}
"""How a file is written whose name ends so."""
