"""Features of the character tagger: columns of hashes, with a row for each atom of Chinese text.

Beside the characters there are the words and names on the best path of the lattice
(:mod:`majuscule.entities.chinese.tagger`); the words of a segmented line are its own.  So the
tagger learns where to trust the lattice.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from majuscule.arrays import I32, I64, U64
from majuscule.entities.chinese.atoms import Line, is_letter, line_parts
from majuscule.entities.chinese.dictionary import NAMES, Dictionary
from majuscule.entities.chinese.lattice import Edge
from majuscule.entities.chinese.models import WORD
from majuscule.entities.chinese.patterns import LABELS as PATTERN_LABELS
from majuscule.entities.chinese.tagger import ChineseTagger
from majuscule.entities.chinese.training import closed_lists
from majuscule.tagging.features.templates import REACH
from majuscule.text import hash_words

COLUMNS = ("c", "t", "s", "w", "l", "g", "k", "p", "dp", "dk", "dw", "dn")
"""Character, kind of character, place in the word, word, name on the path of the lattice, name in
the lists, class of the word, level of the lattice's posterior; from the dictionary: place in its
word, class of the word, word, names that contain the character."""

PADDING = "</s>"

LEAST_SHARE = 0.01
"""The least posterior of a name in the lattice that is a feature."""

TEMPLATES = tuple(
    template.strip()
    for line in """
    c; c-1; c+1; c-2; c+2; c-3; c+3; c-1 c; c c+1; c-2 c-1; c+1 c+2; c-1 c+1; c-1 c c+1
    c-2 c-1 c; c c+1 c+2; c s; c-1 s; c+1 s; t; t-1 t t+1; t-1; t+1
    s; s-1 s s+1; w; w-1; w+1; w s; w-1 w; w w+1; w-2; w+2; w-3; w+3; k; k-1 k; k k+1; k-1 k k+1
    l; l-1; l+1; l-1 l; l l+1; l-1 l l+1; l c; l c-1; l c+1; l s; l w; l k; l t; l g
    g; g-1; g+1; g-1 g; g g+1; g c; g s; g w; g k; g l-1; g l+1
    p; p-1; p+1; p-1 p; p p+1; p-1 p p+1; p c; p s; p w; p k; p l
    dp; dp dk; dp c; dw dp; dp l
    dk; dk-1; dk+1; dk-2; dk+2; dk-3; dk+3; dk-1 dk; dk dk+1; dk-1 dk dk+1; dk l; dk s; dk c; dk k
    dw; dw-1; dw+1; dw-2; dw+2
    dn; dn-1; dn+1; dn-1 dn; dn dn+1; dn dp; dn c; dn l; dn s; dn w-1; dn w+1
    """.strip().split("\n")
    for template in line.split(";")
)

LINKS = ("s", "l", "c")
"""Templates of transition features: each is joined with the previous tag."""


SURE = (0.05, 0.2, 0.5, 0.8, 0.95)
"""Bounds of the levels of the lattice's posteriors."""


@dataclass(frozen=True)
class AtomColumns:
    """Lines with their atoms in padded columns: ``columns`` uint64 (columns, padded atoms);
    ``bounds`` (lines, 2): the range of each line in them; ``paths``: the lattice's best paths."""

    lines: list[Line]
    paths: list[list[Edge]]
    columns: U64
    bounds: I32

    @property
    def at(self) -> I64:
        """Return the indices of all atoms in the columns, line by line."""
        return np.concatenate([np.arange(a, b) for a, b in self.bounds.tolist()] or [np.arange(0)])


def read_columns(text: str, lattice: ChineseTagger, dictionary: Dictionary) -> AtomColumns:
    """Return the columns of the lines of a text; long lines are split."""
    lines = list(line_parts(text))
    paths = []
    rows: list[list[str]] = [[PADDING] * REACH for _ in COLUMNS]
    bounds, at = [], REACH
    for line in lines:
        edges = lattice.lattice(text, line)
        paths.append(edges.best())
        columns = (
            *_line_columns(line, paths[-1], lattice),
            _levels(len(line), edges.posteriors()),
            *_dictionary_columns(line.symbols, dictionary),
        )
        for row, values in zip(rows, columns, strict=True):
            row += [*values, *[PADDING] * REACH]
        bounds.append((at, at + len(line)))
        at += len(line) + REACH
    hashed = np.stack([hash_words(row) for row in rows])
    return AtomColumns(lines, paths, hashed, np.array(bounds, np.int32).reshape(-1, 2))


def _line_columns(
    line: Line, path: Sequence[Edge], lattice: ChineseTagger
) -> tuple[Sequence[str], ...]:
    """Return the first seven columns of a line, from its atoms and the lattice's path."""
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
        [_kind(symbol) for symbol in line.symbols],
        places,
        words,
        names,
        _listed(line.symbols),
        [groups.get(word, f"new {min(len(word), 4)}") for word in words],
    )


def _levels(atoms: int, posteriors: Mapping[tuple[int, int, str], float]) -> list[str]:
    """Return the likeliest name at each atom, with the level of its posterior."""
    shares: list[dict[str, float]] = [{} for _ in range(atoms)]
    for (start, end, tag), share in posteriors.items():
        if tag != WORD and share > LEAST_SHARE:
            for at in range(start, end):
                part = tag if tag in PATTERN_LABELS else f"{'B' if at == start else 'I'}{tag}"
                shares[at][part] = shares[at].get(part, 0.0) + share
    levels = []
    for parts in shares:
        part = max(parts, key=lambda one: parts[one], default="")
        levels.append(f"{part}{bisect_right(SURE, parts[part])}" if part else "")
    return levels


def _dictionary_columns(symbols: Sequence[str], dictionary: Dictionary) -> list[list[str]]:
    """Return the four columns of the dictionary, as strings."""
    n, known = len(symbols), dictionary.look_up(symbols)
    places, classes, words = [""] * n, [""] * n, [""] * n
    for start, end, name in dictionary.cut(symbols, known):
        word, length = "".join(symbols[start:end]), min(4, end - start)
        for at in range(start, end):
            places[at], classes[at], words[at] = _place(at, start, end), f"{name}{length}", word
    names: list[set[str]] = [set() for _ in range(n)]
    for start, end, name in dictionary.words(known):
        if name in NAMES:
            for at in range(start, end):
                names[at].add(_place(at, start, end) + NAMES[name])
    return [places, classes, words, ["".join(sorted(some)) for some in names]]


def _place(at: int, start: int, end: int) -> str:
    """Return whether an atom is a single one (S), or the begin, middle or end of a word."""
    if end - start == 1:
        return "S"
    return "B" if at == start else "E" if at == end - 1 else "M"


def _kind(symbol: str) -> str:
    if len(symbol) > 1 or symbol == "0":
        return symbol
    return "Han" if is_letter(symbol) else symbol


@cache
def _listed_names() -> tuple[frozenset[str], dict[str, str], int]:
    """Return surnames, the labels of listed names, and the length of the longest name."""
    surnames, names = closed_lists()
    label_of = {name: label for label, some in names.items() for name in some}
    return frozenset(surnames), label_of, max(map(len, label_of), default=0)


def _listed(symbols: Sequence[str]) -> list[str]:
    """Return the label of the listed name that covers each atom, with the atom's place in it.

    Names are matched from left to right, the longest first, and override surnames.
    """
    surnames, label_of, longest = _listed_names()
    found = ["surname" if symbol in surnames else "" for symbol in symbols]
    at = 0
    while at < len(symbols):
        for size in range(min(longest, len(symbols) - at), 1, -1):
            label = label_of.get("".join(symbols[at : at + size]))
            if label:
                found[at : at + size] = [
                    f"{_place(k, at, at + size)}{label}" for k in range(at, at + size)
                ]
                at += size - 1
                break
        at += 1
    return found
