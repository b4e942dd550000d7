"""The network of marks: windows without seams, answers that no neighbour changes, a file."""

import numpy as np
import pytest

from majuscule.errors import ModelError
from majuscule.models import read_model
from majuscule.models.card import Card
from majuscule.punctuation.neural import network
from majuscule.punctuation.neural.inputs import HEADS, mark_inputs
from majuscule.punctuation.neural.network import MarkNetwork
from tests.network.networks import random_columns
from tests.punctuation.mark_models import random_marks
from tests.saved import save


@pytest.fixture(scope="module")
def marks(small_text):
    return random_marks(small_text)


def columns_of(marks, n):
    return random_columns(n, mark_inputs(marks.known.frequent))


def test_a_long_text_has_no_seams(marks, monkeypatch):
    columns = columns_of(marks, 500)
    whole = marks.scores(columns, np.array([[0, 500]]))
    monkeypatch.setattr(network, "WINDOW", 37)
    parts = marks.scores(columns, np.array([[0, 500]]))
    for head in HEADS:
        assert np.array_equal(whole[head], parts[head])


def test_a_text_has_the_same_answer_alone_and_beside_others(marks):
    columns = columns_of(marks, 300)
    both = marks.scores(columns, np.array([[0, 120], [120, 300]]))
    alone = marks.scores(columns[120:], np.array([[0, 180]]))
    for head in HEADS:
        assert np.array_equal(both[head][120:], alone[head])


def test_words_that_are_asked_for_have_the_same_answer(marks):
    columns, bounds = columns_of(marks, 400), np.array([[0, 150], [150, 400]])
    whole = marks.scores(columns, bounds)
    asked = np.isin(np.arange(400), [3, 7, 149, 160, 350, 399])
    for head, scores in marks.scores(columns, bounds, asked).items():
        assert np.array_equal(scores[asked], whole[head][asked])
        assert not scores[220:250].any()


def test_a_text_without_words_has_no_scores(marks):
    found = marks.scores(columns_of(marks, 0), np.empty((0, 2), np.int64))
    assert {head: len(scores) for head, scores in found.items()} == dict.fromkeys(HEADS, 0)


def test_a_model_file_gives_the_same_answers(marks, tmp_path):
    path = tmp_path / "marks.model"
    Card().write(marks, path)
    again = MarkNetwork.from_file(read_model(path))
    columns, bounds = columns_of(marks, 50), np.array([[0, 50]])
    assert again.thresholds == marks.thresholds
    for head, scores in marks.scores(columns, bounds).items():
        assert np.array_equal(again.scores(columns, bounds)[head], scores)


def test_a_file_without_its_options_is_refused(marks, tmp_path):
    path = save(tmp_path, marks, options={})
    with pytest.raises(ModelError, match="options are not those of"):
        MarkNetwork.from_file(read_model(path))
