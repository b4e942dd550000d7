"""UTF-8, strictly or with replacements, and what to say about bytes that are not UTF-8."""

from __future__ import annotations

import codecs
from typing import Literal

from majuscule.errors import CorpusError
from majuscule.reading.tally import Tally

Errors = Literal["strict", "replace"]

SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b", "gzip data: decompress it, or name the file .gz"),
    (b"\xfd7zXZ\x00", "xz data: decompress it, or name the file .xz"),
    (b"BZh", "bzip2 data: decompress it, or name the file .bz2"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data: decompress it, or name the file .zst"),
    (b"\xff\xfe", "UTF-16: convert it, as with iconv -f UTF-16 -t UTF-8"),
    (b"\xfe\xff", "UTF-16: convert it, as with iconv -f UTF-16 -t UTF-8"),
    (b"PK\x03\x04", "a zip archive or an office document, not text"),
    (b"%PDF", "a PDF, not text: extract its text first"),
    (b"\x89PNG", "an image, not text"),
    (b"\xff\xd8\xff", "an image, not text"),
    (b"\x7fELF", "a program, not text"),
    (b"\x89MJM", "a majuscule model, not text"),
    (b"SQLite format 3", "a database, not text"),
)
"""How files begin that are taken for text by mistake."""


def decode(
    content: bytes, errors: Errors, final: bool, tally: Tally | None = None
) -> tuple[str, int]:
    """Return the text of ``content`` and how many of its bytes it stands for.

    Unless ``final``, a sequence that the bytes to come may complete is left for the next call.
    With ``errors="replace"`` each maximal invalid part becomes one U+FFFD, counted in ``tally``,
    and cutting a text anywhere gives the same as decoding it whole.

    >>> decode("né".encode()[:-1], "strict", final=False)
    ('n', 1)
    """
    try:
        return codecs.utf_8_decode(content, "strict", final)
    except UnicodeDecodeError:
        if errors == "strict":
            raise
    text, used = codecs.utf_8_decode(content, "replace", final)
    if tally is not None:
        genuine = content.count(b"\xef\xbf\xbd", 0, used)
        tally.replacements += text.count("\ufffd") - genuine
    return text, used


def invalid(
    error: UnicodeDecodeError, *, where: str, line: int, offset: int, head: bytes
) -> CorpusError:
    """Return the error for bytes that are not UTF-8.

    ``line`` is the line of the first wrong byte, ``offset`` that of ``error.object`` in the file,
    ``head`` the file's first bytes, from which a file that is no text is known.
    """
    advice = "convert it to UTF-8, or replace such bytes (errors: replace)"
    for signature, kind in SIGNATURES:
        if head.startswith(signature):
            advice = f"it looks like {kind}"
    byte = error.object[error.start]
    place = offset + error.start
    return CorpusError(
        f"not UTF-8: byte 0x{byte:02x} at byte {place} of the file; {advice}", f"{where}:{line}"
    )
