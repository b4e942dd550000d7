"""What all benchmarks share: where corpora and reports lie, options, how a report is written.

    python -m benchmarks.report PAGE...

writes the numbers of reports that no benchmark writes any more, or that other tools made, beside
them: the tables as the pages show them.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.environment import ROOT, machine
from majuscule.files import atomic_write_text
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.trials.report import WrittenReport

REPORTS = ROOT / "results" / "reports"
DATA = ROOT.parent / "shared" / "data"
CASED, NAMES = DATA / "truecasing", DATA / "entities" / "en"


def options(name: str, doc: str | None) -> argparse.ArgumentParser:
    """Return a parser for a benchmark with the option ``--output``, the report ``name``."""
    parser = argparse.ArgumentParser(description=(doc or "").split("\n")[0])
    text = "where the report goes, without suffix"
    parser.add_argument("--output", type=Path, default=REPORTS / name, help=text)
    return parser


def command() -> str:
    module = Path(sys.argv[0]).stem
    return shlex.join(["python", "-m", f"benchmarks.{module}", *sys.argv[1:]])


def machine_line(found: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in found.items())


def made() -> str:
    """Return a paragraph that says what made a report, and where."""
    return f"Made by:\n\n```text\n{command()}\n```\n\non {machine_line(machine())}."


def page(title: str, parts: Iterable[str | Table]) -> str:
    """Return a page of Markdown: a title, paragraphs and tables."""
    return WrittenReport(title, list(parts), ()).markdown()


@cache
def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("reports.toml").read_text("utf-8"))


def say(report: str, part: str, **values: object) -> str:
    """Return what a report says in some place: see ``reports.toml``."""
    return _texts()[report][part].format(**values)


def write_report(
    output: Path,
    name: str,
    parts: Iterable[str | Table],
    data: Mapping[str, Any] | None = None,
    **values: object,
) -> None:
    """Write the report ``name`` with the suffix .md, and its numbers with the suffix .json.

    The numbers are ``data``, or else the tables; ``values`` stand in the title.
    """
    parts = list(parts)
    tables = [part.as_dict() for part in parts if isinstance(part, Table)]
    numbers = data or {"command": command(), "machine": machine(), "tables": tables}
    output.parent.mkdir(parents=True, exist_ok=True)
    WrittenReport(say(name, "title", **values), parts, (), numbers).write(output)


def write_json(path: Path, numbers: object) -> None:
    write(path, json.dumps(numbers, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write_text(path) as out:
        out.write(text)


def count_words(texts: Iterable[str]) -> int:
    return sum(len(text.split()) for text in texts)


def three_figures(value: float) -> int:
    """Round to three figures: the rest is noise.

    >>> three_figures(123456.7)
    123000
    """
    return int(float(f"{value:.3g}"))


def read_tables(page: str) -> Iterator[Table]:
    """Yield the tables of a page of Markdown, under their titles or the headings above them.

    >>> [table.as_dict() for table in read_tables(Table(["a", "b"], [["c", 1200]], "d").markdown())]
    [{'title': 'd', 'columns': ['a', 'b'], 'rows': [['c', 1200]], 'notes': []}]
    """
    title = ""
    for block in re.split(r"\n{2,}", page.strip()):
        if found := re.fullmatch(r"(?:#+ |\*\*)(.+?)(?:\*\*)?", block):
            title = found[1]
        elif block.startswith("|"):
            columns, _, *rows = (_cells(line) for line in block.split("\n"))
            yield Table([str(head or "") for head in columns], rows, title)


def _cells(line: str) -> list[Cell]:
    """Return what stands between the bars of a line; whole numbers are numbers again."""
    shown = (cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1])
    return [
        None if text == "N/A" else int(text.replace(",", "")) if _WHOLE.fullmatch(text) else text
        for text in shown
    ]


_WHOLE = re.compile(r"-?\d{1,3}(,\d{3})*|-?\d+")


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        text = path.read_text("utf-8")
        made_by = re.search(r"Made by.*?`+(?:text\n)?(.+?)\n?`", text, re.S)
        tables = [table.as_dict() for table in read_tables(text)]
        numbers = {"command": made_by[1] if made_by else "", "tables": tables}
        write_json(path.with_suffix(".json"), {"read from": path.name, **numbers})


if __name__ == "__main__":
    main()
