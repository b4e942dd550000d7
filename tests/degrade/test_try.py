"""``majuscule degrade try`` on a small labelled file, with an engine that needs case."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from majuscule.cli.commands.degrade import degrade
from majuscule.cli.program import State
from majuscule.errors import CorpusError
from majuscule.files import OutputError


def tried(gold: Path, engine: str, work: Path, *more: str) -> str:
    given = ["try", str(gold), "--engine", engine, "--work", str(work), "--resamples", "20"]
    conditions = ["--condition", "original", "--condition", "lower"]
    words = [*given, *conditions, *more]
    done = CliRunner().invoke(degrade, words, catch_exceptions=False, obj=State(words))
    assert done.exit_code == 0
    assert "2 of 2 cells" in done.stderr
    return done.stdout


def test_tables_are_shown_where_no_file_is_named(gold: Path, engine: str, tmp_path: Path) -> None:
    shown = tried(gold, engine, tmp_path / "work")
    assert "| original | 100.00" in shown
    (lower,) = [line for line in shown.splitlines() if line.startswith("| lower ") and "[" in line]
    assert " 0.00 [0.00, 0.00]" in lower
    assert sorted(one.name for one in tmp_path.iterdir()) == ["gold.tsv", "tagger.py", "work"]


def test_a_file_in_another_encoding_is_tried(gold: Path, engine: str, tmp_path: Path) -> None:
    gold.write_text(gold.read_text("utf-8").replace("rained", "régnait"), "latin-1")
    with pytest.raises(AssertionError):
        tried(gold, engine, tmp_path / "work")
    for how in (["--encoding", "latin-1"], ["--errors", "replace"]):
        assert "| original | 100.00" in tried(gold, engine, tmp_path / "work", *how)


def test_a_report_is_written_where_one_is_named(gold: Path, engine: str, tmp_path: Path) -> None:
    assert tried(gold, engine, tmp_path / "work", "-o", str(tmp_path / "answer")) == ""
    for suffix in (".md", ".json", ".html"):
        assert "What case is worth" in (tmp_path / f"answer{suffix}").read_text("utf-8")


def test_a_folder_that_is_missing_is_told_before_anything_is_measured(
    gold: Path, engine: str, tmp_path: Path
) -> None:
    with pytest.raises(OutputError, match="no such folder; create it first"):
        tried(gold, engine, tmp_path / "work", "-o", str(tmp_path / "no" / "answer"))
    assert not (tmp_path / "work").exists()


def test_a_file_that_is_missing_is_a_mistake_of_the_command(gold: Path, engine: str) -> None:
    with pytest.raises(CorpusError, match="no-such: no such file"):
        tried(gold.with_name("no-such"), engine, gold.parent)


def test_what_measured_nothing_is_said_once_and_leaves_nothing(
    gold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    words = ["try", str(gold), "--engine", "command:no-such-program", "-o", "answer"]
    done = CliRunner().invoke(degrade, words, obj=State(words))
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith("majuscule: nothing could be measured: ")
    assert "cannot be started: no such file" in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_cells_are_not_kept_where_no_folder_is_named(
    gold: Path, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    words = ["try", str(gold), "--engine", engine, "--resamples", "20", "--condition", "original"]
    done = CliRunner().invoke(degrade, words, catch_exceptions=False, obj=State(words))
    assert "| original | 100.00" in done.stdout
    assert sorted(tmp_path.iterdir()) == before
