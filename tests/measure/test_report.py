import json
import math

import numpy as np
import pytest

from majuscule.errors import UsageError
from majuscule.measure import Estimate, Resampling, Signature, WordErrorMetric, score_statistics

ROWS = np.array([[8, 1, 0, 1], [5, 0, 2, 0], [9, 3, 1, 0], [0, 2, 0, 0]])


def test_interval_equals_a_plain_loop():
    score = score_statistics(WordErrorMetric(), ROWS, resampling=Resampling(300, seed=4))
    generator = np.random.default_rng(4)
    rates = []
    for _ in range(300):
        matches, subs, ins, dels = ROWS[generator.integers(0, 4, size=4)].sum(axis=0)
        rates.append((subs + ins + dels) / (matches + subs + dels))
    assert score["wer"].value == pytest.approx(10 / 29)
    assert score["wer"].low == pytest.approx(float(np.quantile(rates, 0.025)))
    assert score["wer"].high == pytest.approx(float(np.quantile(rates, 0.975)))


def test_same_seed_same_report_and_another_seed_another():
    first, again, other = (
        score_statistics(WordErrorMetric(), ROWS, resampling=Resampling(50, seed=seed))
        for seed in (1, 1, 2)
    )
    assert first == again
    assert first.estimates != other.estimates


def test_documents_are_resampled_whole():
    score = score_statistics(WordErrorMetric(), ROWS, documents=["a", "a", "b", "b"])
    assert score["wer"].low == pytest.approx(4 / 15)
    assert score["wer"].high == pytest.approx(6 / 14)
    assert (score.signature.segments, score.signature.unit) == (2, "document")


def test_a_single_document_has_no_interval():
    score = score_statistics(WordErrorMetric(), ROWS, documents=["a", "a", "a", "a"])
    assert math.isnan(score["wer"].low)
    assert str(score.signature).startswith("metric:wer|tok:spaces|n:1|unit:document|v:")


def test_signature_is_filled_in():
    score = score_statistics(
        WordErrorMetric(), ROWS, Signature("", condition="upper"), resampling=Resampling(20, seed=3)
    )
    assert str(score.signature).startswith(
        "metric:wer|tok:spaces|cond:upper|n:4|unit:segment|bs:20|seed:3|v:"
    )


def test_without_resampling_there_is_no_interval():
    score = score_statistics(WordErrorMetric(), ROWS, resampling=None)
    assert math.isnan(score["wer"].low)
    assert str(score["wer"]) == "34.48"
    assert score.signature.seed is None


def test_json_says_null_for_what_is_not_defined():
    score = score_statistics(WordErrorMetric(), np.array([[0, 0, 2, 0]]))
    read = json.loads(score.as_json())
    assert read["measures"]["wer"] == {"value": None, "low": None, "high": None}
    assert read["totals"]["insertions"] == 2
    assert read["signature"]["short"] == str(score.signature)
    assert str(score).splitlines()[0].split() == ["wer", "N/A"]
    assert score["wer"].points() == (None, None, None)


def test_unknown_measure_lists_the_known_ones():
    with pytest.raises(UsageError, match="choose from wer, substitutions"):
        score_statistics(WordErrorMetric(), ROWS, resampling=None)["f1"]


def test_estimate_prints_per_cent():
    assert Estimate(0.5, 0.25, 1.0).text(0) == "50 [25, 100]"
