import numpy as np
import pytest

from majuscule.errors import UsageError
from majuscule.measure import WordErrorMetric, score_statistics
from majuscule.measure.metric import check_statistics, sum_by_document


def test_rows_of_a_document_are_summed_in_order_of_first_mention():
    rows = np.array([[1], [2], [4], [8]])
    assert sum_by_document(rows, ["b", "a", "b", "a"]).tolist() == [[5], [10]]


def test_a_document_name_for_each_segment_is_asked_for():
    with pytest.raises(UsageError, match="2 document names for 1 segments"):
        sum_by_document(np.array([[1]]), ["a", "b"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (np.zeros((2, 3), dtype=int), "shape"),
        (np.zeros(4, dtype=int), "shape"),
        (np.zeros((0, 4), dtype=int), "no segments"),
        (np.zeros((2, 4)), "whole numbers"),
    ],
)
def test_statistics_of_another_metric_are_refused(rows, message):
    with pytest.raises(UsageError, match=message):
        check_statistics(WordErrorMetric(), rows)
    with pytest.raises(UsageError, match=message):
        score_statistics(WordErrorMetric(), rows)
