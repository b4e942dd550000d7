"""Smoothing: weights are probabilities, and the ones found are the best on a grid."""

from __future__ import annotations

import hypothesis.strategies as some
import numpy as np
from hypothesis import given, settings
from hypothesis.extra.numpy import arrays

from majuscule.counts.smoothing import history_levels, interpolation_weights, witten_bell


def test_witten_bell_trusts_histories_with_few_successors() -> None:
    found = witten_bell([0, 4, 4], [0, 1, 4])
    assert found.tolist() == [0, 0.8, 0.5]


@given(some.integers(0, 2**32 - 1), some.integers(1, 32))
def test_levels_are_lengths_in_bits(total: int, levels: int) -> None:
    assert history_levels(np.array([total]), levels).tolist() == [min(total.bit_length(), levels)]


@given(arrays(np.float64, (12, 3), elements=some.floats(0, 1)), some.integers(0, 3))
@settings(max_examples=50)
def test_weights_sum_to_one_and_never_rule_anything_out(parts: np.ndarray, cut: int) -> None:
    levels = np.arange(12) % 3
    available = np.ones((4, 3), np.bool_)
    available[:cut, 2] = False
    found = interpolation_weights(parts, levels, available)
    np.testing.assert_allclose(found.sum(axis=1), 1)
    assert ((found > 0) == available).all()


def test_weights_are_close_to_the_best_on_a_grid() -> None:
    generator = np.random.default_rng(3)
    parts = generator.random((5000, 2)) * (0.5, 1.0)
    found = interpolation_weights(parts, np.zeros(5000, np.int64), np.ones((1, 2), np.bool_))
    grid = np.linspace(0.001, 0.999, 999)
    likely = [np.log(parts @ (one, 1 - one)).sum() for one in grid]
    assert abs(found[0, 0] - grid[int(np.argmax(likely))]) < 0.02


def test_without_held_out_text_all_orders_count_the_same() -> None:
    available = np.array([[True, True], [True, False]])
    found = interpolation_weights(np.zeros((0, 2)), np.zeros(0, np.int64), available)
    assert found.tolist() == [[0.5, 0.5], [1, 0]]
