# mypy: ignore-errors
"""Summing the vectors of tokens: quantised rows, each with its own scale."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import prefetch

AHEAD = cython.declare(cython.Py_ssize_t, 2)  # tokens to prefetch


def sum_rows(
    columns: cython.const[cython.int][:, ::1],
    offsets: cython.const[cython.int][::1],
    starts: cython.const[cython.int][::1],
    coarse: cython.const[cython.uchar][::1],
    table: cython.const[cython.schar][:, ::1],
    halves: cython.const[cython.uchar][:, ::1],
    scales: cython.const[cython.float][::1],
    sums: cython.float[:, ::1],
) -> None:
    """Fill in the sum of each token's vectors, (n, width).

    ``columns`` (n, columns) plus ``offsets`` (columns,) are row numbers of ``scales``; plus
    ``starts``, of ``table``, or of ``halves`` (rows, width / 2) for ``coarse`` columns.  A byte of
    ``halves`` holds two numbers, each plus 8: one of the first half of the vector in its lower four
    bits, one of the second in its upper.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    row: cython.Py_ssize_t
    two: cython.int
    scale: cython.float
    half: cython.Py_ssize_t = halves.shape[1]
    with cython.nogil:
        for i in range(columns.shape[0]):
            if cython.compiled and i + AHEAD < columns.shape[0]:
                for k in range(columns.shape[1]):
                    prefetch(cython.address(scales[columns[i + AHEAD, k] + offsets[k]]))
                    row = columns[i + AHEAD, k] + starts[k]
                    if coarse[k]:
                        for j in range(0, half, 64):  # a cache line
                            prefetch(cython.address(halves[row, j]))
                    else:
                        for j in range(0, table.shape[1], 64):
                            prefetch(cython.address(table[row, j]))
            for j in range(sums.shape[1]):
                sums[i, j] = 0
            for k in range(columns.shape[1]):
                scale = scales[columns[i, k] + offsets[k]]
                row = columns[i, k] + starts[k]
                if coarse[k]:
                    for j in range(half):
                        two = halves[row, j]
                        sums[i, j] += scale * ((two & 15) - 8)
                        sums[i, half + j] += scale * ((two >> 4) - 8)
                else:
                    for j in range(table.shape[1]):
                        sums[i, j] += scale * table[row, j]


if not cython.compiled:
    sum_rows = interpreted.views(sum_rows)
