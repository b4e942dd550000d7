# mypy: ignore-errors
"""Sorted tables of keys and 32-bit counts: run-length counting and merging."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

LARGEST = cython.declare(cython.ulonglong, 0xFFFFFFFF)


def count_runs(keys: cython.ulonglong[::1], counts: cython.uint[::1]) -> cython.Py_ssize_t:
    """Count equal keys of a sorted array, in place; return the number of distinct keys."""
    size: cython.Py_ssize_t = keys.shape[0]
    n: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = 0
    with cython.nogil:
        while i < size:
            j = i + 1
            while j < size and keys[j] == keys[i]:
                j += 1
            keys[n] = keys[i]
            counts[n] = cython.cast(cython.uint, j - i)
            n += 1
            i = j
    return n


def merge(
    first_keys: cython.const[cython.ulonglong][::1],
    first_counts: cython.const[cython.uint][::1],
    second_keys: cython.const[cython.ulonglong][::1],
    second_counts: cython.const[cython.uint][::1],
    keys: cython.ulonglong[::1],
    counts: cython.uint[::1],
) -> cython.Py_ssize_t:
    """Merge two tables, adding counts; return the number of keys, or -1 if a count overflows."""
    a: cython.Py_ssize_t = 0
    b: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t = 0
    size_a: cython.Py_ssize_t = first_keys.shape[0]
    size_b: cython.Py_ssize_t = second_keys.shape[0]
    total: cython.ulonglong
    largest: cython.ulonglong = 0
    with cython.nogil:
        while a < size_a and b < size_b:
            if first_keys[a] < second_keys[b]:
                keys[n] = first_keys[a]
                counts[n] = first_counts[a]
                a += 1
            elif second_keys[b] < first_keys[a]:
                keys[n] = second_keys[b]
                counts[n] = second_counts[b]
                b += 1
            else:
                total = first_counts[a]
                total = total + second_counts[b]
                if total > largest:
                    largest = total
                keys[n] = first_keys[a]
                counts[n] = cython.cast(cython.uint, total & LARGEST)
                a += 1
                b += 1
            n += 1
        while a < size_a:
            keys[n] = first_keys[a]
            counts[n] = first_counts[a]
            a += 1
            n += 1
        while b < size_b:
            keys[n] = second_keys[b]
            counts[n] = second_counts[b]
            b += 1
            n += 1
        if largest > LARGEST:
            n = -1
    return n


if not cython.compiled:
    count_runs = interpreted.views(count_runs)
    merge = interpreted.views(merge)
