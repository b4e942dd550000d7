"""A count table split into histories and their successors, for searching by kernels.

Half the size of the original table, for each history is stored once: its key, the start of its run,
and its count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I64, U32, Wholes, join_ranges
from majuscule.counts.keys import low
from majuscule.counts.tables import CountTable
from majuscule.models.stored import stored
from majuscule.text.keys import Keys

INDEX_BITS = 16


def gather_runs(offsets: I64, rows: Wholes) -> tuple[I64, I64]:
    """Return the offsets of some runs when concatenated, and the indices of their items.

    >>> bounds, at = gather_runs(np.array([0, 2, 3, 7]), np.array([2, 0]))
    >>> bounds.tolist(), at.tolist()
    ([0, 4, 6], [3, 4, 5, 6, 0, 1])
    """
    sizes = np.diff(offsets)[rows]
    at, begins = join_ranges(offsets[rows], sizes)
    return np.append(begins, len(at)), at


@dataclass(frozen=True)
class Successors:
    """h histories and their n successors.

    ``histories``: uint64 (h,), ascending; ``offsets``: int64 (h + 1,), the bounds of their runs;
    ``totals``: uint32 (h,), their counts; ``following``: uint32 (n,), successors, ascending in each
    run; ``counts``: uint32 (n,).
    """

    histories: Keys = stored("<u8")
    offsets: I64 = stored("<i8")
    totals: U32 = stored("<u4")
    following: U32 = stored("<u4")
    counts: U32 = stored("<u4")

    def fits(self) -> bool:
        """Return whether every history has a run of its own."""
        return (
            len(self.offsets) == len(self) + 1
            and len(self.totals) == len(self)
            and len(self.counts) == len(self.following)
            and self.offsets[0] == 0
            and self.offsets[-1] == len(self.counts)
            and not np.any(self.offsets[1:] < self.offsets[:-1])
        )

    def __len__(self) -> int:
        return len(self.histories)

    @classmethod
    def of(cls, table: CountTable, bits: int, least: int = 1) -> Successors:
        """Split the keys of a table into histories and successors of ``bits`` bits.

        N-grams seen fewer than ``least`` times are dropped, also from the totals, so that the
        shares of the others sum to one.
        """
        kept = table.counts >= least
        keys, counts = table.keys[kept], table.counts[kept]
        parts = keys >> np.uint64(bits)
        begins = np.flatnonzero(np.append(True, parts[1:] != parts[:-1])[: len(parts)])
        totals = np.add.reduceat(counts, begins, dtype=np.int64) if len(begins) else begins
        return cls(
            parts[begins],
            np.append(begins, len(keys)).astype(np.int64),
            totals.astype(np.uint32),
            low(keys, bits),
            counts,
        )

    def types(self) -> I64:
        """Return the number of distinct successors of each history."""
        return np.diff(self.offsets)

    def index(self, bits: int, index_bits: int = INDEX_BITS) -> I64:
        """Return the index of the first history with each value of the highest ``index_bits`` of
        its ``bits``, to narrow searches."""
        index_bits = min(bits, index_bits)
        edges = np.arange((1 << index_bits) + 1, dtype=np.uint64) << np.uint64(bits - index_bits)
        return np.searchsorted(self.histories, edges).astype(np.int64)
