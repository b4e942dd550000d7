"""Training of the neural tagger: it learns, goes on after a kill, and refuses what does not fit."""

import numpy as np
import pytest

from majuscule.errors import TrainingError, UsageError
from majuscule.restore.neural.making import fit_calibration, train_neural, train_prepared
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.prepared import IGNORED, prepare
from majuscule.text.passages import read_passage
from tests.restore.neural_models import LAYERS

torch = pytest.importorskip("torch", reason="training needs the extra 'train'")

TINY = {
    "classes": 0,
    "frequent": 40,
    "words": 1,
    "held_out": 20,
    "width": 16,
    "layers": "conv:1:3 conv:2:3",
    "tokens": 40_000,
    "batch": 512,
    "rate": 0.02,
    "device": "cpu",
}


@pytest.fixture(scope="module")
def prepared(small_text):
    return prepare(small_text, NeuralOptions(**TINY))


@pytest.fixture(scope="module")
def trained(prepared):
    return train_prepared(prepared, NeuralOptions(**TINY))


def test_it_learns_the_names_of_its_world(trained):
    passage = read_passage("angela merkel met the press in berlin in the morning.")
    classes = trained.decide(passage).classes
    assert classes[:7].tolist() == [1, 1, 0, 0, 0, 0, 1]


def test_training_is_the_same_for_a_seed(small_text, trained):
    again = train_neural(small_text, TINY)
    for name, array in trained.arrays().items():
        assert np.array_equal(array, again.arrays()[name]), name
    assert again.options() == trained.options()


def test_a_small_text_is_not_gone_through_for_ever(prepared):
    text = prepared.text
    tokens = int((text.bounds[:, 1] - text.bounds[:, 0]).sum())
    options = NeuralOptions(**{**TINY, "tokens": 100 * tokens, "epochs": 2})
    from majuscule.restore.neural.training import learn

    done: list[float] = []
    learner = learn(text, prepared.tables.frequent, options, report=lambda _, at: done.append(at))
    assert 2 * tokens <= learner.seen < 2 * tokens + 2 * options.batch
    assert done[-1] >= 1 > done[len(done) // 2] > 0.4  # the rate has fallen to zero by then


def test_a_killed_training_ends_in_the_same_model(prepared, trained, tmp_path):
    options = NeuralOptions(**TINY, checkpoint=str(tmp_path / "state"), minutes=1e-9)
    steps = 0

    class KilledError(Exception):
        pass

    def kill(what, _done):
        nonlocal steps
        steps += what.startswith("learning")
        if steps == 25:
            raise KilledError

    with pytest.raises(KilledError):
        train_prepared(prepared, options, kill)
    assert (tmp_path / "state").exists()
    steps = 1000
    resumed = train_prepared(prepared, options, kill)
    assert 1000 < steps < 1000 + 80  # it did not begin anew
    for name, array in trained.arrays().items():
        assert np.array_equal(array, resumed.arrays()[name]), name


def test_a_checkpoint_of_other_options_is_refused(prepared, tmp_path):
    checkpoint = str(tmp_path / "state")
    short = {**TINY, "tokens": 3000, "minutes": 1e-9}
    train_prepared(prepared, NeuralOptions(**short, checkpoint=checkpoint))
    other = NeuralOptions(**{**short, "rate": 0.01}, checkpoint=checkpoint)
    with pytest.raises(TrainingError, match="other options"):
        train_prepared(prepared, other)


def test_a_broken_checkpoint_is_named(prepared, tmp_path):
    path = tmp_path / "state"
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(TrainingError, match=str(path)):
        train_prepared(prepared, NeuralOptions(**TINY, checkpoint=str(path)))


@pytest.mark.parametrize("layers", [LAYERS, "conv:1:3 conv:4:5"])
def test_the_graph_computes_what_was_trained(layers, trained):
    from dataclasses import replace

    from majuscule.restore.neural.graph import build_graph
    from majuscule.restore.neural.network import Network

    torch.manual_seed(2)
    network = Network(16, layers).eval()
    weights = {name: value.numpy() for name, value in network.state_dict().items()}
    graph = np.frombuffer(build_graph(layers, weights), np.uint8)
    x = torch.randn(3, 9, 16)
    mask = torch.ones(3, 9, 1)
    mask[1, 5:] = 0
    with torch.no_grad():
        expected = network(x * mask, mask).numpy()
    session = replace(trained.engine, graph=graph).session
    (found,) = session.run(None, {"x": (x * mask).numpy(), "mask": mask.numpy()})
    np.testing.assert_allclose(found, expected, atol=1e-4)


@pytest.mark.parametrize("layers", ["conv:1:3 conv:2:3", "sru:8", "mlp:8"])
def test_what_stands_beyond_the_end_changes_nothing(layers):
    from majuscule.restore.neural.network import Network

    torch.manual_seed(3)
    network = Network(16, layers).eval()
    x = torch.randn(1, 7, 16)
    longer = torch.cat([x, torch.zeros(1, 4, 16)], dim=1)
    mask = torch.ones(1, 11, 1)
    mask[:, 7:] = 0
    with torch.no_grad():
        alone, padded = network(x, torch.ones(1, 7, 1)), network(longer, mask)[:, :7]
    np.testing.assert_allclose(alone.numpy(), padded.numpy(), atol=1e-5)


def test_simple_recurrent_units_have_the_right_gradient():
    from majuscule.restore.neural.network import _Blend

    torch.manual_seed(4)
    c = torch.randn(5, 2, 3, dtype=torch.float64, requires_grad=True)
    f = torch.rand(5, 2, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(_Blend.apply, (c, f))


def test_constants_fitted_on_held_out_text_make_it_no_worse(prepared, trained):
    assert prepared.held_out
    calibration = fit_calibration(trained, prepared.held_out)
    assert calibration == trained.calibration
    assert calibration.bias[0] == calibration.bias[4] == 0


def test_what_has_no_case_is_not_asked_for(prepared):
    text = prepared.text
    full_stops = text.tags == IGNORED
    assert 0.05 < full_stops.mean() < 0.5
    assert not ((text.tags == IGNORED) & (text.positions == 1)).any()  # words begin the lines


def test_unknown_options_and_layers_are_refused(small_text):
    with pytest.raises(UsageError, match="known ones"):
        train_neural(small_text, {"passes": 3})
    with pytest.raises(UsageError, match="layers"):
        NeuralOptions(layers="lstm:3")
