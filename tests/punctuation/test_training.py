"""Training of marks: the text is dressed as speech, and the model learns where its marks were."""

import numpy as np
import pytest

from majuscule.errors import ModelError, UsageError
from majuscule.learn.text import DocumentText
from majuscule.models import read_model
from majuscule.models.card import Card
from majuscule.network.inputs import IGNORED
from majuscule.options import read_options
from majuscule.punctuation.neural.inputs import MARK, KnownWords, Spellings, show
from majuscule.punctuation.neural.network import MarkNetwork
from majuscule.punctuation.neural.options import PunctuationOptions
from majuscule.punctuation.neural.speech import marked_text
from majuscule.punctuation.neural.training import train_punctuator
from majuscule.reading import Document
from majuscule.text.tokenizing.marks import COMMA, NONE, STOP, words_of
from majuscule.text.tokenizing.passages import read_passage
from tests.network.language_models import write_language_model
from tests.restore.neural_models import random_restorer

LINES = ("We met Ann in Rome, and she was well.", "They paid $5 in 1984 to John O'Neill.")


def documents(n=60):
    return DocumentText(tuple(Document(f"d{k}", LINES * 3) for k in range(n)))


@pytest.fixture(scope="module")
def known(small_text):
    return KnownWords.of(random_restorer(small_text).tables, 10)


def made(known, **options):
    given = {"shown": 0, "some": 0, "spoken": 0, "joined": 0, "start": "any", **options}
    return marked_text(documents(), known, PunctuationOptions(**given))


def test_marks_are_taken_away_and_become_labels(known):
    text, held = made(known)
    words = words_of(read_passage("\n".join(LINES * 3)))
    first, last = text.bounds[0].tolist()
    expected = np.where(words.after < 8, words.after, IGNORED)
    assert text.marks[first:last].tolist() == expected.tolist()
    # nothing of the marks is told, but where something is glued and where lines end
    assert set(text.table[first:last, -1].tolist()) == {0, 11, 16}
    assert len(held.marks) < len(text.marks) / 10


def test_documents_that_keep_their_marks_are_not_asked_for_them(known):
    text, _ = made(known, shown=1.0)
    assert set(text.marks.tolist()) == {NONE, IGNORED}
    assert {COMMA, STOP + 16} <= set(text.table[:, -1].tolist())


def test_lines_are_joined_but_for_the_last(known):
    text, _ = made(known, joined=1.0)
    ends = text.table[:, -1] >= 16
    assert ends.sum() == len(text.bounds)
    assert ends[text.bounds[:, 1] - 1].all()


def test_spoken_documents_slip_but_keep_their_ends(known):
    plain, _ = made(known, spoken=1.0, slips=0.0)
    text, _ = made(known, spoken=1.0, slips=0.2)
    assert len(plain.marks) > len(made(known)[0].marks)  # figures are several words
    assert (text.marks == IGNORED).sum() > (plain.marks == IGNORED).sum()
    ends = [int((one.marks == STOP).sum()) for one in (plain, text)]
    assert ends[1] >= 0.9 * ends[0]


def test_the_same_text_is_made_each_time(known):
    one, two = (made(known, spoken=0.5, slips=0.1, joined=0.5)[0] for _ in range(2))
    assert np.array_equal(one.table, two.table)
    assert np.array_equal(one.marks, two.marks)


@pytest.mark.parametrize("given", [{"shown": 0.8, "some": 0.3}, {"slips": 2.0}, {"start": ""}])
def test_shares_and_start_are_checked(given):
    with pytest.raises(UsageError):
        read_options(PunctuationOptions, given)


def test_another_kind_is_refused_before_anything_is_read():
    with pytest.raises(ModelError, match="there is no punctuation model of kind 'tagger'"):
        train_punctuator("nowhere.txt", kind="tagger")


def case_model(text, folder):
    """Write a case model to start from, and return its path."""
    restorer = random_restorer(text)
    restorer = type(restorer)(
        **{
            **vars(restorer),
            "trained_with": {
                "layers": "conv:1:3 mlp:24 conv:2:3",
                "longest": 32,
                "calibration": {"scale": 1.0, "bias": [0.0] * 5},
            },
        }
    )
    path = folder / "case.model"
    Card().write(restorer, path)
    return path


MARKS_OF_LINE = [0, 0, 0, 0, COMMA, 0, 0, 0, STOP]


def marks_put(network):
    """Return the likeliest marks in the first line, which has lost its own."""
    passage = read_passage("we met ann in rome and she was well")
    words = words_of(passage)
    columns = network.known.read(passage, words)
    show(columns, passage.tokens.positions[words.at], words.after, words.lines)
    return network.scores(columns, np.array([[0, len(words)]]))[MARK].argmax(axis=1).tolist()


def test_a_model_learns_where_marks_stand(small_text, tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    start = case_model(small_text, tmp_path)
    corpus = tmp_path / "text.txt"
    corpus.write_text("\n\n".join("\n".join(LINES) for _ in range(200)))
    options = {
        "start": str(start),
        "width": 16,
        "layers": "conv:1:3 mlp:24 conv:2:3",
        "tokens": 40_000,
        "epochs": 50,
        "batch": 256,
        "rate": 0.02,
        "average": 0.0,
        "shown": 0,
        "some": 0,
        "spoken": 0,
        "device": "cpu",
    }
    path = tmp_path / "marks.model"
    train_punctuator([corpus], path, format="text", options=options)
    network = MarkNetwork.from_file(read_model(path))
    assert marks_put(network) == MARKS_OF_LINE

    # Started from that model, a training that changes hardly anything knows it still.
    more = {**options, "start": str(path), "tokens": 1, "rate": 1e-9}
    again = train_punctuator([corpus], format="text", options=more)
    assert marks_put(again) == MARKS_OF_LINE
    assert again.trained_with["start"].startswith("marks (")

    # A smaller network learns where marks are from the first one's answers alone.
    small = {**options, "start": str(start), "width": 12, "teacher": str(path), "taught": 1.0}
    learnt = train_punctuator([corpus], format="text", options=small)
    assert marks_put(learnt) == MARKS_OF_LINE
    assert learnt.trained_with["teacher"].startswith("marks (")

    # What does not fit is refused before the text is read.
    monkeypatch.delattr("majuscule.punctuation.neural.training.marked_text")
    for wrong, said in (
        ({**small, "teacher": str(start)}, "cannot be the teacher: it is no model of punctuation"),
        ({**small, "teacher": "en-speech"}, "cannot be the teacher: it knows other words than"),
        ({**small, "teacher": "none.gguf"}, "none.gguf: no such file; teacher must name"),
        ({**options, "layers": "conv:1:3"}, "does not contain in this order"),
        ({**options, "width": 12, "kept": 0.5}, "width 12 cannot keep its weights"),
        ({**options, "coarse": "wrod"}, "unknown column 'wrod' in option coarse"),
    ):
        with pytest.raises(UsageError, match=said):
            train_punctuator([corpus], format="text", options=wrong)


@pytest.mark.parametrize("spoken", [0.0, 1.0])
def test_a_teacher_reads_the_words_and_the_marks_that_are_shown(known, spoken):
    options = PunctuationOptions(
        shown=0.5, some=0, spoken=spoken, slips=0.1, joined=0, start="any", seed=3
    )
    plain, _ = marked_text(documents(), known, options)
    text, _ = marked_text(documents(), known, options, spellings=Spellings())
    assert np.array_equal(text.columns(np.arange(len(text))), plain.table)
    numbers, read = text.spelling()
    shown = {" ".join(read[n] for n in numbers[a:b].tolist()) for a, b in text.bounds.tolist()}
    if not spoken:
        lines = [
            "we met ann in rome, and she was well.\n they paid $ 5 in 1984 to john o' neill.\n",
            "we met ann in rome and she was well\n they paid $ 5 in 1984 to john o' neill\n",
        ]
        assert {" ".join([one] * 3) for one in lines} == shown
    else:
        assert {"nineteen", "um", "uh"} <= {word for text in shown for word in text.split()}


def test_a_network_learns_marks_from_a_language_model(small_text, tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    pytest.importorskip("gguf", reason="language models need the extra 'teach'")
    from majuscule.network.language import teaching

    monkeypatch.setattr(teaching, "RATE", 5e-3)
    start = case_model(small_text, tmp_path)
    corpus = tmp_path / "text.txt"
    corpus.write_text("\n\n".join("\n".join(LINES) for _ in range(100)))
    teacher = write_language_model(tmp_path / "small.gguf")
    options = {
        **{
            "start": str(start),
            "width": 16,
            "tokens": 20_000,
            "layers": "conv:1:3 mlp:24 conv:2:3",
        },
        **{"epochs": 50, "batch": 256, "rate": 0.02, "average": 0.0, "device": "cpu"},
        **{"shown": 0, "some": 0, "spoken": 0},
        **{"teacher": str(teacher), "teacher_tokens": 15_000, "taught": 1.0},
    }
    network = train_punctuator([corpus], format="text", options=options)
    assert marks_put(network) == MARKS_OF_LINE
    assert network.trained_with["teacher"].startswith("small (")
