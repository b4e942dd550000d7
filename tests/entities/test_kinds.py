"""What every kind of entity tagger keeps to; a kind that is added needs a case here."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.entities.adapted.training import AdaptOptions, adapt
from majuscule.entities.interface import Corpus, EntityTagger, Knowledge
from majuscule.entities.kinds import KINDS, load_entities, tagger_class, trainer
from majuscule.entities.linear.passages import PassageTagger
from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import Mention
from majuscule.words.gazetteers.names import CITY, MALE, SURNAME, NameLists
from tests.entities.entity_corpora import LABELS, OPTIONS, PEOPLE, PLACES, corpora
from tests.saved import save

PARTS = (
    *(
        "Ann Lee",
        "in New",
        "York",
        "in Rome .",
        "on Monday",
        "he met",
        "7000",
        "2008",
        "30",
        "45 %",
    ),
    *("http://a.org/7?x=1,5", "http://b.de", "ann@c.com", "…", "...", "–", "—", "don`t", "don't"),
    *("1,000", "1.000", "\n", "ROME"),
)


@dataclass(frozen=True)
class Case:
    """How a kind is trained here, and on what text it is right."""

    text: str
    found: Sequence[tuple[str, str]]
    corpora: Sequence[Corpus]
    labels: tuple[str, ...] = LABELS
    options: Mapping[str, Any] = field(default_factory=dict)
    parts: Sequence[str] = PARTS
    knows: bool = True


def chinese() -> Corpus:
    names = [("马丁", "PER"), ("李华", "PER"), ("王明", "PER"), ("北京", "LOC"), ("上海", "LOC")]
    documents = []
    for person, _ in names[:3]:
        for place, _ in names[3:]:
            for verb in ("去", "在"):
                text = f"{person} {verb} {place} 工作 了 。"
                at = text.index(place)
                mentions = (Mention(0, 2, "PER"), Mention(at, at + 2, "LOC"))
                documents.append(AnnotatedText(text, mentions))
    return Corpus(documents, ("PER", "LOC"), "made")


TEXT = "Angela Merkel met a friend in New York on Tuesday ."
NAMES = (("Angela Merkel", "PER"), ("New York", "LOC"), ("Tuesday", "DATE"))
FITTED = {"cutoff": 1, "wordnet": "", "iterations": 60}

NETWORK = {
    "start": "",
    "width": 16,
    "layers": "conv:1:3",
    "epochs": 20,
    "batch": 200,
    "rate": 0.01,
    "average": 0.9,
    "precision": "float32",
    "linear_least": 1,
    "held_out": 5,
}

CASES = {
    "entities.v1": Case(TEXT, NAMES, corpora(), options=OPTIONS),
    "maxent.v1": Case(TEXT, NAMES, corpora()[:1], options=FITTED),
    "adapted-entities.v1": Case(TEXT, NAMES, corpora()),
    "neural-entities.v1": Case(TEXT, NAMES, corpora()[:1], options=NETWORK),
    "memm.v1": Case(TEXT, NAMES, corpora()[:1], options=FITTED),
    "hmm.v1": Case(TEXT, NAMES, corpora()[:1]),
    "chinese-characters.v1": Case(
        "马丁 去 北京 工作 了 。",
        (("马丁", "PER"), ("北京", "LOC")),
        [chinese()],
        ("PER", "LOC", "DATE"),
        {"least": 1, "folds": 2},
        ("马丁", "去", "在 上海", "2008年", "。", "\n", " ", "Ann", "http://a.org/7", "——"),
        knows=False,
    ),
    "chinese.v1": Case(
        "马丁 去 北京 工作 了 。",
        (("马丁", "PER"), ("北京", "LOC")),
        [chinese()],
        ("PER", "LOC", "DATE"),
        {"least": 1, "lists": False},
        ("马丁", "去", "在 上海", "2008年", "。", "\n", " ", "Ann", "http://a.org/7", "——"),
        knows=False,
    ),
}


@cache
def trained(kind: str) -> EntityTagger:
    case = CASES[kind]
    if kind == "adapted-entities.v1":
        base = trained("entities.v1")
        assert isinstance(base, PassageTagger)
        return adapt(base, case.corpora, AdaptOptions())
    names = [(name.split()[0], MALE) for name in PEOPLE] + [(name, CITY) for name in PLACES]
    knowledge = Knowledge(names=NameLists.of(names)) if case.knows else None
    return trainer(kind)(case.corpora, case.labels, knowledge, case.options)


def trainable(kind: str) -> str:
    if kind.startswith("neural"):
        pytest.importorskip("torch", reason="training needs the extra 'train'")
    return kind


@pytest.fixture(scope="module", params=sorted(KINDS))
def kind(request: pytest.FixtureRequest) -> str:
    return trainable(str(request.param))


@pytest.fixture(scope="module", params=sorted(name for name, one in KINDS.items() if one.trainer))
def learner(request: pytest.FixtureRequest) -> str:
    """A kind that is trained from text."""
    return trainable(str(request.param))


def test_every_kind_has_a_case() -> None:
    assert set(KINDS) == set(CASES)


def test_a_kind_is_found_by_its_name(kind: str) -> None:
    assert tagger_class(kind).kind == kind
    assert tagger_class(kind.split(".")[0]) is tagger_class(kind)
    assert tagger_class("neural") is tagger_class("neural-entities.v1")


def test_a_trainer_is_found_by_its_kind(learner: str) -> None:
    assert trainer(learner.split(".")[0]) is trainer(learner)
    with pytest.raises(UsageError, match="make it with majuscule entities adapt"):
        trainer("adapted-entities")


def test_names_are_found_with_confidence(kind: str) -> None:
    case, tagger = CASES[kind], trained(kind)
    found = tagger.tag(case.text)
    assert [(m.of(case.text), m.label) for m in found] == list(case.found)
    assert all(0 < m.confidence <= 1 for m in found)
    assert set(tagger.labels) == set(case.labels)


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_text_is_tagged_alike_alone_and_among_others(kind: str, data: st.DataObject) -> None:
    some = st.lists(st.sampled_from(CASES[kind].parts), max_size=9).map(" ".join)
    texts = data.draw(st.lists(some, max_size=7))
    tagger = trained(kind)
    for memory in (True, False):
        alone = [tagger.tag(text, memory=memory) for text in texts]
        assert list(tagger.tag_many(texts, memory=memory, jobs=1)) == alone
        assert list(tagger.tag_many(iter(texts), memory=memory, jobs=2)) == alone


def test_a_name_does_not_go_on_in_the_next_text(kind: str) -> None:
    """Names, addresses, numbers and signs that are one word have been taken for each other."""
    texts = ["he met a friend in New", "York was here . http://a.org/7?x=1,5", "ann@c.com", "… –"]
    texts += [
        "```text\nan open code block",
        "- in Rome ...",
        "1,000",
        "1.000",
        "he said New",
        "York",
        "New",
        "马丁 去 北",
        "京 工作",
    ]
    assert list(trained(kind).tag_many(texts)) == [trained(kind).tag(text) for text in texts]


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_mentions_are_flat_and_in_one_line(kind: str, data: st.DataObject) -> None:
    text = data.draw(st.lists(st.sampled_from(CASES[kind].parts), max_size=20).map(" ".join))
    end = 0
    for mention in trained(kind).tag(text, lines="separate"):
        assert end <= mention.start < mention.end <= len(text)
        assert "\n" not in mention.of(text)
        assert mention.label in CASES[kind].labels
        end = mention.end


@pytest.mark.parametrize("text", ["", "\n\n", " \t\n "])
def test_empty_text_has_no_mention(kind: str, text: str) -> None:
    assert trained(kind).tag(text) == []
    assert list(trained(kind).tag_many([text, text])) == [[], []]
    assert list(trained(kind).tag_many([])) == []


def test_a_model_survives_its_file(kind: str, tmp_path: Path) -> None:
    case, tagger = CASES[kind], trained(kind)
    again = load_entities(save(tmp_path, tagger))
    assert type(again) is tagger_class(kind)
    assert again.tag(case.text) == tagger.tag(case.text)
    assert again.labels == tagger.labels
    assert again.options() == tagger.options()
    assert {**again.arrays()}.keys() == {**tagger.arrays()}.keys()
    for name, array in tagger.arrays().items():
        assert np.array_equal(array, again.arrays()[name]), name


def test_a_loaded_tagger_is_one_line_and_loads_again_elsewhere(kind: str, tmp_path: Path) -> None:
    tagger, path = trained(kind), tmp_path / "a.model"
    assert repr(tagger) == f"<{type(tagger).__name__} not of a file {kind}>"
    with pytest.raises(TypeError, match="not loaded from a file"):
        pickle.dumps(tagger)
    header = ModelHeader(tagger.kind, name="mine", options=tagger.options())
    write_model(path, header, tagger.arrays())
    again = load_entities(path)
    digest = read_model(path).digest
    assert repr(again) == f"<{type(tagger).__name__} mine {kind} {digest[:12]}>"
    sent = pickle.dumps(again)
    assert len(sent) < 1000
    write_model(path, replace(header, options={**header.options, "more": 1}), tagger.arrays())
    with pytest.raises(ModelError, match="not the model"):
        pickle.loads(sent)
    write_model(path, header, tagger.arrays())
    elsewhere = pickle.loads(sent)
    assert elsewhere.tag(CASES[kind].text) == again.tag(CASES[kind].text)
    assert repr(elsewhere) == repr(again)
    assert pickle.loads(sent) is elsewhere


def test_what_is_no_text_is_refused(kind: str) -> None:
    wrong: Any = b"Ann"
    with pytest.raises(TypeError, match="text is bytes; it must be str"):
        trained(kind).tag(wrong)
    with pytest.raises(TypeError, match=r"texts\[1\] is bytes; each must be str"):
        list(trained(kind).tag_many(["Ann", wrong]))
    with pytest.raises(TypeError, match="texts is str; it must be a collection of str"):
        list(trained(kind).tag_many("Ann"))


def test_a_file_that_lacks_something_is_refused(kind: str, tmp_path: Path) -> None:
    tagger, path = trained(kind), tmp_path / "a.model"
    save(path, tagger, options={})
    with pytest.raises(ModelError, match="options"):
        load_entities(path)
    arrays = dict(tagger.arrays())
    arrays.popitem()
    write_model(path, ModelHeader(kind, options=tagger.options()), arrays)
    with pytest.raises(ModelError, match="fresh copy"):
        load_entities(path)
    save(path, tagger, kind="unigram.v1")
    with pytest.raises(ModelError, match=r"unigram\.v1"):
        load_entities(path)


def test_training_twice_gives_the_same_model(kind: str) -> None:
    first = trained(kind).arrays()
    trained.cache_clear()
    again = trained(kind).arrays()
    assert all(np.array_equal(array, again[name]) for name, array in first.items())


def test_lists_of_names_are_used_or_refused(learner: str) -> None:
    case, names = CASES[learner], Knowledge(names=NameLists.of([("Merkel", SURNAME)]))
    if not case.knows:
        with pytest.raises(UsageError, match="cannot use known names"):
            trainer(learner)(case.corpora, case.labels, names, case.options)
        return
    with_names, without = (
        trainer(learner)(case.corpora, case.labels, known, case.options).arrays()
        for known in (names, None)
    )
    assert any(not np.array_equal(array, without[name]) for name, array in with_names.items())


def test_what_cannot_be_learnt_is_refused(learner: str) -> None:
    train = trainer(learner)
    with pytest.raises(TrainingError, match="there is no mention"):
        train([Corpus([AnnotatedText("in Rome")], ("LOC",))], ("LOC",))
    with pytest.raises(TrainingError, match="'X' has label 'CAR', which is not"):
        train([Corpus([AnnotatedText("X", (Mention(0, 1, "CAR"),))], LABELS)], LABELS)
    with pytest.raises(UsageError, match="depth"):
        train(CASES[learner].corpora, CASES[learner].labels, None, {"depth": 3})


def test_what_is_done_and_mended_is_told(learner: str) -> None:
    told: list[str] = []
    repairs, case = Repairs(), CASES[learner]
    first = case.corpora[0].documents[0]
    space = first.text.index(" ")
    empty = AnnotatedText(first.text, (Mention(space, space + 1, first.mentions[0].label),))
    text = [Corpus([*one.documents, empty], one.taught, one.name) for one in case.corpora]

    def report(what: str, _share: float) -> None:
        told.append(what)

    trainer(learner)(text, case.labels, None, case.options, report=report, repairs=repairs)
    assert told
    assert repairs.counts
