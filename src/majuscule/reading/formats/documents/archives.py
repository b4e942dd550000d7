"""Zip archives rewritten in part: unchanged members are copied byte for byte.

Python's zipfile only locates the members.  Unchanged members are copied compressed, with their
headers; changed ones are compressed again, with a header of the same name, time and attributes.  An
archive without changes stays identical.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping

from majuscule.errors import CorpusError

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s4B4H3L5H2L")
_END = struct.Struct("<4s4H2LH")
SIZES_FOLLOW = 8
"""The flag that says that sizes and checksum follow the data instead of preceding it."""
LARGEST = 1 << 28
"""The most bytes of a member that is read."""
_END_SIGN = b"PK\x05\x06"
_LARGE_END = b"PK\x06\x07"


class Archive:
    """An archive in memory."""

    def __init__(self, content: bytes, where: str, file: zipfile.ZipFile) -> None:
        self._where = where
        self._content = content
        self._file = file
        self._members = sorted(file.infolist(), key=lambda one: one.header_offset)
        self.names = [one.filename for one in self._members]
        """Of the members, in the order of the archive."""
        self._end_at = content.rindex(_END_SIGN)
        plain = self._members and self._members[0].header_offset == 0
        if not plain or content[self._end_at - 20 : self._end_at].startswith(_LARGE_END):
            raise CorpusError(
                "is an archive of a kind that cannot be rewritten; save the document anew", where
            )
        if len(set(self.names)) < len(self.names):
            raise CorpusError("holds two members with the same name; save the document anew", where)

    def read(self, name: str) -> bytes:
        """Return the content of a member."""
        member = self._file.getinfo(name)
        if member.file_size > LARGEST:
            size = f"{LARGEST >> 20} MB"
            raise CorpusError(f"its member {name} has more than {size}", self._where)
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            message = f"its member {name} is compressed in an unusual way; save the document anew"
            raise CorpusError(message, self._where)
        try:
            return self._file.read(name)
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise CorpusError(
                f"its member {name} is damaged; get a fresh copy", self._where
            ) from error
        except (RuntimeError, NotImplementedError) as error:
            message = f"its member {name} cannot be read: {str(error).lower()}"
            raise CorpusError(message, self._where) from error

    def changed(self, contents: Mapping[str, bytes]) -> Iterator[bytes]:
        """Yield the archive with the contents of some members replaced."""
        if not contents:
            yield self._content
            return
        ends = [one.header_offset for one in self._members[1:]] + [self._file.start_dir]
        offset = 0
        places: dict[str, tuple[int, list[int]]] = {}
        for member, end in zip(self._members, ends, strict=True):
            piece = self._content[member.header_offset : end]
            sizes: list[int] = []
            if member.filename in contents:
                content = contents[member.filename]
                packed = _packed(content, member)
                sizes = [zlib.crc32(content), len(packed), len(content)]
                piece = _header(piece, sizes) + packed
            places[member.filename] = (offset, sizes)
            offset += len(piece)
            yield piece
        directory = b"".join(self._directory(places))
        yield directory
        fields = list(_END.unpack_from(self._content, self._end_at))
        fields[5:7] = [len(directory), offset]
        yield _END.pack(*fields) + self._content[self._end_at + _END.size :]

    def _directory(self, places: Mapping[str, tuple[int, list[int]]]) -> Iterator[bytes]:
        """Yield the entries of the central directory, in its own order."""
        at = self._file.start_dir
        for member in self._file.infolist():
            fields = list(_CENTRAL.unpack_from(self._content, at))
            rest = at + _CENTRAL.size
            at = rest + sum(fields[12:15])
            fields[18], sizes = places[member.filename]
            if sizes:
                fields[5] &= ~SIZES_FOLLOW
                fields[9:12] = sizes
            yield _CENTRAL.pack(*fields) + self._content[rest:at]


def open_archive(content: bytes, where: str, what: str) -> Archive:
    """Return an archive in memory; errors say that it is not ``what``, such as "a .docx file"."""
    try:
        return Archive(content, where, zipfile.ZipFile(io.BytesIO(content)))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
        raise CorpusError(f"not {what}, damaged or cut off", where) from error


def _header(piece: bytes, sizes: list[int]) -> bytes:
    """Return the local header that begins ``piece``, with other ``sizes``."""
    fields = list(_LOCAL.unpack_from(piece))
    fields[2] &= ~SIZES_FOLLOW
    fields[6:9] = sizes
    return _LOCAL.pack(*fields) + piece[_LOCAL.size : _LOCAL.size + fields[9] + fields[10]]


def _packed(content: bytes, member: zipfile.ZipInfo) -> bytes:
    if member.compress_type == zipfile.ZIP_STORED:
        return content
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()
