import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import UsageError
from majuscule.measure import CalibrationMetric, score_statistics

predictions = st.lists(
    st.tuples(st.integers(0, 1000).map(lambda n: n / 1000), st.booleans()), min_size=1, max_size=60
)


@given(predictions, st.sampled_from([1, 2, 5, 10]))
def test_measures_equal_the_definitions(drawn, bins):
    metric = CalibrationMetric(bins)
    said, right = zip(*drawn, strict=True)
    score = score_statistics(metric, metric.statistics(said, right), resampling=None)
    members: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for confidence, correct in drawn:
        # In thousandths, since 0.3 * 10 may fall a hair short of 3.
        members[min(round(confidence * 1000) * bins // 1000, bins - 1)].append(
            (confidence, correct)
        )
    gaps = [
        (len(inside), abs(sum(c for c, _ in inside) - sum(r for _, r in inside)) / len(inside))
        for inside in members
        if inside
    ]
    assert score["ece"].value == pytest.approx(
        sum(count * gap for count, gap in gaps) / len(drawn), abs=2e-6
    )
    assert score["mce"].value == pytest.approx(max(gap for _, gap in gaps), abs=2e-6)
    assert score["brier"].value == pytest.approx(
        sum((confidence - correct) ** 2 for confidence, correct in drawn) / len(drawn), abs=2e-6
    )
    assert score["accuracy"].value == pytest.approx(sum(right) / len(right))


def test_table_shows_each_bin_and_empty_ones_as_undefined():
    metric = CalibrationMetric(4)
    totals = metric.statistics([0.1, 0.8, 1.0, 0.75], [False, True, True, False]).sum(axis=0)
    table = metric.table(totals)
    assert [(each.low, each.high, each.count) for each in table] == [
        (0.0, 0.25, 1),
        (0.25, 0.5, 0),
        (0.5, 0.75, 0),
        (0.75, 1.0, 3),
    ]
    assert table[3].confidence == pytest.approx(0.85)
    assert table[3].accuracy == pytest.approx(2 / 3)
    assert math.isnan(table[1].accuracy)


def test_predictions_are_summed_by_segment():
    metric = CalibrationMetric(2)
    rows = metric.statistics([0.1, 0.9, 0.8], [False, True, True], segments=[7, 9, 7])
    assert rows.shape == (2, 7)
    assert (
        rows.sum(axis=0).tolist()
        == metric.statistics([0.1, 0.9, 0.8], [False, True, True]).sum(axis=0).tolist()
    )


def test_well_calibrated_confidences_have_a_small_error_and_shuffled_ones_a_large():
    generator = np.random.default_rng(1)
    said = generator.random(20_000)
    right = generator.random(20_000) < said
    metric = CalibrationMetric()
    good = score_statistics(metric, metric.statistics(said, right), resampling=None)
    bad = score_statistics(metric, metric.statistics(said[::-1], right), resampling=None)
    assert good["ece"].value < 0.015
    assert bad["ece"].value > 0.2
    assert good["brier"].value == pytest.approx(1 / 6, abs=0.01)


@pytest.mark.parametrize(
    ("said", "right", "message"),
    [
        ([0.5, 1.2], [True, True], "confidence 1.2 of prediction 2"),
        ([math.nan], [True], "confidence nan of prediction 1"),
        ([0.5], [True, False], "one of each"),
    ],
)
def test_wrong_confidences_are_refused(said, right, message):
    with pytest.raises(UsageError, match=message):
        CalibrationMetric().statistics(said, right)


def test_no_bins_are_refused():
    with pytest.raises(UsageError, match="1 or more"):
        CalibrationMetric(0)
