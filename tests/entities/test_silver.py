"""Raw text that taggers annotate teaches another tagger, where they agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from majuscule.entities.interface import Corpus
from majuscule.entities.kinds import load_entities
from majuscule.entities.silver import annotated, read_raw
from majuscule.entities.training import train_entities
from majuscule.errors import CorpusError, UsageError
from majuscule.models import read_model
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from tests.entities.entity_corpora import LABELS, OPTIONS, corpora

SENTENCES = (
    "Zoe Kay met a friend in Oslo on Monday .",
    "Ann Lee met a friend in Berlin on Tuesday .",
    "John Smith met a friend in Rome on 2008 .",
)
RAW = f"{SENTENCES[0]}\n{SENTENCES[1]}  {SENTENCES[2]}\n"
HOLED = ", of Oslo , met a friend in Rome on Monday ."


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Three taggers: two that learnt all labels, one of them little, and one without dates."""
    folder = tmp_path_factory.mktemp("silver")
    full = corpora()[0]
    wanted = {"full": LABELS, "short": LABELS, "undated": ("PER", "LOC")}
    for name, labels in wanted.items():
        documents = full.documents[:8] if name == "short" else full.documents
        given = Corpus([one.only(labels) for one in documents], labels, name)
        options = {**OPTIONS, "held_out": 0}
        train_entities([given], folder / f"{name}.model", labels=labels, options=options)
    return {name: str(folder / f"{name}.model") for name in wanted}


@pytest.fixture
def raw(tmp_path: Path) -> str:
    path = tmp_path / "raw.txt"
    path.write_text(RAW)
    return str(path)


def test_text_is_annotated_sentence_by_sentence(models: dict[str, str], raw: str) -> None:
    [found] = annotated(read_raw([raw], LABELS), [models["full"]])
    [document] = found.documents
    assert document.text == "\n".join(SENTENCES)
    by_tagger = [(m.of(RAW), m.label) for m in load_entities(models["full"]).tag(RAW)]
    assert [(m.of(document.text), m.label) for m in document.mentions] == by_tagger
    assert {("Ann Lee", "PER"), ("Rome", "LOC"), ("2008", "DATE")} <= set(by_tagger)
    assert found.guessed == found.taught == LABELS


def test_a_line_that_begins_with_a_mark_is_a_sentence(models: dict[str, str]) -> None:
    [found] = annotated([Corpus([AnnotatedText(HOLED)], LABELS)], [models["full"]])
    assert found.documents[0].text == HOLED
    assert [m.span for m in found.documents[0].mentions] == [
        m.span for m in load_entities(models["full"]).tag(HOLED)
    ]
    assert found.documents[0].mentions


def test_sentences_on_which_teachers_differ_are_left_out(models: dict[str, str], raw: str) -> None:
    both = [models["full"], models["short"]]
    [alone], [other], [together] = (
        annotated(read_raw([raw], LABELS), some) for some in ([both[0]], [both[1]], both)
    )
    said = [
        {(line, m.of(one.text), m.label) for line, m in _by_line(one)}
        for one in (alone.documents[0], other.documents[0])
    ]
    differing = {line for line, _, _ in said[0] ^ said[1]}
    assert differing
    kept = together.documents[0].text.split("\n")
    assert kept == [x for x in alone.documents[0].text.split("\n") if x not in differing]
    for line, mention in _by_line(together.documents[0]):
        assert (line, mention.of(together.documents[0].text), mention.label) in said[0]


def _by_line(document):
    for mention in document.mentions:
        line = document.text.count("\n", 0, mention.start)
        yield document.text.split("\n")[line], mention


def test_a_tagger_learns_what_its_teacher_knows(models: dict[str, str], tmp_path: Path) -> None:
    raw = tmp_path / "raw.txt"
    raw.write_text("\n".join(one.text for one in corpora()[0].documents))
    little = Corpus(
        [AnnotatedText("Ann Lee slept .", (Mention(0, 7, "PER"),))] * 4, LABELS, "little"
    )
    options = {**OPTIONS, "held_out": 0}
    text = "Mary Jones met a friend in Rome on Tuesday ."
    target = tmp_path / "pupil.model"
    given = {"labels": LABELS, "options": options}
    taught = {"silver": [str(raw)], "teachers": [models["full"]]}
    pupil = train_entities([little], target, **given, **taught)
    assert [m.of(text) for m in pupil.tag(text)] == ["Mary Jones", "Rome", "Tuesday"]
    alone = train_entities([little], **given)
    assert not {"Rome", "Tuesday"} & {m.of(text) for m in alone.tag(text)}
    sources = {one.name: one for one in read_model(target).header.corpora}
    assert sources["raw"].words > 0
    assert sources["full"].origin == "annotates the silver text"


def test_the_pupil_may_be_a_teacher_before_it_learns_from_it(
    models: dict[str, str], raw: str, tmp_path: Path
) -> None:
    short, target = Path(models["short"]), tmp_path / "pupil.model"
    given = {"labels": LABELS, "options": {**OPTIONS, "held_out": 0}}
    documents = corpora()[0].documents[:8]  # what the model short has learnt
    taught = {"silver": [raw], "teachers": [models["full"], "itself"]}
    train_entities([Corpus(documents, LABELS, "short")], target, **given, **taught)
    [agreed] = annotated(read_raw([raw], LABELS), [models["full"], str(short)])
    sources = {one.name: one for one in read_model(target).header.corpora}
    assert sources.keys() == {"raw", "short", "full"}
    assert 0 < sources["raw"].words == len(agreed.documents[0].text.split()) < len(RAW.split())


@pytest.mark.parametrize(
    ("silver", "teacher", "said"),
    [
        (True, "", "give both"),
        (False, "full", "give both"),
        (True, "undated", "does not find DATE"),
    ],
)
def test_what_cannot_be_annotated_is_refused(models, raw, silver, teacher, said) -> None:
    given = {
        "silver": [raw] if silver else [],
        "teachers": [models[teacher]] if teacher else [],
    }
    with pytest.raises(UsageError, match=said):
        train_entities(corpora()[:1], labels=LABELS, options=OPTIONS, **given)


@pytest.mark.parametrize("option", ["raw", "titles", "silver"])
def test_all_text_to_learn_from_may_be_in_another_encoding(
    models: dict[str, str], option: str, tmp_path: Path
) -> None:
    given = Corpus([one.only(LABELS) for one in corpora()[0].documents], LABELS, "full")
    path = tmp_path / "raw.txt"
    how: dict[str, Any] = {option: [str(path)], "labels": LABELS}
    how |= {"options": {**OPTIONS, "held_out": 0}}
    how |= {"teachers": [models["full"]]} if option == "silver" else {}
    weights = {}
    for encoding in ("utf-8", "latin-1"):
        path.write_text(RAW.replace("Zoe", "Zoé"), encoding=encoding)
        train_entities([given], tmp_path / "a.model", encoding=encoding, **how)
        weights[encoding] = read_model(tmp_path / "a.model").arrays
    assert all(map(np.array_equal, *(one.values() for one in weights.values())))
    with pytest.raises(CorpusError, match="--encoding"):
        train_entities([given], **how)
