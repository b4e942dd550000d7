# mypy: ignore-errors
"""Counting which words stand beside which."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted


def count_neighbours(
    ranks: cython.const[cython.int][::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    counts: cython.float[:, ::1],
) -> None:
    """Add up, for the pairs of neighbours whose left word is in ``start:stop``, both words'
    neighbours.

    ``ranks``: a word's rank by frequency, -1 for words that are not counted and for padding.
    ``counts`` is (words, 2 * contexts): the left neighbours among the most frequent words, then the
    right ones.
    """
    words: cython.Py_ssize_t = counts.shape[0]
    contexts: cython.Py_ssize_t = counts.shape[1] // 2
    left: cython.int
    right: cython.int
    with cython.nogil:
        for i in range(start, stop):
            left = ranks[i]
            right = ranks[i + 1]
            if left < 0 or right < 0 or left >= words or right >= words:
                continue
            if left < contexts:
                counts[right, left] += 1
            if right < contexts:
                counts[left, contexts + right] += 1


if not cython.compiled:
    count_neighbours = interpreted.views(count_neighbours)
