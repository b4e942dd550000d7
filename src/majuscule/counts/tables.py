"""Count tables: sorted 63-bit keys and their counts.

Merging adds the counts of equal keys, so it is associative and commutative: parts counted in any
order, by any number of threads or machines, give the same table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np

from majuscule.arrays import U32
from majuscule.counts import table_kernel
from majuscule.errors import TrainingError
from majuscule.text.keys import Keys, find_keys

Counts = U32

CHUNK = 1 << 22
"""Keys sorted at once: 32 MB, small enough to sort fast, large enough to need few merges."""


@dataclass(frozen=True)
class CountTable:
    """``keys``: uint64, ascending, each once; ``counts``: uint32, as many, at least 1."""

    keys: Keys
    counts: Counts

    def __len__(self) -> int:
        return len(self.keys)

    @classmethod
    def empty(cls) -> CountTable:
        """Return the empty table."""
        return cls(np.empty(0, np.uint64), np.empty(0, np.uint32))

    @classmethod
    def of(cls, keys: Keys) -> CountTable:
        """Return the counts of keys, given in any order.

        >>> table = CountTable.of(np.array([7, 3, 7], np.uint64))
        >>> table.keys.tolist(), table.counts.tolist()
        ([3, 7], [1, 2])
        """
        ordered = np.sort(keys)
        counts = np.empty(len(keys), np.uint32)
        n = table_kernel.count_runs(ordered, counts)
        return cls(ordered[:n].copy(), counts[:n].copy())

    def merge(self, other: CountTable) -> CountTable:
        """Return the sum of two tables.

        Raises :class:`TrainingError` if a count exceeds 32 bits.
        """
        if not len(self) or not len(other):
            return self if len(self) else other
        room = len(self) + len(other)
        keys, counts = np.empty(room, np.uint64), np.empty(room, np.uint32)
        n = table_kernel.merge(self.keys, self.counts, other.keys, other.counts, keys, counts)
        if n < 0:
            raise TrainingError(
                f"an n-gram was counted more than {2**32 - 1:,} times; count less text at once"
            )
        return CountTable(keys[:n].copy(), counts[:n].copy())

    def look_up(self, keys: Keys) -> Counts:
        """Return the count of each key, 0 for missing ones."""
        counts = np.zeros(keys.shape, np.uint32)
        at, known = find_keys(self.keys, keys)
        counts[known] = self.counts[at[known]]
        return counts

    def keep(self, least: int) -> CountTable:
        """Return the table of the keys seen at least ``least`` times."""
        kept = self.counts >= least
        return CountTable(self.keys[kept], self.counts[kept])


class TableBuilder:
    """Counts keys that arrive in pieces.

    Pieces are buffered, sorted, and merged like the digits of a binary counter, so that adding n
    keys costs O(n log n) and memory stays near that of the distinct keys.
    """

    def __init__(self, chunk: int = CHUNK) -> None:
        self._chunk = chunk
        self._buffer: list[Keys] = []
        self._size = 0
        self._runs: list[CountTable] = []

    def add(self, keys: Keys) -> None:
        """Count keys, in any order; the array is kept and must not be changed."""
        self._buffer.append(keys)
        self._size += len(keys)
        if self._size >= self._chunk:
            self._flush()

    def merge(self, table: CountTable) -> None:
        """Add the counts of a table."""
        while self._runs and len(self._runs[-1]) < 2 * len(table):
            table = self._runs.pop().merge(table)
        self._runs.append(table)

    def table(self) -> CountTable:
        self._flush()
        self._runs = [merge_tables(self._runs)]
        return self._runs[0]

    def _flush(self) -> None:
        if self._buffer:
            self.merge(CountTable.of(np.concatenate(self._buffer)))
            self._buffer, self._size = [], 0


def count_keys(parts: Iterable[Mapping[str, Keys]]) -> dict[str, CountTable]:
    """Return the counts of the keys of all parts, by table."""
    builders: dict[str, TableBuilder] = {}
    for part in parts:
        for name, keys in part.items():
            builders.setdefault(name, TableBuilder()).add(keys)
    return {name: builder.table() for name, builder in builders.items()}


def merge_tables(tables: Iterable[CountTable]) -> CountTable:
    """Return the sum of tables, merging the smallest first."""
    return reduce(CountTable.merge, sorted(tables, key=len), CountTable.empty())
