"""Packing: millions of weight vectors in three bytes each.

A feature's weights are rounded to the nearest of 4,095 vectors (k-means over the features, heavy ones counting more); code 0 is
"no weight".  Each feature has one slot, given by its hash; of those that want the same slot, the
heaviest gets it.  Twelve bits of fingerprint keep other features out: one in 4,096 slips through.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.tagging import packing_kernel
from majuscule.tagging.index import SlotIndex

CODES = 4096
EMPTY = 0xFFFF
SCALE = 64
"""Units of a packed weight in one unit of a trained one."""


@dataclass(frozen=True)
class PackedWeights:
    """The packed model: ``table`` uint8 (slots, 3), ``codebook`` int16 (4096, tags), row 0 zeros.

    A slot's three bytes, low first, hold 12 bits of fingerprint and 12 bits of code.
    """

    table: npt.NDArray[np.uint8]
    codebook: npt.NDArray[np.int16]

    def weights(self) -> tuple[SlotIndex, npt.NDArray[np.int32]]:
        """Return an index over the slots and their weights, to go on training from."""
        low, middle, high = (self.table[:, i].astype(np.uint16) for i in range(3))
        codes = (middle >> 4) | (high << 4)
        fingerprints = low | ((middle & 15) << 8)
        fingerprints[codes == 0] = EMPTY
        weights = np.rint(self.codebook[codes] / SCALE).astype(np.int32)
        return SlotIndex(fingerprints.astype(np.uint16)), weights


def pack(
    hashes: npt.NDArray[np.uint32],
    weights: npt.NDArray[np.float32],
    slots: int,
    *,
    seed: int = 1,
    sample: int = 200_000,
) -> PackedWeights:
    """Pack features: ``hashes`` (n,), ``weights`` (n, tags)."""
    slot, kept = place(hashes, weights, slots)
    codebook, codes = quantize(weights[kept], seed=seed, sample=sample)
    return _write(slot, hashes[kept] & np.uint32(0xFFF), codes, codebook, slots)


def repack(
    index: SlotIndex, weights: npt.NDArray[np.float32], *, seed: int = 1, sample: int = 200_000
) -> PackedWeights:
    """Pack features that have a slot already, after more training."""
    used = np.flatnonzero(index.fingerprints != EMPTY)
    codebook, codes = quantize(weights[used], seed=seed, sample=sample)
    fingerprints = index.fingerprints[used].astype(np.uint32)
    return _write(used, fingerprints, codes, codebook, index.size)


def place(
    hashes: npt.NDArray[np.uint32], weights: npt.NDArray[np.float32], slots: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the slots that are taken, and the feature that takes each: the heaviest that wants it."""
    slot = ((hashes.astype(np.uint64) * np.uint64(slots)) >> np.uint64(32)).astype(np.int64)
    weight = np.abs(weights).max(axis=1)
    # hashes are sorted, so features of one slot stand together: order within by weight
    order = np.lexsort((-weight, slot))
    first = np.append(True, slot[order][1:] != slot[order][:-1])
    kept = order[first]
    kept = kept[weight[kept] > 0]
    return slot[kept], kept


def quantize(
    weights: npt.NDArray[np.float32], *, seed: int, sample: int, rounds: int = 12
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """Return the codebook and each vector's code (1 to 4095): k-means, weighted by length."""
    generator = np.random.default_rng(seed)
    n, tags = weights.shape
    codebook = np.zeros((CODES, tags), np.int16)
    if n == 0:
        return codebook, np.empty(0, np.uint16)
    length = np.abs(weights).sum(axis=1) + 1e-3
    chosen = generator.choice(n, min(n, sample), replace=False)
    data, heavy = weights[chosen], length[chosen].astype(np.float64)
    starts = generator.choice(
        len(data), min(len(data), CODES - 1), replace=False, p=heavy / heavy.sum()
    )
    centres = data[starts].copy()
    for _ in range(rounds):
        nearest = _nearest(data, centres)
        total = np.bincount(nearest, heavy, minlength=len(centres))
        for tag in range(tags):
            sums = np.bincount(nearest, heavy * data[:, tag], minlength=len(centres))
            centres[:, tag] = np.where(total > 0, sums / np.maximum(total, 1e-9), centres[:, tag])
    limit = np.iinfo(np.int16).max
    codebook[1 : len(centres) + 1] = np.clip(np.rint(centres * SCALE), -limit, limit)
    return codebook, _nearest(weights, centres) + np.uint16(1)


def _nearest(
    data: npt.NDArray[np.float32], centres: npt.NDArray[np.float32], threads: int = 2
) -> npt.NDArray[np.uint16]:
    """Return the nearest centre of each row."""
    out = np.empty(len(data), np.uint16)
    columns = np.ascontiguousarray(centres.T, np.float32)
    rows = np.ascontiguousarray(data, np.float32)
    cuts = [len(data) * part // threads for part in range(threads + 1)]

    def find(part: int) -> None:
        scratch = np.empty(len(centres), np.float32)
        packing_kernel.nearest(rows, columns, cuts[part], cuts[part + 1], scratch, out)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(find, range(threads)))
    return out


def _write(
    slot: npt.NDArray[np.int64],
    fingerprints: npt.NDArray[np.uint32],
    codes: npt.NDArray[np.uint16],
    codebook: npt.NDArray[np.int16],
    slots: int,
) -> PackedWeights:
    """Lay out the slots."""
    table = np.zeros((slots, 3), np.uint8)
    table[slot, 0] = fingerprints & 0xFF
    table[slot, 1] = (fingerprints >> 8) | ((codes & 15) << 4)
    table[slot, 2] = codes >> 4
    return PackedWeights(table, codebook)
