"""The cascade: which sentences go to the network, how two models are mixed, its file."""

from dataclasses import replace
from shutil import copy
from typing import Any

import numpy as np
import pytest

from majuscule.errors import ModelError, UsageError
from majuscule.models import read_model
from majuscule.network.pieces import tokens_of
from majuscule.restore.kinds import trainer
from majuscule.restore.neural.cascade import EVERYTHING, NOTHING, CascadeRestorer, mean_doubt, mix
from majuscule.restore.truecaser import truecaser_of
from majuscule.text.tokenizing.passages import read_passage
from tests.restore.neural_models import random_restorer
from tests.saved import save

TEXT = "angela merkel met the press. a qzx in berlin saw it.\nthe long day, mary berlin, was long."


@pytest.fixture(scope="module")
def network(small_text):
    return random_restorer(small_text)


@pytest.fixture
def cascade(small_restorer, network):
    return CascadeRestorer(small_restorer, network, 0.01, 0.0, np.zeros((0, 3), np.float32))


def test_where_nothing_is_unsure_the_linear_tagger_decides(cascade, small_restorer):
    passage = read_passage(TEXT)
    found = replace(cascade, threshold=NOTHING).decide(passage)
    alone = small_restorer.decide(passage)
    assert np.array_equal(found.classes, alone.classes)
    assert np.array_equal(found.scores, alone.scores)


def test_where_all_is_unsure_the_network_decides(cascade, network):
    passage = read_passage(TEXT)
    found = replace(cascade, threshold=EVERYTHING).decide(passage)
    sentences = cascade.sentences(passage)
    at = tokens_of(sentences)[0]
    assert np.array_equal(at, np.arange(len(passage.tokens)))
    odds = network.log_odds(passage, sentences)
    np.testing.assert_allclose(found.scores, odds, atol=1e-5)


def test_only_sentences_with_an_unsure_word_are_sent(cascade):
    passage = read_passage(TEXT)
    margins = np.full(len(passage.tokens), 9, np.float32)
    margins[7] = 0.5  # in the second sentence
    chosen = cascade.unsure(passage, margins)
    assert chosen.tolist() == [cascade.sentences(passage)[1].tolist()]
    margins[5] = 0.5  # the full stop of the first sentence is no word
    assert len(cascade.unsure(passage, margins)) == 1


def test_the_doubt_of_a_sentence_is_the_mean_of_its_words():
    passage = read_passage("one two three.")
    margins = np.array([0, 1, 100, 0], np.float32)
    found = mean_doubt(passage, margins, np.array([[0, 4]]))
    np.testing.assert_allclose(found, (1 / 2 + 1 / (1 + np.e)) / 4, rtol=1e-6)


def test_posteriors_are_probabilities(cascade):
    found = cascade.decide(read_passage(TEXT), posteriors=True).posteriors
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-5)


def test_mixing_keeps_what_both_say_and_has_zero_for_the_best():
    first = np.array([[0, -1, -9, -9], [0, -50, -50, -50]], np.float32)
    second = np.array([[-3, 0, -9, -9], [-1, 0, -9, -9]], np.float32)
    assert mix(first, second, 0.0).tolist() == second.tolist()
    assert mix(first, second, 0.5).max(axis=1).tolist() == [0, 0]
    assert mix(first, second, 0.5).argmax(axis=1).tolist() == [1, 0]


def test_its_threshold_is_learnt_and_its_file_names_both_models(
    small_text, small_model, network, tmp_path
):
    other = save(tmp_path / "net.model", network)
    options = {"linear": str(small_model), "network": str(other)}
    trained: Any = trainer("cascade")(small_text, options)
    # The network has learnt nothing, so the best share of the linear tagger is the largest.
    assert trained.share == 0.6
    assert trained.curve[0, 1] == 0
    assert trained.curve[-1, 1] == 1
    assert (np.diff(trained.curve[:, 1]) >= 0).all()
    again = truecaser_of(read_model(save(tmp_path, trained))).restorer
    passage = read_passage(TEXT)
    assert np.array_equal(again.decide(passage).classes, trained.decide(passage).classes)
    # Named without a path they are those beside it, installed or not.
    copy(small_model, tmp_path / "own.model")
    named = {**trained.options(), "linear": "own", "network": "net"}
    beside = truecaser_of(read_model(save(tmp_path, trained, options=named))).restorer
    assert np.array_equal(beside.decide(passage).classes, trained.decide(passage).classes)


def test_the_two_models_must_be_named(small_text):
    with pytest.raises(UsageError, match="a cascade joins two models; name both, as in --option"):
        trainer("cascade")(small_text, {"linear": "en"})


def test_a_second_model_that_is_no_network_is_refused(small_text, small_model):
    options = {"linear": str(small_model), "network": str(small_model)}
    with pytest.raises(ModelError, match=r"neural\.v1"):
        trainer("cascade")(small_text, options)
