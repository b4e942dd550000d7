import math

import numpy as np
import pytest

from majuscule.measure import Resampling, WordErrorMetric, estimate_derived, gap_closed


def rows(wrong: list[int]) -> np.ndarray:
    return np.array([[10 - count, count, 0, 0] for count in wrong])


def test_gap_closed_equals_a_plain_loop():
    systems = rows([1, 0, 2, 1]), rows([5, 4, 7, 5]), rows([3, 1, 5, 4])
    found = estimate_derived(
        WordErrorMetric(), systems, gap_closed("wer"), resampling=Resampling(100, seed=2)
    )
    generator = np.random.default_rng(2)
    shares = []
    for _ in range(100):
        drawn = generator.integers(0, 4, size=4)
        better, worse, between = (system[drawn, 1].sum() for system in systems)
        shares.append((between - worse) / (better - worse))
    assert found.value == pytest.approx((21 - 13) / (21 - 4))
    assert found.low == pytest.approx(float(np.quantile(shares, 0.025)))
    assert found.high == pytest.approx(float(np.quantile(shares, 0.975)))


def test_no_gap_is_not_defined():
    systems = rows([1]), rows([1]), rows([1])
    assert math.isnan(estimate_derived(WordErrorMetric(), systems, gap_closed("wer")).value)


def test_documents_are_resampled_whole():
    systems = rows([1, 0]), rows([5, 4]), rows([3, 1])
    found = estimate_derived(WordErrorMetric(), systems, gap_closed("wer"), documents=[1, 1])
    assert found.low == found.high == pytest.approx(5 / 8)
