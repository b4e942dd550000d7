"""Keys of n-grams: the bits where they belong, and no two alike on small texts."""

from __future__ import annotations

import hypothesis.strategies as some
import numpy as np
from hypothesis import given

from majuscule.counts.keys import (
    BITS,
    MASK63,
    MULTIPLIER,
    SHIFT,
    chain,
    low,
    mix_bits,
    pack,
    top,
)

values = some.lists(some.integers(0, MASK63), min_size=1, max_size=50)


@given(values)
def test_spreading_is_what_kernels_compute_and_loses_nothing(numbers: list[int]) -> None:
    expected = [((v ^ (v >> SHIFT)) * MULTIPLIER) & MASK63 for v in numbers]
    found = mix_bits(np.array(numbers, np.uint64))
    assert found.tolist() == expected
    assert len(set(expected)) == len(set(numbers))
    assert top(np.array(numbers, np.uint64), 36).tolist() == [v >> (BITS - 36) for v in expected]


@given(some.lists(some.integers(0, 2**36 - 1), min_size=1), some.integers(0, 2**28 - 1))
def test_a_key_gives_its_parts_back(histories: list[int], following: int) -> None:
    history = np.array(histories, np.uint64)
    keys = pack(history, np.full(len(history), following, np.uint64), 28)
    assert (keys >> np.uint64(28)).tolist() == histories
    assert set(low(keys, 28).tolist()) == {following}


def test_order_matters_in_a_chain_and_small_numbers_do_not_collide() -> None:
    first, second = np.divmod(np.arange(10_000, dtype=np.uint64), np.uint64(100))
    assert len(np.unique(chain(first, second))) == 10_000
    assert len(np.unique(top(chain(first, second), 36))) == 10_000
