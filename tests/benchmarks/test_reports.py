"""Reports: their words, and their numbers beside them."""

import ast
import json
import tomllib

import pytest

from benchmarks import report
from benchmarks.environment import ROOT

WORDS = tomllib.loads((ROOT / "benchmarks" / "reports.toml").read_text("utf-8"))


@pytest.mark.parametrize("page", sorted(report.REPORTS.glob("*.md")), ids=lambda page: page.stem)
def test_every_report_has_its_numbers_beside_it(page):
    assert json.loads(page.with_suffix(".json").read_text("utf-8"))


def test_results_are_pages_numbers_and_pictures():
    files = [path for path in (ROOT / "results").rglob("*") if path.is_file()]
    # a page that somebody looks at is left out of the repository
    assert {path.suffix for path in files} - {".html"} == {".md", ".json", ".svg"}


def test_every_paragraph_is_said_by_a_benchmark():
    source = "".join(path.read_text("utf-8") for path in (ROOT / "benchmarks").glob("*.py"))
    parts = {part for report in WORDS.values() for part in report}
    assert not [one for one in parts - {"title", "tokens", "text"} if f'"{one}"' not in source]
    assert not [name for name in WORDS if f'"{name}"' not in source]


@pytest.mark.parametrize(
    "path", sorted((ROOT / "benchmarks").rglob("*.py")), ids=lambda path: path.stem
)
def test_a_benchmark_calls_the_library_not_its_command_line(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [alias.name for alias in getattr(node, "names", []) if hasattr(alias, "asname")]
        base = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        assert not [name for name in names if f"{base}{name}.".startswith("majuscule.cli.")]
