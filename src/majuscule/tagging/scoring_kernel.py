# mypy: ignore-errors
"""Scoring and decoding with a packed model: what runs on every token of every text.

A packed model is a hash table without keys.  Each template has a region of slots of its own, small enough
to lie in the processor's cache while the template is worked through.  A feature's 32-bit hash gives its
first slot there and a 12-bit fingerprint; it lies in that slot or one of the next three, the first with
its fingerprint, whose code says which row of the codebook it adds.  A slot is three bytes in the file, so
millions of features lie in 32 MB, and four in memory; everything is a whole number, so every machine gives the same answer.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

MASK63 = cython.declare(cython.ulonglong, 0x7FFFFFFFFFFFFFFF)
MULTIPLIER = cython.declare(cython.ulonglong, 0x2B873593CC9E2D51)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mix(h: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
    """Take a value into a running hash (the same as in feature_kernel)."""
    h = ((h ^ value) * MULTIPLIER) & MASK63
    return h ^ (h >> 31)


def widen(table: cython.const[cython.uchar][:, ::1], entries: cython.uint[::1]) -> None:
    """Spread the three bytes of each slot into four: what scoring reads."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(table.shape[0]):
            entries[i] = (
                table[i, 0]
                | (cython.cast(cython.uint, table[i, 1]) << 8)
                | (cython.cast(cython.uint, table[i, 2]) << 16)
            )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def answer(entry: cython.uint, mark: cython.uint) -> cython.uint:
    """Return the code of a slot if it holds the fingerprint, else 0, without a branch.

    Which slot answers cannot be predicted, and a wrong guess costs more than looking at all four.
    """
    return (entry >> 12) * cython.cast(cython.uint, (entry & 0xFFF) == mark)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_codes(
    entries: cython.const[cython.uint][::1],
    first: cython.ulonglong,
    size: cython.ulonglong,
    hashes: cython.const[cython.ulonglong][::1],
    n: cython.Py_ssize_t,
    codes: cython.uint[::1],
) -> cython.void:
    """Find the codes of some features of one template by their 32-bit hashes, 0 for no weight."""
    i: cython.Py_ssize_t
    slot: cython.ulonglong
    mark: cython.uint
    for i in range(n):
        slot = first + ((hashes[i] * size) >> 32)
        mark = cython.cast(cython.uint, hashes[i] & 0xFFF)
        codes[i] = (
            answer(entries[slot], mark)
            | answer(entries[slot + 1], mark)
            | answer(entries[slot + 2], mark)
            | answer(entries[slot + 3], mark)
        )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_weights(
    codebook: cython.const[cython.short][:, ::1],
    codes: cython.const[cython.uint][::1],
    n: cython.Py_ssize_t,
    scores: cython.int[:, ::1],
    at: cython.Py_ssize_t,
    step: cython.Py_ssize_t,
) -> cython.void:
    """Add the rows of the codebook that the codes name to every ``step``-th row of scores from ``at``.

    Rows are padded to whole groups of eight, which the compiler adds at once.
    """
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    part: cython.Py_ssize_t
    row: cython.Py_ssize_t
    code: cython.Py_ssize_t
    for i in range(n):
        row = at + i * step
        code = codes[i]
        for part in range(0, codebook.shape[1], 8):
            for k in range(8):
                scores[row, part + k] += codebook[code, part + k]


def score(
    columns: cython.const[cython.ulonglong][:, ::1],
    templates: cython.const[cython.int][:, ::1],
    links: cython.const[cython.int][:, ::1],
    tags: cython.Py_ssize_t,
    regions: cython.const[cython.longlong][:, ::1],
    entries: cython.const[cython.uint][::1],
    codebook: cython.const[cython.short][:, ::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    hashes: cython.ulonglong[::1],
    codes: cython.uint[::1],
    emissions: cython.int[:, ::1],
    transitions: cython.int[:, ::1],
) -> None:
    """Add up the weights of the tokens ``start:stop``.

    ``regions``: the slots of each template, tokens' first.  ``emissions`` (n, width) and ``transitions``
    (n * tags, width), a row for each previous tag, are added to; the width is that of the codebook, the
    tags rounded up to eight.  Scratch: ``hashes`` and ``codes``, as long as the stretches of tokens that a
    template is worked through in.
    """
    block: cython.Py_ssize_t = hashes.shape[0]
    n: cython.Py_ssize_t
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    p: cython.Py_ssize_t
    at: cython.Py_ssize_t
    parts: cython.Py_ssize_t
    c: cython.Py_ssize_t
    o: cython.Py_ssize_t
    seed: cython.ulonglong
    first: cython.ulonglong
    size: cython.ulonglong
    with cython.nogil:
        for t in range(templates.shape[0]):
            seed = mix(templates[t, 0], 0x1234567)
            first = regions[t, 0]
            size = regions[t, 1]
            if size == 0:
                continue
            parts = templates[t, 1]
            at = start
            while at < stop:
                n = block if at + block < stop else stop - at
                for i in range(n):
                    hashes[i] = seed
                for j in range(parts):
                    c = templates[t, 2 + 2 * j]
                    o = at + templates[t, 3 + 2 * j]
                    for i in range(n):
                        hashes[i] = mix(hashes[i], columns[c, o + i])
                for i in range(n):
                    hashes[i] = hashes[i] >> 31
                find_codes(entries, first, size, hashes, n, codes)
                add_weights(codebook, codes, n, emissions, at - start, 1)
                at += block
        for t in range(links.shape[0]):
            seed = mix(links[t, 0], 0x1234567)
            first = regions[templates.shape[0] + t, 0]
            size = regions[templates.shape[0] + t, 1]
            if size == 0:
                continue
            parts = links[t, 1]
            for p in range(tags):
                at = start
                while at < stop:
                    n = block if at + block < stop else stop - at
                    for i in range(n):
                        hashes[i] = seed
                    for j in range(parts):
                        c = links[t, 2 + 2 * j]
                        o = at + links[t, 3 + 2 * j]
                        for i in range(n):
                            hashes[i] = mix(hashes[i], columns[c, o + i])
                    for i in range(n):
                        hashes[i] = mix(hashes[i], p + 1) >> 31
                    find_codes(entries, first, size, hashes, n, codes)
                    add_weights(codebook, codes, n, transitions, (at - start) * tags + p, tags)
                    at += block


def viterbi(
    emissions: cython.const[cython.int][:, ::1],
    transitions: cython.const[cython.int][:, :, ::1],
    bounds: cython.const[cython.int][:, ::1],
    scores: cython.int[:, ::1],
    back: cython.uchar[:, ::1],
    best: cython.uchar[::1],
) -> None:
    """Find the best tags of each sequence, exactly, first order; ties go to the smaller tag.

    ``bounds`` (sequences, 2): spans of tokens.  Scratch: ``scores`` and ``back`` (n, tags).
    """
    tags: cython.Py_ssize_t = emissions.shape[1]
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    p: cython.Py_ssize_t
    k: cython.Py_ssize_t
    value: cython.int
    top: cython.int
    argument: cython.Py_ssize_t
    with cython.nogil:
        for s in range(bounds.shape[0]):
            if bounds[s, 1] <= bounds[s, 0]:
                continue
            i = bounds[s, 0]
            for k in range(tags):
                scores[i, k] = emissions[i, k]
            for i in range(bounds[s, 0] + 1, bounds[s, 1]):
                for k in range(tags):
                    top = scores[i - 1, 0] + transitions[i, 0, k]
                    argument = 0
                    for p in range(1, tags):
                        value = scores[i - 1, p] + transitions[i, p, k]
                        if value > top:
                            top = value
                            argument = p
                    back[i, k] = cython.cast(cython.uchar, argument)
                    scores[i, k] = top + emissions[i, k]
                # keep the numbers small on endless sequences: only differences matter
                top = scores[i, 0]
                for k in range(tags):
                    scores[i, k] -= top
            i = bounds[s, 1] - 1
            argument = 0
            for k in range(1, tags):
                if scores[i, k] > scores[i, argument]:
                    argument = k
            best[i] = cython.cast(cython.uchar, argument)
            while i > bounds[s, 0]:
                argument = back[i, argument]
                i -= 1
                best[i] = cython.cast(cython.uchar, argument)


def local_margins(
    emissions: cython.const[cython.int][:, ::1],
    transitions: cython.const[cython.int][:, :, ::1],
    bounds: cython.const[cython.int][:, ::1],
    best: cython.const[cython.uchar][::1],
    scores: cython.int[:, ::1],
) -> None:
    """Score each tag of each token with its neighbours' tags as decided: (n, tags), the best one 0.

    A cheap stand-in for max-marginals: how much a token alone would lose by changing.
    """
    tags: cython.Py_ssize_t = emissions.shape[1]
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    value: cython.int
    with cython.nogil:
        for s in range(bounds.shape[0]):
            for i in range(bounds[s, 0], bounds[s, 1]):
                for k in range(tags):
                    value = emissions[i, k]
                    if i > bounds[s, 0]:
                        value += transitions[i, best[i - 1], k]
                    if i + 1 < bounds[s, 1]:
                        value += transitions[i + 1, k, best[i + 1]]
                    scores[i, k] = value
                value = scores[i, best[i]]
                for k in range(tags):
                    scores[i, k] -= value


def find_slots(
    hashes: cython.const[cython.uint][:, ::1],
    groups: cython.const[cython.int][::1],
    regions: cython.const[cython.longlong][:, ::1],
    fingerprints: cython.const[cython.ushort][::1],
    rows: cython.int[:, ::1],
) -> None:
    """Turn hashes into slots where the fingerprint agrees, -1 elsewhere (training on a packed model).

    ``groups`` (rows,): the template of each row of hashes; ``fingerprints``: 12 bits, or 0xFFFF for an
    empty slot.
    """
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    w: cython.Py_ssize_t
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
                slot = first + ((h * size) >> 32)
                for w in range(4):
                    if fingerprints[slot + w] == cython.cast(cython.int, h & 0xFFF):
                        rows[t, i] = cython.cast(cython.int, slot + w)
                        break


def place(
    hashes: cython.const[cython.uint][::1],
    groups: cython.const[cython.uchar][::1],
    order: cython.const[cython.longlong][::1],
    regions: cython.const[cython.longlong][:, ::1],
    fingerprints: cython.ushort[::1],
    features: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Give features their slots, in the given order; return how many found one.

    ``fingerprints`` come filled with 0xFFFF; ``features`` gets the feature of each slot.  No two slots that
    one window can hold get the same fingerprint: at most one slot answers any question.
    """
    n: cython.Py_ssize_t
    w: cython.Py_ssize_t
    k: cython.Py_ssize_t
    f: cython.Py_ssize_t
    at: cython.Py_ssize_t
    placed: cython.Py_ssize_t = 0
    alone: cython.bint
    h: cython.ulonglong
    size: cython.ulonglong
    mark: cython.int
    slots: cython.Py_ssize_t = fingerprints.shape[0]
    with cython.nogil:
        for n in range(order.shape[0]):
            f = order[n]
            h = hashes[f]
            mark = cython.cast(cython.int, h & 0xFFF)
            size = regions[groups[f], 1]
            if size == 0:
                continue
            at = regions[groups[f], 0] + ((h * size) >> 32)
            for w in range(4):
                if fingerprints[at + w] != 0xFFFF:
                    continue
                alone = True
                for k in range(at + w - 3, at + w + 4):
                    if k >= 0 and k < slots and fingerprints[k] == mark:
                        alone = False
                if alone:
                    fingerprints[at + w] = cython.cast(cython.ushort, mark)
                    features[at + w] = f
                    placed += 1
                    break
    return placed


if not cython.compiled:
    widen = interpreted.views(widen)
    score = interpreted.views(score)
    viterbi = interpreted.views(viterbi)
    local_margins = interpreted.views(local_margins)
    place = interpreted.views(place)
    find_slots = interpreted.views(find_slots)
