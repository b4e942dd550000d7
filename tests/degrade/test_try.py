"""``majuscule degrade try`` on a small labelled file, with an engine that needs case."""

from pathlib import Path

from click.testing import CliRunner

from majuscule.cli.commands.degrade import degrade
from majuscule.cli.program import State


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


def test_a_report_is_written_where_one_is_named(gold: Path, engine: str, tmp_path: Path) -> None:
    assert tried(gold, engine, tmp_path / "work", "-o", str(tmp_path / "answer")) == ""
    for suffix in (".md", ".json", ".html"):
        assert "What case is worth" in (tmp_path / f"answer{suffix}").read_text("utf-8")
