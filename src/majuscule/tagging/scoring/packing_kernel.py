# mypy: ignore-errors
"""Finding the nearest code of many vectors."""

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

    ``centres`` lie in columns, (dimensions, centres), so that the inner loop runs over centres;
    ``distances`` is scratch, one for each centre.
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


if not cython.compiled:
    nearest = interpreted.views(nearest)
