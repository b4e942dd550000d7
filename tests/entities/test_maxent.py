"""The maximum-entropy tagger and the Markov model, trained on sentences made for the tests."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from majuscule.cli.program import run
from majuscule.entities.decoding import close_borders, closed_transitions
from majuscule.entities.interface import Corpus, EntityTagger, Knowledge
from majuscule.entities.kinds import load_entities, trainer
from majuscule.entities.maxent.loglinear import HashedRows, LogLinear, fit, stack
from majuscule.entities.maxent.markov import MarkovTagger
from majuscule.entities.maxent.readings import read_texts
from majuscule.entities.maxent.tagger import MaxEntTagger
from majuscule.entities.maxent.training import MaxEntOptions
from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.schemes import Scheme
from majuscule.tagging.scoring.chain import Chain, best_tags, score_units
from tests.entities.entity_corpora import LABELS, corpora
from tests.saved import save

OPTIONS = {"cutoff": 1, "wordnet": "", "iterations": 60}
TEXT = "Angela Merkel met a friend in New York on Tuesday ."
NAMES = [("Angela Merkel", "PER"), ("New York", "LOC"), ("Tuesday", "DATE")]


@pytest.fixture(scope="module", params=["maxent", "memm"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def mixed(kind: str, knowledge: Knowledge) -> EntityTagger:
    return trainer(kind)(corpora()[:1], LABELS, knowledge, OPTIONS)


@pytest.fixture(scope="module")
def upper(kind: str, knowledge: Knowledge) -> EntityTagger:
    return trainer(kind)(corpora()[:1], LABELS, knowledge, {**OPTIONS, "case": False})


def found(tagger: EntityTagger, text: str) -> list[tuple[str, str]]:
    return [(mention.of(text), mention.label) for mention in tagger.tag(text)]


def test_a_tagger_without_case_gives_the_same_in_any_case(upper: EntityTagger) -> None:
    spans = [mention.span for mention in upper.tag(TEXT)]
    assert found(upper, TEXT) == NAMES
    assert [mention.span for mention in upper.tag(TEXT.upper())] == spans
    assert [mention.span for mention in upper.tag(TEXT.lower())] == spans


def test_many_texts_are_tagged_as_each_alone(mixed: EntityTagger) -> None:
    texts = [TEXT, "", "Oslo\nMary Jones met a friend .", TEXT.lower()]
    assert list(mixed.tag_many(texts)) == [mixed.tag(text) for text in texts]


def test_a_long_line_is_tagged(upper: EntityTagger) -> None:
    text = " ".join([TEXT] * 600)
    assert len(upper.tag(text)) == 3 * 600


def test_a_file_whose_weights_do_not_fit_is_refused(mixed: EntityTagger, tmp_path: Path) -> None:
    path = save(tmp_path, mixed, weights=mixed.arrays()["weights"][:, 1:])
    with pytest.raises(ModelError, match="weights"):
        load_entities(path)


def test_unknown_options_are_refused(kind: str, knowledge: Knowledge) -> None:
    with pytest.raises(UsageError, match="cutof"):
        trainer(kind)(corpora()[:1], LABELS, knowledge, {"cutof": 1})
    with pytest.raises(UsageError, match="case"):
        trainer(kind)(corpora()[:1], LABELS, knowledge, {"case": 1})


def test_text_without_mentions_teaches_nothing(kind: str, knowledge: Knowledge) -> None:
    blank = Corpus([AnnotatedText("Nobody is here .")], LABELS)
    with pytest.raises(TrainingError, match="mention"):
        trainer(kind)([blank], LABELS, knowledge, OPTIONS)


def test_a_missing_wordnet_is_told(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "a.tsv"
    source.write_text("Ann\tB-PER\nleft\tO\n\n")
    arguments = [str(source), "-o", str(tmp_path / "a.model"), "--labels", "PER", "--kind", kind]
    assert run(["entities", "train", *arguments, "--option", f"wordnet={tmp_path}"]) == 2
    told = capsys.readouterr().err
    assert "wordnet-base" in told
    assert "--option wordnet= trains without it" in told
    arguments += ["--option", "wordnet=", "--option", "cutoff=1"]
    assert run(["entities", "train", *arguments]) == 0
    assert load_entities(tmp_path / "a.model").labels == ("PER",)


def test_corpora_that_lack_a_label_are_completed(knowledge: Knowledge) -> None:
    tagger = trainer("maxent")(corpora(), LABELS, knowledge, OPTIONS)
    assert found(tagger, TEXT) == NAMES


def test_the_best_admissible_sequence_is_that_of_enumeration() -> None:
    scheme = Scheme("bceu", ("PER", "LOC"))
    draws = np.random.default_rng(3)
    tags = len(scheme.tags)
    for length in (1, 2, 3, 4):
        scores = score_units(np.log(draws.dirichlet(np.ones(tags), length)))
        table = np.broadcast_to(closed_transitions(scheme), (length, tags, tags))
        bounds = np.array([[0, length]], np.int32)
        chain = close_borders(Chain(scores, np.ascontiguousarray(table)), bounds, scheme)
        best = max(
            (
                sequence
                for sequence in itertools.product(range(tags), repeat=length)
                if scheme.begins[sequence[0]]
                and scheme.ends[sequence[-1]]
                and all(scheme.follows[a, b] for a, b in itertools.pairwise(sequence))
            ),
            key=lambda sequence: sum(scores[i, tag] for i, tag in enumerate(sequence)),
        )
        assert tuple(best_tags(chain, bounds).tolist()) == best


def test_weights_maximise_the_likelihood() -> None:
    # Two features: the share of each tag under a feature that stands alone is its probability.
    keys = np.array([5, 9], np.uint64)
    tokens = 40
    rows = HashedRows(np.arange(tokens + 1), np.repeat(keys, 20))
    tags = np.array(([0] * 15 + [1] * 5) + ([0] * 4 + [2] * 16), np.uint8)
    options = {"prior": 1e6, "iterations": 200, "tolerance": 1e-9}
    model, _ = fit(rows, tags, keys, 4, **options)
    shares = np.exp(model.log_probabilities(rows))
    assert np.allclose(shares[0, :3], [0.75, 0.25, 0], atol=1e-3)
    assert np.allclose(shares[-1, :3], [0.2, 0, 0.8], atol=1e-3)
    assert shares[0, 3] < 1e-9


def test_iterative_scaling_finds_the_same_distribution() -> None:
    # Several features a token, every tag seen with each: both end where the text's counts are met.
    draws = np.random.default_rng(5)
    keys = np.array([3, 5, 9], np.uint64)
    sizes = draws.integers(1, 4, 300)
    hashes = np.concatenate([draws.permutation(keys)[:size] for size in sizes])
    rows = HashedRows(np.append(0, np.cumsum(sizes)), hashes)
    tags = draws.integers(0, 3, 300).astype(np.uint8)
    options = {"prior": 1e6, "iterations": 400, "tolerance": 1e-9}
    one, _ = fit(rows, tags, keys, 4, **options)
    two, rounds = fit(rows, tags, keys, 4, **options, optimiser="gis")
    shares = [np.exp(model.log_probabilities(rows)) for model in (one, two)]
    assert np.allclose(*shares, atol=3e-3)
    assert rounds == 400
    (begun, _), few = (
        fit(rows, tags, keys, 4, **{**options, "iterations": n}, start=start, optimiser="gis")
        for n, start in ((1, two), (1, None))
    )
    near, far = (
        np.abs(np.exp(model.log_probabilities(rows)) - shares[0]).max() for model in (begun, few[0])
    )
    assert near < far


def test_an_optimiser_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(UsageError, match="optimiser is 'sgd'; it may be lbfgs or gis"):
        MaxEntOptions(optimiser="sgd")


def test_a_token_of_double_weight_counts_as_two() -> None:
    keys, weights = np.array([5, 9], np.uint64), np.array([2.0, 1, 1, 1])
    hashed = HashedRows(np.arange(5), keys[[0, 0, 1, 1]])
    twice = np.array([0, 0, 1, 2, 3])
    doubled = hashed.chosen(twice)
    tags = np.array([0, 1, 1, 2], np.uint8)
    options = {"prior": 1.0, "iterations": 200, "tolerance": 1e-9}
    one, iterations = fit(hashed, tags, keys, 3, token_weights=weights, **options)
    two, _ = fit(doubled, tags[twice], keys, 3, **options)
    assert np.allclose(one.weights, two.weights, atol=1e-4)
    begun, fewer = fit(hashed, tags, keys, 3, token_weights=weights, start=one, **options)
    assert fewer < iterations
    assert np.allclose(one.weights, begun.weights, atol=1e-4)


def test_scores_add_up_the_weights_of_known_features() -> None:
    model = LogLinear(np.array([3, 7], np.uint64), np.array([[1, 2], [10, 20]], np.float32))
    groups = [
        (np.array([0, 2]), np.array([3, 3], np.uint64)),
        (np.array([0, 1, 2]), np.array([7, 8, 9], np.uint64)),
    ]
    hashed = HashedRows.of(groups, 3)
    assert model.scores(hashed).tolist() == [[11, 22], [0, 0], [1, 2]]
    some = hashed.chosen(np.array([2, 0]))
    assert model.scores(some).tolist() == [[1, 2], [11, 22]]
    assert stack([hashed, some]).frequent(3).tolist() == [3]


def test_tags_are_those_of_the_mentions(mixed: EntityTagger) -> None:
    assert isinstance(mixed, MaxEntTagger | MarkovTagger)
    reading = read_texts([TEXT])
    names = [mixed.scheme.tags[tag] for tag in mixed.tags(reading)]
    ends = "E" if isinstance(mixed, MaxEntTagger) else "I"
    assert names[:3] == ["B-PER", f"{ends}-PER", "O"]
