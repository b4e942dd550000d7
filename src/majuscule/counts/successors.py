"""A count table split into histories and what followed each: what kernels search.

Half the size of the table it is made of, for a history is stored once: its key, where its run
begins, and how often it was seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.arrays import I64, U32
from majuscule.counts.keys import low
from majuscule.counts.tables import CountTable
from majuscule.models.stored import stored
from majuscule.text.keys import Keys

INDEX_BITS = 16


def gather_runs(offsets: I64, rows: npt.NDArray[np.integer]) -> tuple[I64, I64]:
    """Return the offsets of some runs put one after another, and where what is in them stands.

    >>> bounds, at = gather_runs(np.array([0, 2, 3, 7]), np.array([2, 0]))
    >>> bounds.tolist(), at.tolist()
    ([0, 4, 6], [3, 4, 5, 6, 0, 1])
    """
    sizes = np.diff(offsets)[rows]
    own = np.append(0, np.cumsum(sizes))
    return own, np.arange(own[-1]) + np.repeat(offsets[rows] - own[:-1], sizes)


@dataclass(frozen=True)
class Successors:
    """h histories and the n things seen after them.

    ``histories``: uint64 (h,), ascending; ``offsets``: int64 (h + 1,), each history's run;
    ``totals``: uint32 (h,), how often it was seen; ``following``: uint32 (n,), ascending in each
    run; ``counts``: uint32 (n,).
    """

    histories: Keys = stored("<u8")
    offsets: I64 = stored("<i8")
    totals: U32 = stored("<u4")
    following: U32 = stored("<u4")
    counts: U32 = stored("<u4")

    def fits(self) -> bool:
        """Tell whether every history has a run of its own."""
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
        """Split keys into histories and ``bits`` of what follows.

        What was seen fewer than ``least`` times is dropped and not in the totals either, so that
        shares of what is left sum to one.
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
        """Return how many different things followed each history."""
        return np.diff(self.offsets)

    def index(self, bits: int, index_bits: int = INDEX_BITS) -> I64:
        """Return where the histories of each value of their highest bits begin.

        ``bits``: how many bits a history has.  Searching begins there instead of in the whole.
        """
        index_bits = min(bits, index_bits)
        edges = np.arange((1 << index_bits) + 1, dtype=np.uint64) << np.uint64(bits - index_bits)
        return np.searchsorted(self.histories, edges).astype(np.int64)
