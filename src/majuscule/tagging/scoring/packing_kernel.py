# mypy: ignore-errors
"""Packing weights: slots of features, and the nearest centre of many vectors."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import prefetch

AHEAD = cython.declare(cython.Py_ssize_t, 32)  # how many tokens ahead slots are prefetched
BLOCK = cython.declare(cython.Py_ssize_t, 16)  # majuscule.tagging.scoring.packing


def nearest(
    vectors: cython.const[cython.float][:, ::1],
    centres: cython.const[cython.float][:, ::1],
    numbers: cython.const[cython.int][::1],
    boxes: cython.const[cython.float][:, :, ::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    distances: cython.float[::1],
    out: cython.ushort[::1],
) -> None:
    """Write the number of the nearest centre of each vector ``start:stop``; ties go to the smaller.

    ``centres`` (dimensions, blocks * BLOCK) are columns with ``numbers``; ``boxes`` (2, dimensions,
    blocks): the least and greatest value of each block of :data:`BLOCK` centres.  Only blocks whose
    box is not farther than the nearest centre so far are searched.  Rounding keeps the order of
    values, so no centre is ever computed to be nearer than its box.  Scratch: ``distances``
    (blocks + BLOCK,).
    """
    dimensions: cython.Py_ssize_t = vectors.shape[1]
    blocks: cython.Py_ssize_t = boxes.shape[2]
    low: cython.float
    high: cython.float
    value: cython.float
    least: cython.float
    half: cython.float = 0.5
    first: cython.Py_ssize_t
    block: cython.Py_ssize_t
    with cython.nogil:
        for i in range(start, stop):
            for b in range(blocks):
                distances[b] = 0.0
            for d in range(dimensions):
                value = vectors[i, d]
                for b in range(blocks):
                    low = boxes[0, d, b] - value
                    high = value - boxes[1, d, b]
                    low = (low + abs(low)) * half  # 0 if negative, exactly, and vectorised
                    high = (high + abs(high)) * half
                    distances[b] += low * low + high * high
            first = 0
            for b in range(1, blocks):
                if distances[b] < distances[first]:
                    first = b
            best = -1
            least = 0.0
            for j in range(blocks):
                block = j - 1 if j <= first else j  # the nearest box before all others
                block = first if j == 0 else block
                if best >= 0 and distances[block] > least:
                    continue
                for c in range(BLOCK):
                    distances[blocks + c] = 0.0
                for d in range(dimensions):
                    value = vectors[i, d]
                    for c in range(BLOCK):
                        distances[blocks + c] += (value - centres[d, BLOCK * block + c]) * (
                            value - centres[d, BLOCK * block + c]
                        )
                for c in range(BLOCK):
                    value = distances[blocks + c]
                    number = numbers[BLOCK * block + c]
                    if best < 0 or value < least or (value == least and number < best):
                        least = value
                        best = number
            out[i] = cython.cast(cython.ushort, best)


def find_slots(
    hashes: cython.const[cython.uint][:, ::1],
    groups: cython.const[cython.int][::1],
    regions: cython.const[cython.longlong][:, ::1],
    fingerprints: cython.const[cython.ushort][::1],
    rows: cython.int[:, ::1],
) -> None:
    """Write to ``rows`` the slot of each hash whose fingerprint is there, or -1, for training on a
    packed model.

    ``groups`` (rows,): the template of each row of hashes; ``fingerprints``: 12 bits, or 0xFFFF for
    an empty slot.
    """
    n: cython.Py_ssize_t = hashes.shape[1]
    h: cython.ulonglong
    first: cython.ulonglong
    size: cython.ulonglong
    slot: cython.Py_ssize_t
    found: cython.int
    with cython.nogil:
        for t in range(hashes.shape[0]):
            first = regions[groups[t], 0]
            size = regions[groups[t], 1]
            for i in range(n):
                rows[t, i] = -1
                if size == 0:
                    continue
                if cython.compiled and i + AHEAD < n:
                    h = hashes[t, i + AHEAD]
                    prefetch(cython.address(fingerprints[4 * (first + ((h * size) >> 32))]))
                h = hashes[t, i]
                slot = 4 * (first + ((h * size) >> 32))
                found = -1
                for w in range(4):
                    found = w if fingerprints[slot + w] == (h & 0xFFF) else found
                if found >= 0:
                    rows[t, i] = cython.cast(cython.int, slot + found)


def place(
    hashes: cython.const[cython.uint][::1],
    groups: cython.const[cython.uchar][::1],
    order: cython.const[cython.longlong][::1],
    regions: cython.const[cython.longlong][:, ::1],
    fingerprints: cython.ushort[::1],
    features: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Place features into slots in the given ``order``; return how many were placed.

    ``fingerprints`` (slots,): given as 0xFFFF; ``features`` (slots,): written, the feature of each
    slot.  A feature whose bucket is full, or already has its fingerprint, is left out.
    """
    f: cython.Py_ssize_t
    free: cython.Py_ssize_t
    placed: cython.Py_ssize_t = 0
    h: cython.ulonglong
    size: cython.ulonglong
    slot: cython.ulonglong
    with cython.nogil:
        for n in range(order.shape[0]):
            f = order[n]
            h = hashes[f]
            size = regions[groups[f], 1]
            if size == 0:
                continue
            slot = 4 * (regions[groups[f], 0] + ((h * size) >> 32))
            free = -1
            for w in range(4):
                if fingerprints[slot + w] == cython.cast(cython.int, h & 0xFFF):
                    free = -1
                    break
                if fingerprints[slot + w] == 0xFFFF:
                    free = w
                    break
            if free >= 0:
                fingerprints[slot + free] = cython.cast(cython.ushort, h & 0xFFF)
                features[slot + free] = f
                placed += 1
    return placed


if not cython.compiled:
    nearest = interpreted.views(nearest)
    place = interpreted.views(place)
    find_slots = interpreted.views(find_slots)
