"""The neural tagger as a restorer: what it reads of a token, its decisions, its file."""

import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from majuscule.errors import ModelError, UsageError
from majuscule.learn.text import DocumentText, describe_batch
from majuscule.models import ModelHeader, known_models, read_model, write_model
from majuscule.network.pieces import tokens_of
from majuscule.reading import Document
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.prepared import prepare
from majuscule.restore.truecaser import load, truecaser_of
from majuscule.text.tokenizing.passages import read_passage
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.neighbours.phrases import (
    PhraseOptions,
    count_phrases,
    pair_hashes,
    phrase_codes,
    triple_hashes,
)
from majuscule.words.neighbours.triples import TripleOptions, count_triples
from majuscule.words.tables.table import look_up_numbers
from majuscule.words.tables.vocabulary import encode_text
from tests.restore.neural_models import random_restorer
from tests.saved import save

SENTENCE_TEXT = "angela merkel met the press in new york. it was a long day for john o'neill, 42."


@pytest.fixture(scope="module")
def restorer(small_text):
    return random_restorer(small_text)


def test_upper_and_lower_input_give_the_same_answer(restorer):
    lower = restorer.decide(read_passage(SENTENCE_TEXT))
    upper = restorer.decide(read_passage(SENTENCE_TEXT.upper()))
    assert (lower.classes == upper.classes).all()
    assert np.array_equal(lower.scores, upper.scores)


def test_a_line_has_the_same_answer_alone_and_among_others(restorer):
    lines = [SENTENCE_TEXT, "the press met mary berlin", "", "a day in new york. no. yes."]
    whole = restorer.decide(read_passage("\n".join(lines)))
    parts = [restorer.decide(read_passage(line)) for line in lines]
    assert np.array_equal(whole.classes, np.concatenate([part.classes for part in parts]))
    scores = np.concatenate([part.scores for part in parts])
    np.testing.assert_allclose(whole.scores, scores, atol=1e-4)


def test_a_paragraph_without_a_full_stop_is_worked_on_in_pieces(restorer):
    words = ("angela merkel met the press in berlin and left " * 11_200).split()
    whole = restorer.decide(read_passage(" ".join(words)))
    assert len(whole.classes) == len(words) > 100_000
    size = restorer.longest
    some = [restorer.decide(read_passage(" ".join(words[k : k + size]))) for k in (0, 10 * size)]
    # The first word of a text begins a line, the first word of a later piece does not.
    assert np.array_equal(whole.classes[:size], some[0].classes)
    assert np.array_equal(whole.classes[10 * size + 8 : 11 * size], some[1].classes[8:])


def test_posteriors_are_probabilities_and_agree_with_decisions(restorer):
    passage = read_passage(SENTENCE_TEXT)
    found = restorer.decide(passage, posteriors=True).posteriors
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-5)
    decisions = restorer.decide(passage)
    np.testing.assert_array_equal(found.argmax(axis=1), decisions.scores.argmax(axis=1))


def test_the_file_holds_all_of_it(restorer, tmp_path):
    path = tmp_path / "tiny.model"
    header = ModelHeader(restorer.kind, "tiny", options=restorer.options())
    write_model(path, header, restorer.arrays())
    truecaser = truecaser_of(read_model(path))
    passage = read_passage(SENTENCE_TEXT)
    assert np.array_equal(
        truecaser.restorer.decide(passage).classes, restorer.decide(passage).classes
    )
    restored = truecaser.restore(SENTENCE_TEXT, case="ignore")
    assert restored.lower() == SENTENCE_TEXT
    assert truecaser.restore(restored, case="ignore") == restored


def test_without_onnxruntime_the_command_that_installs_it_is_named(restorer, monkeypatch, tmp_path):
    path = save(tmp_path, restorer)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(UsageError, match=r"pip install 'majuscule\[accurate\]'"):
        truecaser_of(read_model(path))


def test_a_graph_that_is_none_is_refused(restorer):
    broken = replace(restorer.engine, graph=np.arange(100, dtype=np.uint8))
    with pytest.raises(ModelError, match="cannot run"):
        replace(restorer, engine=broken).decide(read_passage("a word"))


def test_vectors_of_another_shape_are_refused(restorer, tmp_path):
    path = tmp_path / "odd.model"
    fine, scales = restorer.engine.vectors.fine, restorer.engine.vectors.scales
    for wrong, said in (
        ({"vectors": fine[:10]}, "do not fit together"),
        ({"vectors": fine[:10], "scales": scales[:10]}, "vectors are not those of a neural"),
    ):
        save(path, restorer, **wrong)
        with pytest.raises(ModelError, match=said):
            truecaser_of(read_model(path))


def test_pairs_are_counted_by_fold_as_by_hand():
    """*university press* is a name in five of six documents; *the press* never is."""
    lines = ["They met the University Press of Kent.", "We met the press and a university press."]
    documents = [Document(f"d{k}", (lines[0],)) for k in range(5)] + [Document("e", (lines[1],))]
    text = DocumentText(tuple(documents))
    encoded, _ = encode_text(text)
    table, codes = count_phrases(encoded, PhraseOptions(least=2, surprise=0.1))
    left, right = hash_words(["university", "the"]), hash_words(["press", "press"])
    found = look_up_numbers(pair_hashes(left, right), table)
    level = 3  # 5 of 6 with a capital
    assert found[0] == 1 + level + 7 * level + 49
    assert found[1] == 0  # seen once
    # Where a pair stands, its own fold of documents does not count: there it is seen less often.
    numbers = np.searchsorted(encoded.vocabulary.words, left[:1]) + 1
    ends = np.flatnonzero(encoded.ids[:-1] == numbers[0]) + 1
    own = np.array([(encoded.folds[ends] == fold).sum() for fold in encoded.folds[ends]])
    assert len(ends) == 6
    assert (codes[ends][own > 4] == 0).all()
    assert (codes[ends] < 1 + 7 * 7 + 49).all()


def test_pairs_written_as_their_words_are_get_no_code():
    seen = np.array([10, 10], np.int32)
    capital = np.array([10, 0], np.int32)
    alone = (np.array([0.95, 0.95], np.float32), np.array([0.5, 0.02], np.float32))
    codes = phrase_codes(seen, (seen, capital), (seen, capital), alone, PhraseOptions())
    assert codes[0] > 0  # the right word is written otherwise alone
    assert codes[1] > 0  # the left word is
    plain = (np.array([1, 0], np.float32),) * 2
    assert not phrase_codes(seen, (seen, capital), (seen, capital), plain, PhraseOptions()).any()


def test_a_word_between_two_others_is_told_where_its_pairs_do_not_say_it():
    """*of state*, *in state*, *state law* and *state line* are each a name every other time."""
    lines = ["They spoke of State law in Kent.", "They spoke of state line in Kent."]
    lines += ["They spoke in state law in Kent.", "They spoke in State line in Kent."]
    documents = [Document(f"d{k}", (lines[k % 4],)) for k in range(32)]
    encoded, _ = encode_text(DocumentText(tuple(documents)))
    phrases, _ = count_phrases(encoded, PhraseOptions(2, 0.1))
    table, codes = count_triples(encoded, phrases, TripleOptions(3, 0.25))

    def code(*words):
        left, middle, right = hash_words(list(words)).reshape(3, 1)
        return look_up_numbers(triple_hashes(left, middle, right), table)[0]

    often = 7  # 8 times
    assert code("of", "state", "law") == code("in", "state", "line") == 1 + 5 + often
    assert code("of", "state", "line") == code("in", "state", "law") == 1 + often
    assert code("they", "spoke", "of") == 0  # as ever
    # Seven of eight folds are fewer than eight documents, none of them of its own fold.
    told = codes[codes > 0]
    assert set(told.tolist()) <= {1, 6, 1 + often, 6 + often}
    middles = encoded.ids == np.searchsorted(encoded.vocabulary.words, hash_words(["state"])) + 1
    assert not codes[~middles].any()
    assert codes[middles].any()


def test_training_and_running_read_a_token_alike(small_text):
    prepared = prepare(small_text, NeuralOptions(classes=0, held_out=0, frequent=20, words=1))
    batch = next(iter(small_text.batches()))
    running = prepared.tables.read(batch.passage, np.arange(len(batch.passage.tokens)))
    at = np.concatenate([np.arange(*bound) for bound in prepared.text.encoded.bounds])
    training = prepared.text.columns(at)
    # Buckets and pairs come from other documents in training; here they differ little.
    same = (running == training).mean(axis=0)
    assert (same[[1, *range(2, 10), 13]] == 1).all()
    assert running.shape[1] == len(prepared.tables.inputs.sizes)
    assert same.min() > 0.5


def test_pieces_of_a_line_that_counts_thrice_come_three_times():
    lines = ["Anna met Bob. They ate.", "", "It rained in Kent. It stopped. Bob left."]
    batch = describe_batch("\n".join(lines), [1, 1, 2], np.array([1, 2, 3], np.uint8))
    text = SimpleNamespace(batches=lambda: iter([batch]))
    prepared = prepare(text, NeuralOptions(classes=0, held_out=0, frequent=20, words=1)).text
    assert prepared.encoded.times.tolist() == [1, 3]
    pieces = prepared.pieces(4)
    first = pieces[pieces[:, 0] < prepared.encoded.bounds[1, 0]]
    assert len(np.unique(first, axis=0)) == len(first) == 2
    others, counts = np.unique(pieces[len(first) :], axis=0, return_counts=True)
    assert tokens_of(others)[0].tolist() == list(range(*prepared.encoded.bounds[1]))
    assert set(counts.tolist()) == {3}


@pytest.mark.parametrize("name", ["en-accurate", "en-cascade"])
def test_the_shipped_models_restore_names_made_of_common_words(name):
    if name not in known_models():
        pytest.skip("the model is not there")
    truecaser = load(name)
    text = "he sang the national anthem at cambridge university press, said bbc news."
    right = "He sang the national anthem at Cambridge University Press, said BBC News."
    assert truecaser.restore(text) == right
    assert truecaser.restore(text.upper()) == right
    assert truecaser.restore(right) == right
