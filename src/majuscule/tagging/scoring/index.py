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


LAST = np.uint32(0xFFFFFFFF)


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

    ``keys``: sorted hashes; ``directory``: the index of the first key with given upper bits, the
    hash shifted right by ``shift``; ``ended``: the keys with sentinels at the end.
    """

    keys: Hashes
    directory: Hashes
    shift: int
    ended: Hashes

    @classmethod
    def of(cls, keys: Hashes) -> KeyIndex:
        """Return the index of sorted, distinct hashes; the directory has about one entry per
        key."""
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
