import numpy as np
import pytest

from majuscule.errors import CorpusError
from majuscule.measure import WordErrorMetric, score_statistics

REFERENCE = [line.split() for line in ("the cat sat on the mat", "so it goes", "yes")]
HYPOTHESIS = [line.split() for line in ("a cat sat the mat mat", "so it goes on and on", "")]


def test_rate_is_edits_over_reference_words():
    metric = WordErrorMetric()
    score = score_statistics(metric, metric.statistics(REFERENCE, HYPOTHESIS), resampling=None)
    assert score["wer"].value == pytest.approx((3 + 3 + 1) / 10)
    parts = sum(score[name].value for name in ("substitutions", "insertions", "deletions"))
    assert parts == pytest.approx(score["wer"].value)


def test_rate_agrees_with_jiwer():
    jiwer = pytest.importorskip("jiwer")
    generator = np.random.default_rng(2)
    vocabulary = [f"w{number}" for number in range(30)]
    sides = [
        [[str(word) for word in generator.choice(vocabulary, size=length)] for length in lengths]
        for lengths in generator.integers(1, 40, size=(2, 25))
    ]
    metric = WordErrorMetric()
    score = score_statistics(metric, metric.statistics(*sides), resampling=None)
    theirs = jiwer.wer(*([" ".join(words) for words in side] for side in sides))
    assert score["wer"].value == pytest.approx(theirs)


def test_a_missing_segment_is_an_error():
    with pytest.raises(CorpusError, match="1 segments, but the reference has 3"):
        WordErrorMetric().statistics(REFERENCE, [[]])
