import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.measure.metric import f_measure, mean_of_defined, prf, ratio


@given(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.sampled_from([0.5, 1, 2]))
def test_f_in_counts_is_the_textbook_formula(tp, fp, fn, beta):
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    expected = (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
    found = f_measure(np.array(tp), np.array(tp + fp), np.array(tp + fn), beta)
    assert float(found) == pytest.approx(expected)


def test_nothing_proposed_has_no_precision_and_an_f_of_zero():
    found = prf("", np.array(0), np.array(0), np.array(3))
    assert math.isnan(found["precision"])
    assert found["recall"] == found["f1"] == 0


def test_ratio_keeps_undefined_apart_in_any_shape():
    found = ratio(np.array([[1, 2], [0, 3]]), np.array([2, 0]))
    np.testing.assert_array_equal(found, [[0.5, np.nan], [0.0, np.nan]])


def test_mean_of_nothing_defined_is_undefined():
    assert math.isnan(mean_of_defined(np.array([np.nan, np.nan])))
