"""The kernel of count tables gives the same answers interpreted as compiled."""

from __future__ import annotations

from types import ModuleType

import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import given

from majuscule.counts import table_kernel
from tests.restore.source_kernels import interpreted

keys = some.lists(some.integers(0, 9) | some.integers(0, 2**64 - 1), max_size=20)


SOURCE = interpreted("majuscule.counts.table_kernel")


@given(keys, keys, some.sampled_from([1, 3, 2**32 - 1]))
def test_interpreted_tables_are_the_compiled_ones(one: list[int], two: list[int], by: int) -> None:
    results = []
    for kernel in (table_kernel, SOURCE):
        counted = []
        for values in (one, two):
            ordered = np.sort(np.array(values, np.uint64))
            counts = np.zeros(len(values), np.uint32)
            n = kernel.count_runs(ordered, counts)
            counted += [ordered[:n].copy(), np.minimum(counts[:n].astype(np.int64) * by, 2**32 - 1)]
        first, first_counts, second, second_counts = counted
        arguments = (first, first_counts.astype(np.uint32))
        arguments += (second, second_counts.astype(np.uint32))
        room = len(first) + len(second)
        merged, counts = np.zeros(room, np.uint64), np.zeros(room, np.uint32)
        n = kernel.merge(*arguments, merged, counts)
        results.append((n, merged[: max(n, 0)].tolist(), counts[: max(n, 0)].tolist()))
    assert results[0] == results[1]


@pytest.mark.parametrize("kernel", [table_kernel, SOURCE], ids=["compiled", "source"])
def test_a_sum_of_33_bits_is_reported(kernel: ModuleType) -> None:
    key, full = np.array([5], np.uint64), np.array([2**32 - 1], np.uint32)
    room = np.zeros(2, np.uint64), np.zeros(2, np.uint32)
    assert kernel.merge(key, full, key, full, *room) == -1
