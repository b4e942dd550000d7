"""Chinese text as atoms: each character or sign, and whole Latin words and numbers.

A line is *segmented* if white space separates its words: if there is white space between Chinese
characters and the runs of these are shorter than four characters on average.  Then units of the
lattice begin and end at white space only; in any other line they may begin at every atom.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

LONGEST_PIECE = 4.0
"""A line is segmented if its runs of Chinese characters are shorter than this on average."""

_ATOM = re.compile(
    r"(?P<number>[0-9０-９]+(?:[.,．，:：][0-9０-９]+)*)"
    r"|(?P<latin>[^\W\d_\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
    r"[^\W_\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]*(?:['’.&+-](?=\w)"
    r"[^\W_\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]+)*)"
    r"|(?P<one>\S)"
)
_HAN = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN_SPACE_HAN = re.compile(rf"(?<=[{_HAN}])\s+(?=[{_HAN}])")
_HAN_RUN = re.compile(rf"[{_HAN}]+")
_LETTER = re.compile(rf"[{_HAN}\u3040-\u30ff]")

LONGEST_PART = 400
"""The most atoms of a line in one lattice, which takes 20 kB for each."""
STOPS = frozenset("。！？；，、!?;,")

NUMBER, CAPITALS, CAPITAL, SMALL = "0", "XX", "Xx", "xx"
BORDER = "|"
"""The mark between the words of a name in a segmented line."""
JOINTS = frozenset("·‧・•．.-－—‐∙/&＆")
"""Signs that may occur inside a name."""


@dataclass(frozen=True)
class Line:
    """A line of n atoms.

    ``symbols``: (n,) the atoms, numbers and Latin words reduced to their shape; ``starts`` and
    ``ends``: (n,) offsets in the text; ``borders``: (n + 1,) whether units may begin and end before
    each atom; ``segmented``: see the module.
    """

    symbols: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    borders: tuple[bool, ...]
    segmented: bool

    def __len__(self) -> int:
        return len(self.symbols)

    def parts(self, longest: int = LONGEST_PART) -> Iterator[Line]:
        """Yield the line, or parts of it of at most ``longest`` atoms: cut after a sign, else at a
        border of units, else anywhere, where a name may be lost.

        >>> [part.symbols for part in next(read_lines("我在，你在，他在")).parts(4)]
        [('我', '在', '，'), ('你', '在', '，'), ('他', '在')]
        """
        first, last = 0, len(self)
        while last - first > longest:
            places = range(first + longest, first, -1)
            signs = (at for at in places if self.symbols[at - 1] in STOPS and self.borders[at])
            inside = (at for at in places if self.borders[at])
            stop = next(signs, None) or next(inside, first + longest)
            yield self._part(first, stop)
            first = stop
        yield self._part(first, last) if first else self

    def _part(self, first: int, stop: int) -> Line:
        borders = (True, *self.borders[first + 1 : stop], True)
        return replace(
            self,
            symbols=self.symbols[first:stop],
            starts=self.starts[first:stop],
            ends=self.ends[first:stop],
            borders=borders,
        )

    def atoms(self, start: int, end: int) -> tuple[int, int]:
        """Return the first atom that a span of the text overlaps, and that after the last.

        >>> next(read_lines("我在Rome")).atoms(1, 4)
        (1, 3)
        """
        return bisect_right(self.ends, start), bisect_left(self.starts, end)

    def spelling(self, start: int, end: int) -> tuple[str, ...]:
        """Return the symbols of some atoms, with :data:`BORDER` between words if segmented."""
        if not self.segmented:
            return self.symbols[start:end]
        symbols: list[str] = []
        for place in range(start, end):
            if place > start and self.borders[place]:
                symbols.append(BORDER)
            symbols.append(self.symbols[place])
        return tuple(symbols)


def read_lines(text: str) -> Iterator[Line]:
    """Yield the lines of a text that are not blank.

    >>> [line.symbols for line in read_lines("我在Rome住了 3 年。")]
    [('我', '在', 'Xx', '住', '了', '0', '年', '。')]
    """
    at = 0
    for line in text.split("\n"):
        segmented = is_segmented(line)
        if matches := list(_ATOM.finditer(line)):
            starts = tuple(at + match.start() for match in matches)
            ends = tuple(at + match.end() for match in matches)
            inner = (not segmented or a < b for a, b in zip(ends, starts[1:], strict=False))
            symbols = tuple(map(_symbol, matches))
            yield Line(symbols, starts, ends, (True, *inner, True), segmented)
        at += len(line) + 1


def line_parts(text: str) -> Iterator[Line]:
    """Yield the lines of a text, long ones in parts."""
    for line in read_lines(text):
        yield from line.parts()


def is_segmented(line: str) -> bool:
    """Return whether white space separates the words of a line.

    >>> is_segmented("我 住 在 北京"), is_segmented("我住在 Rome 和北京")
    (True, False)
    """
    if not _HAN_SPACE_HAN.search(line):
        return False
    runs = _HAN_RUN.findall(line)
    return sum(map(len, runs)) < LONGEST_PIECE * len(runs)


def _symbol(match: re.Match[str]) -> str:
    if match["number"]:
        return NUMBER
    if word := match["latin"]:
        if len(word) > 1 and word.upper() == word:
            return CAPITALS
        return CAPITAL if word[0].upper() == word[0] else SMALL
    return match[0]


def is_letter(symbol: str) -> bool:
    """Return whether an atom, such as a Chinese character or a number, may begin or end a name."""
    return len(symbol) > 1 or symbol == NUMBER or bool(_LETTER.match(symbol))


def may_be_inside(symbol: str) -> bool:
    """Return whether an atom may be inside a name."""
    return is_letter(symbol) or symbol in JOINTS
