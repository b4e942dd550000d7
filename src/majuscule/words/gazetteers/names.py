"""Gazetteers inside the model: a 32-bit hash of each name, and a byte of flags for its lists.

Names of up to four tokens are found in text by the hash of a run of tokens.  About one in thirty
thousand other runs collides with a name; since lists are only features of the tagger, that is
harmless.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np

from majuscule.arrays import I32, U8, U32, U64, Wholes
from majuscule.errors import CorpusError
from majuscule.models.stored import stored
from majuscule.tagging.scoring.index import KeyIndex
from majuscule.text import encode, tokenize
from majuscule.words.gazetteers import names_kernel

MALE, FEMALE, COMMON_FIRST, SURNAME, COMMON_SURNAME, CITY, REGION, COMPANY = (
    1 << bit for bit in range(8)
)
LONGEST = 4
"""Most tokens of a name; longer names are left out."""

SINGLE = MALE | FEMALE | COMMON_FIRST | SURNAME | COMMON_SURNAME
COMMON = {FEMALE: 0.01, MALE: 0.01, SURNAME: 0.005}
"""The least share of people, in per cent, that makes a name common."""

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_SUFFIXES = ("inc", "inc.", "corp", "corp.", "corporation", "company", "co.", "plc", "group", "ltd")


@dataclass(frozen=True)
class NameLists:
    """``hashes`` uint32 (names,), sorted; ``flags`` uint8 (names,): the lists that hold each name.

    ``single``: flags that apply to names of one token only.
    """

    hashes: U32 = stored("<u4")
    flags: U8 = stored("|u1")
    single: int = SINGLE

    @classmethod
    def of(cls, names: Iterable[tuple[str, int]]) -> Self:
        """Return name lists from names with their flags; flags of a repeated name are joined.

        >>> lists = NameLists.of([("New York", CITY), ("York", SURNAME)])
        >>> lists.find(tokenize(encode("in new york")).words).tolist()
        [0, 32, 264]
        """
        texts, flags = [], []
        for text, flag in names:
            texts.append(text.replace("\n", " "))
            flags.append(flag)
        codes = encode("\n".join(texts))
        tokens = tokenize(codes)
        breaks = np.flatnonzero(codes == 10)
        owner = np.searchsorted(breaks, tokens.starts)
        sizes = np.bincount(owner, minlength=len(texts))
        first = np.cumsum(sizes) - sizes
        hashes, kept = [], []
        for size in range(1, LONGEST + 1):
            which = np.flatnonzero(sizes == size)
            runs = tokens.words[first[which][:, None] + np.arange(size)]
            hashes.append(run_hashes(list(runs.T)))
            kept.append(np.array(flags, np.uint8)[which] if len(which) else np.empty(0, np.uint8))
        unique, rows = np.unique(np.concatenate(hashes), return_inverse=True)
        merged = np.zeros(len(unique), np.uint8)
        np.bitwise_or.at(merged, rows, np.concatenate(kept))
        return cls(unique, merged)

    def fits(self) -> bool:
        return len(self.hashes) == len(self.flags)

    def find(self, words: U64, lines: Wholes | None = None) -> I32:
        """Return the flags of the names that each token is part of, int32 (n,).

        The first token of a name has its flags, further tokens have them shifted above all flags:
        a token that begins a place may also be inside the name of a company.

        ``lines`` (lines, 2): the tokens of each line; names do not cross lines.  None: one line.
        """
        if lines is None:
            lines = np.array([[0, len(words)]], np.int32)
        index = self._index
        names_kernel.find_names(
            words,
            np.ascontiguousarray(lines, np.int32),
            LONGEST,
            index.cells,
            index.homes,
            self.flags,
            self.single,
            self._inner_shift,
            found := np.zeros(len(words), np.int32),
        )
        return found

    @cached_property
    def _inner_shift(self) -> int:
        return 8 - next(bit for bit in range(8) if not self.single >> bit & 1)

    @cached_property
    def _index(self) -> KeyIndex:
        return KeyIndex.of(self.hashes)


def run_hashes(words: Sequence[U64]) -> U32:
    """Return the hash of each run of tokens, uint32; ``words[k]``: the k-th token of every run."""
    running = np.full(len(words[0]), len(words), np.uint64)
    for word in words:
        running = (running ^ word) * _MULTIPLIER
        running ^= running >> np.uint64(29)
    return (running >> np.uint64(32)).astype(np.uint32)


def read_name_lists(files: Iterable[Path]) -> NameLists:
    """Return the name lists in CSV files; the columns say what a file holds.

    ``name,freq``: people; the file name contains ``female``, ``male`` or ``surname``.
    ``name,country,subcountry``: cities.  ``Security``: companies.
    """
    names: list[tuple[str, int]] = []
    for file in files:
        names += _read(file)
    return NameLists.of(names)


def _read(file: Path) -> list[tuple[str, int]]:
    with file.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    head = set(rows[0]) if rows else set()
    if {"name", "freq"} <= head:
        kind = next((flag for mark, flag in _PEOPLE if mark in file.stem), 0)
        if not kind:
            raise CorpusError("its name must hold female, male or surname", file)
        common = COMMON_SURNAME if kind == SURNAME else COMMON_FIRST
        return [
            (row["name"], kind | (common if float(row["freq"]) >= COMMON[kind] else 0))
            for row in rows
        ]
    if {"name", "country", "subcountry"} <= head:
        cities = [(row["name"], CITY) for row in rows]
        regions = {row[column] for row in rows for column in ("country", "subcountry")}
        return cities + [(name, REGION) for name in sorted(regions) if name]
    if "Security" in head:
        full = [row["Security"].split("(")[0].strip() for row in rows]
        return [(name, COMPANY) for whole in full for name in sorted({whole, _bare(whole)})]
    raise CorpusError(
        "does not have the columns of a name list: name,freq or name,country or Security", file
    )


_PEOPLE = (("female", FEMALE), ("male", MALE), ("surname", SURNAME))


def _bare(company: str) -> str:
    """Return a company's name without its suffix.

    >>> _bare("Apple Inc.")
    'Apple'
    """
    words = company.replace(",", " ").split()
    while len(words) > 1 and words[-1].lower() in _SUFFIXES:
        words.pop()
    return " ".join(words)
