"""A dictionary in the model file: hashes of words, with their classes and frequencies.

It segments running text by itself: of all segmentations of a line, it chooses that with the most
probable words.  The result is only a feature of the character tagger, so wrong entries cost little;
by hash collision, one run of characters in some ten thousand is mistaken for a word.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np

from majuscule.arrays import I64, U8, U32
from majuscule.errors import CorpusError
from majuscule.extras import require
from majuscule.models.stored import stored
from majuscule.reading import read_file_lines
from majuscule.text import hash_words
from majuscule.text.keys import find_keys
from majuscule.words.gazetteers.names import run_hashes

LONGEST = 8
"""The most characters of a word; longer ones are left out."""

STEPS = 10.0
"""Units of rarity per unit of (natural) log probability."""

UNKNOWN = 180
"""Rarity of a character that is not in the dictionary: that of a word seen once in 60 million."""

NAMES = {"nr": "P", "nrfg": "P", "nrt": "F", "ns": "L", "nt": "O", "nz": "Z"}
"""Classes of names, with the letter of each in the columns: people (P), transliterated names (F),
places (L), organisations (O), others (Z)."""

LEAST = 5
"""The least count of a word that is not a name: half of jieba's words are rarer."""

JIEBA = "jieba"
"""The name of the dictionary of the package jieba (MIT licence)."""

Entry = tuple[str, int, str]
"""A word, its count, and its class: ``("北京", 34488, "ns")``."""

Word = tuple[int, int, str]
"""Start, end and class of a word; the class of an unknown one is empty."""

_NONE = np.empty(0, np.uint32), np.empty(0, np.uint8), np.empty(0, np.uint8), np.empty(0, np.uint8)


@dataclass(frozen=True)
class Dictionary:
    """``hashes``: (words,) sorted; ``numbers``: of their classes; ``rarities``: minus :data:`STEPS`
    times their log probability; ``names``: the classes as UTF-8, separated by spaces."""

    hashes: U32 = stored("<u4")
    numbers: U8 = stored("|u1")
    rarities: U8 = stored("|u1")
    names: U8 = stored("|u1")

    @classmethod
    def none(cls) -> Self:
        return cls(*_NONE)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Self:
        """Return a dictionary of some words; those of more than eight characters are left out.

        >>> found = Dictionary.of([("北京", 50, "ns"), ("大学", 40, "n"), ("京大", 1, "n")])
        >>> list(found.cut("去北京大学"))
        [(0, 1, ''), (1, 3, 'ns'), (3, 5, 'n')]
        """
        words = [one for one in entries if one[1] > 0 and len(one[0]) <= LONGEST]
        total = sum(count for _, count, _ in words)
        names = sorted({name for _, _, name in words})
        letters = sorted({letter for word, _, _ in words for letter in word})
        hash_of = dict(zip(letters, hash_words(letters).tolist(), strict=True))
        found: dict[int, tuple[int, int]] = {}
        for size in range(1, LONGEST + 1):
            some = [one for one in words if len(one[0]) == size]
            columns = np.array([[hash_of[c] for c in word] for word, _, _ in some], np.uint64)
            for key, (_, count, name) in zip(
                run_hashes(list(columns.reshape(-1, size).T)).tolist(), some, strict=True
            ):
                rarity = min(255, round(STEPS * math.log(total / count)))
                if key not in found or rarity < found[key][1]:
                    found[key] = names.index(name), rarity
        order = sorted(found)
        numbers, rarities = np.array([found[k] for k in order], np.uint8).reshape(-1, 2).T.copy()
        text = np.frombuffer(" ".join(names).encode(), np.uint8)
        return cls(np.array(order, np.uint32), numbers, rarities, text)

    @classmethod
    def read(cls, file: str | os.PathLike[str]) -> Self:
        """Return the dictionary in a file, or that of the package jieba if ``file`` is ``jieba``.

        A line has a word, its count and its class, separated by spaces.

        Raises :class:`~majuscule.errors.CorpusError`, with file and line, for any other line.
        """
        if file == JIEBA:
            package = require(JIEBA, "this dictionary", "chinese")
            file = Path(package.__file__).with_name("dict.txt")
        return cls.of(_entries(file))

    def fits(self) -> bool:
        return len(self.hashes) == len(self.numbers) == len(self.rarities) and bool(
            self.numbers.max(initial=0) < max(1, len(self.classes))
        )

    @cached_property
    def classes(self) -> list[str]:
        return self.names.tobytes().decode().split()

    def look_up(self, symbols: Sequence[str]) -> I64:
        """Return the index of each run of symbols that is a word, else -1: (n, sizes from 1)."""
        n = len(symbols)
        found = np.full((n, LONGEST), -1, np.int64)
        hashes = hash_words(symbols)
        for size in range(1, min(n, LONGEST) + 1 if len(self.hashes) else 1):
            last = n - size + 1
            runs = run_hashes([hashes[k : k + last] for k in range(size)])
            at, known = find_keys(self.hashes, runs)
            found[:last, size - 1] = np.where(known, at, -1)
        return found

    def cut(self, symbols: Sequence[str], known: I64 | None = None) -> Iterator[Word]:
        """Yield the words of the most probable segmentation of a line.

        ``known``: what :meth:`look_up` returned.
        """
        known = self.look_up(symbols) if known is None else known
        n = len(symbols)
        rarities = [
            {k + 1: int(self.rarities[place]) for k, place in enumerate(row.tolist()) if place >= 0}
            for row in known
        ]
        least, best = [0] * (n + 1), [1] * n
        for at in range(n - 1, -1, -1):
            sizes = {1: UNKNOWN, **rarities[at]}
            costs = {size: rarity + least[at + size] for size, rarity in sizes.items()}
            best[at] = min(costs, key=lambda size: (costs[size], -size))
            least[at] = costs[best[at]]
        at = 0
        while at < n:
            place = int(known[at, best[at] - 1])
            name = self.classes[self.numbers[place]] if place >= 0 else ""
            yield at, at + best[at], name
            at += best[at]

    def words(self, known: I64) -> Iterator[Word]:
        """Yield all words of more than one character in a line, overlapping ones too."""
        for at, size in zip(*np.nonzero(known[:, 1:] >= 0), strict=True):
            place = known[at, size + 1]
            yield int(at), int(at + size + 2), self.classes[self.numbers[place]]


def _entries(file: str | os.PathLike[str]) -> Iterator[Entry]:
    for number, line in read_file_lines(file):
        match line.split():
            case [word, count, name] if count.isdecimal():
                if name in NAMES or int(count) >= LEAST:
                    yield word, int(count), name
            case []:
                pass
            case _:
                what = f"{line!r} is not a word, its count and its class"
                raise CorpusError(what, f"{os.fspath(file)}:{number}")
