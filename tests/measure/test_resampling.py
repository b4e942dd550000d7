import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import UsageError
from majuscule.measure import Resampling
from majuscule.measure.resampling import bootstrap_totals, percentile_interval


def statistics(segments: int, columns: int = 3, seed: int = 5) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 100, size=(segments, columns))


@given(
    st.integers(1, 40),
    st.integers(1, 30),
    st.integers(0, 2**32),
    st.sampled_from([1, 7, 100, 4096]),
)
def test_bootstrap_equals_a_plain_loop_however_it_is_cut(segments, resamples, seed, draws_at_once):
    first, second = statistics(segments), statistics(segments, 2, seed=6)
    found = bootstrap_totals([first, second], resamples, np.random.default_rng(seed), draws_at_once)
    generator = np.random.default_rng(seed)
    for number in range(resamples):
        drawn = generator.integers(0, segments, size=segments)
        assert found[0][number].tolist() == first[drawn].sum(axis=0).tolist()
        assert found[1][number].tolist() == second[drawn].sum(axis=0).tolist()


def test_large_totals_stay_exact():
    rows = np.full((1000, 1), 10**9 + 1)
    (totals,) = bootstrap_totals([rows], 10, np.random.default_rng(1))
    assert set(totals.ravel().tolist()) == {1000 * (10**9 + 1)}


def test_systems_of_other_lengths_are_refused():
    with pytest.raises(UsageError, match=r"\[2, 3\]"):
        bootstrap_totals([statistics(2), statistics(3)], 5, np.random.default_rng(1))
    with pytest.raises(UsageError, match="no segments"):
        bootstrap_totals([statistics(0)], 5, np.random.default_rng(1))


def test_interval_passes_over_undefined_values():
    assert percentile_interval(np.array([np.nan, 1.0, 2.0, 3.0]), 0.999999) == pytest.approx((1, 3))
    assert all(math.isnan(end) for end in percentile_interval(np.array([np.nan])))


def test_interval_of_a_mean_covers_as_often_as_it_says():
    generator = np.random.default_rng(3)
    covered = 0
    for _ in range(200):
        rows = (generator.random((80, 1)) < 0.3).astype(int)
        (totals,) = bootstrap_totals([rows], 400, generator)
        low, high = percentile_interval(totals[:, 0] / 80)
        covered += low <= 0.3 <= high
    assert 0.89 <= covered / 200 <= 0.99


@pytest.mark.parametrize("options", [{"resamples": 0}, {"level": 1.0}, {"level": 0.0}])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(UsageError, match="give"):
        Resampling(**options)  # type: ignore[arg-type]
