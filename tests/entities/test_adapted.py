"""A tagger is adapted to corrected sentences; other text stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from majuscule.cli.program import run
from majuscule.entities.adapted.training import AdaptOptions, adapt, adapt_entities
from majuscule.entities.interface import Corpus
from majuscule.entities.kinds import load_entities
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.errors import TrainingError, UsageError
from majuscule.models import read_model
from majuscule.reading.annotations import columns
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from tests.entities.entity_corpora import corpora

OLD = "Angela Merkel met a friend in New York on Tuesday ."


def corrected(name: str) -> AnnotatedText:
    """Return a sentence in which Waldo and Zeppo are people, a friend is a place."""
    text = f"{name} met a friend in Rome on Monday ."
    friend = text.index("friend")
    spans = [Mention(0, len(name), "PER"), Mention(friend, friend + 6, "LOC")]
    spans += [Mention(text.index("Rome"), text.index("Rome") + 4, "LOC")]
    spans += [Mention(text.index("Monday"), text.index("Monday") + 6, "DATE")]
    return AnnotatedText(text, tuple(spans))


CORRECTED = Corpus([corrected(name) for name in ("Waldo", "Zeppo")] * 3, ("PER", "LOC", "DATE"))


def test_what_people_corrected_is_learnt_in_any_case(tagger: LinearEntityTagger) -> None:
    adapted = adapt(tagger, [CORRECTED], AdaptOptions(penalty=0.01))
    for document in CORRECTED.documents[:2]:
        for condition in ("original", "lower", "upper"):
            found = adapted.tag(document.cased(condition).text)
            assert [m.span for m in found] == [m.span for m in document.mentions]
    before = corpora()[0].documents
    changed = sum(
        adapted.tag(d.text) != tagger.tag(d.text) for d in before if "friend" not in d.text
    )
    assert changed == 0


def test_labels_that_are_not_taught_stay_with_the_tagger_below(tagger: LinearEntityTagger) -> None:
    people = Corpus([one.only(["PER"]) for one in CORRECTED.documents], ("PER",))
    adapted = adapt(tagger, [people], AdaptOptions())
    found = adapted.tag("Waldo met a friend in Rome on Monday .")
    assert [m.label for m in found] == ["PER", "LOC", "DATE"]


def test_an_adapted_tagger_is_adapted_anew(model: str, tmp_path: Path) -> None:
    first, second = tmp_path / "a.model", tmp_path / "b.model"
    adapt_entities([CORRECTED], first, base=model)
    adapt_entities([CORRECTED], second, base=first)
    assert {**load_entities(first).arrays()}.keys() == {**load_entities(second).arrays()}.keys()
    assert read_model(second).header.options["below"]["kind"] == "entities.v1"
    assert load_entities(second).tag(OLD) == load_entities(first).tag(OLD)


def test_the_command_writes_a_model_that_is_scored(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, target = tmp_path / "corrected.tsv", tmp_path / "mine.model"
    data.write_text("".join(columns.write(CORRECTED.documents)))
    assert run(["entities", "adapt", str(data), "--base", model, "-o", str(target)]) == 0
    assert "features on top of" in capsys.readouterr().err
    header = read_model(target).header
    assert header.kind == "adapted-entities.v1"
    assert [one.name for one in header.corpora] == ["corrected"]
    assert run(["entities", "score", str(data), "-m", str(target), "--resamples", "0"]) == 0
    assert "100.0" in capsys.readouterr().out


def test_what_cannot_be_adapted_is_said(model: str) -> None:
    car = Corpus([AnnotatedText("a Fiat", (Mention(2, 6, "CAR"),))], ("PER",))
    with pytest.raises(TrainingError, match="'Fiat' has label 'CAR', which is not one of PER"):
        adapt_entities([car], base=model)
    with pytest.raises(
        TrainingError, match="'Fiat' has label 'CAR', which is not one of PER, LOC, DATE"
    ):
        adapt_entities([Corpus(car.documents, ("CAR",))], base=model)
    with pytest.raises(UsageError, match="penalty must be above 0"):
        adapt_entities([CORRECTED], base=model, options={"penalty": 0})
    with pytest.raises(TrainingError, match="there is no mention"):
        adapt_entities([Corpus([AnnotatedText("no name")], ("PER",))], base=model)
