"""The format of the model file.

A model is one file, read by mapping it into memory.  All numbers are little-endian::

    offset  size  what
         0     8  magic: 89 4D 4A 4D 0D 0A 1A 0A (a text-mode transfer damages it visibly)
         8     4  format version, now 1
    -- the twelve bytes above are the same in all versions; the rest is version 1 --
        12     4  N, the length of the header in bytes
        16     8  length of the whole file in bytes
        24    32  SHA-256 of the header
        56     4  CRC-32 of the 56 bytes before
        60     4  zero
        64     N  header: JSON, UTF-8 (ASCII as written), keys sorted, no spaces
    64 + N     -  zeros up to the next multiple of 64: there the data begin
                  arrays, each at a multiple of 64 from the start of the file, zeros between them

The header is an object with the fields of :class:`~majuscule.models.header.ModelHeader` and a
field ``arrays``, a list in the order of the data::

    {"name": "weights", "dtype": "<f4", "shape": [1024, 4], "offset": 0,
     "crc32": 2774319721, "sha256": "f5a5fd42..."}

``offset`` counts from the start of the data.  ``dtype`` is a kind and a size: booleans ``|b1``,
integers ``|i1 <i2 <i4 <i8``, unsigned ``|u1 <u2 <u4 <u8``, floats ``<f2 <f4 <f8``; items are in C
order.  No two arrays share bytes, and the file ends where the last array does.

The SHA-256 of the header covers the whole file through those of the arrays; the CRC-32, over twice
as fast to compute, detects damage at each load.  The same header and arrays give the same bytes.

Left out: compression (it would slow down each start) and big-endian machines.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import zlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from majuscule.errors import ModelError
from majuscule.models.header import ModelHeader

MAGIC = b"\x89MJM\r\n\x1a\n"
VERSION = 1
ALIGNMENT = 64
DTYPES = frozenset(
    ("|b1", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8")
)

FIXED = struct.Struct("<8sI")
SIGNED = struct.Struct("<8sIIQ32s")  # magic, version, header length, file length, header SHA-256
SEAL = struct.Struct("<II")  # CRC-32 of the above, zero
PREAMBLE = SIGNED.size + SEAL.size


class ArrayEntry(NamedTuple):
    """The position, type and checksums of an array."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int  # from the start of the data
    crc32: int
    sha256: str

    @property
    def nbytes(self) -> int:
        """Return the array's length in bytes."""
        return math.prod(self.shape) * int(self.dtype[2:])


class Layout(NamedTuple):
    """The parsed header of a file."""

    version: int
    header: ModelHeader
    entries: tuple[ArrayEntry, ...]
    start: int  # of the data, from the start of the file


def aligned(position: int) -> int:
    """Return the first multiple of 64 that is not before ``position``.

    >>> aligned(0), aligned(1), aligned(64)
    (0, 64, 64)
    """
    return -(-position // ALIGNMENT) * ALIGNMENT


def front(header: ModelHeader, entries: tuple[ArrayEntry, ...]) -> bytes:
    """Return all bytes of a file before its data."""
    fields = header.to_json() | {"arrays": [entry._asdict() for entry in entries]}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
    start = aligned(PREAMBLE + len(text))
    size = start + max((entry.offset + entry.nbytes for entry in entries), default=0)
    digest = hashlib.sha256(text).digest()
    signed = SIGNED.pack(MAGIC, VERSION, len(text), size, digest)
    return (signed + SEAL.pack(zlib.crc32(signed), 0) + text).ljust(start, b"\0")


def parse(data: memoryview, path: str) -> Layout:
    """Return the layout of a file with the bytes ``data``; raise :class:`ModelError` if bad.

    Arrays are not read, but the file's length and the zeros between arrays are checked.
    """
    if bytes(data[: len(MAGIC)]) != MAGIC[: len(data)]:
        raise ModelError(f"{path}: not a majuscule model file")
    if len(data) < FIXED.size:
        raise _truncated(path, len(data), None)
    _, version = FIXED.unpack_from(data)
    if version > VERSION:
        raise ModelError(
            f"{path}: uses model format {version}, but this majuscule reads formats up to "
            f"{VERSION}; upgrade majuscule"
        )
    if version not in READERS:
        raise _damaged(path, f"there is no model format {version}")
    return READERS[version](data, path)


def _parse_v1(data: memoryview, path: str) -> Layout:
    if len(data) < PREAMBLE:
        raise _truncated(path, len(data), None)
    _, version, length, size, digest = SIGNED.unpack_from(data)
    if SEAL.unpack_from(data, SIGNED.size) != (zlib.crc32(data[: SIGNED.size]), 0):
        raise _damaged(path, "its first 64 bytes do not match their checksum")
    if len(data) < size:
        raise _truncated(path, len(data), size)
    if len(data) > size:
        raise _damaged(path, f"{len(data) - size} bytes follow its end")
    text = bytes(data[PREAMBLE : PREAMBLE + length])
    if hashlib.sha256(text).digest() != digest:
        raise _damaged(path, "its header does not match its checksum")
    try:
        fields = json.loads(text)
        if not isinstance(fields, dict):
            raise ModelError("it is not an object")
        entries = _entries(fields.pop("arrays", None))
        header = ModelHeader.from_json(fields)
    except (ValueError, RecursionError, ModelError) as error:
        raise _damaged(path, f"its header cannot be understood ({error})") from error
    start = aligned(PREAMBLE + length)
    _check_gaps(data, PREAMBLE + length, start, entries, path)
    return Layout(version, header, entries, start)


READERS: Mapping[int, Callable[[memoryview, str], Layout]] = {1: _parse_v1}
"""Parsers by format version; old versions stay readable."""


def _entries(described: Any) -> tuple[ArrayEntry, ...]:
    """Return the checked array table; raise :class:`ModelError` if it is bad."""
    if not isinstance(described, list):
        raise ModelError("it has no list of arrays")
    entries = []
    for one in described:
        try:
            entry = ArrayEntry(**{**one, "shape": tuple(one["shape"])})
        except (TypeError, KeyError) as error:
            raise ModelError("an array is not described") from error
        counts = (*entry.shape, entry.offset, entry.crc32)
        if not all(type(number) is int and number >= 0 for number in counts):
            raise ModelError(f"array {entry.name!r} has a shape or a position that is not a count")
        texts = (entry.name, entry.dtype, entry.sha256)
        if not all(isinstance(text, str) for text in texts) or entry.dtype not in DTYPES:
            raise ModelError(f"array {entry.name!r} has an unknown type")
        if len(entry.shape) > 32 or math.prod(max(1, n) for n in entry.shape) >= 2**60:
            raise ModelError(f"array {entry.name!r} has an impossible shape")
        entries.append(entry)
    if len({entry.name for entry in entries}) < len(entries):
        raise ModelError("two arrays have the same name")
    return tuple(entries)


def _check_gaps(
    data: memoryview, end: int, start: int, entries: tuple[ArrayEntry, ...], path: str
) -> None:
    """Check that the arrays fill the file in order, with only zeros between them."""
    for entry in entries:
        place = start + entry.offset
        if place != aligned(end) or place + entry.nbytes > len(data):
            raise _damaged(path, f"array {entry.name!r} is not where it should be")
        if any(data[end:place]):
            raise _damaged(path, f"there are stray bytes before array {entry.name!r}")
        end = place + entry.nbytes
    rest = bytes(data[end:])
    if any(rest) or (entries and rest) or len(rest) >= ALIGNMENT:
        raise _damaged(path, "there are stray bytes at its end")


def _damaged(path: str, why: str) -> ModelError:
    return ModelError(f"{path}: damaged model file: {why}; get a fresh copy")


def _truncated(path: str, there: int, size: int | None) -> ModelError:
    of = "" if size is None else f" of {size}"
    return ModelError(f"{path}: truncated model file: it has only {there}{of} bytes; copy it again")
