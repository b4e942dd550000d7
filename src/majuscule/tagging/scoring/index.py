"""Which features have a weight, and in which row: the two indexes that training uses."""

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


LAST = np.uint32(0xFFFFFFFF)


class FeatureIndex(Protocol):
    """From hashes of features, shape (rows, n), to rows of the weights; -1 for no row."""

    @property
    def size(self) -> int: ...

    def find(self, hashes: Hashes, groups: Groups) -> Rows:
        """Return the row of each feature; ``groups`` (rows,) are the templates of the hashes."""
        ...


@dataclass(frozen=True)
class KeyIndex:
    """The features that occur often enough, numbered in the order of their hashes.

    ``keys`` are sorted; ``directory`` says where the keys with given upper bits begin; ``ended``
    are the keys with an end to run into.
    """

    keys: Hashes
    directory: Hashes
    shift: int
    ended: Hashes

    @classmethod
    def of(cls, keys: Hashes) -> KeyIndex:
        """Return the index of sorted, distinct hashes: about one key for an entry of the
        directory."""
        bits = min(26, max(4, len(keys).bit_length()))
        heads = np.arange(1 << bits, dtype=np.uint64) << np.uint64(32 - bits)
        directory = np.searchsorted(keys, heads.astype(np.uint32)).astype(np.uint32)
        ended = np.append(keys, np.full(8, LAST, np.uint32))
        return cls(keys, directory, 32 - bits, ended)

    @property
    def size(self) -> int:
        return len(self.keys)

    def find(self, hashes: Hashes, groups: Groups) -> Rows:
        """Return the row of each feature."""
        rows = np.empty(hashes.shape, np.int32)
        feature_kernel.find_keys(hashes, self.ended, self.directory, self.shift, rows)
        return rows


@dataclass(frozen=True)
class SlotIndex:
    """The features that a packed model holds: a slot and a 12-bit fingerprint each.

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
