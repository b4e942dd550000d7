"""Training of the neural tagger: it learns, goes on after a kill, and refuses what does not fit."""

from dataclasses import replace

import numpy as np
import pytest

from majuscule.errors import TrainingError, UsageError
from majuscule.learn.corpora import CorpusText
from majuscule.models import read_model
from majuscule.models.card import Card
from majuscule.network.inputs import IGNORED
from majuscule.restore.neural.calibration import NeuralCalibration, calibrated, fit_calibration
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.prepared import prepare
from majuscule.restore.neural.restorer import NeuralRestorer
from majuscule.restore.neural.training import calibrate, train_neural, train_prepared
from majuscule.text.tokenizing.classes import CA, LC, MC, UC
from majuscule.text.tokenizing.passages import read_passage
from majuscule.words.inputs import HEADS
from majuscule.words.neighbours.phrases import TRIPLES
from majuscule.words.tables.table import ELSEWHERE, UNSEEN, origins_of

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


PASSAGE = read_passage("angela merkel met the press in berlin in the morning.")


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


def test_constants_fitted_on_held_out_text_make_it_no_worse(prepared, trained):
    assert prepared.held_out
    calibration = calibrate(trained, prepared.held_out).calibration
    assert calibration == trained.calibration
    assert calibrate(trained, []) is trained
    assert calibration.bias[0] == calibration.bias[4] == 0


def test_what_has_no_case_is_not_asked_for(prepared):
    text = prepared.text
    full_stops = text.tags == IGNORED
    assert 0.05 < full_stops.mean() < 0.5
    begins = text.encoded.positions == 1
    assert not ((text.tags == IGNORED) & begins).any()  # words begin the lines


def test_unknown_options_and_layers_are_refused(small_text):
    with pytest.raises(UsageError, match="known ones"):
        train_neural(small_text, {"passes": 3})
    with pytest.raises(UsageError, match="layers"):
        NeuralOptions(layers="lstm:3")
    with pytest.raises(UsageError, match="frequent"):
        NeuralOptions(frequent=0)
    with pytest.raises(UsageError, match="room for 524,287 words"):
        NeuralOptions(frequent=600_000)


def written(restorer, model):
    Card().write(restorer, model)
    return model


def test_a_training_can_start_from_a_model(small_text, prepared, trained, tmp_path):
    model = written(trained, tmp_path / "first.model")
    options = NeuralOptions(**{**TINY, "start": str(model), "tokens": 1, "rate": 1e-9})
    again = prepare(small_text, options)
    assert np.array_equal(again.tables.rows, prepared.tables.rows)
    begun = train_prepared(again, options)
    at = np.arange(len(PASSAGE.tokens))
    pieces = np.array([[0, len(at)]])
    before, after = trained.scores(PASSAGE, pieces), begun.scores(PASSAGE, pieces)
    assert np.abs(before - after).max() < 0.03 * np.abs(before).max()
    assert begun.options()["start"].startswith("first (")
    assert "start" not in trained.options()


def test_a_smaller_network_learns_from_a_larger_one(small_text, trained, tmp_path):
    model = tmp_path / "large.model"
    Card().write(trained, model)
    options = {**TINY, "teacher": str(model), "width": 8, "layers": "conv:1:3", "taught": 1.0}
    learnt = train_neural(small_text, options)
    assert np.array_equal(learnt.tables.rows, trained.tables.rows)
    expected = trained.decide(PASSAGE).classes
    assert np.array_equal(learnt.decide(PASSAGE).classes, expected)
    assert learnt.options()["teacher"].startswith("large (")
    with pytest.raises(UsageError, match="a language model can teach networks of marks only"):
        NeuralOptions(teacher="small.gguf")
    with pytest.raises(UsageError, match="give start or teacher, not both"):
        NeuralOptions(**{**options, "start": str(model)})


def test_a_training_may_keep_fewer_words_than_its_start(small_text, trained, tmp_path):
    model = written(trained, tmp_path / "first.model")
    options = NeuralOptions(**{**TINY, "start": str(model), "frequent": 30})
    fewer = prepare(small_text, options)
    assert fewer.tables.frequent == 30
    words = fewer.text.encoded.vocabulary.words
    before, now = trained.tables.numbers(words), fewer.tables.numbers(words)
    assert np.array_equal(now, np.where(before <= 30, before, 0))
    taken = fewer.start.fit(fewer.tables.inputs, HEADS, options.layers, options.width)
    old, new = fewer.start.inputs, fewer.tables.inputs
    for column in ("word", "middle"):
        first, begin = (inputs.offsets[list(inputs.sizes).index(column)] for inputs in (old, new))
        kept = new.sizes[column]
        assert np.array_equal(
            taken["vectors"][begin : begin + kept],
            fewer.start.weights["vectors"][first : first + kept],
        )


def test_a_training_in_another_language_keeps_the_network_and_not_the_words(
    small_text, trained, tmp_path
):
    model = written(trained, tmp_path / "first.model")
    options = {**TINY, "start": str(model), "translated": True, "frequent": 20}
    other = prepare(small_text, NeuralOptions(**options))
    assert other.tables.frequent == 20
    taken = other.start.fit(other.tables.inputs, HEADS, TINY["layers"], TINY["width"])
    begins = dict(zip(other.tables.inputs.sizes, other.tables.inputs.offsets.tolist(), strict=True))
    for column, kept in (("word", False), ("class", False), ("bucket", True), ("suffix3", True)):
        first = begins[column]
        found = taken["vectors"][first : first + other.tables.inputs.sizes[column]]
        assert found.any() == kept, column
    assert all(name in taken for name in ("norm.weight", "heads.0.weight", "blocks.1.outer.weight"))


def test_names_known_elsewhere_are_read_in_training_and_after(small_text, tmp_path):
    english, dev = tmp_path / "en.txt", tmp_path / "dev.txt"
    english.write_text("They met in Zagreb and Ljubljana, in Zagreb.\n" * 4)
    dev.write_text("Angela Merkel met the press in Zagreb in the morning.\n")
    options = {"elsewhere": (str(english),), "fitted_on": (str(dev),)}
    made = train_neural(small_text, {**TINY, "tokens": 5000, **options})
    passage = read_passage("angela merkel met nobody in zagreb.")
    sorts = origins_of(made.buckets(passage, np.arange(len(passage.tokens))))
    assert sorts[:6].tolist() == [0, 0, 0, 2, 0, 1]
    assert not {"elsewhere", "fitted_on"} & made.options().keys()
    model = written(made, tmp_path / "made.model")
    assert NeuralRestorer.from_file(read_model(model)).calibration == made.calibration


def test_sorts_of_words_get_their_own_bias():
    random = np.random.default_rng(5)
    classes = (random.random(6000) < 0.4).astype(np.uint8)
    sorts = np.repeat(np.arange(3, dtype=np.uint8), 2000)
    scores = np.full((6000, 5), -9, np.float32)
    scores[:, 0] = 0
    scores[:, 1] = 2.0 * classes - 1 + random.normal(0, 1, 6000) + np.array([0, -1.2, 1.2])[sorts]
    buckets = np.array([1, ELSEWHERE, UNSEEN], np.uint32)[sorts]
    plain = fit_calibration(scores, classes, buckets)
    found = fit_calibration(scores, classes, buckets, by_sort=True)
    assert found.elsewhere > 0 > found.unseen
    assert (plain.elsewhere, plain.unseen) == (0, 0)
    right = [
        (calibrated(scores, one, buckets).argmax(axis=1) == classes).mean()
        for one in (plain, found)
    ]
    assert right[1] > right[0] + 0.02


def test_a_word_of_another_language_is_written_as_it_is_there():
    scores = np.tile(np.array([0, 3, 2, 1, -9], np.float32), (5, 1))
    scores[4, 1] = -3
    buckets = np.array([1, ELSEWHERE + 5, ELSEWHERE + 11, ELSEWHERE + 17, ELSEWHERE + 5], np.uint32)
    found = calibrated(scores, NeuralCalibration(), buckets)
    assert found.argmax(axis=1).tolist() == [UC, UC, CA, MC, UC]
    assert found[4, UC] - found[4, LC] == pytest.approx(2, abs=0.001)


def test_a_model_from_before_there_were_triples_is_read_and_started_from(
    small_text, prepared, tmp_path
):
    older = replace(
        prepared,
        tables=replace(prepared.tables, triples=None),
        text=replace(prepared.text, triples=None),
    )
    trained = train_prepared(older, NeuralOptions(**{**TINY, "tokens": 5000}))
    assert "triples" not in trained.arrays()
    model = written(trained, tmp_path / "older.model")
    read = NeuralRestorer.from_file(read_model(model))
    pieces = np.array([[0, len(PASSAGE.tokens)]])
    assert np.array_equal(read.scores(PASSAGE, pieces), trained.scores(PASSAGE, pieces))
    begun = prepare(small_text, NeuralOptions(**TINY, start=str(model)))
    assert begun.tables.triples is not None
    taken = begun.start.fit(begun.tables.inputs, HEADS, TINY["layers"], TINY["width"])
    assert not taken["vectors"][-TRIPLES:].any()


def test_a_network_is_as_wide_and_deep_as_its_start_unless_told(small_text, trained, tmp_path):
    model = written(trained, tmp_path / "first.model")
    options = {name: value for name, value in TINY.items() if name not in ("width", "layers")}
    again = train_neural(small_text, {**options, "start": str(model), "tokens": 1})
    told = again.options()
    assert (told["width"], told["layers"]) == (TINY["width"], TINY["layers"])


class UnreadText(CorpusText):
    """Text that must not be read."""

    def batches(self):
        raise AssertionError("the text was read")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"start": "en"}, r"en is a model of kind tagger\.v1"),
        ({"start": "MODEL", "width": 32}, "has width 16; train with the same width, not 32"),
        ({"start": "MODEL", "layers": "conv:1:3"}, "does not contain in this order"),
        ({"start": "MODEL", "triples": 0}, "knows triples of words; leave out triples=0"),
        ({"teacher": "MODEL", "triples": 0}, "knows triples of words; leave out triples=0"),
        ({"teacher": "OLDER"}, "knows no triples of words; learn from it with triples=0"),
        ({"teacher": "en-speech"}, r"punctuation\.v1, .* to start or learn from"),
        ({"start": "MODEL"}, "knows the words of 'en-GB', and the text is in 'it'; .* translated"),
        ({"teacher": "MODEL"}, "knows the words of 'en-GB', and the text is in 'it'"),
        ({"translated": True}, "translated needs a model of another language"),
        ({"coarse": "wrod"}, "unknown column 'wrod' in option coarse"),
        ({"device": "cuda"}, "no GPU here"),
    ],
)
def test_what_does_not_fit_is_refused_before_the_text_is_read(trained, tmp_path, options, said):
    if options.get("device") == "cuda" and torch.cuda.is_available():
        pytest.skip("there is a GPU")
    card = Card(language="en-GB")
    older = replace(trained, tables=replace(trained.tables, triples=None))
    named = {"MODEL": tmp_path / "first.model", "OLDER": tmp_path / "older.model"}
    card.write(trained, named["MODEL"])
    card.write(older, named["OLDER"])
    options = {
        name: str(named.get(value, value)) if type(value) is str else value
        for name, value in options.items()
    }
    corpus = tmp_path / "text.txt"
    corpus.touch()
    text = UnreadText([corpus], language="it" if "knows the words" in said else "en")
    with pytest.raises(UsageError, match=said):
        train_neural(text, {**TINY, **options})
