"""``majuscule entities``: tag, train and score, from files to files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from majuscule.cli.program import run
from majuscule.reading.annotations import columns, jsonl
from tests.entities.entity_corpora import corpora

TEXT = "Angela Merkel met a friend in New York on Tuesday ."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a corpus in two formats and a model trained on it by the command."""
    path = tmp_path_factory.mktemp("entities")
    documents = corpora()[0].documents
    (path / "full.tsv").write_text("".join(columns.write(documents)))
    (path / "full.jsonl").write_text("".join(jsonl.write(documents)))
    (path / "male.csv").write_text("name,freq\nBarack,0.1\nAnn,0.001\n")
    settings = ("epochs=6", "least=1", "slots=20000", "threads=1", "held_out=0", "margin=20")
    options = [part for one in settings for part in ("--option", one)]
    arguments = ["--labels", "PER, LOC,DATE", "--names", str(path / "male.csv"), *options]
    target = str(path / "tiny.model")
    source = str(path / "full.tsv")
    assert run(["entities", "train", source, "-o", target, "--repeat", "full=2", *arguments]) == 0
    return path


def test_text_is_tagged(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    (folder / "a.txt").write_text(TEXT.lower() + "\n")
    assert run(["entities", "tag", "-m", str(folder / "tiny.model"), str(folder / "a.txt")]) == 0
    rows = [line.split("\t") for line in capsysbinary.readouterr().out.decode().splitlines()]
    assert [(row[5], row[7]) for row in rows] == [
        ("PER", "angela merkel"),
        ("LOC", "new york"),
        ("DATE", "tuesday"),
    ]


@pytest.mark.parametrize("name", ["a.txt", "a.tsv"])
def test_text_in_another_encoding_is_tagged(
    folder: Path, name: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = f"zoë met {TEXT.lower()}\n"
    lines = [f"{word}\t{'B-PER' if word == 'zoë' else 'O'}\n" for word in text.split()]
    content = text if name == "a.txt" else "".join(lines)
    tag = ["entities", "tag", "-m", str(folder / "tiny.model"), str(folder / name)]
    (folder / name).write_text(content, encoding="utf-8")
    assert run([*tag, "--jobs", "1"]) == 0
    wanted = capsysbinary.readouterr().out
    assert b"new york" in wanted
    (folder / name).write_text(content, encoding="latin-1")
    assert run([*tag, "--encoding", "latin-1"]) == 0
    assert capsysbinary.readouterr().out == wanted
    assert run([*tag, "--errors", "replace"]) == 0
    assert b"1" in capsysbinary.readouterr().err  # the byte is counted
    if name == "a.tsv":
        score = ["entities", "score", *tag[2:], "--encoding", "latin-1", "--resamples", "0"]
        assert run(score) == run([*score, "--predicted", str(folder / name)]) == 0
        assert run([*score[:-4], "--errors", "replace"]) == 0
        assert b"replaced by U+FFFD: 1" in capsysbinary.readouterr().out
        assert run(score[:-4]) == 2


def test_a_name_over_a_line_break_of_a_quotation_is_listed_in_one_line(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    mail = "> yes , angela merkel met a friend in new\n> york on tuesday .\n"
    (folder / "mail.txt").write_text(mail)
    tag = ["entities", "tag", "-m", str(folder / "tiny.model"), "--lines", "wrapped"]
    assert run([*tag, str(folder / "mail.txt")]) == 0
    assert b"\tnew york\n" in capsysbinary.readouterr().out


def test_documents_are_tagged_as_json(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    model, data = str(folder / "tiny.model"), str(folder / "full.jsonl")
    tag = ["entities", "tag", "-m", model, data]
    assert run([*tag, "--to", "jsonl"]) == 0
    shown = capsysbinary.readouterr().out
    assert run([*tag, "--json"]) == 0
    assert capsysbinary.readouterr().out == shown
    assert run([*tag, "--json", "--to", "inline"]) == 2
    assert b"cannot be used with --to inline" in capsysbinary.readouterr().err
    records = [json.loads(line) for line in shown.splitlines()]
    assert len(records) == len(corpora()[0].documents)
    assert records[0]["mentions"][0]["label"] == "PER"


def test_a_model_is_scored_in_three_cases(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    arguments = ["-m", str(folder / "tiny.model"), "--resamples", "20", "--by-label"]
    assert run(["entities", "score", str(folder / "full.tsv"), *arguments]) == 0
    shown = capsysbinary.readouterr().out.decode()
    assert "upper" in shown
    assert "cond:lower" in shown
    assert "DATE" in shown
    assert "ENAMEX" in shown
    for metric, other, table in (("muc", "spans", "element"), ("spans", "muc", "label")):
        one = ["entities", "score", str(folder / "full.tsv"), *arguments, "--metric", metric]
        assert run(one) == 0
        rows = capsysbinary.readouterr().out.decode().splitlines()
        assert any(f"| {metric} " in row for row in rows)
        assert not any(f"| {other} " in row for row in rows)
        assert any(row.startswith(f"| {table} ") for row in rows)


def test_a_file_is_scored_against_another(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = str(folder / "full.jsonl")
    assert run(["entities", "score", data, "--predicted", data, "--resamples", "0"]) == 0
    assert "100.0" in capsysbinary.readouterr().out.decode()
    other = folder / "other.jsonl"
    other.write_text('{"text": "another"}\n')
    assert run(["entities", "score", data, "--predicted", str(other)]) == 2
    assert f"{other}: its number of documents is 1, " in capsysbinary.readouterr().err.decode()


def test_mistakes_are_told_in_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = str(tmp_path / "x.model")
    source = str(folder / "full.tsv")
    assert run(["entities", "train", source, "-o", target, "--labels", "CAR"]) == 2
    assert "'Barack Obama' has label 'PER', which is not one of CAR" in capsys.readouterr().err
    for command in ("train", "adapt"):
        assert run(["entities", command, source, "-o", source]) == 2
        assert "is not a model and would be overwritten" in capsys.readouterr().err
    missing = str(tmp_path / "no" / "x.model")
    assert run(["entities", "train", source, "-o", missing, "--labels", "CAR"]) == 2
    assert "no such folder" in capsys.readouterr().err
    assert run(["entities", "train", source, "-o", target, "--repeat", "other=2"]) == 2
    assert "repeat other=2" in capsys.readouterr().err
    assert run(["entities", "train", source, "-o", target, "--share", "full=0"]) == 2
    assert "share full=0: must name one of full, and a whole number" in capsys.readouterr().err
