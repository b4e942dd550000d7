"""Decoding and encoding: strictly or with replacements, and the errors for invalid bytes."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from typing import Literal

from majuscule.errors import CorpusError, UsageError
from majuscule.extras import require
from majuscule.reading.tally import Tally

Errors = Literal["strict", "replace"]

UTF_8 = "utf-8"
AUTO = "auto"
DETECTION_BYTES = 1 << 20
"""Bytes from which an encoding is detected."""

COMMON = ("utf-8", "utf-16", "latin-1", "cp1252", "cp1251", "gb18030", "big5", "shift_jis")
STATEFUL = frozenset(
    ("utf-7", "hz", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs")
) | {f"iso2022_{end}" for end in ("jp", "jp_1", "jp_2", "jp_3", "jp_2004", "jp_ext", "kr")}
"""Encodings in which a letter cannot be replaced independently of the bytes before it."""

MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF8, UTF_8),
)
"""Byte-order marks; UTF-32 comes first, as its mark begins with that of UTF-16."""

_DECLARED = rb"""(?:charset|encoding)\s*=\s*["']?([A-Za-z0-9_.:-]+)"""

SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b", "gzip data: decompress it, or name the file .gz"),
    (b"\xfd7zXZ\x00", "xz data: decompress it, or name the file .xz"),
    (b"BZh", "bzip2 data: decompress it, or name the file .bz2"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data: decompress it, or name the file .zst"),
    (b"PK\x03\x04", "a zip archive or an office document, not text"),
    (b"%PDF", "a PDF, not text: extract its text first"),
    (b"\x89PNG", "an image, not text"),
    (b"\xff\xd8\xff", "an image, not text"),
    (b"\x7fELF", "a program, not text"),
    (b"\x89MJM", "a majuscule model, not text"),
    (b"\x00\x00\x01\xba", "VobSub, images of subtitles, not text: convert it to .srt first"),
    (b"SQLite format 3", "a database, not text"),
)
"""First bytes of files that are often taken for text by mistake."""


class Codec:
    """A codec for a source, determined once its first bytes are known.

    ``encoding`` is given by the user: a name that Python knows, ``auto`` for detection, or nothing,
    which means UTF-8, or UTF-16 or UTF-32 after their byte-order marks.  A mark stays in the text,
    as U+FEFF, so that it is written back.  ``option``: the one that names it, if any, for
    messages.
    """

    def __init__(
        self,
        encoding: str = "",
        errors: Errors = "strict",
        tally: Tally | None = None,
        *,
        option: str = "--encoding",
    ):
        self.option = option
        self.name = checked_encoding(encoding)
        self.errors: Errors = errors
        self.found = False  # whether the name was detected, not given
        self._tally = tally
        self._settled = False

    def wants(self, head: bytes) -> bool:
        """Return whether more bytes are needed to determine the encoding."""
        if self._settled:
            return False
        if self.name == AUTO:
            return len(head) < DETECTION_BYTES
        return len(head) < 4 and any(mark.startswith(head) for mark, _ in MARKS)

    def settle(self, head: bytes, where: str) -> None:
        """Determine the encoding of a source that begins with ``head``."""
        if self._settled:
            return
        self._settled = True
        marked = next((name for mark, name in MARKS if head.startswith(mark)), None)
        if self.name in ("utf-16", "utf-32"):
            self.name = marked or f"{self.name}-le"
        elif self.name == AUTO:
            self.name, self.found = marked or detect_encoding(head, where, self.option), True
        elif not self.name:
            self.name = marked or UTF_8

    def decode(self, content: bytes, final: bool) -> tuple[str, int]:
        """Return the text of ``content``, and the number of its bytes that were decoded.

        Unless ``final``, an incomplete sequence at the end is left for the next call.  With
        ``errors="replace"`` each maximal invalid part becomes one U+FFFD and is counted, with the
        same result wherever the content is split.

        >>> Codec("latin-1").decode("né".encode("latin-1"), final=True)
        ('né', 2)
        """
        if self.name == UTF_8:
            return self._decode_utf_8(content, final)
        decoder = codecs.getincrementaldecoder(self.name)(self.errors)
        text = decoder.decode(content, final)
        used = len(content) - len(decoder.getstate()[0])
        if self.errors == "replace":
            if self._tally is not None:
                self._tally.replacements += text.count("\ufffd")
        elif text.encode(self.name) != content[:used]:
            raise UnicodeDecodeError(self.name, content, 0, 1, "cannot be written back")
        return text, used

    def _decode_utf_8(self, content: bytes, final: bool) -> tuple[str, int]:
        try:
            return codecs.utf_8_decode(content, "strict", final)
        except UnicodeDecodeError:
            if self.errors == "strict":
                raise
        text, used = codecs.utf_8_decode(content, "replace", final)
        if self._tally is not None:
            genuine = content.count(b"\xef\xbf\xbd", 0, used)
            self._tally.replacements += text.count("\ufffd") - genuine
        return text, used

    def encode(self, text: str, errors: Errors = "strict") -> bytes:
        return text.encode(self.name or UTF_8, errors)

    def held(self, old: str, new: str) -> str:
        """Return ``new`` with the letters that the encoding lacks replaced by those of ``old``.

        >>> Codec("latin-1").held("ÿes", "ŸES")
        'ÿES'
        """
        return "".join(b if a == b or self._has(b) else a for a, b in zip(old, new, strict=True))

    def _has(self, letter: str) -> bool:
        with suppress(UnicodeEncodeError):
            return bool(self.encode(letter))
        return False


def checked_encoding(name: str) -> str:
    """Return the canonical name of an encoding: "" for none, ``auto``, or the name of a text codec.

    >>> checked_encoding("Latin1"), checked_encoding("UTF8"), checked_encoding("utf-8-sig")
    ('iso8859-1', 'utf-8', 'utf-8')
    """
    if not name or name == AUTO:
        return name
    try:
        info = codecs.lookup(name)
    except LookupError as error:
        raise UsageError(
            f"there is no encoding {name!r}; common ones: {', '.join(COMMON)}, or {AUTO}"
        ) from error
    if not info._is_text_encoding or info.name in STATEFUL:
        raise UsageError(
            f"text in {name} cannot be rewritten; convert it to UTF-8, for instance with iconv"
        )
    return UTF_8 if info.name == "utf-8-sig" else info.name


def detect_encoding(content: bytes, where: str, option: str = "--encoding") -> str:
    """Return the encoding that bytes seem to be in: UTF-8 if valid, else the most probable.

    An encoding declared in a page or an XML file is used if the bytes are valid in it.

    >>> detect_encoding("in São Paulo".encode(), "x.txt")
    'utf-8'
    """
    declared = re.search(_DECLARED, content[:1024])
    for name in (UTF_8, declared[1].decode("ascii") if declared else ""):
        with suppress(UnicodeDecodeError, UsageError):
            if name and checked_encoding(name):
                # The last character may be incomplete.
                codecs.getincrementaldecoder(name)().decode(content, False)
                return checked_encoding(name)
    library = require("charset_normalizer", f"{where}: detecting its encoding", "encodings")
    best = library.from_bytes(content).best()
    if best is None:
        raise CorpusError(f"its encoding cannot be detected; name it with {option}", where)
    return checked_encoding(best.encoding)


def invalid(
    error: UnicodeDecodeError, *, where: str, line: int, offset: int, head: bytes, option: str
) -> CorpusError:
    """Return the error for bytes that are invalid in the encoding.

    ``line`` is the line of the first invalid byte, ``offset`` that of ``error.object`` in the file;
    ``head``, the file's first bytes, may show that it is not text; ``option`` names the encoding.
    """
    advice = "convert it to UTF-8"
    if option:
        advice += f" or name its encoding ({option} latin-1, or auto)"
    if option == "--encoding":
        advice += " or replace such bytes (--errors replace)"
    kind = kind_of(head)
    if kind:
        advice = f"it looks like {kind}"
    byte = error.object[error.start]
    place = offset + error.start
    name = "UTF-8" if error.encoding == UTF_8 else error.encoding
    return CorpusError(
        f"not {name}: byte 0x{byte:02x} at byte {place} of the file; {advice}", f"{where}:{line}"
    )


def kind_of(head: bytes) -> str:
    """Return the kind of a file that is not text, recognised by its first bytes, or "".

    >>> kind_of(b"%PDF-1.7")
    'a PDF, not text: extract its text first'
    """
    return next((kind for signature, kind in SIGNATURES if head.startswith(signature)), "")
