"""Text as arrays of code points, and the case tables.

The tables map a letter to its other case only where that is one code point and maps back to the
letter.  Letters without such a partner (``ß``, ``ŉ``, ``İ``, ``ı``, ligatures, the Kelvin sign)
have no case here and are never changed, so no length or offset changes.  Special cases:

* digraphs (``ǆ ǅ Ǆ``): one letter with three forms, see
  :mod:`majuscule.text.characters.case_kernel`;
* final sigma: ``ς`` is a form of lower-case ``σ``; both have the capital ``Σ``;
* Georgian and Cherokee have case in Unicode but are not written with capitals: they have none here.

The tables are shipped (Unicode 15.1), so that all Python versions give the same results.
"""

from __future__ import annotations

from codecs import utf_32_le_decode, utf_32_le_encode
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import numpy as np

from majuscule.arrays import U8, U32
from majuscule.errors import UsageError
from majuscule.text.characters import case_kernel

CodePoints = U32

SYMBOL, SPACE, LETTER, DIGIT, MARK = range(5)
"""Kinds of code points; MARK also holds joiners, the soft hyphen and the replacement character."""

COVERED, BLANK = 0xFDD0, 0x20
"""Replacements of protected text: a noncharacter of Unicode for words, a space for markup."""


class CaseTables(NamedTuple):
    """The kind of every code point, and its lower, upper and folded form.

    ``lower``, ``upper`` and ``folded`` end after the last cased code point; beyond it every form is
    the code point itself.  ``folded`` is ``lower`` with ``ς`` mapped to ``σ``; hashes of words are
    computed from it.
    """

    kind: U8
    lower: CodePoints
    upper: CodePoints
    folded: CodePoints


@cache
def case_tables() -> CaseTables:
    """Return the tables, built once from the shipped runs (about 2 ms)."""
    runs = np.load(Path(__file__).with_name("characters.npy"), allow_pickle=False)
    lengths = np.diff(np.append(runs["start"].astype(np.int64), 0x110000))
    kind = np.repeat(runs["kind"], lengths)
    cased = np.flatnonzero((runs["lower"] != 0) | (runs["upper"] != 0))[-1] + 1
    limit = int(runs["start"][cased])
    code = np.arange(limit, dtype=np.int32)
    lower = (code + np.repeat(runs["lower"][:cased], lengths[:cased])).view(np.uint32)
    upper = (code + np.repeat(runs["upper"][:cased], lengths[:cased])).view(np.uint32)
    folded = lower.copy()
    folded[0x3C2] = 0x3C3
    for table in (kind, lower, upper, folded):
        table.flags.writeable = False
    return CaseTables(kind, lower, upper, folded)


def checked(text: str) -> str:
    """Return ``text``; raise :class:`TypeError` if it is not a string."""
    if not isinstance(text, str):
        raise TypeError(f"text is {type(text).__name__}; it must be str")
    return text


def checked_texts(texts: Iterable[str]) -> Iterator[str]:
    """Return an iterator that checks each text lazily; raise :class:`TypeError` for one string."""
    if isinstance(texts, str | bytes) or not isinstance(texts, Iterable):
        raise TypeError(
            f"texts is {type(texts).__name__}; it must be a collection of str, such as a list"
        )
    return map(_checked_one, count(), texts)


def _checked_one(number: int, text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(
            f"texts[{number}] is {type(text).__name__}; each must be str (leave missing values out)"
        )
    return text


def encode(text: str) -> CodePoints:
    """Return the code points of a string, shape ``(len(text),)``; lone surrogates are kept.

    >>> encode("Aß").tolist()
    [65, 223]
    """
    # Looking the codec up by name would take longer than encoding a line.
    return np.frombuffer(utf_32_le_encode(text, "surrogatepass")[0], "<u4")


def decode(codes: CodePoints) -> str:
    """Return the string of an array of code points: the inverse of :func:`encode`.

    >>> decode(encode("naïve 𝒳"))
    'naïve 𝒳'
    """
    return utf_32_le_decode(np.ascontiguousarray(codes, "<u4").data, "surrogatepass", True)[0]


def fold(codes: CodePoints) -> CodePoints:
    """Return the folded code points, of the same length: text without case.

    >>> decode(fold(encode("ΟΔΟΣ McDonald ẞ")))
    'οδοσ mcdonald ẞ'
    """
    return mapped(codes, case_tables().folded)


def upper(codes: CodePoints) -> CodePoints:
    """Return the code points in upper case, letter by letter.

    >>> decode(upper(encode("Straße in Ulm")))
    'STRAßE IN ULM'
    """
    return mapped(codes, case_tables().upper)


def recase(text: str, case: str) -> str:
    """Return the text in ``lower`` or ``upper`` case, letter by letter: no length changes.

    >>> recase("Straße in Ulm", "upper")
    'STRAßE IN ULM'
    """
    tables = case_tables()
    table = {"lower": tables.lower, "upper": tables.upper}.get(case)
    if table is None:
        raise UsageError(f"case is {case!r}; it may be lower or upper")
    return decode(mapped(encode(text), table))


def mapped(codes: CodePoints, table: CodePoints) -> CodePoints:
    """Return what a table gives for each code point; those beyond its end stay."""
    out = np.empty(len(codes), np.uint32)
    case_kernel.recode(codes, table, out)
    return out
