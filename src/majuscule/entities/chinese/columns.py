"""What the tagger of characters sees of each atom of Chinese text: columns of hashes.

The lattice (:mod:`majuscule.entities.chinese.tagger`) has looked at the line before: its words,
where the line has none of its own, and its names are columns beside the characters, so the tagger
learns where to believe it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from majuscule.arrays import I32, I64, U64
from majuscule.entities.chinese.atoms import Line, is_letter, line_parts
from majuscule.entities.chinese.lattice import Edge
from majuscule.entities.chinese.models import WORD
from majuscule.entities.chinese.tagger import ChineseTagger
from majuscule.entities.chinese.training import closed_lists
from majuscule.tagging.templates import REACH
from majuscule.text import hash_words

COLUMNS = ("c", "t", "s", "w", "l", "g", "k")
"""Character, sort of character, place in the word, word, name of the lattice, name of the lists,
class of the word."""

PADDING = "</s>"

TEMPLATES = tuple(
    template.strip()
    for line in """
    c; c-1; c+1; c-2; c+2; c-3; c+3; c-1 c; c c+1; c-2 c-1; c+1 c+2; c-1 c+1; c-1 c c+1
    c-2 c-1 c; c c+1 c+2; c s; c-1 s; c+1 s; t; t-1 t t+1; t-1; t+1
    s; s-1 s s+1; w; w-1; w+1; w s; w-1 w; w w+1; w-2; w+2; w-3; w+3; k; k-1 k; k k+1; k-1 k k+1
    l; l-1; l+1; l-1 l; l l+1; l-1 l l+1; l c; l c-1; l c+1; l s; l w; l k; l t; l g
    g; g-1; g+1; g-1 g; g g+1; g c; g s; g w; g k; g l-1; g l+1
    """.strip().split("\n")
    for template in line.split(";")
)

LINKS = ("s", "l", "c")
"""Templates of transitions: each is joined with the previous tag."""


@dataclass(frozen=True)
class Columns:
    """Lines with their atoms in padded columns: ``columns`` (columns, padded atoms); ``bounds``
    (lines, 2): where each line lies in them; ``paths``: the best path of the lattice."""

    lines: list[Line]
    paths: list[list[Edge]]
    columns: U64
    bounds: I32

    @property
    def at(self) -> I64:
        """Return where the atoms stand in the columns, line after line."""
        return np.concatenate([np.arange(a, b) for a, b in self.bounds.tolist()] or [np.arange(0)])


def read_columns(text: str, lattice: ChineseTagger) -> Columns:
    """Return the columns of a text's lines; long lines are read in parts."""
    lines = list(line_parts(text))
    paths = [lattice.lattice(text, line).best() for line in lines]
    rows: list[list[str]] = [[PADDING] * REACH for _ in COLUMNS]
    bounds, at = [], REACH
    for line, path in zip(lines, paths, strict=True):
        for row, values in zip(rows, _line_columns(line, path, lattice), strict=True):
            row += [*values, *[PADDING] * REACH]
        bounds.append((at, at + len(line)))
        at += len(line) + REACH
    columns = np.stack([hash_words(row) for row in rows])
    return Columns(lines, paths, columns, np.array(bounds, np.int32).reshape(-1, 2))


def _line_columns(
    line: Line, path: Sequence[Edge], lattice: ChineseTagger
) -> tuple[Sequence[str], ...]:
    """Return the columns of a line's atoms as strings."""
    n = len(line)
    words, places, names = [""] * n, [""] * n, [WORD] * n
    for edge in path:
        kind = "" if edge.tag == WORD else edge.tag
        for at in range(edge.start, edge.end):
            names[at] = f"{_place(at, edge.start, edge.end)}{kind}" if kind else WORD
        inner = range(edge.start + 1, edge.end)
        cuts = [edge.start, *(k for k in inner if line.segmented and line.borders[k]), edge.end]
        for start, end in pairwise(cuts):
            word = "".join(line.symbols[start:end])
            for at in range(start, end):
                words[at], places[at] = word, _place(at, start, end)
    if not line.segmented:
        places = [f"{place}?" for place in places]
    groups = lattice.context.lexicon.groups
    return (
        line.symbols,
        [_sort(symbol) for symbol in line.symbols],
        places,
        words,
        names,
        _listed(line.symbols),
        [groups.get(word, f"new {min(len(word), 4)}") for word in words],
    )


def _place(at: int, start: int, end: int) -> str:
    if end - start == 1:
        return "S"
    return "B" if at == start else "E" if at == end - 1 else "M"


def _sort(symbol: str) -> str:
    if len(symbol) > 1 or symbol == "0":
        return symbol
    return "Han" if is_letter(symbol) else symbol


@cache
def _known() -> tuple[frozenset[str], dict[str, str], int]:
    surnames, names = closed_lists()
    known = {name: label for label, some in names.items() for name in some}
    return frozenset(surnames), known, max(map(len, known), default=0)


def _listed(symbols: Sequence[str]) -> list[str]:
    """Return of each atom which list has a name that holds it, the longest name first, and where
    it stands there; a surname alone is less than a name."""
    surnames, known, longest = _known()
    found = ["surname" if symbol in surnames else "" for symbol in symbols]
    at = 0
    while at < len(symbols):
        for size in range(min(longest, len(symbols) - at), 1, -1):
            label = known.get("".join(symbols[at : at + size]))
            if label:
                found[at : at + size] = [
                    f"{_place(k, at, at + size)}{label}" for k in range(at, at + size)
                ]
                at += size - 1
                break
        at += 1
    return found
