import math

import numpy as np
import pytest

from majuscule.measure import Difference, Resampling, WordErrorMetric, compare


def system(errors: float, seed: int, segments: int = 60) -> np.ndarray:
    wrong = np.random.default_rng(seed).binomial(20, errors, size=segments)
    nothing = np.zeros_like(wrong)
    return np.stack([20 - wrong, wrong, nothing, nothing], axis=1)


def rate(rows: np.ndarray) -> float:
    matches, subs, ins, dels = rows.sum(axis=0)
    return float((subs + ins + dels) / (matches + subs + dels))


def test_paired_bootstrap_equals_a_plain_loop():
    first, second = system(0.2, 1), system(0.24, 2)
    found = compare(WordErrorMetric(), first, second, resampling=Resampling(200, seed=9))["wer"]
    generator = np.random.default_rng(9)
    differences = []
    for _ in range(200):
        drawn = generator.integers(0, 60, size=60)
        differences.append(rate(first[drawn]) - rate(second[drawn]))
    observed = rate(first) - rate(second)
    centred = np.array(differences) - np.mean(differences)
    expected = (np.sum(np.abs(centred) >= abs(observed) - 1e-12) + 1) / 201
    assert found.value == pytest.approx(observed)
    assert found.p_value == pytest.approx(float(expected))
    assert found.low == pytest.approx(float(np.quantile(differences, 0.025)))
    assert found.high == pytest.approx(float(np.quantile(differences, 0.975)))


def test_a_clear_difference_is_found_and_none_is_not():
    first, second = system(0.1, 1), system(0.3, 2)
    clear = compare(WordErrorMetric(), first, second)["wer"]
    assert clear.p_value == pytest.approx(1 / 1001)
    assert clear.high < 0
    same = compare(WordErrorMetric(), first, first)["wer"]
    assert (same.value, same.p_value) == (0.0, 1.0)


def test_swapping_the_systems_changes_only_the_sign():
    first, second = system(0.2, 1), system(0.24, 2)
    there = compare(WordErrorMetric(), first, second)["wer"]
    back = compare(WordErrorMetric(), second, first)["wer"]
    assert there.value == pytest.approx(-back.value)
    assert there.low == pytest.approx(-back.high)
    assert there.p_value == pytest.approx(back.p_value)


def test_documents_are_the_unit_where_known():
    first, second = system(0.1, 1, 6), system(0.3, 2, 6)
    found = compare(WordErrorMetric(), first, second, documents=["a"] * 6)["wer"]
    assert found.low == found.high == found.value


def test_what_is_not_defined_has_no_p():
    empty = np.array([[0, 0, 1, 0]])
    found = compare(WordErrorMetric(), empty, empty)["wer"]
    assert math.isnan(found.p_value)
    assert str(found) == "N/A"
    assert found.as_dict()["value"] is None


def test_difference_prints_points_with_signs():
    assert "-1.00 [-2.00, +0.50]" in str(Difference(-0.01, -0.02, 0.005, 0.2))
