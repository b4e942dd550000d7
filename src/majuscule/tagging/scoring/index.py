"""Indexes from hashes of features to rows of weights, for training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from majuscule.arrays import I32, I64, U16, U32
from majuscule.tagging.features import feature_kernel
from majuscule.tagging.scoring import packing_kernel

Hashes = U32
Rows = I32

Groups = I32
"""The template of each row of hashes."""

KEYS = 15
"""The most keys of a cell."""

FILL = 10
"""Keys of a cell on average."""

LAST = np.uint32(0xFFFFFFFF)
"""Fills free places of cells; as a feature it is not found."""


class FeatureIndex(Protocol):
    """Maps hashes of features (rows, n) to rows of weights, or -1."""

    @property
    def size(self) -> int: ...

    def find(self, hashes: Hashes, groups: Groups) -> Rows:
        """Return the row of each feature; ``groups`` (rows,): the template of each row."""
        ...


@dataclass(frozen=True, eq=False)
class KeyIndex:
    """Features numbered in the order of their hashes.

    ``keys``: sorted hashes; ``cells`` (n, 16): fifteen of them, or :data:`LAST` where there are no
    more, and the number of keys before: one line of the processor's cache, so that a look-up waits
    for memory once; ``homes``: the number of cells that hashes are spread over.  A key that its
    cell has no room for is in the next.
    """

    keys: Hashes
    cells: Hashes
    homes: int

    @classmethod
    def of(cls, keys: Hashes) -> KeyIndex:
        """Return the index of sorted, distinct hashes."""
        homes = 1 + len(keys) // FILL
        own = (keys.astype(np.uint64) * np.uint64(homes)) >> np.uint64(32)
        numbers = np.arange(len(keys))
        places = np.maximum.accumulate((KEYS * own).astype(np.int64) - numbers) + numbers
        number = 1 + max(homes, 1 + int(places[-1:].sum()) // KEYS)
        room = np.full(16 * (number + 1), LAST, np.uint32)
        start = -(room.ctypes.data // 4) % 16  # where a line begins
        cells = room[start : start + 16 * number].reshape(number, 16)
        cells[places // KEYS, places % KEYS] = keys
        cells[:, KEYS] = np.searchsorted(places, KEYS * np.arange(number))
        return cls(keys, cells, homes)

    @property
    def size(self) -> int:
        return len(self.keys)

    def find(self, hashes: Hashes, groups: Groups) -> Rows:
        """Return the row of each feature."""
        rows = np.empty(hashes.shape, np.int32)
        feature_kernel.find_keys(hashes, self.cells, self.homes, rows)
        return rows


@dataclass(frozen=True, eq=False)
class SlotIndex:
    """Features of a packed model, identified by a slot and a 12-bit fingerprint.

    ``regions``: int64 (groups, 2), the first bucket of four slots and the number of buckets of each
    template.
    """

    fingerprints: U16
    regions: I64

    @property
    def size(self) -> int:
        return len(self.fingerprints)

    def find(self, hashes: Hashes, groups: Groups) -> Rows:
        """Return the slot of each feature."""
        rows = np.empty(hashes.shape, np.int32)
        packing_kernel.find_slots(hashes, groups, self.regions, self.fingerprints, rows)
        return rows
