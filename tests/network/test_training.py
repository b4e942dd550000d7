"""Training: two heads over one body, resumed to the same bits, means, what is refused."""

import os
import signal
from dataclasses import asdict, dataclass, field, replace
from functools import partial

import numpy as np
import pytest

from majuscule.errors import TrainingError, UsageError
from majuscule.network.export import export
from majuscule.network.inputs import IGNORED, Choices, Inputs
from majuscule.network.options import NetworkOptions, TaughtOptions
from majuscule.network.pieces import cut_pieces
from tests.network.networks import LAYERS

torch = pytest.importorskip("torch", reason="training needs the extra 'train'")

from majuscule.network.adam import Adam  # noqa: E402
from majuscule.network.device import DeviceText  # noqa: E402
from majuscule.network.export import build_graph  # noqa: E402
from majuscule.network.layers import Network  # noqa: E402
from majuscule.network.start import Start  # noqa: E402
from majuscule.network.training import Learner, train  # noqa: E402

INPUTS = Inputs({"word": 30, "side": 2})
HEADS = {"next": 3, "both": 2}
OPTIONS = NetworkOptions(
    width=16,
    layers="conv:1:3 mlp:32",
    tokens=60_000,
    batch=128,
    rate=0.02,
    longest=40,
    device="cpu",
)
TAUGHT = TaughtOptions(**asdict(OPTIONS), teacher="big")


@dataclass
class ToyText:
    """Random words; ``next`` is the kind of the word that follows, ``both`` whether word and side
    agree.  Nothing follows the last word of a line, so it is not asked for there."""

    lines: int = 60
    heavy: dict = field(default_factory=dict)
    changed: dict = field(default_factory=dict)

    def __post_init__(self):
        generator = np.random.default_rng(1)
        stops = np.cumsum(generator.integers(2, 30, self.lines))
        self.bounds = np.stack([np.append(0, stops[:-1]), stops], axis=1)
        n = int(stops[-1])
        self.words = generator.integers(0, 30, n).astype(np.int32)
        self.sides = generator.integers(0, 2, n).astype(np.int32)
        after = (np.append(self.words[1:], 0) % 3).astype(np.uint8)
        after[stops - 1] = IGNORED
        both = (self.words % 2 == self.sides).astype(np.uint8)
        self.tags = {"next": after, "both": both, **self.changed}

    def pieces(self, longest):
        return cut_pieces(self.bounds, np.zeros(len(self.words), np.uint8), longest)

    def columns(self, at):
        return np.stack([self.words[at], self.sides[at]], axis=1)

    def labels(self, at):
        return {name: tags[at] for name, tags in self.tags.items()}

    def weights(self, at):
        return {name: heavy[at] for name, heavy in self.heavy.items()}


TEXT = ToyText()


@pytest.fixture(scope="module")
def trained():
    return train(TEXT, INPUTS, HEADS, replace(OPTIONS, epochs=30))


def right(learner, head, **changes):
    """Return how often a head is right where it is asked, by the engine that is run."""
    every = np.arange(len(TEXT.words))
    sample = [(TEXT.columns(every), TEXT.pieces(40))]
    options = replace(learner.options, **changes)
    engine = export(INPUTS, HEADS, learner.weights(), options, sample)
    found = engine.run(TEXT.columns(every), TEXT.pieces(40))[head].argmax(axis=1)
    asked = TEXT.tags[head] != IGNORED
    return (found == TEXT.tags[head])[asked].mean()


def same(one, other):
    return all(
        np.array_equal(array, other.weights()[name]) for name, array in one.weights().items()
    )


def test_two_heads_are_learnt_at_once(trained):
    assert right(trained, "next") > 0.98
    assert right(trained, "both") > 0.98


def test_a_column_may_have_its_vectors_in_four_bits(trained):
    assert right(trained, "both", coarse="word") > 0.95
    with pytest.raises(UsageError, match=r"unknown column 'wrod' .* known ones: word, side"):
        replace(OPTIONS, coarse="side wrod").check_coarse(INPUTS)


@pytest.mark.parametrize("head", HEADS)
def test_a_head_that_is_never_asked_learns_nothing_and_harms_nothing(head):
    unasked = {head: np.full(len(TEXT.words), IGNORED, np.uint8)}
    learner = train(ToyText(changed=unasked), INPUTS, HEADS, replace(OPTIONS, epochs=30))
    (other,) = set(HEADS) - {head}
    assert right(learner, other) > 0.98
    assert right(learner, head) < 0.75


def test_a_batch_in_which_nothing_is_asked_changes_nothing():
    unasked = {name: np.full(len(TEXT.words), IGNORED, np.uint8) for name in HEADS}
    learner = train(ToyText(changed=unasked), INPUTS, HEADS, replace(OPTIONS, tokens=1000))
    assert learner.seen >= 1000
    assert same(learner, Learner.begin(INPUTS, HEADS, OPTIONS))


def test_weights_of_one_are_as_none_and_weights_of_nought_as_unasked():
    n = len(TEXT.words)
    short = replace(OPTIONS, tokens=2000, precision="float32")
    plain = train(TEXT, INPUTS, HEADS, short)
    ones = train(ToyText(heavy={"next": np.ones(n, np.float32)}), INPUTS, HEADS, short)
    for name, array in plain.weights().items():
        np.testing.assert_allclose(array, ones.weights()[name], atol=1e-4)
    nought = ToyText(
        heavy={"next": np.zeros(n, np.float32)}, changed={"next": 2 - TEXT.tags["both"]}
    )
    unasked = ToyText(changed={"next": np.full(n, IGNORED, np.uint8)})
    one, other = (train(text, INPUTS, HEADS, short) for text in (nought, unasked))
    assert same(one, other)


CANDIDATES = Inputs({"word": 30, "ending": 3})


class ChoosingText(ToyText):
    """Even words have three candidates, or two if they are below ten; they differ by their ending.
    Which is right is told by the next word."""

    def choices(self, at):
        places = np.flatnonzero((self.words[at] % 2 == 0) & (self.tags["next"][at] != IGNORED))
        words = self.words[at[places]]
        counts = np.where(words < 10, 2, 3)
        columns = np.zeros((len(places), 3, 2), np.int32)
        columns[..., 0], columns[..., 1] = words[:, None], np.arange(3)
        right = self.tags["next"][at[places]].astype(np.int64) % counts
        return Choices(places, columns, counts, right, np.ones(len(places), np.float32))


def test_candidates_are_chosen_by_their_own_vectors():
    nothing = {name: np.full(len(TEXT.words), IGNORED, np.uint8) for name in HEADS}
    text = ChoosingText()
    options = replace(OPTIONS, epochs=30)
    learner = train(text, INPUTS, HEADS, options, candidates=CANDIDATES)
    assert right(learner, "both") > 0.98
    every = np.arange(len(text.words))
    weights = learner.weights()
    state = {"heads.0.weight": np.eye(16, dtype=np.float32), "heads.0.bias": np.zeros(16, "f4")}
    engine = export(INPUTS, {"state": 16}, {**weights, **state}, replace(options, bits=32))
    states = engine.run(text.columns(every), text.pieces(40))["state"]
    choices = text.choices(every)
    vectors = weights["candidates"][choices.columns + CANDIDATES.offsets].sum(axis=2)
    scores = (vectors * states[choices.places, None]).sum(axis=2)
    scores[np.arange(3) >= choices.counts[:, None]] = -np.inf
    assert (scores.argmax(axis=1) == choices.right).mean() > 0.98

    # Text without choices and labels changes nothing.
    class Silent(ToyText):
        def choices(self, at):
            return Choices(*(np.zeros((0, *rest), np.int64) for rest in ((), (3, 2), (), (), ())))

    short = replace(OPTIONS, tokens=1000)
    silent = train(Silent(changed=nothing), INPUTS, HEADS, short, candidates=CANDIDATES)
    assert same(silent, Learner.begin(INPUTS, HEADS, OPTIONS, candidates=CANDIDATES))


class KilledError(Exception):
    pass


@pytest.mark.parametrize("more", [{}, {"dropout": 0.2, "average": 0.9}], ids=["plain", "all"])
@pytest.mark.parametrize("candidates", [None, CANDIDATES])
def test_a_killed_training_ends_in_the_same_weights(candidates, more, tmp_path):
    options = replace(OPTIONS, tokens=4000, **more)
    begin = partial(train, ChoosingText(), INPUTS, HEADS, candidates=candidates)
    whole = begin(options)
    steps = 0

    def kill(_what, _done):
        nonlocal steps
        steps += 1
        if steps == 7:
            raise KilledError

    options = replace(options, checkpoint=str(tmp_path / "state"), minutes=1e-9)
    with pytest.raises(KilledError):
        begin(options, report=kill)
    resumed = begin(options, report=kill)
    assert steps - 7 == resumed.step - 6  # it did not begin anew
    assert same(whole, resumed)


class Stopped(ToyText):
    """Sends the signal of Ctrl-C in the middle of the seventh step."""

    steps = 0

    def columns(self, at):
        self.steps += 1
        if self.steps == 7:
            os.kill(os.getpid(), signal.SIGINT)
        return super().columns(at)


def test_a_training_stopped_by_ctrl_c_resumes_from_its_last_step(tmp_path):
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        pytest.skip("Ctrl-C is ignored here, as in a shell's background job")
    whole = train(TEXT, INPUTS, HEADS, replace(OPTIONS, tokens=4000))
    text = Stopped()
    options = replace(OPTIONS, tokens=4000, checkpoint=str(tmp_path / "state"), minutes=60)
    with pytest.raises(KeyboardInterrupt):
        train(text, INPUTS, HEADS, options)
    resumed = train(text, INPUTS, HEADS, options)
    assert text.steps == whole.step  # no step was lost, none taken twice
    assert same(whole, resumed)


def test_checkpoints_of_other_trainings_and_broken_ones_are_refused(tmp_path):
    path = tmp_path / "state"
    options = replace(OPTIONS, tokens=500, checkpoint=str(path), minutes=1e-9)
    train(TEXT, INPUTS, HEADS, options, fingerprint="one")
    with pytest.raises(TrainingError, match="other options"):
        train(TEXT, INPUTS, HEADS, options, fingerprint="other")
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(TrainingError, match=f"{path} is not a complete checkpoint"):
        train(TEXT, INPUTS, HEADS, options, fingerprint="one")
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(TrainingError, match=str(path)):
        train(TEXT, INPUTS, HEADS, options, fingerprint="one")


def test_a_small_text_is_not_gone_through_for_ever():
    tokens = len(TEXT.words)
    done: list[float] = []
    options = replace(OPTIONS, tokens=100 * tokens, epochs=2)
    learner = train(TEXT, INPUTS, HEADS, options, report=lambda _, at: done.append(at))
    assert 2 * tokens <= learner.seen < 2 * tokens + 2 * options.batch
    assert done[-1] >= 1 > done[len(done) // 2] > 0.4  # the rate has fallen to zero by then


def test_means_of_weights_are_those_of_every_step():
    generator = torch.Generator().manual_seed(5)
    whole, some = (Adam(torch.ones(6, 2), 0.8) for _ in range(2))
    means = [torch.ones(6, 2), torch.ones(6, 2)]
    for step in range(1, 12):
        gradient = torch.randn(6, 2, generator=generator)
        rows = torch.randperm(6, generator=generator)[:3]
        whole.step(gradient, 0.1, step, 0.01)
        some.step(gradient[:3], 0.1, step, 0.0, rows)
        for adam, mean in zip((whole, some), means, strict=True):
            mean.mul_(0.8).add_(adam.values, alpha=0.2)
    for adam, mean in zip((whole, some), means, strict=True):
        adam.catch_up(11)
        torch.testing.assert_close(adam.mean, mean)


def test_means_of_weights_are_what_is_exported():
    learner = train(TEXT, INPUTS, HEADS, replace(OPTIONS, tokens=3000, average=0.9))
    plain = train(TEXT, INPUTS, HEADS, replace(OPTIONS, tokens=3000))
    table = learner.tables["vectors"][1]
    assert np.array_equal(table.values.numpy(), plain.weights()["vectors"])
    assert np.array_equal(table.mean.numpy(), learner.weights()["vectors"])
    assert not same(learner, plain)


def test_precision_is_only_that_of_training():
    low, high = (
        train(TEXT, INPUTS, HEADS, replace(OPTIONS, tokens=3000, precision=precision)).weights()
        for precision in ("bfloat16", "float32")
    )
    assert all(array.dtype == np.float32 for array in low.values())
    assert not np.array_equal(low["vectors"], high["vectors"])
    np.testing.assert_allclose(low["vectors"], high["vectors"], atol=0.2)


@pytest.mark.parametrize("has", [True, False])
def test_products_are_in_bfloat16_where_the_processor_has_it(monkeypatch, has):
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: True)
    monkeypatch.setattr(torch.ops.mkldnn, "_is_mkldnn_bf16_supported", lambda: has, raising=False)
    learner = Learner.begin(INPUTS, HEADS, replace(OPTIONS, device="cpu"))
    assert learner.low is has


def test_labels_and_columns_that_do_not_fit_are_named():
    changed = {"next": np.full(len(TEXT.words), 3, np.uint8)}
    with pytest.raises(UsageError, match="label 3 of 'next'; its labels go from 0 to 2"):
        train(ToyText(changed=changed), INPUTS, HEADS, OPTIONS)
    with pytest.raises(UsageError, match="column 'word'"):
        train(TEXT, Inputs({"word": 20, "side": 2}), HEADS, OPTIONS)
    with pytest.raises(TrainingError, match="too little text for one batch"):
        train(ToyText(lines=1), INPUTS, HEADS, replace(OPTIONS, batch=10**9))


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_not_replaced_in_silence():
    with pytest.raises(UsageError, match="no GPU here; use device=cpu"):
        train(TEXT, INPUTS, HEADS, replace(OPTIONS, device="cuda"))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("precision", ["bfloat16", "float32"])
def test_a_gpu_learns_the_same_task(precision):
    options = replace(OPTIONS, device="auto", precision=precision, epochs=30)
    learner = train(TEXT, INPUTS, HEADS, options)
    assert learner.device.type == "cuda"
    assert right(learner, "next") > 0.98


@pytest.mark.parametrize("layers", [LAYERS, "conv:1:3 conv:4:5"])
def test_the_graph_computes_what_was_trained(layers):
    import onnxruntime

    torch.manual_seed(2)
    network = Network(16, layers, HEADS).eval()
    weights = {name: value.numpy() for name, value in network.state_dict().items()}
    x = torch.randn(3, 9, 16)
    mask = torch.ones(3, 9, 1)
    mask[1, 5:] = 0
    with torch.no_grad():
        _, expected = network(x * mask, mask)
    graph = build_graph(layers, HEADS, weights)
    session = onnxruntime.InferenceSession(graph.tobytes(), providers=["CPUExecutionProvider"])
    found = session.run(list(HEADS), {"x": (x * mask).numpy(), "mask": mask.numpy()})
    for name, scores in zip(HEADS, found, strict=True):
        np.testing.assert_allclose(scores, expected[name].numpy(), atol=1e-4)


@pytest.mark.parametrize("layers", ["conv:1:3 conv:2:3", "mlp:8"])
def test_what_stands_beyond_the_end_changes_nothing(layers):
    torch.manual_seed(3)
    network = Network(16, layers, {"mark": 4}).eval()
    x = torch.randn(1, 7, 16)
    longer = torch.cat([x, torch.zeros(1, 4, 16)], dim=1)
    mask = torch.ones(1, 11, 1)
    mask[:, 7:] = 0
    with torch.no_grad():
        alone = network(x, torch.ones(1, 7, 1))[1]["mark"]
        padded = network(longer, mask)[1]["mark"][:, :7]
    np.testing.assert_allclose(alone.numpy(), padded.numpy(), atol=1e-5)


class FixedText(ToyText):
    """Text that can be copied to a device as a whole."""

    def __len__(self) -> int:
        return len(self.words)


def test_text_on_a_device_is_the_same_text():
    text = FixedText()
    there = DeviceText(text, INPUTS, torch.device("cpu"))
    copied = there._copied(len(text))
    at = np.array([5, 0, 11, 5])
    for kept in (None, copied):
        there._kept = kept
        assert np.array_equal(there.columns(at).numpy(), text.columns(at))
        for name, labels in text.labels(at).items():
            assert np.array_equal(there.labels(at)[name].numpy(), labels)


def start_of(learner: Learner, heads=HEADS, inputs=INPUTS) -> Start:
    return Start("big", inputs, heads, learner.options.layers, learner.weights())


@pytest.mark.parametrize(("share", "learns"), [(1.0, True), (0.0, False)])
def test_a_network_learns_what_its_teacher_knows(trained, share, learns):
    """The labels of the text are drawn by lot, so only the teacher can teach them."""
    generator = np.random.default_rng(9)
    lots = {name: generator.integers(0, n, len(TEXT.words)) for name, n in HEADS.items()}
    text = ToyText(changed={name: lot.astype(np.uint8) for name, lot in lots.items()})
    options = replace(TAUGHT, width=8, layers="conv:1:3", epochs=30, taught=share)
    learner = train(text, INPUTS, HEADS, options, teacher=start_of(trained))
    assert bool(right(learner, "next") > 0.9) is learns


def test_teachers_that_do_not_fit_are_refused(trained):
    for wrong in (
        replace(start_of(trained), inputs=Inputs({"word": 30, "other": 2})),
        replace(start_of(trained), inputs=Inputs({"word": 20, "side": 2})),
        replace(start_of(trained), heads={"next": 3}),
    ):
        with pytest.raises(UsageError, match=r"big cannot teach this network: its (input|labels)"):
            train(TEXT, INPUTS, HEADS, TAUGHT, teacher=wrong)
    with pytest.raises(UsageError, match=r"taught is 1\.5; it must be from 0 to 1"):
        replace(TAUGHT, taught=1.5)


def test_kept_weights_are_averaged_with_the_learnt_ones(trained):
    start = start_of(trained)
    named = replace(OPTIONS, tokens=4000, start="big")
    learnt, mean = (
        train(TEXT, INPUTS, HEADS, replace(named, kept=kept), start=start).weights()
        for kept in (0.0, 0.25)
    )
    for name, weight in mean.items():
        expected = 0.25 * start.weights[name] + 0.75 * learnt[name]
        np.testing.assert_allclose(weight, expected, rtol=1e-4, atol=1e-6)
    with pytest.raises(UsageError, match=r"kept needs a model .* name it as start"):
        replace(OPTIONS, kept=0.5)
