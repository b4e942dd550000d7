# mypy: ignore-errors
"""Features: hashes of columns at offsets, their counts, and look-ups of those that have a weight.

A *column* is one number per token (its word, its suffix, its bucket ...); columns are a matrix
(columns, n) of sequences separated by padding as wide as the longest offset, so that offsets need
no bounds check.  A *template* has up to seven parts, (column, offset); its value at a token is the
32-bit hash of the parts.  The hash of a *transition* template also includes the previous tag.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import mix
else:
    from majuscule.text.inlined import mix


def hash_templates(
    columns: cython.const[cython.ulonglong][:, ::1],
    templates: cython.const[cython.int][:, ::1],
    tags: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    out: cython.uint[:, ::1],
) -> None:
    """Hash all templates for the tokens ``start:stop`` of the columns.

    A row of ``templates`` is (seed, number of parts, column, offset, column, offset, ...).  With
    ``tags`` 0, ``out`` is (templates, tokens); otherwise the templates are transitions and it is
    (templates * tags, tokens), row ``t * tags + p`` for the previous tag p.
    """
    with cython.nogil:
        for t in range(templates.shape[0]):
            seed = mix(templates[t, 0], 0x1234567)
            parts = templates[t, 1]
            c0 = templates[t, 2]
            o0 = templates[t, 3]
            c1 = templates[t, 4]
            o1 = templates[t, 5]
            c2 = templates[t, 6]
            o2 = templates[t, 7]
            if tags == 0 and parts == 1:
                for i in range(start, stop):
                    out[t, i - start] = cython.cast(
                        cython.uint, mix(seed, columns[c0, i + o0]) >> 31
                    )
                continue
            if tags == 0 and parts == 2:
                for i in range(start, stop):
                    h = mix(mix(seed, columns[c0, i + o0]), columns[c1, i + o1])
                    out[t, i - start] = cython.cast(cython.uint, h >> 31)
                continue
            if tags == 0 and parts == 3:
                for i in range(start, stop):
                    h = mix(mix(seed, columns[c0, i + o0]), columns[c1, i + o1])
                    out[t, i - start] = cython.cast(cython.uint, mix(h, columns[c2, i + o2]) >> 31)
                continue
            for i in range(start, stop):
                h = seed
                for j in range(parts):
                    h = mix(h, columns[templates[t, 2 + 2 * j], i + templates[t, 3 + 2 * j]])
                if tags == 0:
                    out[t, i - start] = cython.cast(cython.uint, h >> 31)
                for p in range(tags):
                    out[t * tags + p, i - start] = cython.cast(cython.uint, mix(h, p + 1) >> 31)


def count_features(
    hashes: cython.const[cython.uint][:, ::1],
    valid: cython.const[cython.uchar][::1],
    low: cython.ulonglong,
    high: cython.ulonglong,
    bits: cython.int,
    counts: cython.uchar[::1],
) -> None:
    """Count the hashes in [low, high) of ``valid`` tokens, in saturating cells of four or eight
    ``bits``.

    Threads that share a table need a range of whole bytes each.
    """
    most: cython.int = (1 << bits) - 1
    h: cython.ulonglong
    at: cython.ulonglong
    shift: cython.int
    with cython.nogil:
        for t in range(hashes.shape[0]):
            for i in range(hashes.shape[1]):
                h = hashes[t, i]
                if h >= low and h < high and valid[i]:
                    at = (h * bits) >> 3
                    shift = (h * bits) & 7
                    if (counts[at] >> shift) & most < most:
                        counts[at] += 1 << shift


def find_frequent(
    counts: cython.const[cython.uchar][::1],
    bits: cython.int,
    least: cython.int,
    found: cython.uint[::1],
) -> cython.Py_ssize_t:
    """Write the indices of the cells that have reached ``least``; return their number."""
    most: cython.int = (1 << bits) - 1
    cells: cython.Py_ssize_t = 8 // bits
    n: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(counts.shape[0]):
            if counts[i] == 0:
                continue
            for k in range(cells):
                if (counts[i] >> (k * bits)) & most >= least:
                    found[n] = cython.cast(cython.uint, i * cells + k)
                    n += 1
    return n


def find_keys(
    hashes: cython.const[cython.uint][:, ::1],
    keys: cython.const[cython.uint][::1],
    directory: cython.const[cython.uint][::1],
    shift: cython.int,
    rows: cython.int[:, ::1],
) -> None:
    """Write to ``rows`` the index of each hash in the sorted ``keys``, or -1.

    ``directory[h >> shift]`` is the index of the first key with these upper bits.  Nearly always
    the key is one of the four from there, which are compared without a branch, so that the
    processor can overlap many memory accesses.  ``keys`` end with at least four sentinels.
    """
    n: cython.Py_ssize_t = hashes.shape[1]
    h: cython.uint
    at: cython.uint
    one: cython.int
    two: cython.int
    three: cython.int
    four: cython.int
    with cython.nogil:
        for t in range(hashes.shape[0]):
            for i in range(n):
                rows[t, i] = cython.cast(cython.int, directory[hashes[t, i] >> shift])
            for i in range(n):
                h = hashes[t, i]
                at = cython.cast(cython.uint, rows[t, i])
                one = keys[at] == h
                two = keys[at + 1] == h
                three = keys[at + 2] == h
                four = keys[at + 3] == h
                rows[t, i] = (
                    one * (cython.cast(cython.int, at) + 1)
                    + two * (cython.cast(cython.int, at) + 2)
                    + three * (cython.cast(cython.int, at) + 3)
                    + four * (cython.cast(cython.int, at) + 4)
                    - 1
                )
                if keys[at + 3] < h:
                    at += 4
                    while keys[at] < h:
                        at += 1
                    rows[t, i] = cython.cast(cython.int, at) if keys[at] == h else -1


if not cython.compiled:
    hash_templates = interpreted.views(hash_templates)
    count_features = interpreted.views(count_features)
    find_frequent = interpreted.views(find_frequent)
    find_keys = interpreted.views(find_keys)
