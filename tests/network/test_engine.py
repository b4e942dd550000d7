"""Running a network: sums of vectors, pieces alone and together, what is refused."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from majuscule.errors import ModelError, UsageError
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.models.stored import arrays_of, read_stored
from majuscule.network.engine import NetworkEngine
from majuscule.network.inputs import Inputs
from majuscule.network.vectors import Vectors, quantise_4, quantise_8
from tests.network.networks import HEADS, INPUTS, random_columns, random_engine


def even_pieces(n, size):
    stops = np.arange(size, n + 1, size)
    return np.stack([stops - size, stops], axis=1)


@pytest.fixture(scope="module", params=[32, 8], ids=["float", "eight bits"])
def engine(request):
    sample = [(random_columns(300, seed=9), even_pieces(300, 30))]
    return random_engine(sample=sample if request.param == 8 else ())


@pytest.mark.parametrize("coarse", [(), ("b",), ("a", "c"), ("a", "b", "c")])
def test_vectors_are_summed_as_numpy_would(coarse):
    generator = np.random.default_rng(3)
    inputs = Inputs({"a": 10, "b": 30, "c": 7})
    exact = generator.normal(size=(47, 20)).astype(np.float32)
    vectors = Vectors.of(exact, inputs, coarse)
    assert vectors.matches(inputs)
    assert not vectors.matches(Inputs({"a": 9, "b": 29, "c": 8}))
    table = vectors.table(inputs)
    error = np.abs(table - exact).max(axis=1)
    names = np.repeat(list(inputs.sizes), list(inputs.sizes.values()))
    assert (np.isin(names, coarse) == (error > 0.02)).all()
    columns = random_columns(50, inputs)
    sums = vectors.sum(columns, inputs)
    np.testing.assert_allclose(sums, table[columns + inputs.offsets].sum(axis=1), atol=1e-5)


def test_each_head_answers_for_each_token(engine):
    columns = random_columns(50)
    scores = engine.run(columns, np.array([[3, 20], [20, 45]]))
    assert {name: found.shape for name, found in scores.items()} == {
        name: (50, labels) for name, labels in HEADS.items()
    }
    for found in scores.values():
        assert not found[:3].any()
        assert not found[45:].any()
        assert found[3:45].any(axis=1).all()


def test_a_piece_has_the_same_answer_alone_and_among_others(engine):
    columns = random_columns(4000)
    sizes = np.random.default_rng(4).integers(1, 60, 100)
    stops = np.cumsum(sizes)
    pieces = np.stack([stops - sizes, stops], axis=1)
    together = engine.run(columns, pieces)
    for first, last in pieces[::7]:
        alone = engine.run(columns[first:last], np.array([[0, last - first]]))
        for name, found in alone.items():
            np.testing.assert_allclose(together[name][first:last], found, atol=1e-4)
            assert (together[name][first:last].argmax(1) == found.argmax(1)).all()


def test_memory_does_not_grow_with_the_text(engine):
    engine.run(random_columns(100), even_pieces(100, 50))
    peaks = []
    for n in (5_000, 40_000):
        columns, pieces = random_columns(n), even_pieces(n, 50)
        tracemalloc.start()
        answer = engine.run(columns, pieces)
        peaks.append(tracemalloc.get_traced_memory()[1] - sum(x.nbytes for x in answer.values()))
        tracemalloc.stop()
    # What grows are the orders of the pieces, not what stands between the layers.
    assert peaks[1] - peaks[0] < 2 * 35_000


def test_nothing_is_answered_for_no_tokens(engine):
    found = engine.run(random_columns(0), np.empty((0, 2), np.int64))
    assert [one.shape for one in found.values()] == [(0, 4), (0, 2)]


def test_numbers_without_a_vector_are_refused(engine):
    bounds = np.array([[0, 1]])
    with pytest.raises(UsageError, match="'shape' holds 5; its numbers go from 0 to 4"):
        engine.run(np.array([[39, 5]], np.int32), bounds)
    with pytest.raises(UsageError, match="'word' holds -1"):
        engine.run(np.array([[-1, 0]], np.int32), bounds)
    with pytest.raises(UsageError, match="3 columns, but 2 are needed: word, shape"):
        engine.run(np.zeros((1, 3), np.int32), bounds)


def test_its_arrays_are_stored_and_read_back(engine, tmp_path):
    path = tmp_path / "toy.model"
    write_model(path, ModelHeader("toy.v1"), arrays_of(engine))
    again = read_stored(NetworkEngine, read_model(path), inputs=INPUTS, heads=HEADS)
    columns, bounds = random_columns(20), np.array([[0, 20]])
    for name, found in engine.run(columns, bounds).items():
        assert np.array_equal(again.run(columns, bounds)[name], found)
    fewer = {**arrays_of(engine), "vectors": engine.vectors.fine[:9]}
    write_model(path, ModelHeader("toy.v1"), fewer)
    with pytest.raises(ModelError, match="do not fit together"):
        read_stored(NetworkEngine, read_model(path), inputs=INPUTS, heads=HEADS)


def test_a_graph_with_other_heads_is_refused(engine):
    other = replace(engine, heads={"mark": 4, "case": 5})
    with pytest.raises(ModelError, match="'break': 2"):
        other.run(random_columns(2), np.array([[0, 2]]))


def test_eight_bits_answer_much_as_thirty_two_do():
    columns, pieces = random_columns(600), even_pieces(600, 30)
    exact = random_engine().run(columns, pieces)
    rounded = random_engine(sample=[(columns, pieces)]).run(columns, pieces)
    for name, found in exact.items():
        assert not np.array_equal(rounded[name], found)
        assert (rounded[name].argmax(1) == found.argmax(1)).mean() > 0.95


def test_four_bits_are_seldom_a_step_away():
    vectors = np.random.default_rng(4).normal(size=(300, 8)).astype(np.float32)
    vectors[3] = 0
    numbers, scales = quantise_4(vectors)
    assert numbers.min() == -7
    assert numbers.max() == 7
    steps = np.abs(numbers * scales[:, None] - vectors) / scales[:, None]
    assert (steps < 0.501).mean() > 0.95
    plain = np.rint(vectors / (np.abs(vectors).max(axis=1, keepdims=True) + 1e-8) * 7)
    worse = plain * np.abs(vectors).max(axis=1, keepdims=True) / 7 - vectors
    assert ((steps * scales[:, None]) ** 2).sum() < (worse**2).sum()


def test_a_model_with_vectors_in_four_bits_is_stored_and_read_back(tmp_path):
    engine = random_engine(coarse="word")
    path, columns, bounds = tmp_path / "toy.model", random_columns(20), np.array([[0, 20]])
    write_model(path, ModelHeader("toy.v1"), arrays_of(engine))
    again = read_stored(NetworkEngine, read_model(path), inputs=INPUTS, heads=HEADS)
    for name, found in engine.run(columns, bounds).items():
        assert np.array_equal(again.run(columns, bounds)[name], found)
    for name, wrong in (
        ("halves", np.zeros((40, 7), np.uint8)),
        ("coarse", np.full(2, 2, np.uint8)),
    ):
        write_model(path, ModelHeader("toy.v1"), {**arrays_of(engine), name: wrong})
        with pytest.raises(ModelError, match="do not fit together"):
            read_stored(NetworkEngine, read_model(path), inputs=INPUTS, heads=HEADS)


def test_rounding_keeps_vectors_within_half_a_step():
    vectors = np.random.default_rng(4).normal(size=(30, 8)).astype(np.float32)
    vectors[3] = 0
    table, scales = quantise_8(vectors)
    assert (np.abs(table * scales[:, None] - vectors) <= scales[:, None] * 0.501).all()
