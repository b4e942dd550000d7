"""The network beside the linear tagger: what it reads, learns and is made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'majuscule[train]')")
pytest.importorskip("onnx", reason="onnx is not installed (pip install 'majuscule[train]')")

from majuscule.entities.interface import Corpus, Knowledge
from majuscule.entities.linear.completion import mark_expressions
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.neural.inputs import (
    BARE,
    BODY,
    LISTS,
    ColumnReader,
    VectorRows,
    cut_body,
    network_inputs,
)
from majuscule.entities.neural.tagger import Mixture, NeuralEntityTagger
from majuscule.entities.neural.training import NetworkText, read_texts, train_neural
from majuscule.errors import ModelError, UsageError
from majuscule.models import read_model
from majuscule.network.inputs import IGNORED, Inputs
from majuscule.network.start import Start
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from majuscule.tagging.scoring.chain import log_normalised
from majuscule.text import read_passage
from majuscule.words.inputs import case_inputs
from majuscule.words.neighbours.profiles import COLUMNS
from tests.entities.entity_corpora import LABELS, corpora
from tests.saved import save

TEXT = "Angela Merkel met a friend in New York on Tuesday ."
OPTIONS: dict[str, Any] = {
    "start": "",
    "width": 16,
    "layers": "conv:1:3",
    "epochs": 12,
    "batch": 200,
    "rate": 0.01,
    "average": 0.9,
    "precision": "float32",
    "linear_least": 1,
    "held_out": 5,
}


@pytest.fixture(scope="module")
def neural() -> NeuralEntityTagger:
    return train_neural(corpora()[:1], LABELS, Knowledge(), OPTIONS)


@pytest.fixture
def reader(tagger: LinearEntityTagger) -> ColumnReader:
    inputs = network_inputs(BARE, len(tagger.scheme.tags))
    return ColumnReader(tagger.knowledge.words, VectorRows(np.zeros(16, np.uint32)), inputs)


def test_upper_and_lower_text_is_read_alike(
    tagger: LinearEntityTagger, reader: ColumnReader
) -> None:
    pieces = [next(tagger.score(read_passage(text))) for text in (TEXT.lower(), TEXT.upper())]
    lower, upper = (reader.read(piece, tagger) for piece in pieces)
    assert np.array_equal(lower, upper)
    assert lower.shape[1] == len(BODY) + len(LISTS) + 2
    reader.inputs.check(lower)


def test_what_a_corpus_does_not_tell_is_not_asked(
    tagger: LinearEntityTagger, reader: ColumnReader
) -> None:
    text = AnnotatedText("Ann Lee met a friend on a Tuesday in Rome .", (Mention(0, 7, "PER"),))

    def asked(corpus: Corpus) -> set[str]:
        read = next(read_texts(corpus, tagger.scheme, tagger, reader))
        words = text.text.split()
        return {word for word, tag in zip(words, read.tags, strict=True) if tag != IGNORED}

    everything = set(text.text.split())
    assert asked(Corpus([text], LABELS)) == everything
    # The linear tagger sees a place and a day, which this corpus does not mark.
    left = asked(Corpus([text], ("PER",)))
    assert {"Rome", "Tuesday"}.isdisjoint(left)
    assert {"Ann", "friend", "in"} <= left
    (marked,) = mark_expressions([Corpus([text], ("PER", "LOC"))], LABELS)
    assert marked.guessed == ("DATE",)


def test_a_body_is_cut_to_the_columns_that_are_kept() -> None:
    inputs = case_inputs(50)
    vectors = np.arange(inputs.rows, dtype=np.float32)[:, None]
    cut = cut_body(Start("x", inputs, {}, "", {"vectors": vectors}), 20)
    assert list(cut.inputs.sizes) == list(BODY)
    assert cut.inputs.sizes["word"] == 21
    assert len(cut.weights["vectors"]) == cut.inputs.rows
    for name in BODY:
        first, at = (
            inputs.offsets[list(inputs.sizes).index(name)],
            cut.inputs.offsets[BODY.index(name)],
        )
        assert cut.weights["vectors"][at, 0] == first, name


def test_the_mixture_of_one_is_the_linear_tagger(neural: NeuralEntityTagger) -> None:
    alone = replace(neural, mixture=Mixture(1.0, 0.0, 0.0))
    for document in corpora()[0].documents[:20]:
        found = [m.span for m in alone.tag(document.text, memory=False)]
        assert found == [m.span for m in neural.linear.tag(document.text, memory=False)]


def test_log_probabilities_sum_to_one() -> None:
    scores = np.random.default_rng(1).normal(size=(5, 7)).astype(np.float32) * 20
    assert np.allclose(np.exp(log_normalised(scores)).sum(axis=1), 1, atol=1e-5)
    assert log_normalised(np.empty((0, 7), np.float32)).shape == (0, 7)


def test_text_is_learnt_as_often_as_it_is_taken(
    tagger: LinearEntityTagger, reader: ColumnReader
) -> None:
    corpus = Corpus([AnnotatedText(TEXT)], LABELS)
    read = next(read_texts(corpus, tagger.scheme, tagger, reader))
    text = NetworkText.of([(read, 1), (read, 3)])
    assert len(text.pieces(100)) == 4
    assert len(text.all_columns) == 2 * len(read.tags)


def test_bodies_and_files_that_do_not_fit_are_refused(
    neural: NeuralEntityTagger, tmp_path: Any
) -> None:
    with pytest.raises(UsageError, match="folds and held_out must be 2 or more"):
        train_neural(corpora()[:1], LABELS, None, {**OPTIONS, "folds": 1})
    with pytest.raises(UsageError, match="no case network to start or learn from"):
        train_neural(corpora()[:1], LABELS, None, {**OPTIONS, "start": "entities-en"})
    with pytest.raises(UsageError, match="unknown column 'wrod' in option coarse"):
        train_neural(corpora()[:1], LABELS, None, {**OPTIONS, "coarse": "wrod"})
    options = dict(neural.options())
    options["inputs"] = options["inputs"][:-1]
    path = save(tmp_path, neural, options=options)
    with pytest.raises(ModelError, match="reads other columns than its tagger provides"):
        NeuralEntityTagger.from_file(read_model(path))
    assert Inputs(dict(neural.options()["inputs"])).rows == len(neural.engine.vectors.fine)


def test_profiles_of_words_are_read_too(tmp_path: Any) -> None:
    text = tmp_path / "raw.txt"
    text.write_text("\n".join(one.text for one in corpora()[0].documents), encoding="utf-8")
    told = train_neural(
        corpora()[:1], LABELS, Knowledge(), {**OPTIONS, "epochs": 2, "profiles": [str(text)]}
    )
    assert told.options()["profiles"] == ["raw.txt"]
    piece = next(told.linear.score(read_passage(TEXT)))
    columns = told.reader.read(piece, told.linear)
    told.reader.inputs.check(columns)
    assert columns[:, -len(COLUMNS) :].any()
    again = NeuralEntityTagger.from_file(read_model(save(tmp_path, told)))
    assert again.tag(TEXT) == told.tag(TEXT)
