"""The entity tagger: right on what it was taught, the same in any case."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.arrays import I32, Array, Bools
from majuscule.entities.interface import Corpus, Knowledge
from majuscule.entities.kinds import load_entities, tagger_class
from majuscule.entities.linear import passages
from majuscule.entities.linear.columns import name_like, read_columns
from majuscule.entities.linear.completion import add_missing, complete
from majuscule.entities.linear.memory import EntityMemoryOptions, recall
from majuscule.entities.linear.passages import join_expressions
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.linear.training import MOST, train_tagger
from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.measure import Resampling
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from majuscule.text import read_passage
from majuscule.trials.entities import evaluate
from tests.entities.entity_corpora import LABELS, OPTIONS, corpora
from tests.saved import save

TEXT = "Angela Merkel met a friend in New York on Tuesday ."


def words(text: str, mentions: list[Mention]) -> list[tuple[str, str]]:
    return [(m.of(text), m.label) for m in mentions]


def test_names_are_found_with_offsets_and_confidence(tagger: LinearEntityTagger) -> None:
    found = tagger.tag(TEXT)
    assert words(TEXT, found) == [
        ("Angela Merkel", "PER"),
        ("New York", "LOC"),
        ("Tuesday", "DATE"),
    ]
    assert all(0 < m.confidence <= 1 for m in found)


def test_text_without_case_is_tagged_alike(tagger: LinearEntityTagger) -> None:
    lower, upper = tagger.tag(TEXT.lower()), tagger.tag(TEXT.upper())
    assert lower == upper
    assert [m.span for m in lower] == [m.span for m in tagger.tag(TEXT)]


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.sampled_from("Ann Lee Rome\n.3aB "), max_size=60))
def test_mentions_are_flat_and_inside_the_text(tagger: LinearEntityTagger, text: str) -> None:
    end = 0
    for mention in tagger.tag(text):
        assert end <= mention.start < mention.end <= len(text)
        assert "\n" not in mention.of(text)
        end = mention.end


def test_endless_text(tagger: LinearEntityTagger) -> None:
    endless = "Ann Lee met a friend in Oslo on Monday and " * 700
    found = tagger.tag(endless)
    assert len(found) > 1000


def test_many_texts_are_tagged_in_order(tagger: LinearEntityTagger) -> None:
    texts = [TEXT, "", "in Rome ."] * 5
    expected = [tagger.tag(text) for text in texts]
    assert list(tagger.tag_many(texts, jobs=2)) == expected
    assert list(tagger.tag_many(texts, jobs=1)) == expected


PARTS = (
    "http://a.org/7?x=1,5",
    "ann@c.com",
    "…",
    "...",
    "–",
    "don`t",
    "don't",
    "1,000",
    "Ann Lee",
    "in Rome",
    "on Monday",
    "7000",
    "2008",
    "30",
    "45 %",
    ".",
    "Bo",
    "\n",
    "he met",
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=30).map(" ".join))
def test_tokens_of_one_key_have_one_set_of_columns(tagger: LinearEntityTagger, text: str) -> None:
    padded = read_columns(read_passage(text), tagger.knowledge)
    seen: dict[int, list[int]] = {}
    for key, column in zip(padded.keys.tolist(), padded.columns.T.tolist(), strict=True):
        assert seen.setdefault(key, column) == column


def test_foreign_weights_are_refused(tagger: LinearEntityTagger, tmp_path: Path) -> None:
    path = save(tmp_path, tagger, options={**tagger.options(), "labels": ["PER"]})
    with pytest.raises(ModelError, match="weights"):
        load_entities(path)


def test_an_unknown_kind_lists_the_known() -> None:
    assert tagger_class("entities") is LinearEntityTagger
    with pytest.raises(ModelError, match=r"entities\.v1"):
        tagger_class("crf")


def test_training_with_other_threads_gives_the_same_model(
    tagger: LinearEntityTagger, knowledge: Knowledge
) -> None:
    again = train_tagger(corpora(), LABELS, knowledge, {**OPTIONS, "threads": 2})
    for name, array in tagger.arrays().items():
        assert np.array_equal(array, again.arrays()[name]), name


def test_several_trainings_are_averaged(knowledge: Knowledge) -> None:
    def scores(**options: int) -> Array:
        given = {**OPTIONS, "held_out": 0, "hide": 0, **options}
        trained = train_tagger(corpora()[:1], LABELS, knowledge, given)
        [piece] = trained.score(read_passage(TEXT))
        return np.asarray(piece.chain.emissions[piece.padded.at, :1])  # O may stand anywhere

    first, second, both = scores(seed=1), scores(seed=2), scores(runs=2)
    assert (first != second).any()
    assert np.abs(both - (first + second) / 2).max() < 0.05 * np.abs(both).max()
    with pytest.raises(UsageError, match="'runs' is 0"):
        scores(runs=0)


def test_a_corpus_is_taken_a_hundred_times_at_most() -> None:
    with pytest.raises(UsageError, match="repeat is 101; it must be from 1 to 100"):
        replace(corpora()[0], repeat=101)


def test_a_corpus_of_names_does_not_unteach_dates(tagger: LinearEntityTagger) -> None:
    names = corpora()[1]
    completed = complete([corpora()[0], names], LABELS, lambda _: tagger, lambda *_: None)
    labels = {m.label for document in completed[1].documents for m in document.mentions}
    assert labels == set(LABELS)
    for before, after in zip(names.documents, completed[1].documents, strict=True):
        assert set(before.mentions) <= set(after.mentions)


def test_completion_adds_missing_labels_only(tagger: LinearEntityTagger) -> None:
    bare, empty = add_missing([AnnotatedText(TEXT), AnnotatedText("")], ("DATE",), tagger)
    assert {m.label for m in bare.mentions} == {"DATE"}
    assert empty.mentions == ()
    assert add_missing([AnnotatedText("")], ("DATE",), tagger)[0].mentions == ()


@pytest.mark.parametrize(
    ("given_corpora", "problem"),
    [
        ([Corpus([AnnotatedText("no names here")], LABELS)], "there is no mention"),
        (
            [Corpus([AnnotatedText("X", (Mention(0, 1, "CAR"),))], LABELS)],
            "'X' has label 'CAR', which is not",
        ),
        ([Corpus([AnnotatedText("X", (Mention(0, 1, "PER"),))], ("PER",))], "no corpus teaches"),
        ([], "there is no mention"),
    ],
)
def test_what_cannot_teach_is_refused(
    given_corpora: list[Corpus], problem: str, knowledge: Knowledge
) -> None:
    with pytest.raises(TrainingError, match=problem):
        train_tagger(given_corpora, LABELS, knowledge, OPTIONS)


def test_small_text_is_learnt_in_more_passes() -> None:
    quick = {name: value for name, value in OPTIONS.items() if name != "epochs"}
    made = train_tagger(corpora(), LABELS, Knowledge(), quick)
    assert made.trained_with["epochs"] == MOST
    asked = train_tagger(corpora(), LABELS, Knowledge(), {**quick, "epochs": MOST})
    for name, array in asked.arrays().items():
        np.testing.assert_array_equal(made.arrays()[name], array)


def test_options_are_checked(knowledge: Knowledge) -> None:
    for options in ({"epoch": 1}, {"epochs": "many"}):
        with pytest.raises(UsageError, match="option"):
            train_tagger(corpora(), LABELS, knowledge, options)


def test_scores_are_told_by_condition(tagger: LinearEntityTagger) -> None:
    reports = evaluate(tagger, corpora()[0], resampling=Resampling(20))
    assert {name: report["f1"].value for name, report in reports.items()} == {
        "original": 1.0,
        "lower": 1.0,
        "upper": 1.0,
    }
    assert "cond:lower" in str(reports["lower"].signature)


def test_memory_adds_what_other_mentions_say() -> None:
    words, tags = np.array([5, 5, 6, 5], np.uint64), np.array([1, 1, 0, 1], np.uint8)
    owners = np.array([0, 1, 1, 1])

    def own() -> I32:
        return np.array([[9, 9], [-8, 0], [0, -8], [-1, 0]], np.int32)

    def none() -> Bools:
        return np.zeros(4, np.bool_)

    extra = recall(words, owners, own, tags, 1.0, EntityMemoryOptions(1.0, 0, 6))
    assert extra is not None
    assert extra.tolist() == [[0, 0], [-1, 0], [0, 0], [-6, 0]]
    assert recall(words, owners, own, tags, 1.0, EntityMemoryOptions(), none) is None
    assert recall(words, owners, own, tags, 1.0, EntityMemoryOptions(weight=0)) is None


def test_names_only_are_remembered(knowledge: Knowledge) -> None:
    padded = read_columns(read_passage("Zubrowka , 2009 and Monday us"), knowledge)
    assert name_like(padded).tolist()[:3] == [True, True, False]
    assert not name_like(padded)[4:].any()


def test_an_expression_is_joined_only_where_both_ends_have_its_label() -> None:
    for before, after in (([1, 2, 0, 1, 1], [1, 2, 2, 2, 1]), ([1, 2, 0, 0, 0], [1, 2, 0, 0, 0])):
        tags = np.array(before, np.uint8)
        join_expressions(tags, [(0, 4, "DATE"), (0, 2, "MONEY")], ("DATE",))
        assert tags.tolist() == after


def test_memory_can_be_left_out(tagger: LinearEntityTagger) -> None:
    text = f"{TEXT}\nAngela Merkel"
    off = replace(tagger, remembering=EntityMemoryOptions(weight=0))
    assert off.tag(text) == tagger.tag(text, memory=False)


def test_a_long_text_is_tagged_in_less_memory_and_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    tagger = load_entities("entities-en")
    tagger.tag(TEXT)  # what is made on first use is not measured
    text = "\n".join([TEXT, TEXT.lower(), "Talks with merkel in york"] * 500)
    peaks, found = [], []
    for long in (1 << 30, 1):
        monkeypatch.setattr(passages, "LONG", long)
        tracemalloc.start()
        found.append(tagger.tag(text))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert found[0] == found[1]
    assert peaks[1] < peaks[0] * 0.7


@pytest.mark.parametrize("text", [TEXT, "I don't, O'Neill's U.S. \U0001f481 x-ray", "A", "'s"])
def test_lower_and_upper_lines_have_the_same_columns(text: str, knowledge: Knowledge) -> None:
    lower, upper = (
        read_columns(read_passage(one), knowledge).columns for one in (text.lower(), text.upper())
    )
    assert np.array_equal(lower, upper)
