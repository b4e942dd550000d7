# mypy: ignore-errors
"""Scoring with a packed model: what runs on every token of every text.

A packed model is a hash table without keys.  Each template has a region of buckets of its own,
small enough to lie in the processor's cache while the template is worked through.  A feature's
32-bit hash gives its bucket there and a 12-bit fingerprint; the one of the bucket's four slots with
that fingerprint holds a code, which says what row of the codebook the feature adds.  A bucket is
twelve bytes, four fingerprints and four codes, read from the mapped file as they lie: millions of
features in 32 MB, and nothing to make ready.  Everything is a whole number, so every machine gives
the same answer.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.tagging.prefetching import prefetch

MASK63 = cython.declare(cython.ulonglong, 0x7FFFFFFFFFFFFFFF)
MULTIPLIER = cython.declare(cython.ulonglong, 0x2B873593CC9E2D51)
# Four 12-bit lanes in a word: 1 in each, the highest bit of each, and all bits of all.
ONES = cython.declare(cython.ulonglong, 0x001001001001)
HIGHS = cython.declare(cython.ulonglong, 0x800800800800)
LANES = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mix(h: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
    """Take a value into a running hash (the same as in feature_kernel)."""
    h = ((h ^ value) * MULTIPLIER) & MASK63
    return h ^ (h >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def code_in(
    low: cython.ulonglong, middle: cython.ulonglong, high: cython.ulonglong, mark: cython.ulonglong
) -> cython.ulonglong:
    """Return the code beside a fingerprint in a bucket, 0 where it has none, without a branch.

    Which slot answers cannot be predicted, and a wrong guess costs more than the whole.  A lane
    that differs nowhere from the fingerprint is zero; the lowest such lane is found exactly
    (Warren, Hacker's Delight, 6-1).  No bucket holds a fingerprint twice, and an empty slot, which
    looks like fingerprint 0, has code 0 and comes after all that are not.
    """
    marks: cython.ulonglong = low | ((middle & 0xFFFF) << 32)
    codes: cython.ulonglong = (middle >> 16) | (high << 16)
    lanes: cython.ulonglong = marks ^ (mark * ONES)
    # One more bit on top stands for the borrow, so that no number is below zero.
    zero: cython.ulonglong = (((lanes | (LANES + 1)) - ONES) & LANES) & (lanes ^ LANES) & HIGHS
    zero = zero & ((LANES + 1 - zero) & LANES)
    # the lowest zero lane as ones, its code moved to the highest lane
    found: cython.ulonglong = codes & ((zero >> 11) * 0xFFF)
    return (found * ONES >> 36) & 0xFFF


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def hash_template(
    columns: cython.const[cython.ulonglong][:, ::1],
    templates: cython.const[cython.int][:, ::1],
    t: cython.Py_ssize_t,
    buckets: cython.const[cython.uint][:, ::1],
    first: cython.ulonglong,
    size: cython.ulonglong,
    chosen: cython.const[cython.longlong][::1],
    at: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    hashes: cython.uint[:, ::1],
    q: cython.Py_ssize_t,
) -> cython.void:
    """Hash one template for ``n`` chosen tokens from ``at`` on into row ``q``, and fetch buckets.

    Nearly all templates have up to three parts: their hashes stay in a register.
    """
    seed: cython.ulonglong = mix(templates[t, 0], 0x1234567)
    parts: cython.int = templates[t, 1]
    c: cython.Py_ssize_t = templates[t, 2]
    o: cython.Py_ssize_t = templates[t, 3]
    c1: cython.Py_ssize_t = templates[t, 4]
    o1: cython.Py_ssize_t = templates[t, 5]
    c2: cython.Py_ssize_t = templates[t, 6]
    o2: cython.Py_ssize_t = templates[t, 7]
    h: cython.ulonglong
    for i in range(n):
        place = chosen[at + i]
        h = mix(seed, columns[c, place + o])
        if parts > 1:
            h = mix(h, columns[c1, place + o1])
        if parts > 2:
            h = mix(h, columns[c2, place + o2])
        for j in range(3, parts):
            h = mix(h, columns[templates[t, 2 + 2 * j], place + templates[t, 3 + 2 * j]])
        h = h >> 31
        hashes[q, i] = cython.cast(cython.uint, h)
        if cython.compiled:
            prefetch(cython.address(buckets[first + ((h * size) >> 32), 0]))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_codes(
    buckets: cython.const[cython.uint][:, ::1],
    first: cython.ulonglong,
    size: cython.ulonglong,
    group: cython.uint,
    codebook: cython.const[cython.short][:, ::1],
    n: cython.Py_ssize_t,
    hashes: cython.uint[:, ::1],
    q: cython.Py_ssize_t,
    rows: cython.uint[:, ::1],
    r: cython.Py_ssize_t,
) -> cython.void:
    """Turn row ``q`` of hashes into rows of the codebook and fetch those; no weight is code 0."""
    h: cython.ulonglong
    if size == 0:
        for i in range(n):
            rows[r, i] = 2048 * group
        return
    for i in range(n):
        h = hashes[q, i]
        b = first + ((h * size) >> 32)
        row = 2048 * group + cython.cast(
            cython.uint, code_in(buckets[b, 0], buckets[b, 1], buckets[b, 2], h & 0xFFF)
        )
        rows[r, i] = row
        if cython.compiled:
            prefetch(cython.address(codebook[row, 0]))


def score(
    columns: cython.const[cython.ulonglong][:, ::1],
    templates: cython.const[cython.int][:, ::1],
    groups: cython.const[cython.int][::1],
    planes: cython.const[cython.int][::1],
    regions: cython.const[cython.longlong][:, ::1],
    buckets: cython.const[cython.uint][:, ::1],
    codebook: cython.const[cython.short][:, ::1],
    chosen: cython.const[cython.longlong][::1],
    hashes: cython.uint[:, ::1],
    rows: cython.uint[:, ::1],
    sums: cython.int[:, :, ::1],
) -> None:
    """Add up the weights of the ``chosen`` tokens (their places in the columns).

    ``groups``: the number of each template, which says where its codes and its rows of the codebook
    lie; ``planes``, ascending: which of a token's planes it adds to; ``regions``: first bucket and
    number of buckets of each group.  ``sums`` (chosen, planes, width) are added to; the width is
    that of the codebook, the tags rounded up to eight.  Scratch: ``hashes`` (8, n) and ``rows``
    (4, n); n tokens are worked through at once.

    Four templates of a plane are added at a time: the sums are read and written once for the four,
    and each template's own part of the table stays in the cache for all tokens.  What is looked up
    is hashed one step ahead and fetched meanwhile: a short text waits for nothing else.
    """
    block: cython.Py_ssize_t = hashes.shape[1]
    total: cython.Py_ssize_t = chosen.shape[0]
    last: cython.Py_ssize_t = templates.shape[0]
    # The step that is looked up (templates t to stop, tokens from at on), and the next one.
    t: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t = 0
    next_t: cython.Py_ssize_t = 0
    next_at: cython.Py_ssize_t = 0
    next_n: cython.Py_ssize_t = 0
    next_stop: cython.Py_ssize_t = 0
    side: cython.Py_ssize_t = 0
    g: cython.Py_ssize_t
    c0: cython.Py_ssize_t
    c1: cython.Py_ssize_t
    c2: cython.Py_ssize_t
    c3: cython.Py_ssize_t
    with cython.nogil:
        while total > 0:
            if next_t < last:
                next_stop = next_t + 1
                while (
                    next_stop < last
                    and next_stop < next_t + 4
                    and planes[next_stop] == planes[next_t]
                ):
                    next_stop += 1
                next_n = block if next_at + block < total else total - next_at
                for q in range(next_t, next_stop):
                    g = groups[q]
                    hash_template(
                        columns,
                        templates,
                        q,
                        buckets,
                        regions[g, 0],
                        regions[g, 1],
                        chosen,
                        next_at,
                        next_n,
                        hashes,
                        side + q - next_t,
                    )
            side = 4 - side
            for q in range(t, stop):
                g = groups[q]
                find_codes(
                    buckets,
                    regions[g, 0],
                    regions[g, 1],
                    g,
                    codebook,
                    n,
                    hashes,
                    side + q - t,
                    rows,
                    q - t,
                )
            if stop > t:
                for q in range(stop - t, 4):
                    for i in range(n):
                        rows[q, i] = 0  # of zeros
                g = planes[t]
                for i in range(n):
                    c0 = rows[0, i]
                    c1 = rows[1, i]
                    c2 = rows[2, i]
                    c3 = rows[3, i]
                    for part in range(0, codebook.shape[1], 8):
                        for k in range(8):  # a constant, so that eight are added at once
                            sums[at + i, g, part + k] += (
                                cython.cast(cython.int, codebook[c0, part + k])
                                + codebook[c1, part + k]
                            ) + (
                                cython.cast(cython.int, codebook[c2, part + k])
                                + codebook[c3, part + k]
                            )
            if next_t >= last:
                break
            t = next_t
            at = next_at
            n = next_n
            stop = next_stop
            next_at += block
            if next_at >= total:
                next_at = 0
                next_t = next_stop


def link_weights(
    links: cython.const[cython.int][:, ::1],
    before: cython.Py_ssize_t,
    values: cython.Py_ssize_t,
    tags: cython.Py_ssize_t,
    regions: cython.const[cython.longlong][:, ::1],
    buckets: cython.const[cython.uint][:, ::1],
    codebook: cython.const[cython.short][:, ::1],
    out: cython.int[:, :, ::1],
) -> None:
    """Write out the transitions that each value of each link's column gives.

    A link is a template of one column with few values, so its weights are looked up once for all:
    ``out`` (links, values, tags * tags), previous tag first.  ``regions`` are those of the links,
    ``before`` the number of other templates.
    """
    with cython.nogil:
        for t in range(links.shape[0]):
            for v in range(values):
                for p in range(tags):
                    h = mix(mix(mix(links[t, 0], 0x1234567), v), p + 1) >> 31
                    code = 0
                    row = 2048 * (before + t)
                    if regions[t, 1] > 0:
                        b = regions[t, 0] + ((h * regions[t, 1]) >> 32)
                        code = code_in(buckets[b, 0], buckets[b, 1], buckets[b, 2], h & 0xFFF)
                    for k in range(tags):
                        out[t, v, p * tags + k] = codebook[row + code, k]


def lay_out(
    own: cython.const[cython.int][:, :, ::1],
    alone: cython.const[cython.int][:, :, ::1],
    offsets: cython.const[cython.int][::1],
    numbers: cython.const[cython.int][::1],
    open_: cython.const[cython.uchar][::1],
    closed: cython.int,
    bias: cython.const[cython.int][::1],
    tables: cython.const[cython.int][:, :, ::1],
    links: cython.const[cython.int][:, ::1],
    columns: cython.const[cython.ulonglong][:, ::1],
    places: cython.const[cython.longlong][::1],
    emissions: cython.int[:, ::1],
    transitions: cython.int[:, ::1],
) -> None:
    """Lay out the chain of the tokens at some ``places`` of the columns.

    ``own`` (open tokens, 1, width): what the token and its neighbours together give; ``alone``
    (kinds, offsets, width): what each kind of token gives by itself to one at each of the offsets,
    from its own place; ``numbers``: the kind of the token at each place.  A token that is not
    ``open_`` surely has tag 0, the others are ``closed``.  ``tables``: what :func:`link_weights`
    wrote; a value beyond them counts as their last one.
    """
    tags: cython.Py_ssize_t = emissions.shape[1]
    cells: cython.Py_ssize_t = tables.shape[2]
    last: cython.ulonglong = tables.shape[1] - 1
    row: cython.Py_ssize_t = 0
    kind: cython.Py_ssize_t
    v: cython.ulonglong
    with cython.nogil:
        for i in range(places.shape[0]):
            if open_[i]:
                for k in range(tags):
                    emissions[i, k] = own[row, 0, k] + bias[k]
                row += 1
                for j in range(offsets.shape[0]):
                    kind = numbers[places[i] + offsets[j]]
                    for k in range(tags):
                        emissions[i, k] += alone[kind, j, k]
            else:
                emissions[i, 0] = 0
                for k in range(1, tags):
                    emissions[i, k] = closed
            for k in range(cells):
                transitions[i, k] = 0
            for t in range(links.shape[0]):
                v = columns[links[t, 2], places[i] + links[t, 3]]
                v = v if v < last else last
                for k in range(cells):
                    transitions[i, k] += tables[t, v, k]


def find_slots(
    hashes: cython.const[cython.uint][:, ::1],
    groups: cython.const[cython.int][::1],
    regions: cython.const[cython.longlong][:, ::1],
    fingerprints: cython.const[cython.ushort][::1],
    rows: cython.int[:, ::1],
) -> None:
    """Turn hashes into slots where the fingerprint agrees, -1 elsewhere (training on a packed
    model).

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
    """Give features their slots, in the given order; return how many found one.

    ``fingerprints`` come filled with 0xFFFF; ``features`` gets the feature of each slot.  A feature
    whose bucket is full, or holds its fingerprint already, is left out.
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
    score = interpreted.views(score)
    lay_out = interpreted.views(lay_out)
    link_weights = interpreted.views(link_weights)
    place = interpreted.views(place)
    find_slots = interpreted.views(find_slots)
