# mypy: ignore-errors
"""Summing the vectors of tokens: rows of an int8 table, each with a scale of its own."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted


def sum_rows(
    columns: cython.const[cython.int][:, ::1],
    offsets: cython.const[cython.int][::1],
    table: cython.const[cython.schar][:, ::1],
    scales: cython.const[cython.float][::1],
    sums: cython.float[:, ::1],
) -> None:
    """Write the sum of each token's vectors, (n, width).

    ``columns`` (n, columns) plus ``offsets`` (columns,) are rows of the table.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    row: cython.Py_ssize_t
    scale: cython.float
    with cython.nogil:
        for i in range(columns.shape[0]):
            for j in range(table.shape[1]):
                sums[i, j] = 0
            for k in range(columns.shape[1]):
                row = columns[i, k] + offsets[k]
                scale = scales[row]
                for j in range(table.shape[1]):
                    sums[i, j] += scale * table[row, j]


if not cython.compiled:
    sum_rows = interpreted.views(sum_rows)
