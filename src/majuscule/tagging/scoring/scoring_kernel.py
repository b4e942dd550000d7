# mypy: ignore-errors
"""Scoring with a packed model: the innermost loop of tagging.

A packed model is a hash table without keys.  Each template has its own region of buckets, small
enough to stay in the processor's cache while the template is processed.  A feature's 32-bit hash
gives its bucket and a 12-bit fingerprint; the slot of the bucket with that fingerprint has a code,
the row of the codebook that the feature adds.  A bucket is twelve bytes, four fingerprints and four
codes, read directly from the mapped file: millions of features take 32 MB and no loading time.  All
arithmetic is on integers, so all machines give the same results.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

import numpy as np

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import mix, prefetch
    from cython.cimports.majuscule.text.tokenizing.word_kernel import number_keys
else:
    from majuscule.text.inlined import mix
    from majuscule.text.tokenizing.word_kernel import number_keys

CLOSED = cython.declare(cython.int, -(1 << 22))  # majuscule.tagging.scoring.chain
AHEAD = cython.declare(cython.Py_ssize_t, 12)  # how many tokens ahead sums are prefetched

BLOCK = 2048 + 16
"""Tokens per block of a template: their hashes and codes fit the L1 cache; not a power of two, so
that rows do not evict each other."""

REMEMBERED = 1 << 23
"""The most bytes of cached sums of tokens, and as many of pairs, where keys recur between calls."""

BEHIND = 1 << 16
"""Extra rows after the cached ones, for kinds of one call that collide in a cell; untouched memory
costs nothing."""

# Four 12-bit lanes in a word: 1 in each lane, the highest bit of each, and all bits.
ONES = cython.declare(cython.ulonglong, 0x001001001001)
HIGHS = cython.declare(cython.ulonglong, 0x800800800800)
LANES = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFF)


def code_in(low, middle, high, mark):
    """Return the code of a fingerprint in a bucket, 0 if absent, without a branch.

    The slot is unpredictable, and a mispredicted branch would cost more than the whole function.
    Lanes equal to the fingerprint become zero by xor; the lowest zero lane is found exactly
    (Warren, Hacker's Delight, 6-1).  No bucket has a fingerprint twice; empty slots, which look
    like fingerprint 0, have code 0 and follow all others.
    """
    marks: cython.ulonglong = low | ((middle & 0xFFFF) << 32)
    codes: cython.ulonglong = (middle >> 16) | (high << 16)
    lanes: cython.ulonglong = marks ^ (mark * ONES)
    # An extra top bit absorbs the borrow.
    zero: cython.ulonglong = (((lanes | (LANES + 1)) - ONES) & LANES) & (lanes ^ LANES) & HIGHS
    zero = zero & (0 - zero)
    # the lowest zero lane as ones, its code moved to the highest lane
    found: cython.ulonglong = codes & ((zero >> 11) * 0xFFF)
    return (found * ONES >> 36) & 0xFFF


def hash_template(columns, width, templates, t, buckets, first, size, chosen, hashes, row):
    """Hash template ``t`` for the ``chosen`` tokens into a row of ``hashes``; prefetch the buckets.

    Nearly all templates have at most three parts, whose places in the columns, one after another
    and each of a ``width``, stay in registers.
    """
    seed: cython.ulonglong = mix(templates[t, 0], 0x1234567)
    parts: cython.int = templates[t, 1]
    at: cython.Py_ssize_t = width * templates[t, 2] + templates[t, 3]
    at1: cython.Py_ssize_t = width * templates[t, 4] + templates[t, 5]
    at2: cython.Py_ssize_t = width * templates[t, 6] + templates[t, 7]
    h: cython.ulonglong
    for i in range(chosen.shape[0]):
        place = chosen[i]
        h = mix(seed, columns[at + place])
        if parts > 1:
            h = mix(h, columns[at1 + place])
        if parts > 2:
            h = mix(h, columns[at2 + place])
        for j in range(3, parts):
            h = mix(h, columns[width * templates[t, 2 + 2 * j] + templates[t, 3 + 2 * j] + place])
        h = h >> 31
        hashes[row, i] = cython.cast(cython.uint, h)
        if cython.compiled:
            prefetch(cython.address(buckets[first + ((h * size) >> 32), 0]))
            prefetch(cython.address(buckets[first + ((h * size) >> 32), 2]))


def find_codes(buckets, first, size, codebook, hashes, row, codes, q, at, end):
    """Look up a row of hashes, write the codes to ``codes[q, at:end]``, and prefetch their weights.

    ``codebook``: the part of the template; code 0 is no weight.
    """
    h: cython.ulonglong
    if size == 0:
        for i in range(at, end):
            codes[q, i] = 0
        return
    for i in range(at, end):
        h = hashes[row, i - at]
        b = first + ((h * size) >> 32)
        code = code_in(buckets[b, 0], buckets[b, 1], buckets[b, 2], h & 0xFFF)
        codes[q, i] = cython.cast(cython.ushort, code)
        if cython.compiled:
            prefetch(cython.address(codebook[code, 0]))


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
    """Write the transition weights of each value of each link to ``out`` (links, values, tags *
    tags), previous tag first.

    A link is a template of one column with few values, so its weights are looked up once and for
    all.  ``regions``: those of the links; ``before``: the number of other templates.
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


def cell_of(key, cells):
    """Return the cache cell of a key; ``cells`` is a power of two."""
    return (mix(key, 0) >> 20) & (cells - 1)


def find_rows(keys, firsts, call, held, kept, rows, missing):
    """Write to ``rows`` the row of the cache ``kept`` for each kind; return the number of misses.

    ``firsts`` (kinds,): the index of each kind's key; ``missing``: written, the kinds without
    cached sums, whose rows are zeroed.  ``held`` (cells, 2): the key of each cell, and the last
    ``call`` that used it.  A kind takes over its cell unless this call already uses it; then it
    gets an extra row after the cells, for this call only.
    """
    found: cython.Py_ssize_t = 0
    behind: cython.Py_ssize_t = held.shape[0]
    row: cython.Py_ssize_t
    known: cython.bint
    for kind in range(firsts.shape[0]):
        rows[kind] = cython.cast(cython.int, cell_of(keys[firsts[kind]], held.shape[0]))
        if cython.compiled:
            prefetch(cython.address(held[rows[kind], 0]))
            for j in range(0, kept.shape[1], 2):
                prefetch(cython.address(kept[rows[kind], j, 0]))
    for kind in range(firsts.shape[0]):
        row = rows[kind]
        known = held[row, 0] == keys[firsts[kind]]
        if not known:
            if held[row, 1] == call:
                row = behind
                behind += 1
                rows[kind] = cython.cast(cython.int, row)
            else:
                held[row, 0] = keys[firsts[kind]]
            for j in range(kept.shape[1]):
                for k in range(kept.shape[2]):
                    kept[row, j, k] = 0
            missing[found] = cython.cast(cython.int, kind)
            found += 1
        if row < held.shape[0]:
            held[row, 1] = call
    return found


class Scorer:
    """Scores tokens with a packed model, in scratch arrays that are reused; not thread-safe.

    The sums of templates over one token, or over two adjacent ones, are computed once per distinct
    token or pair, and cached between calls: words recur, and so do four pairs in ten.  Sums are
    integers, so caching does not change results.
    """

    def __init__(self, templates, numbers, planes, cuts, offsets, model, remembered) -> None:
        """Store templates sorted by kind: over one token; over two tokens, for the second; over
        two, for the first; all others.

        ``cuts`` (3,): the ends of the first three kinds; ``numbers``: the original number of each
        template, by which regions and codebook are ordered; ``planes``, ascending within a kind:
        the plane of a token's sums that the template adds to; ``offsets``: the offset of each plane
        of the first kind; ``model``: regions, table, codebook, bias, the output of
        :func:`link_weights`, and the templates of transitions; ``remembered``: the most bytes of
        cached sums of tokens, and as many of pairs, kept between calls.
        """
        self.templates, self.numbers, self.planes, self.offsets = map(
            interpreted.items, (templates, numbers, planes, offsets)
        )
        self.one, self.second, self.first = cuts
        self.regions, self.buckets, self.codebook, self.bias, self.tables, self.links = map(
            interpreted.items, model
        )
        self.hashes = interpreted.items(np.empty((8, BLOCK), np.uint32))
        self.padded = self.tokens = -1
        self.remembered = remembered
        self.forget(BEHIND)

    def forget(self, behind):
        """Clear the caches, and allocate ``behind`` extra rows for colliding kinds."""
        width = self.codebook.shape[1]
        for pairs, own in enumerate((self.offsets.shape[0], 2)):
            cells = 1 << max((self.remembered // (4 * own * width)).bit_length() - 1, 0)
            held = np.zeros((cells, 2), np.uint64)
            held[cell_of(0, cells), 0] = 1  # no empty cell matches a key that maps to it
            kept = np.zeros((cells + behind, own, width), np.int32)
            if pairs:
                self.held_pairs, self.kept_pairs = map(interpreted.items, (held, kept))
            else:
                self.held, self.kept = map(interpreted.items, (held, kept))
        self.calls = 0
        self.behind = behind

    def make_room(self, padded, tokens):
        """Make room for columns of length ``padded`` with ``tokens`` tokens."""
        if padded <= self.padded and tokens <= self.tokens:
            return
        padded, tokens = max(padded, self.padded), max(tokens, self.tokens)
        width = self.codebook.shape[1]
        self.cells = interpreted.items(np.empty(1 << (2 * padded).bit_length(), np.int32))
        self.kinds = interpreted.items(np.empty(padded, np.int32))
        self.pair_kinds = interpreted.items(np.empty(padded, np.int32))
        self.firsts = interpreted.items(np.empty(padded, np.int64))
        self.keys = interpreted.items(np.empty(padded, np.uint64))
        self.open_at = interpreted.items(np.empty(padded + 1, np.uint8))
        self.missing = interpreted.items(np.empty(padded, np.int32))
        self.chosen = interpreted.items(np.empty(padded, np.int64))
        self.into = interpreted.items(np.empty(padded, np.int32))
        self.codes = interpreted.items(np.empty((4, padded), np.uint16))
        self.rows = interpreted.items(np.empty(padded, np.int32))
        if padded > self.behind:
            self.forget(padded)
        self.own = interpreted.items(np.empty((tokens, 1, width), np.int32))
        self.padded, self.tokens = padded, tokens

    def score(
        self,
        columns: cython.const[cython.ulonglong][::1],
        width: cython.Py_ssize_t,
        keys: cython.const[cython.ulonglong][::1],
        places: cython.const[cython.longlong][::1],
        open_: cython.const[cython.uchar][::1],
        emissions: cython.int[:, ::1],
        transitions: cython.int[:, ::1],
    ) -> None:
        """Score tokens: :meth:`work` without the GIL."""
        self.make_room(keys.shape[0], places.shape[0])
        with cython.nogil:
            self.work(columns, width, keys, places, open_, emissions, transitions)

    def work(self, columns, width, keys, places, open_, emissions, transitions):
        """Score the tokens at ``places`` of the columns; there must be room.

        ``columns``: one after another, each of a ``width``.
        ``keys`` (padded tokens,): equal keys mean equal columns, in all calls; ``open_`` (tokens,):
        whether a token's tag is open; the others have tag 0.  Writes ``emissions`` (tokens, tags)
        and ``transitions`` (tokens, tags * tags).
        """
        padded: cython.Py_ssize_t = keys.shape[0]
        tokens: cython.Py_ssize_t = places.shape[0]
        found: cython.Py_ssize_t
        missing: cython.Py_ssize_t
        chosen: cython.Py_ssize_t
        sides: cython.int
        self.calls += 1
        found = self.number(keys, self.kinds)
        missing = find_rows(
            keys, self.firsts[:found], self.calls, self.held, self.kept, self.rows, self.missing
        )
        for i in range(missing):
            self.chosen[i] = self.firsts[self.missing[i]]
            self.into[i] = self.rows[self.missing[i]]
        self.add(columns, width, 0, self.one, missing, self.kept)
        for i in range(padded):
            self.kinds[i] = self.rows[self.kinds[i]]
        # A pair adds to those of its tokens that are open.
        for i in range(padded + 1):
            self.open_at[i] = 0
        for i in range(tokens):
            self.open_at[places[i]] = open_[i]
        for i in range(padded):
            sides = self.open_at[i] + 2 * self.open_at[i + 1]
            self.keys[i] = 0
            if sides != 0:
                self.keys[i] = mix(mix(mix(1, sides), keys[i]), keys[i + 1])
        found = self.number(self.keys[:padded], self.pair_kinds)
        missing = find_rows(
            self.keys,
            self.firsts[:found],
            self.calls,
            self.held_pairs,
            self.kept_pairs,
            self.rows,
            self.missing,
        )
        for side in range(2):
            chosen = 0
            for i in range(missing):
                if self.open_at[self.firsts[self.missing[i]] + 1 - side]:
                    self.chosen[chosen] = self.firsts[self.missing[i]]
                    self.into[chosen] = self.rows[self.missing[i]]
                    chosen += 1
            if side == 0:
                self.add(columns, width, self.one, self.second, chosen, self.kept_pairs)
            else:
                self.add(columns, width, self.second, self.first, chosen, self.kept_pairs)
        for i in range(padded):
            self.pair_kinds[i] = self.rows[self.pair_kinds[i]]
        chosen = 0
        for i in range(tokens):
            for k in range(self.own.shape[2]):
                self.own[i, 0, k] = 0
            if open_[i]:
                self.chosen[chosen] = places[i]
                self.into[chosen] = cython.cast(cython.int, i)
                chosen += 1
        self.add(columns, width, self.first, self.templates.shape[0], chosen, self.own)
        self.lay_out(columns, width, places, open_, emissions, transitions)

    def number(self, keys, kinds):
        """Number the distinct keys; return how many there are."""
        cells: cython.Py_ssize_t = 2
        while cells < 2 * keys.shape[0]:
            cells *= 2
        for i in range(cells):
            self.cells[i] = 0
        return number_keys(keys, self.cells[:cells], kinds, self.firsts)

    def add(self, columns, width, start, stop, total, sums):
        """Add the weights of the templates ``start:stop`` for the chosen tokens to ``sums``.

        There are ``total`` tokens: ``chosen`` are their indices in the columns, ``into`` their rows
        of ``sums`` (rows, planes, width); the width is the number of tags rounded up to a multiple
        of eight, as in the codebook.

        Each template is looked up for all tokens before the next, so that its region stays in the
        cache, and up to four of a plane are added at a time, so that sums are read and written once
        for the four.  Hashing runs ahead of the look-up, farther for fewer tokens, so that
        prefetches arrive in time even for short texts.
        """
        block: cython.Py_ssize_t = self.hashes.shape[1]
        blocks: cython.Py_ssize_t = (total + block - 1) // block
        steps: cython.Py_ssize_t = (stop - start) * blocks
        ahead: cython.Py_ssize_t = 7 if total < 20 else 1 + 128 // total
        rows: cython.Py_ssize_t = ahead + 1
        hashed: cython.Py_ssize_t = 0
        t: cython.Py_ssize_t = start
        q: cython.Py_ssize_t
        g: cython.Py_ssize_t
        at: cython.Py_ssize_t
        end: cython.Py_ssize_t
        c0: cython.Py_ssize_t
        c1: cython.Py_ssize_t
        c2: cython.Py_ssize_t
        c3: cython.Py_ssize_t
        for step in range(steps):
            while hashed < steps and hashed <= step + ahead:
                q = start + hashed // blocks
                g = self.numbers[q]
                at = hashed % blocks * block
                end = at + block if at + block < total else total
                hash_template(
                    columns,
                    width,
                    self.templates,
                    q,
                    self.buckets,
                    self.regions[g, 0],
                    self.regions[g, 1],
                    self.chosen[at:end],
                    self.hashes,
                    hashed % rows,
                )
                hashed += 1
            q = start + step // blocks
            g = self.numbers[q]
            at = step % blocks * block
            end = at + block if at + block < total else total
            find_codes(
                self.buckets,
                self.regions[g, 0],
                self.regions[g, 1],
                self.codebook[2048 * g :],
                self.hashes,
                step % rows,
                self.codes,
                q - t,
                at,
                end,
            )
            if end < total or (q - t < 3 and q + 1 < stop and self.planes[q + 1] == self.planes[t]):
                continue
            for k in range(q + 1 - t, 4):
                for i in range(total):
                    self.codes[k, i] = 0  # code 0: zero weights
            c0 = 2048 * self.numbers[t]
            c1 = 2048 * self.numbers[t + 1 if t + 1 <= q else q]
            c2 = 2048 * self.numbers[t + 2 if t + 2 <= q else q]
            c3 = 2048 * self.numbers[t + 3 if t + 3 <= q else q]
            g = self.planes[t]
            for i in range(total):
                row = self.into[i]
                for part in range(0, self.codebook.shape[1], 8):
                    for k in range(8):  # a constant, so that the compiler vectorises
                        sums[row, g, part + k] += (
                            cython.cast(cython.int, self.codebook[c0 + self.codes[0, i], part + k])
                            + self.codebook[c1 + self.codes[1, i], part + k]
                        ) + (
                            cython.cast(cython.int, self.codebook[c2 + self.codes[2, i], part + k])
                            + self.codebook[c3 + self.codes[3, i], part + k]
                        )
            t = q + 1

    def lay_out(self, columns, width, places, open_, emissions, transitions):
        """Write the emissions and transitions of the tokens at ``places`` of the columns.

        An emission is the sum of ``own`` (templates over several tokens), of ``kept`` (for each of
        the ``offsets``, the row of the token there), of ``kept_pairs`` (of the pairs that the token
        ends and begins) and of the bias.  A token that is not ``open_`` has tag 0.  Values beyond
        the tables of transitions count as the last one.
        """
        tags: cython.Py_ssize_t = emissions.shape[1]
        cells: cython.Py_ssize_t = self.tables.shape[2]
        last: cython.ulonglong = self.tables.shape[1] - 1
        place: cython.Py_ssize_t
        kind: cython.Py_ssize_t
        ahead: cython.Py_ssize_t
        v: cython.ulonglong
        for i in range(places.shape[0]):
            place = places[i]
            if cython.compiled and i + AHEAD < places.shape[0]:
                ahead = places[i + AHEAD]
                for j in range(0, self.offsets.shape[0], 2):
                    prefetch(cython.address(self.kept[self.kinds[ahead], j, 0]))
                prefetch(cython.address(self.kept_pairs[self.pair_kinds[ahead], 0, 0]))
            if open_[i]:
                before = self.pair_kinds[place - 1]
                after = self.pair_kinds[place]
                for part in range(0, self.own.shape[2], 8):
                    for k in range(8):  # a constant, so that the compiler vectorises
                        self.own[i, 0, part + k] += (
                            self.kept_pairs[before, 0, part + k]
                            + self.kept_pairs[after, 1, part + k]
                        )
                    for j in range(self.offsets.shape[0]):
                        kind = self.kinds[place + self.offsets[j]]
                        for k in range(8):
                            self.own[i, 0, part + k] += self.kept[kind, j, part + k]
                for k in range(tags):
                    emissions[i, k] = self.own[i, 0, k] + self.bias[k]
            else:
                emissions[i, 0] = 0
                for k in range(1, tags):
                    emissions[i, k] = CLOSED
            for k in range(cells):
                transitions[i, k] = 0
            for t in range(self.links.shape[0]):
                v = columns[width * self.links[t, 2] + place + self.links[t, 3]]
                v = v if v < last else last
                for k in range(cells):
                    transitions[i, k] += self.tables[t, v, k]


if not cython.compiled:
    Scorer.score = interpreted.views(Scorer.score)
    link_weights = interpreted.views(link_weights)
