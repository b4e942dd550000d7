"""Bad input: refused in a sentence with file and line, or repaired, counted and reported."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from majuscule.cli.program import run
from majuscule.entities.interface import Corpus
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.linear.training import train_tagger
from majuscule.entities.training import train_entities
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from tests.entities.entity_corpora import LABELS, OPTIONS, corpora

SENTENCE = "Ann\tB-PER\nLee\tI-PER\nmet\tO\nAngela\tB-PER\nin\tO\nRome\tB-LOC\n"


def score(model: str, path: Path, text: str) -> int:
    path.write_text(text)
    return run(["entities", "score", "-m", model, "--resamples", "0", str(path)])


def test_labels_that_the_model_lacks_are_counted(
    model: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert score(model, tmp_path / "a.tsv", SENTENCE + "Fiat\tB-CAR\n") == 0
    assert b"mentions of CAR, which the model does not give, not scored: 1" in (
        capsysbinary.readouterr().out
    )


def test_labels_in_a_text_are_separated_by_commas(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("Ann\tB-PER\nmet\tO\nLee\tB-PER\nin\tO\nRome\tB-LOC\n")
    for labels in ("PER, LOC", ["PER", "LOC"]):
        tagger = train_entities(tmp_path / "a.tsv", kind="hmm", labels=labels)
        assert tagger.labels == ("PER", "LOC")
    (tmp_path / "a.tsv").write_text("Ann\tB-PER\nmet\tO\nLee\tB-PER\n")
    assert train_entities(tmp_path / "a.tsv", kind="hmm", labels="PER").labels == ("PER",)


def test_a_file_of_foreign_labels_only_is_refused(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(model, tmp_path / "cars.tsv", "Fiat\tB-CAR\n") == 2
    shown = capsys.readouterr().err
    assert "cars.tsv" in shown
    assert "PER, LOC, DATE" in shown


def test_broken_tags_are_repaired_and_counted(
    model: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert score(model, tmp_path / "a.tsv", SENTENCE.replace("B-LOC", "I-LOC")) == 0
    assert b"tags that continue no mention, taken to begin one: 1" in capsysbinary.readouterr().out


def test_what_is_no_tag_is_refused_with_its_line(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(model, tmp_path / "a.tsv", SENTENCE.replace("B-LOC", "PLACE")) == 2
    assert "a.tsv:6" in capsys.readouterr().err


def test_a_table_taken_for_annotated_columns_is_told_how_to_be_read(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.tsv").write_text("id\ttext\n1\tann\n")
    assert run(["entities", "tag", "-m", model, str(tmp_path / "a.tsv")]) == 2
    assert "if it is a table, use --format tsv\n" in capsys.readouterr().err
    assert run(["entities", "tag", "-m", model, str(tmp_path / "a.tsv"), "--format", "tsv"]) == 0


def test_what_is_wrong_in_standard_input_is_named(
    model: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"text": 3}')))
    assert run(["entities", "score", "-m", model, "--format", "jsonl", "-"]) == 2
    assert "<stdin>:1: needs an object" in capsys.readouterr().err


def test_annotations_without_a_mention_are_not_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.tsv").write_text("no\tO\n")
    path = str(tmp_path / "a.tsv")
    assert run(["entities", "score", path, "--predicted", path]) == 2
    assert "a.tsv: neither this nor the gold file holds a mention" in capsys.readouterr().err


def test_an_empty_file_is_refused(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(model, tmp_path / "empty.tsv", "") == 2
    assert "empty.tsv: holds no document" in capsys.readouterr().err
    target = str(tmp_path / "x.model")
    assert run(["entities", "train", str(tmp_path / "empty.tsv"), "-o", target]) == 2
    assert "there is no mention" in capsys.readouterr().err


def test_an_empty_text_has_no_mentions(
    model: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "a.txt").write_text("")
    assert run(["entities", "tag", "-m", model, str(tmp_path / "a.txt")]) == 0
    assert capsysbinary.readouterr().out == b""


def test_a_corpus_without_an_entity_is_refused_for_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.tsv").write_text("no\tO\nnames\tO\n")
    target = str(tmp_path / "x.model")
    assert run(["entities", "train", str(tmp_path / "a.tsv"), "-o", target]) == 2
    assert "there is no mention in the training text (a.tsv)" in capsys.readouterr().err
    assert not Path(target).exists()


def test_a_corpus_without_an_entity_is_scored_and_told(
    model: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert score(model, tmp_path / "a.tsv", "no\tO\nnames\tO\n") == 0
    shown = capsysbinary.readouterr().out
    assert b"N/A" in shown
    assert b"corpora without a mention, whose recall is not defined: 1" in shown


def test_a_label_that_is_not_learnt_is_refused_with_its_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.tsv").write_text(SENTENCE)
    target = str(tmp_path / "x.model")
    assert run(["entities", "train", str(tmp_path / "a.tsv"), "--labels", "PER", "-o", target]) == 2
    shown = capsys.readouterr().err
    assert "a.tsv:1: 'Rome' has label 'LOC', which is not one of PER" in shown


def test_mentions_across_token_borders_are_widened_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ['{"text": "Annabel met Rome", "mentions": [{"start": 0, "end": 3, "label": "PER"}]}\n']
    (tmp_path / "a.jsonl").write_text("".join(lines * 5))
    arguments = ["--labels", "PER", "-o", str(tmp_path / "x.model")]
    for option in ("least=1", "held_out=0", "epochs=1", "threads=1"):
        arguments += ["--option", option]
    assert run(["entities", "train", str(tmp_path / "a.jsonl"), *arguments]) == 0
    assert "mentions that cut a token, widened to it: 5" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["entities", "maxent", "memm", "hmm", "chinese"])
def test_every_kind_refuses_a_corpus_without_an_entity(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.tsv").write_text("no\tO\nnames\tO\n")
    target = str(tmp_path / "x.model")
    arguments = ["--kind", kind, "--labels", "PER", "-o", target]
    assert run(["entities", "train", str(tmp_path / "a.tsv"), *arguments]) == 2
    assert "there is no mention" in capsys.readouterr().err


def test_an_endless_sentence_can_be_learnt_and_tagged(tagger: LinearEntityTagger) -> None:
    text = "Ann Lee met John Smith in Oslo and " * 3000
    first = AnnotatedText("Ann Lee met no one", (Mention(0, 7, "PER"),))
    endless = Corpus([first, AnnotatedText(text)], LABELS)
    assert train_tagger([*corpora(), endless], LABELS, tagger.knowledge, OPTIONS).labels == LABELS
    assert all(m.end - m.start < 40 for m in tagger.tag(text))


def test_ten_thousand_mentions_of_one_name_are_found_alike(tagger: LinearEntityTagger) -> None:
    text = "Angela Merkel said so .\n" * 10_000
    found = [(one.start % 24, one.end % 24, one.label) for one in tagger.tag(text)]
    assert found == [(0, 13, "PER")] * 10_000
