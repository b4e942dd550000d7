"""Reports: their words, their numbers beside them, and tables read back from pages."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.environment import ROOT
from majuscule.measure import Table

WORDS = tomllib.loads((ROOT / "benchmarks" / "reports.toml").read_text("utf-8"))


@pytest.mark.parametrize("page", sorted(report.REPORTS.glob("*.md")), ids=lambda page: page.stem)
def test_every_report_has_its_numbers_beside_it(page: Path) -> None:
    assert json.loads(page.with_suffix(".json").read_text("utf-8"))


def test_tables_are_read_back_under_their_headings() -> None:
    table = Table(["data", "n"], [["a | b", 1200], ["", None]])
    found = list(report.read_tables(f"# Title\n\n## Part\n\nWords.\n\n{table.markdown()}"))
    assert [one.title for one in found] == ["Part"]
    assert [list(row) for row in found[0].rows] == [["a \\| b", 1200], ["", None]]


def test_a_page_without_numbers_gets_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "old.md"
    page.write_text("# Old\n\nMade by `python -m gone`.\n\n| n |\n| --: |\n| 7 |\n", "utf-8")
    monkeypatch.setattr("sys.argv", ["report", str(page)])
    report.main()
    found = json.loads(page.with_suffix(".json").read_text("utf-8"))
    assert found["command"] == "python -m gone"
    assert found["tables"][0]["rows"] == [[7]]


def test_every_paragraph_is_said_by_a_benchmark() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "benchmarks").glob("*.py"))
    parts = {part for report in WORDS.values() for part in report}
    assert not [one for one in parts - {"title", "tokens", "text"} if f'"{one}"' not in source]
    assert not [name for name in WORDS if f'"{name}"' not in source]
