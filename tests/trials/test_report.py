from __future__ import annotations

import json
from pathlib import Path

import pytest

from majuscule.errors import CorpusError
from majuscule.measure import Difference, Estimate, Table
from majuscule.trials.report import Chart, Details, Hole, Section, WrittenReport, read_references

TABLE = Table(
    ["input", "F1"],
    [["a<b", Estimate(0.5, 0.4, 0.6)], ["loss", Difference(-0.1, -0.2, 0.0, 0.0004, "bootstrap")]],
    "Scores",
)
REPORT = WrittenReport(
    "What case costs",
    ["Made by `majuscule ...`."],
    [
        Section("One", [TABLE, Chart("<svg/>", "growth", "Growth"), Hole("Not measured: x")]),
        Section("Two", [Chart("<svg/>"), Details("Signatures", ["metric:spans"])]),
    ],
    {"a": 1},
)


def test_markdown_links_charts_that_have_a_file_of_their_own(tmp_path: Path) -> None:
    written = REPORT.write(tmp_path / "base.x")
    assert [path.name for path in written] == ["base.x.md", "base.x.json", "base.x-growth.svg"]
    text = written[0].read_text("utf-8")
    assert text.startswith("# What case costs\n\nMade by `majuscule ...`.\n\n## One\n\n**Scores**")
    assert (
        "\n\n![Growth](base.x-growth.svg)\n\nNot measured: x\n\n## Two\n\nSignatures:\n\n" in text
    )
    assert text.endswith("- `metric:spans`\n")
    assert json.loads(written[1].read_text("utf-8")) == {"a": 1}
    assert "svg" not in REPORT.markdown()


def test_a_page_has_all_in_it(tmp_path: Path) -> None:
    REPORT.write(tmp_path / "base", page=True)
    page = (tmp_path / "base.html").read_text("utf-8")
    assert page.count("<svg") == 2
    assert "<p>Made by <code>majuscule ...</code>.</p>" in page
    assert '<a href="#part-2">Two</a>' in page
    assert "<td>a&lt;b<td>50.0<small>[40.0, 60.0]</small>" in page
    assert "<td>-10.00<small>[-20.00, +0.00] p &lt; 0.001</small>" in page
    assert '<p class="hole">Not measured: x</p>' in page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no", "holds no tables by name"),
        ('{"f1": [{"columns": ["a"]}]}', "holds no tables by name: 'rows'"),
        ('{"f1": [{"columns": ["a"], "rows": [[1, 2]]}]}', "row 1 of table '' has 2 cells"),
    ],
)
def test_references_that_cannot_be_read_are_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CorpusError, match=message):
        read_references(path)
    with pytest.raises(CorpusError, match="cannot be read"):
        read_references(tmp_path / "nowhere.json")
    assert read_references(None) == {}
