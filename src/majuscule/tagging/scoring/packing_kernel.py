# mypy: ignore-errors
"""Packing weights: slots of features, and the nearest centre of many vectors."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted


def nearest(
    vectors: cython.const[cython.float][:, ::1],
    centres: cython.const[cython.float][:, ::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    distances: cython.float[::1],
    out: cython.ushort[::1],
) -> None:
    """Write the index of the nearest centre of each vector ``start:stop``; ties go to the smaller.

    ``centres`` (dimensions, centres) are columns, so that the inner loop runs over centres.
    Scratch: ``distances`` (centres,).
    """
    dimensions: cython.Py_ssize_t = vectors.shape[1]
    count: cython.Py_ssize_t = centres.shape[1]
    with cython.nogil:
        for i in range(start, stop):
            for c in range(count):
                distances[c] = 0.0
            for d in range(dimensions):
                value = vectors[i, d]
                for c in range(count):
                    distances[c] += (value - centres[d, c]) * (value - centres[d, c])
            best = 0
            for c in range(1, count):
                if distances[c] < distances[best]:
                    best = c
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
    h: cython.ulonglong
    first: cython.ulonglong
    size: cython.ulonglong
    slot: cython.ulonglong
    with cython.nogil:
        for t in range(hashes.shape[0]):
            first = regions[groups[t], 0]
            size = regions[groups[t], 1]
            for i in range(hashes.shape[1]):
                rows[t, i] = -1
                if size == 0:
                    continue
                h = hashes[t, i]
                slot = 4 * (first + ((h * size) >> 32))
                for w in range(4):
                    if fingerprints[slot + w] == cython.cast(cython.int, h & 0xFFF):
                        rows[t, i] = cython.cast(cython.int, slot + w)


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
