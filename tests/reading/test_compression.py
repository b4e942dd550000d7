"""Files are read through their compression, and damage is told in one sentence."""

import bz2
import gzip
import hashlib
import importlib.util
import io
import lzma
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from majuscule.errors import UsageError
from majuscule.reading import Tally, open_bytes
from majuscule.reading.compression import _Frames, stem, uncompressed_name
from tests.reading.test_opening import fails

CONTENT = "".join(f"line {n} of a text, é\n" for n in range(40_000)).encode()
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda content: gzip.compress(content, mtime=0),
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}
packed = pytest.mark.parametrize("suffix", PACKERS)
has_zstd = sys.version_info >= (3, 14) or importlib.util.find_spec("zstandard")


def zstd_module() -> Any:
    return importlib.import_module(
        "compression.zstd" if sys.version_info >= (3, 14) else "zstandard"
    )


def zstd(content: bytes) -> bytes:
    return bytes(zstd_module().compress(content))


def unzstd(packed: bytes) -> bytes:
    tool = zstd_module().ZstdDecompressor()
    return bytes(getattr(tool, "decompressobj", lambda: tool)().decompress(packed))


@packed
def test_a_compressed_file_is_read_and_counted(tmp_path, suffix):
    path = tmp_path / f"news.txt{suffix}"
    path.write_bytes(PACKERS[suffix](CONTENT))
    tally = Tally()
    steps: list[int] = []
    with open_bytes(path, tally=tally, progress=steps.append) as stream:
        assert stream.read() == CONTENT
    assert tally.size == len(CONTENT)
    assert tally.digest == hashlib.sha256(CONTENT).hexdigest()
    assert sum(steps) == path.stat().st_size


@packed
def test_several_members_are_one_text(tmp_path, suffix):
    path = tmp_path / f"news.txt{suffix}"
    path.write_bytes(PACKERS[suffix](b"one ") + PACKERS[suffix](b"two"))
    with open_bytes(path) as stream:
        assert stream.read() == b"one two"


@packed
def test_a_truncated_file_is_called_truncated(tmp_path, suffix):
    path = tmp_path / f"news.txt{suffix}"
    content = PACKERS[suffix](CONTENT)
    for length in (5, len(content) // 2, len(content) - 3):
        path.write_bytes(content[:length])
        assert fails(path).startswith("truncated: ")
    path.write_bytes(b"")
    assert fails(path) == f"is empty, so it is not a {suffix} file; get a fresh copy"


@packed
def test_a_damaged_file_and_a_wrong_name_are_said(tmp_path, suffix):
    path = tmp_path / f"news.txt{suffix}"
    content = bytearray(PACKERS[suffix](CONTENT))
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    assert fails(path).startswith("damaged, or not compressed as its name says: ")
    path.write_bytes(CONTENT)
    assert fails(path).startswith("damaged, or not compressed as its name says: ")


@pytest.mark.skipif(not has_zstd, reason="needs Zstandard")
def test_zstandard_files_are_read_where_the_library_is(tmp_path):
    path = tmp_path / "news.txt.zst"
    path.write_bytes(zstd(CONTENT) + zstd(b"end"))
    with open_bytes(path) as stream:
        assert stream.read() == CONTENT + b"end"
    path.write_bytes(zstd(CONTENT)[:-3])
    assert fails(path).startswith("truncated: ")
    path.write_bytes(CONTENT)
    assert fails(path).startswith("damaged, or not compressed as its name says: ")


@pytest.mark.skipif(bool(has_zstd), reason="Zstandard is there")
def test_missing_zstandard_names_the_extra(tmp_path):
    path = tmp_path / "news.txt.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd")
    with pytest.raises(UsageError, match=r"news\.txt\.zst: reading .*'majuscule\[zstd\]'"):
        open_bytes(path)


class Frame:
    """Stands in for a Zstandard frame: bytes up to a dot, handed out in upper case."""

    eof, unused_data = False, b""

    def decompressobj(self):
        return self

    def decompress(self, packed: bytes) -> bytes:
        content, dot, self.unused_data = packed.partition(b".")
        self.eof = bool(dot)
        return content.upper()


@pytest.mark.parametrize(("packed", "whole"), [(b"a.", True), (b"ab.c.d.", True), (b"ab.c", False)])
def test_frames_follow_each_other_and_must_end(packed, whole):
    stream = io.BufferedReader(io.BytesIO(packed))
    frames = _Frames(stream, Frame)
    expected = packed.replace(b".", b"").upper()
    assert b"".join(frames.read(1) for _ in expected) == expected
    if whole:
        assert frames.read(1) == b""
    else:
        with pytest.raises(EOFError):
            frames.read(1)


def test_names_without_their_compression():
    assert uncompressed_name("a/b.c.gz") == Path("a/b.c")
    assert uncompressed_name("a/b.XZ") == Path("a/b")
    assert uncompressed_name("a.txt") == Path("a.txt")
    assert stem("a/news.en.txt.gz") == "news.en"
