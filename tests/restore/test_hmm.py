"""The bigram HMM against the paper's equations and against enumeration, on tiny texts."""

from itertools import product

import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import example, given, settings

from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.text import DocumentText, held_out_lines
from majuscule.models import read_model
from majuscule.options import no_progress
from majuscule.restore.hmm import trellis_kernel as hmm_kernel
from majuscule.restore.hmm.counts import tags_of, words_of_both_parts
from majuscule.restore.hmm.restorer import HmmRestorer
from majuscule.restore.hmm.training import train_hmm
from majuscule.restore.interface import LEFT, LEXICON, MODEL
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing.classes import CA, KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import Passage, read_passage, sequence_starts
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.letters import FEATURE_NAMES, token_features
from majuscule.words.tables.lexicon import build_lexicon
from tests.restore.hmm_reference import START, TAGS, Event, Reference
from tests.restore.source_kernels import interpreted
from tests.saved import check_read_back, save
from tests.texts import text_of

TEXT = (
    "The new office in New York is here. Ann said IBM paid $5 to J. Smith.",
    "An eBay office, new in New York. IBM is new. ann left. See eBay.",
    "The office of Mr. Smith of NASA, York. Is IBM here?",
    "Paris is new. Zoe is in Paris, said J. Smith. An office in Rome.",
)
ASKED = "the new york office of ibm. zoe sold mcfoo to j. k. smith in rome for $7, not x2 or ab."


def model_of(*paragraphs: str, **options) -> HmmRestorer:
    return train_hmm(text_of(*paragraphs), options)


def words_of(passage: Passage) -> list[str]:
    """Return tokens as the model tells them apart, readable."""
    found = []
    for start, end, kind in zip(
        passage.tokens.starts, passage.tokens.ends, passage.tokens.kinds, strict=True
    ):
        word = decode(passage.tokens.folded[start:end])
        if kind == 1 or word[0].isdigit():
            word = "".join("0" if char.isdigit() else char for char in word)
        found.append(word[0] if kind == 2 else word)
    return found


def sequences_of(text: DocumentText, known: set[str] | None, sentences: bool) -> list[list[Event]]:
    """Return the events of a text, words that are not known made unknown."""
    found: list[list[Event]] = []
    for batch in text.batches():
        starts = sequence_starts(batch.passage, sentences).tolist()
        features = token_features(batch.passage.tokens).tolist()
        for word, feature, tag, start in zip(
            words_of(batch.passage), features, tags_of(batch).tolist(), starts, strict=True
        ):
            if start:
                found.append([])
            name = word if known is None or word in known else "#Unknown#"
            found[-1].append((name, FEATURE_NAMES[feature], tag))
    return found


def halves_of(text: DocumentText) -> set[str]:
    """Return the words that lines of even and of odd number both hold."""
    (batch,) = text.batches()
    words = words_of(batch.passage)
    halves: tuple[set[str], set[str]] = (set(), set())
    for number, (begin, end) in enumerate(batch.passage.lines.tolist()):
        halves[number % 2].update(words[begin:end])
    return halves[0] & halves[1]


def references(text: DocumentText, sentences: bool) -> tuple[Reference, Reference, set[str]]:
    both = halves_of(text)
    known = Reference().learn(sequences_of(text, None, sentences))
    return known, Reference().learn(sequences_of(text, both, sentences)), both


def matrices_of(model: HmmRestorer, passage: Passage) -> np.ndarray:
    return model._prepare(passage).matrices


@pytest.mark.parametrize("sentences", [True, False])
@pytest.mark.parametrize("asked", [ASKED, " ".join(TEXT).lower(), "zzz\n, new york\nnew"])
def test_every_probability_is_that_of_the_equations(asked, sentences):
    text = text_of(*TEXT)
    known, unknown, both = references(text, sentences)
    passage = read_passage(asked)
    matrices = matrices_of(model_of(*TEXT, sentence_starts=sentences), passage)
    features = [FEATURE_NAMES[k] for k in token_features(passage.tokens)]
    words, starts = words_of(passage), sequence_starts(passage, sentences)
    for i, (word, feature) in enumerate(zip(words, features, strict=True)):
        before = None if starts[i] else (words[i - 1], features[i - 1])
        missing = word not in known.vocabulary or (before and before[0] not in known.vocabulary)
        used = unknown if missing else known
        if missing:
            word = word if word in both else "#Unknown#"
            before = before and (before[0] if before[0] in both else "#Unknown#", before[1])
        for earlier, tag in product(TAGS, TAGS):
            if before is None and earlier:
                continue
            history = (*before, earlier) if before else START
            expected = used.joint((word, feature, tag), history)
            assert matrices[i, earlier, tag] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("marked", [False, True])
def test_probabilities_sum_to_one(marked):
    text = text_of(*TEXT)
    known, unknown, _ = references(text, True)
    used = unknown if marked else known
    histories = {*(before for before, _ in used.pairs), ("york", "Letters", 1), ("no", "", 2)}
    events = list(product(sorted(used.vocabulary), FEATURE_NAMES, TAGS))
    for history in sorted(histories):
        assert sum(used.joint(event, history) for event in events) == pytest.approx(1)


def test_the_halves_of_the_text_are_those_of_plain_sets():
    text = text_of(*TEXT)
    both, tokens, _ = words_of_both_parts(
        iter(text.batches()), held_out_lines(text, 2), no_progress
    )
    (batch,) = text.batches()
    assert tokens == len(batch.classes)
    assert set(hash_words(["new", "york", "ibm"]).tolist()) <= set(both.tolist())
    assert len(both) == len(halves_of(text))


def chains(size: int):
    return some.lists(
        some.tuples(
            some.lists(some.sampled_from([0.0, 0.1, 0.25, 0.5, 0.7]), min_size=9, max_size=9),
            some.booleans(),
            some.sampled_from([1, 4, 5, 7]),
        ),
        min_size=1,
        max_size=size,
    )


NO_PATH = [([0.0] * 9, False, 1), ([0.0] * 9, False, 5), ([0.0, 0, 0, 0.1, *[0.0] * 5], False, 1)]


@given(chains(5))
@example(NO_PATH)
@settings(max_examples=150)
def test_viterbi_and_marginals_are_those_of_enumeration(chain):
    matrices = np.array([row for row, _, _ in chain]).reshape(-1, 3, 3)
    first = np.array([start for _, start, _ in chain], np.uint8)
    first[0] = 1
    allowed = np.array([tags for _, _, tags in chain], np.uint8)
    n = len(chain)
    paths = {}
    for path in product(TAGS, repeat=n):
        value = 1.0
        for i, tag in enumerate(path):
            value *= matrices[i, 0 if first[i] else path[i - 1], tag]
            value *= allowed[i] >> tag & 1
        paths[path] = value
    for kernel in (hmm_kernel, interpreted("majuscule.restore.hmm.trellis_kernel")):
        best, back = np.empty(n, np.uint8), np.empty((n, 3), np.uint8)
        forward, support, marginals = np.empty((n, 3)), np.empty((n, 3)), np.empty((n, 3))
        kernel.find_forward(matrices, first, allowed, True, forward, back)
        kernel.trace(first, forward, back, best)
        kernel.weigh_tags(matrices, first, allowed, True, forward, support)
        kernel.find_forward(matrices, first, allowed, False, forward, back)
        kernel.weigh_tags(matrices, first, allowed, False, forward, marginals)
        assert all(allowed[i] >> best[i] & 1 for i in range(n))
        np.testing.assert_allclose(marginals.sum(axis=1), 1)
        top, total = max(paths.values()), sum(paths.values())
        if not top:
            continue
        assert paths[tuple(best.tolist())] == pytest.approx(top)
        for i, tag in product(range(n), TAGS):
            through = [value for path, value in paths.items() if path[i] == tag]
            assert support[i, tag] == pytest.approx(max(through) / top)
            assert marginals[i, tag] == pytest.approx(sum(through) / total)


def test_interpreted_kernels_score_alike(monkeypatch):
    model, passage = model_of(*TEXT), read_passage(ASKED)
    compiled = matrices_of(model, passage)
    source = interpreted("majuscule.restore.hmm.trellis_kernel")
    monkeypatch.setattr("majuscule.restore.hmm.tables.hmm_kernel", source)
    np.testing.assert_array_equal(matrices_of(model, passage), compiled)


def test_decisions_use_context_lexicon_and_letters():
    model = model_of(*TEXT * 3)
    passage = read_passage("the new office in new york. ibm sold ebay, j. smith x 42 a@b.org")
    found = model.decide(passage)
    names = {
        word: (int(class_), int(reason))
        for word, class_, reason in zip(
            words_of(passage), found.classes, found.reasons, strict=True
        )
    }
    assert names["the"] == (UC, MODEL)
    assert names["office"] == (LC, MODEL)
    assert names["york"] == (UC, MODEL)
    assert names["ibm"] == (CA, MODEL)
    assert names["ebay"] == (MC, LEXICON)
    assert names["00"] == (KEEP, LEFT)
    assert names["a@b.org"] == (KEEP, LEFT)
    assert found.masks.tolist() == [2 * (word == "ebay") for word in words_of(passage)]
    assert (found.margins >= 0).all()
    assert [int(c) for c in found.classes[[1, 4]]] == [LC, UC]


def test_a_model_file_gives_the_same_answers(tmp_path):
    model = model_of(*TEXT, sentence_starts=False)
    check_read_back(tmp_path, model, ASKED)
    path = save(tmp_path, model, known_features=model.arrays()["known_features"] + 5)
    with pytest.raises(ModelError, match="do not fit together"):
        HmmRestorer.from_file(read_model(path))


def counted_again(*_):
    raise AssertionError("what is in the folder was counted again")


def test_training_can_be_stopped_and_gives_the_same_model(tmp_path, monkeypatch):
    whole = train_hmm(text_of(*TEXT))
    told: list[float] = []
    first = train_hmm(
        text_of(*TEXT), None, lambda _, done: told.append(done), folder=tmp_path, jobs=1
    )
    monkeypatch.setattr("majuscule.restore.hmm.training.count_batch", counted_again)
    again = train_hmm(text_of(*TEXT), folder=tmp_path)
    for model in (first, again):
        for name, array in whole.arrays().items():
            np.testing.assert_array_equal(model.arrays()[name], array)
    assert told[-1] == 1.0


def test_another_lexicon_can_be_used(tmp_path):
    model, path = model_of(*TEXT), tmp_path / "mine.lexicon"
    assert {entry.form for entry in model.lexicon.entries()} == {"eBay"}
    text = tmp_path / "some.txt"
    text.write_text("an iPod, an iPod", encoding="utf-8")
    build_lexicon([text], path, keep="all")
    other = model_of(*TEXT, lexicon_file=str(path))
    assert other.options()["lexicon_file"] == "mine.lexicon"
    assert other.decide(read_passage("ipod ebay")).classes.tolist()[0] == MC
    assert not len(model_of(*TEXT, lexicon=False).lexicon)


def test_text_with_nothing_to_learn_and_wrong_options_are_refused():
    with pytest.raises(TrainingError, match="no text to learn from"):
        train_hmm(DocumentText(()))
    with pytest.raises(TrainingError, match="no word in lower case"):
        model_of("ALL OF IT", "IS CAPITALS")
    with pytest.raises(UsageError, match="unknown option 'beam'"):
        model_of(*TEXT, beam=3)
