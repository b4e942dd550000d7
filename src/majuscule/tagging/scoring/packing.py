"""Packing: millions of weight vectors in three bytes each.

A feature's weights are rounded to the nearest of at most 2,047 vectors in its template's codebook
(k-means weighted by size; a template with fewer features keeps their exact vectors); code 0 is "no
weight".  One codebook for all templates cost two and a half points of F1: the weights of a template
that fires on every word are hundreds of times those of a rare one.  Each template has a region of
buckets in proportion to its features with large weights.  A feature is in one of the four slots of
its hash bucket; features with larger weights are placed first, so that those without room matter
least.  A 12-bit fingerprint rejects other features, all but one in a thousand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from majuscule.arrays import F32, I16, I32, I64, U8, U16, U32
from majuscule.errors import UsageError
from majuscule.models.stored import stored
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring import packing_kernel

if TYPE_CHECKING:
    from majuscule.tagging.scoring.index import SlotIndex

CODES = 2048
"""Codes of a template, including 0."""

EMPTY = 0xFFFF
SCALE = 64.0
"""Units of a packed weight per unit of a trained one; fewer if large weights would overflow."""

BUCKET = 4
"""Slots per bucket."""

BLOCK = 16
"""Centres that are searched together for the nearest."""

THREADS = 2
"""Threads that search for the nearest centres."""

SAMPLE = 40_000
"""Vectors of a template that its codebook is fitted to."""

ROUNDS = 8
"""Rounds of k-means."""

FILL = 0.9
"""The target load of the slots when regions are sized."""


@dataclass(frozen=True, eq=False)
class PackedWeights:
    """The packed model.

    ``table``: uint32 (buckets, 3), 96 bits per bucket, lowest first: the 12-bit fingerprints of its
    four slots, then their 12-bit codes; ``codebook``: int16 (rows, tags), the vectors of each
    template, of code 1 and up; ``regions``: int64 (groups, 2), the first bucket and the number of
    buckets of each template; ``codes``: int32 (groups,), the codes of each template, including 0.
    Without ``codes``, as in older files, the codebook has CODES rows per template, the first zeros.
    """

    table: U32 = stored("<u4", dimensions=2)
    codebook: I16 = stored("<i2", dimensions=2)
    regions: I64 = stored("<i8", dimensions=2)
    codes: I32 | None = stored("<i4", optional=True)
    scale: float = SCALE  # units of the codebook per unit of trained weights

    def fits_spec(self, spec: Spec) -> bool:
        """Return whether the shapes fit a spec, so that all look-ups stay within bounds."""
        used = np.full(spec.groups, CODES + 1) if self.codes is None else self.codes
        return (
            used.shape == (spec.groups,)
            and bool((used <= CODES + (self.codes is None)).all())
            and self.codebook.shape == (int(_rows(used).sum()), spec.tags)
            and self.table.shape[1:] == (3,)
            and self.regions.shape == (spec.groups, 2)
            and bool((self.regions >= 0).all())
            and bool((self.regions.sum(axis=1) <= len(self.table)).all())
        )

    def book(self, width: int) -> I16:
        """Return the vector of each code of each template, of ``width`` columns, padded with zeros:
        int16 (groups * CODES, width)."""
        whole = np.zeros((len(self.regions) * CODES, width), np.int16)
        rows: slice | I64 = slice(None)
        if self.codes is not None:
            counts = _rows(self.codes)
            ends = np.cumsum(counts)
            rows = np.repeat(CODES * np.arange(len(counts)) + 1 - ends + counts, counts)
            rows += np.arange(len(rows))
        for tag in range(
            self.codebook.shape[1]
        ):  # numpy copies long columns faster than short rows
            whole[rows, tag] = self.codebook[:, tag]
        return whole

    def cut(self) -> Self:
        """Return the same, without the unused rows at the end of each template's codebook."""
        books = self.book(self.codebook.shape[1]).reshape(len(self.regions), CODES, -1)
        filled = (books != 0).max(axis=2)
        used = (CODES - filled[:, ::-1].argmax(axis=1)) * filled.max(axis=1)
        rows = [book[1:n] for book, n in zip(books, used.tolist(), strict=True)]
        return replace(self, codebook=np.concatenate(rows), codes=used.astype(np.int32))

    def weights(self) -> tuple[SlotIndex, I32]:
        """Return an index of the slots and their weights, to continue training from."""
        from majuscule.tagging.scoring.index import SlotIndex  # for training only

        fingerprints, codes = _slots(self.table)
        fingerprints[codes == 0] = EMPTY
        rows = CODES * group_of_slots(self.regions, len(codes)) + codes
        weights = self.book(self.codebook.shape[1])[rows] / self.scale
        return SlotIndex(fingerprints, self.regions), np.rint(weights).astype(np.int32)


def _rows(codes: I32) -> I64:
    """Return how many rows of the codebook each template has."""
    return np.maximum(codes.astype(np.int64) - 1, 0)


def group_of_slots(regions: I64, slots: int) -> I64:
    """Return the template of each slot; 0 for slots beyond all regions."""
    groups = np.zeros(slots, np.int64)
    for group, (first, size) in enumerate((BUCKET * regions).tolist()):
        groups[first : first + size] = group
    return groups


def pack(
    hashes: U32,
    groups: U8,
    weights: F32,
    spec: Spec,
    slots: int,
    *,
    changes: U32 | None = None,
    seed: int = 1,
    sample: int = SAMPLE,
    vectors: int = CODES - 1,
) -> PackedWeights:
    """Pack features: ``hashes`` and ``groups`` (n,), ``weights`` (n, tags).

    ``vectors``: at most so many in the codebook of a template, fitted to ``sample`` weights.

    If there are too many, those with large weights are kept, or, if training counted the
    ``changes`` (n,) of each, those whose weights times the square root of these are large.
    """
    slots -= slots % BUCKET
    weight = np.maximum(weights.max(axis=1), -weights.min(axis=1))
    if changes is not None:
        weight *= np.sqrt(changes, dtype=np.float32)
    order = np.argsort(-weight, kind="stable")
    order = order[weight[order] > 0]
    regions = share_out(groups[order[: int(slots * FILL)]], spec.groups, slots)
    fingerprints = np.full(slots, EMPTY, np.uint16)
    features = np.full(slots, -1, np.int64)
    packing_kernel.place(hashes, groups, order, regions, fingerprints, features)
    return _packed(fingerprints, weights[features[features >= 0]], regions, seed, sample, vectors)


def repack(
    index: SlotIndex, weights: F32, *, seed: int = 1, vectors: int = CODES - 1
) -> PackedWeights:
    """Pack features again that already have slots, after more training."""
    used = weights[index.fingerprints != EMPTY]
    return _packed(index.fingerprints, used, index.regions, seed, SAMPLE, vectors)


def _packed(
    fingerprints: U16, weights: F32, regions: I64, seed: int, sample: int, vectors: int
) -> PackedWeights:
    """Pack the weights of the slots that are not empty."""
    used = np.flatnonzero(fingerprints != EMPTY)
    own = group_of_slots(regions, len(fingerprints))[used]
    how = {"seed": seed, "sample": sample, "vectors": vectors}
    codebook, codes, scale = quantize(weights, own, len(regions), **how)
    table = _table(len(fingerprints), used, fingerprints[used], codes)
    return PackedWeights(table, codebook, regions, scale=scale).cut()


def check_slots(slots: int, number: int) -> None:
    """Raise :class:`UsageError` for fewer slots than ``number`` templates need."""
    least = 2 * number * BUCKET
    if slots < least:
        raise UsageError(f"{slots} slots are too few for {number} templates; at least {least} do")


def check_vectors(vectors: int) -> None:
    """Raise :class:`UsageError` for a number of vectors that no codebook can have."""
    if not 1 <= vectors < CODES:
        raise UsageError(f"vectors is {vectors}; it must be from 1 to {CODES - 1:,}")


def share_out(groups: U8, number: int, slots: int) -> I64:
    """Return the regions of ``number`` groups, int64 (number, 2): first bucket and number of
    buckets, in proportion to their features."""
    counts = np.bincount(groups, minlength=number)
    check_slots(slots, number)
    buckets = slots // BUCKET - number
    sizes = counts * buckets // max(1, int(counts.sum())) + (counts > 0)
    return np.stack([np.cumsum(sizes) - sizes, sizes], axis=1).astype(np.int64)


def quantize(
    weights: F32, groups: I64, number: int, *, seed: int, sample: int, vectors: int = CODES - 1
) -> tuple[I16, U16, float]:
    """Return the codebooks of ``number`` groups, the code of each vector, from 1, and the scale."""
    generator = np.random.default_rng(seed)
    books = np.zeros((number * CODES, weights.shape[1]))
    codes = np.zeros(len(weights), np.uint16)
    for group in range(number):
        own = np.flatnonzero(groups == group)
        if not len(own):
            continue
        centres = _centres(weights[own], generator, sample, vectors)
        books[group * CODES + 1 : group * CODES + 1 + len(centres)] = centres
        codes[own] = nearest_centres(weights[own], centres) + np.uint16(1)
    scale = min(SCALE, np.iinfo(np.int16).max / max(1e-9, float(np.abs(books).max(initial=0))))
    return np.rint(books * scale).astype(np.int16), codes, scale


def _centres(weights: F32, generator: np.random.Generator, sample: int, most: int) -> F32:
    """Return at most ``most`` centres of the vectors: k-means weighted by their L1 norms."""
    n, tags = weights.shape
    if n <= most:
        return weights.copy()
    length = np.abs(weights).sum(axis=1).astype(np.float64) + 1e-3
    chosen = generator.choice(n, min(n, sample), replace=False)
    data, heavy = weights[chosen], length[chosen]
    starts = generator.choice(len(data), most, replace=False, p=heavy / heavy.sum())
    centres: F32 = data[starts].copy()
    for _ in range(ROUNDS):
        nearest = nearest_centres(data, centres)
        total = np.bincount(nearest, heavy, minlength=len(centres))
        for tag in range(tags):
            sums = np.bincount(nearest, heavy * data[:, tag], minlength=len(centres))
            centres[total > 0, tag] = (sums / np.maximum(total, 1e-9))[total > 0]
    return centres


def nearest_centres(data: F32, centres: F32) -> U16:
    """Return the nearest centre of each row; of several, the first."""
    from concurrent.futures import ThreadPoolExecutor  # slow to import, and scoring needs none

    out = np.empty(len(data), np.uint16)
    rows = np.ascontiguousarray(data, np.float32)
    numbers = _together(centres, np.arange(len(centres)))
    numbers = np.append(numbers, np.repeat(numbers[-1:], -len(numbers) % BLOCK)).astype(np.int32)
    columns = np.ascontiguousarray(centres[numbers].T, np.float32)
    blocks = columns.reshape(len(columns), -1, BLOCK)
    boxes = np.stack([blocks.min(axis=2), blocks.max(axis=2)])
    cuts = [len(data) * part // THREADS for part in range(THREADS + 1)]

    def find(part: int) -> None:
        scratch = np.empty(boxes.shape[2] + BLOCK, np.float32)
        where = cuts[part], cuts[part + 1]
        packing_kernel.nearest(rows, columns, numbers, boxes, *where, scratch, out)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(find, range(THREADS)))
    return out


def _together(centres: F32, numbers: I64) -> I64:
    """Return the numbers of centres in an order in which each block lies close together."""
    if len(numbers) <= BLOCK:
        return numbers
    own = centres[numbers]
    numbers = numbers[own[:, np.ptp(own, axis=0).argmax()].argsort(kind="stable")]
    half = BLOCK * -(-len(numbers) // (2 * BLOCK))
    return np.append(_together(centres, numbers[:half]), _together(centres, numbers[half:]))


def _table(slots: int, used: I64, fingerprints: U16, codes: U16) -> U32:
    """Return the table of ``slots`` slots, of which ``used`` have fingerprints and codes."""
    parts = np.zeros((2, slots), np.uint64)
    parts[0, used], parts[1, used] = fingerprints, codes
    shifts = (12 * np.arange(BUCKET)).astype(np.uint64)
    marks, found = np.bitwise_or.reduce(parts.reshape(2, -1, BUCKET) << shifts, axis=2)
    table = np.empty((slots // BUCKET, 3), np.uint32)
    table[:, 0] = marks & np.uint64(0xFFFFFFFF)
    table[:, 1] = (marks >> np.uint64(32)) | ((found & np.uint64(0xFFFF)) << np.uint64(16))
    table[:, 2] = found >> np.uint64(16)
    return table


def _slots(table: U32) -> tuple[U16, U16]:
    """Return the fingerprint and the code of each slot."""
    low, middle, high = (table[:, i].astype(np.uint64) for i in range(3))
    words = np.stack(
        [low | (middle << np.uint64(32)), (middle >> np.uint64(16)) | (high << np.uint64(16))]
    )
    shifts = (12 * np.arange(BUCKET)).astype(np.uint64)
    lanes = ((words[:, :, None] >> shifts) & np.uint64(0xFFF)).astype(np.uint16).reshape(2, -1)
    return lanes[0], lanes[1]


def buckets_of(slots: U8) -> U32:
    """Return the table from the format of versions before 0.2, three bytes per slot."""
    low, middle, high = (slots[:, i].astype(np.uint16) for i in range(3))
    codes = (middle >> np.uint16(4)) | (high << np.uint16(4))
    marks = low | ((middle & np.uint16(15)) << np.uint16(8))
    used = np.flatnonzero(codes)
    return _table(len(slots), used, marks[used], codes[used])
