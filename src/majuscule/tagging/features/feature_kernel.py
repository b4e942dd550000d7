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
    from cython.cimports.majuscule.text.inlined import home_of, mix, prefetch, row_of
else:
    from majuscule.text.inlined import mix, row_of

AHEAD = cython.declare(cython.Py_ssize_t, 32)  # how many tokens ahead cells are prefetched


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
    own: cython.uint[::1],
    counts: cython.uchar[::1],
) -> None:
    """Count the hashes in [low, high) of ``valid`` tokens, in saturating cells of four or eight
    ``bits``.

    Threads that share a table need a range of whole bytes each.  Those in range are first collected
    in ``own`` (n + 1,), scratch, without a branch, so that their cells can be prefetched.
    """
    most: cython.int = (1 << bits) - 1
    h: cython.ulonglong
    at: cython.ulonglong
    shift: cython.int
    number: cython.Py_ssize_t
    with cython.nogil:
        for t in range(hashes.shape[0]):
            number = 0
            for i in range(hashes.shape[1]):
                h = hashes[t, i]
                own[number] = hashes[t, i]
                number += (h >= low) & (h < high) & valid[i]
            for i in range(number):
                if cython.compiled and i + AHEAD < number:
                    h = own[i + AHEAD]
                    prefetch(cython.address(counts[(h * bits) >> 3]))
                h = own[i]
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
    cells: cython.const[cython.uint][:, ::1],
    homes: cython.Py_ssize_t,
    rows: cython.int[:, ::1],
) -> None:
    """Write to ``rows`` the row of each hash in the ``cells`` of a
    :class:`majuscule.tagging.scoring.index.KeyIndex`, or -1."""
    n: cython.Py_ssize_t = hashes.shape[1]
    with cython.nogil:
        for t in range(hashes.shape[0]):
            for i in range(n):
                if cython.compiled and i + AHEAD < n:
                    prefetch(cython.address(cells[home_of(homes, hashes[t, i + AHEAD]), 0]))
                rows[t, i] = cython.cast(cython.int, row_of(cells, homes, hashes[t, i]))


def mark_groups(
    rows: cython.const[cython.int][:, ::1],
    numbers: cython.const[cython.int][::1],
    groups: cython.uchar[::1],
) -> None:
    """Raise the group of each row to the number of the template, if it is less.

    ``rows`` (templates, n): rows of ``groups``, or -1; ``numbers`` (templates,)."""
    n: cython.Py_ssize_t = rows.shape[1]
    r: cython.Py_ssize_t
    with cython.nogil:
        for t in range(rows.shape[0]):
            for i in range(n):
                if cython.compiled and i + AHEAD < n:
                    r = rows[t, i + AHEAD]
                    prefetch(cython.address(groups[r]))
                r = rows[t, i]
                if r >= 0 and groups[r] < numbers[t]:
                    groups[r] = cython.cast(cython.uchar, numbers[t])


if not cython.compiled:
    hash_templates = interpreted.views(hash_templates)
    count_features = interpreted.views(count_features)
    find_frequent = interpreted.views(find_frequent)
    mark_groups = interpreted.views(mark_groups)
    find_keys = interpreted.views(find_keys)
