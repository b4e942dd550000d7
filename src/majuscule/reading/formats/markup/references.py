"""Character references, ``&amp;`` and ``&#233;``: decoding, and encoding in another case."""

from __future__ import annotations

import re
from html import unescape
from html.entities import codepoint2name

from majuscule.reading.extracts import STAND_IN, Builder, keep_raw

REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def take_reference(builder: Builder, raw: str, *, names: bool = True) -> None:
    """Add a reference to a document.

    Its character is text, written in the same style if its case changes; a digit replaces a
    reference to no single character.  Without ``names``, a name becomes a number.

    >>> builder = Builder(1)
    >>> take_reference(builder, "&eacute;")
    >>> builder.build().rewrite("É")
    '&Eacute;'
    """
    text = unescape(raw)
    if len(text) != 1:
        builder.keep(raw).say(STAND_IN)
    elif text in "\r\n\x00" or "\ud800" <= text <= "\udfff":
        builder.code(raw, " ", keep_raw)
    else:
        builder.code(raw, text, write_reference if names else write_number)


def write_reference(raw: str, _old: str, new: str) -> str:
    """Return a reference to ``new`` in the style of ``raw``: name, decimal or hexadecimal number.

    >>> write_reference("&#xe9;", "é", "É"), write_reference("&scaron;", "š", "Š")
    ('&#xc9;', '&Scaron;')
    """
    name = codepoint2name.get(ord(new))
    return f"&{name};" if name and raw[1] != "#" else write_number(raw, _old, new)


def write_number(raw: str, _old: str, new: str) -> str:
    """Return a reference to ``new`` by number, hexadecimal if ``raw`` is."""
    code = ord(new)
    if raw[1:3] not in ("#x", "#X"):
        return f"&#{code};"
    digits = f"{code:X}" if raw[3:].upper() == raw[3:] != raw[3:].lower() else f"{code:x}"
    return f"&#{raw[2]}{digits.zfill(len(raw) - 4)};"
