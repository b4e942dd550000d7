"""Protected text: text for machines, which must never change.

Placeholders (``%s``, ``{name}``, ``$HOME``, ``#ORG#``), code, hashes and base64 take the place of
words: they are overwritten with ``COVERED``, which becomes one ``FIXED`` token.  Markup (tags,
character references, LaTeX commands, templates, ``:tada:``), fenced blocks, names of mail headers
and prefixes of lines in logs and chats are no part of a sentence: they are overwritten with spaces,
so that the words around them are neighbours; a reference to a sign becomes the sign.  URLs,
addresses and file names are found by the token scanner instead.

The kernel finds candidate offsets, of which plain prose has none; ``candidates`` matches them in
folded text, so the case of the input does not matter.  The time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from majuscule.arrays import U8, Bools
from majuscule.errors import UsageError
from majuscule.text.characters.codepoints import BLANK, COVERED, CodePoints, decode, fold


@dataclass(frozen=True)
class Patterns:
    """Regular expressions of the user's own; what they match within a line is protected.

    Case plays no part: ``[A-Z]+-1`` protects ``covid-1`` too.
    """

    sources: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for source in self.sources:
            try:
                re.compile(source, re.IGNORECASE)
            except (re.error, OverflowError, RecursionError) as error:
                raise UsageError(
                    f"the pattern {source!r} is not a regular expression: {error}"
                ) from error

    def __or__(self, other: Patterns) -> Patterns:
        """Return the patterns of both."""
        return Patterns(tuple(dict.fromkeys(self.sources + other.sources)))

    @classmethod
    def of(cls, given: Patterns | str | Iterable[str]) -> Patterns:
        """Return patterns from one or several regular expressions."""
        if isinstance(given, Patterns):
            return given
        if isinstance(given, str | bytes) or not isinstance(given, Iterable):
            given = [given]
        return cls(tuple(map(_source, given)))

    @cached_property
    def compiled(self) -> tuple[re.Pattern[str], ...]:
        """Return the expressions, compiled."""
        return tuple(re.compile(source, re.IGNORECASE) for source in self.sources)

    def __getstate__(self) -> dict[str, object]:
        return {"sources": self.sources}


def _source(given: str) -> str:
    if not isinstance(given, str):
        raise TypeError(f"pattern is {type(given).__name__}; it must be str")
    return given


NO_PATTERNS = Patterns()


def cover(
    folded: CodePoints, candidates: list[int], patterns: Patterns, documents: Sequence[int]
) -> CodePoints:
    """Return folded text with protected spans covered; the same array if there are none.

    ``candidates``: offsets where such spans may begin, from the kernel; ``documents``: the offset
    of each document but the first, two line breaks after the one before; no span crosses them.

    >>> from majuscule.text.characters.codepoints import encode
    >>> text = encode("dear <b>{name}</b>,&nbsp;hello")
    >>> decode(cover(text, [5, 8, 14, 19], NO_PATTERNS, ())).replace(chr(COVERED), "*")
    'dear    ******    ,      hello'
    """
    if not candidates and not patterns.sources:
        return folded
    # Imported only when needed: its expressions take a while to compile.
    from majuscule.text.protecting.candidates import APOSTROPHES, Search

    text = decode(folded)
    out = folded.copy()
    search = Search(text, documents)
    for start, stop, with_, sign in search.spans(candidates):
        out[start:stop] = with_
        if sign:
            # At the end of the span that touches its word: the word before, or the next one.
            closes = start and not text[start - 1].isspace() and sign not in APOSTROPHES
            out[start if closes else stop - 1] = sign
    out[search.blanks] = BLANK
    if patterns.sources:
        begin = 0
        for line in text.split("\n"):
            for pattern in patterns.compiled:
                for match in pattern.finditer(line):
                    out[begin + match.start() : begin + match.end()] = COVERED
            begin += len(line) + 1
    return out


def covered(codes: CodePoints, patterns: Patterns) -> Bools:
    """Return for each code point whether the user's patterns protect it, bool (n,)."""
    folded = fold(codes)
    return np.asarray(cover(folded, [], patterns, ()) != folded)


@cache
def triggers() -> U8:
    """Return what each ASCII character may begin, uint8 (128,), by the constants of the kernel."""
    table = np.zeros(128, np.uint8)
    table[ord("\n")] = 1
    table[[ord(digit) for digit in "0123456789"]] = 2
    table[[ord(sign) for sign in "<&{\\$%#`:"]] = 3
    return table
