"""Protected text: what is written for machines and must stay as it is, wherever it stands.

Placeholders (``%s``, ``{name}``, ``$HOME``, ``#ORG#``), code, hashes and base64 stand for words of
a sentence: the scanner sees a run of ``COVERED``, one ``FIXED`` token.  Markup (tags, character
references, LaTeX commands, templates), fenced blocks, names of mail headers and the beginnings of
log lines are no part of a sentence: the scanner sees blanks, so that the words around them see each
other; a reference to a sign is seen as the sign.  Nothing covered is ever changed.  URLs, addresses
and file names are found by the scanner.

The kernel finds places worth a closer look, which plain prose has none of; here each is looked at.
Folded text is searched, so the case of the input plays no part.  The time is linear in the text:
what ends a span is searched for once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from majuscule.arrays import U8, Bools
from majuscule.errors import UsageError
from majuscule.text.characters.codepoints import COVERED, CodePoints, decode, fold


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
    """Return folded text with what is protected covered; the text itself where nothing is.

    ``candidates``: where that could begin, as the kernel finds it; ``documents``: where each
    document after the first begins, two line breaks after the one before; no span reaches from one
    into another.

    >>> from majuscule.text.characters.codepoints import encode
    >>> text = encode("dear <b>{name}</b>,&nbsp;hello")
    >>> decode(cover(text, [5, 8, 14, 19], NO_PATTERNS, ())).replace(chr(COVERED), "*")
    'dear    ******    ,      hello'
    """
    if not candidates and not patterns.sources:
        return folded
    # Its expressions take a while to compile, and plain prose has no candidates.
    from majuscule.text.protecting.candidates import APOSTROPHES, Search

    text = decode(folded)
    out = folded.copy()
    for start, stop, with_, sign in Search(text, documents).spans(candidates):
        out[start:stop] = with_
        if sign:
            # Where it touches what it belongs to: the word before, or the one that it opens.
            ends = start and not text[start - 1].isspace() and sign not in APOSTROPHES
            out[start if ends else stop - 1] = sign
    if patterns.sources:
        begin = 0
        for line in text.split("\n"):
            for pattern in patterns.compiled:
                for match in pattern.finditer(line):
                    out[begin + match.start() : begin + match.end()] = COVERED
            begin += len(line) + 1
    return out


def covered(codes: CodePoints, patterns: Patterns) -> Bools:
    """Tell which code points the user's patterns protect, shape (n,)."""
    folded = fold(codes)
    return np.asarray(cover(folded, [], patterns, ()) != folded)


@cache
def triggers() -> U8:
    """Return what each ASCII character may begin, as the kernel numbers it."""
    table = np.zeros(128, np.uint8)
    table[ord("\n")] = 1
    table[[ord(digit) for digit in "0123456789"]] = 2
    table[[ord(sign) for sign in "<&{\\$%#`"]] = 3
    return table
