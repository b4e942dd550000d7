"""Packing: millions of weight vectors in three bytes each.

A feature's weights are rounded to the nearest of 4,095 vectors (k-means over the features, heavy
ones counting more); code 0 is "no weight".  Each template has a region of buckets, in proportion to
its heavy features; a feature lies in one of the four slots of the bucket that its hash gives, and
the heaviest are placed first, so that what finds no room is light.  Twelve bits of fingerprint keep
other features out: one in a thousand slips through.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.errors import UsageError
from majuscule.tagging import packing_kernel, scoring_kernel
from majuscule.tagging.index import SlotIndex
from majuscule.tagging.text import Spec

CODES = 4096
EMPTY = 0xFFFF
SCALE = 64
"""Units of a packed weight in one unit of a trained one."""


BUCKET = 4
"""Slots that a feature may lie in."""

FILL = 0.9
"""The share of the slots that regions are measured for."""


@dataclass(frozen=True)
class PackedWeights:
    """The packed model.

    ``table``: uint8 (slots, 3), twelve bits of fingerprint and twelve of code, low byte first;
    ``codebook``: int16 (4096, tags), row 0 zeros; ``regions``: int64 (groups, 2), the first bucket
    and the number of buckets of each template.
    """

    table: npt.NDArray[np.uint8]
    codebook: npt.NDArray[np.int16]
    regions: npt.NDArray[np.int64]

    def fits(self, spec: Spec) -> bool:
        """Tell whether these are weights for some templates, so that no look-up can go astray."""
        return (
            self.codebook.shape == (CODES, spec.tags)
            and self.table.shape[1:] == (3,)
            and self.regions.shape == (spec.groups, 2)
            and bool((self.regions >= 0).all())
            and bool((BUCKET * self.regions.sum(axis=1) <= len(self.table)).all())
            and len(self.table) % BUCKET == 0
        )

    def weights(self) -> tuple[SlotIndex, npt.NDArray[np.int32]]:
        """Return an index over the slots and their weights, to go on training from."""
        low, middle, high = (self.table[:, i].astype(np.uint16) for i in range(3))
        codes = (middle >> 4) | (high << 4)
        fingerprints = low | ((middle & 15) << 8)
        fingerprints[codes == 0] = EMPTY
        weights = np.rint(self.codebook[codes] / SCALE).astype(np.int32)
        return SlotIndex(fingerprints.astype(np.uint16), self.regions), weights


def pack(
    hashes: npt.NDArray[np.uint32],
    groups: npt.NDArray[np.uint8],
    weights: npt.NDArray[np.float32],
    spec: Spec,
    slots: int,
    *,
    seed: int = 1,
    sample: int = 200_000,
) -> PackedWeights:
    """Pack features: ``hashes`` and ``groups`` (n,), ``weights`` (n, tags)."""
    slots -= slots % BUCKET
    weight = np.abs(weights).max(axis=1) if len(weights) else np.empty(0, np.float32)
    order = np.argsort(-weight, kind="stable")
    order = order[weight[order] > 0]
    regions = share_out(groups[order[: int(slots * FILL)]], spec.groups, slots)
    fingerprints = np.full(slots, EMPTY, np.uint16)
    features = np.full(slots, -1, np.int64)
    scoring_kernel.place(hashes, groups, order, regions, fingerprints, features)
    used = np.flatnonzero(features >= 0)
    codebook, codes = quantize(weights[features[used]], seed=seed, sample=sample)
    return _write(used, fingerprints[used], codes, codebook, regions, slots)


def share_out(
    groups: npt.NDArray[np.uint8], number: int, slots: int
) -> npt.NDArray[np.int64]:
    """Return the regions of ``number`` groups, first bucket and buckets, in proportion to
    features."""
    counts = np.bincount(groups, minlength=number)
    buckets = slots // BUCKET - number
    if buckets < number:
        raise UsageError(f"{slots} slots are too few for {number} templates")
    sizes = counts * buckets // max(1, int(counts.sum())) + (counts > 0)
    return np.stack([np.cumsum(sizes) - sizes, sizes], axis=1).astype(np.int64)


def repack(
    index: SlotIndex, weights: npt.NDArray[np.float32], *, seed: int = 1, sample: int = 200_000
) -> PackedWeights:
    """Pack features that have a slot already, after more training."""
    used = np.flatnonzero(index.fingerprints != EMPTY)
    codebook, codes = quantize(weights[used], seed=seed, sample=sample)
    return _write(used, index.fingerprints[used], codes, codebook, index.regions, index.size)


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
    fingerprints: npt.NDArray[np.uint16],
    codes: npt.NDArray[np.uint16],
    codebook: npt.NDArray[np.int16],
    regions: npt.NDArray[np.int64],
    slots: int,
) -> PackedWeights:
    """Lay out the slots."""
    table = np.zeros((slots, 3), np.uint8)
    table[slot, 0] = fingerprints & 0xFF
    table[slot, 1] = (fingerprints >> 8) | ((codes & 15) << 4)
    table[slot, 2] = codes >> 4
    return PackedWeights(table, codebook, regions)
