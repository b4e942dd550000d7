"""Starting from a trained network: it answers as before, news add nothing, misfits are told."""

from dataclasses import replace

import numpy as np
import pytest

from majuscule.errors import ModelError, UsageError
from majuscule.network.export import export
from majuscule.network.inputs import Inputs
from majuscule.network.options import NetworkOptions
from majuscule.network.start import Start
from tests.network.networks import HEADS, INPUTS, LAYERS, WIDTH, random_columns, random_weights

pytest.importorskip("torch", reason="training needs the extra 'train'")

from majuscule.network.training import Learner

COLUMNS = random_columns(60)
BOUNDS = np.array([[0, 25], [25, 30], [30, 60]])
OPTIONS = NetworkOptions(width=WIDTH, layers=LAYERS, device="cpu")
SAMPLE = [(COLUMNS, BOUNDS)]
WIDER = Inputs({"shape": INPUTS.sizes["shape"], "ending": 7, "word": INPUTS.sizes["word"]})
MORE = "mlp:8 conv:1:3 mlp:24 conv:5:3 conv:2:3"


@pytest.fixture(scope="module")
def engine():
    return export(INPUTS, HEADS, random_weights(), OPTIONS, SAMPLE)


def begun(engine, inputs=INPUTS, heads=HEADS, bits=8, average=0.0, layers=LAYERS):
    """Return the engine of a network that was taken over and has learnt nothing."""
    start = Start.of(engine, LAYERS, "old")
    options = replace(OPTIONS, layers=layers, bits=bits, average=average)
    learnt = Learner.begin(inputs, heads, options, start).weights()
    return export(inputs, heads, learnt, options, SAMPLE)


def test_weights_come_back_from_a_graph_of_floats_as_they_were():
    weights = random_weights()
    engine = export(INPUTS, HEADS, weights, replace(OPTIONS, bits=32))
    found = Start.of(engine, LAYERS, "old").weights
    assert found.keys() == weights.keys()
    for name, weight in weights.items():
        assert np.abs(found[name] - weight).max() < (0.02 if name == "vectors" else 1e-6), name


@pytest.mark.parametrize("average", [0.0, 0.9])
def test_what_was_taken_over_answers_as_before(engine, average):
    before, after = engine.run(COLUMNS, BOUNDS), begun(engine, average=average).run(COLUMNS, BOUNDS)
    for head, scores in before.items():
        assert np.abs(after[head] - scores).max() < 0.04 * np.abs(scores).max(), head


def test_new_columns_blocks_and_heads_change_no_answer_of_the_old(engine):
    before = begun(engine, bits=32).run(COLUMNS, BOUNDS)
    heads = {"more": 5, **HEADS}
    network = begun(engine, WIDER, heads, bits=32, layers=MORE)
    endings = np.arange(60, dtype=np.int32) % 7
    columns = np.stack([COLUMNS[:, 1], endings, COLUMNS[:, 0]], axis=1)
    after = network.run(columns, BOUNDS)
    for head, scores in before.items():
        assert np.abs(after[head] - scores).max() < 1e-4, head


def test_a_head_of_the_same_name_with_other_labels_begins_anew(engine):
    taken = Start.of(engine, LAYERS, "old").fit(INPUTS, {"mark": 3, "break": 2}, LAYERS, WIDTH)
    assert "heads.0.weight" not in taken
    assert "heads.1.weight" in taken


@pytest.mark.parametrize(
    ("inputs", "layers", "width", "message"),
    [
        (INPUTS, LAYERS, 32, "old has width 16; train with the same width, not 32"),
        (Inputs({"word": 40}), LAYERS, WIDTH, "column 'shape', but this network has none"),
        (Inputs({"word": 41, "shape": 5}), LAYERS, WIDTH, "40 values of column 'word', .* has 41"),
        (INPUTS, "mlp:24 conv:1:3 conv:2:3", WIDTH, "does not contain in this order"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(engine, inputs, layers, width, message):
    with pytest.raises(UsageError, match=message):
        Start.of(engine, LAYERS, "old").fit(inputs, HEADS, layers, width)


@pytest.mark.parametrize("layers", ["conv:1:3", "conv:1:3 conv:2:3 conv:2:3", "None"])
def test_a_graph_of_other_layers_is_refused(engine, layers):
    with pytest.raises(ModelError, match="old: its graph does not have the layers"):
        Start.of(engine, layers, "old")


def test_what_is_no_graph_is_refused(engine):
    with pytest.raises(ModelError, match="old: its graph cannot be read"):
        Start.of(replace(engine, graph=np.full(99, 7, np.uint8)), LAYERS, "old")
