"""What of the papers' figures a comparison of restorers reaches, and of the speed we ask for.

``python -m benchmarks.papers.reached results/reports/restorers.json`` prints the table from the
numbers that ``majuscule compare`` wrote.  The papers' figures are of other text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.trials.report import read_references

PAPERS = Path(__file__).with_name("restorers.json")
NIU_CLAIMS = ("overall", "non-lowercase", "all-uppercase", "irregular mixed-case")
SPEED = 100_000
"""Words a second on one core that each restorer should reach."""
ALPHA = 0.05

Rows = Iterator[list[Cell]]


@click.command()
@click.argument("report", type=click.Path(path_type=Path))
def main(report: Path) -> None:
    """Print what REPORT, the JSON of a comparison, reaches."""
    click.echo(reached(json.loads(report.read_text("utf-8"))).markdown(), nl=False)


def reached(report: Mapping[str, Any]) -> Table:
    """Return what was to be reached, what was found, and whether it is reached."""
    tables = {
        f"{section['heading']}, {table['title']}": table
        for section in report["sections"]
        for table in section["tables"]
    }
    text = report["texts"][0]["name"]
    theirs = read_references(PAPERS)
    rows = [
        *_niu(report, tables, text, theirs["restored"][0]),
        *_lita(report, tables, text, theirs["agreement"][0]),
        *_significance(report, tables),
        *_speed(report),
    ]
    return Table(["what", "of", "to reach", "found", "reached"], rows)


def _names(report: Mapping[str, Any], kind: str) -> list[str]:
    return [one["name"] for one in report["restorers"] if one["kind"].partition(".")[0] == kind]


def _cell(table: Mapping[str, Any], row: str, column: str) -> Any:
    found = next(one for one in table["rows"] if one[0] == row)
    return found[table["columns"].index(column)]


def _niu(report: Mapping[str, Any], tables: Mapping[str, Any], text: str, theirs: Table) -> Rows:
    printed = {row[0]: row[3] for row in theirs.rows}
    for name in _names(report, "hmm"):
        for row in NIU_CLAIMS:
            value = _cell(tables[f"Restored case on {text}, F1"], row, name)["value"]
            yield [f"F1 {row}, {text}", name, *_compared(printed[row], value)]


def _lita(report: Mapping[str, Any], tables: Mapping[str, Any], text: str, theirs: Table) -> Rows:
    heading = "Agreement with the original, Agreement"
    for name in _names(report, "trigram"):
        for unit, title in (("words", ""), ("tokens", " of tokens")):
            value = _cell(tables[f"{heading}{title}, lower-case input"], text, name)["value"]
            yield [f"agreement, {unit}, {text}", name, *_compared(theirs.rows[0][1], value)]


def _significance(report: Mapping[str, Any], tables: Mapping[str, Any]) -> Rows:
    for base in _names(report, "unigram")[:1]:
        for name in _names(report, "trigram"):
            won, total = 0, len(report["texts"])
            for text in report["texts"]:
                rows = {row[0]: row[1] for row in tables[f"Differences, {text['name']}"]["rows"]}
                sign = 1 if f"{name} - {base}" in rows else -1
                found = rows.get(f"{name} - {base}") or rows[f"{base} - {name}"]
                won += sign * found["value"] > 0 and found["p_value"] < ALPHA
            yield [
                f"texts with fewer errors than {base}, p < {ALPHA}",
                name,
                f"{total} of {total}",
                f"{won} of {total}",
                _yes(won == total),
            ]


def _speed(report: Mapping[str, Any]) -> Rows:
    for one in report["restorers"]:
        speed = one["speed"]["speed"]
        shown = f"{SPEED:,}", f"{speed:,.0f}"
        yield ["words/s, one core", one["name"], *shown, _yes(speed >= SPEED)]


def _compared(theirs: Cell, ours: float) -> list[Cell]:
    # Compared as they are printed: the papers' figures are rounded.
    asked, shown = round(100 * float(theirs)), round(100 * ours, 1)  # type: ignore[arg-type]
    return [str(asked), f"{shown:.1f}", _yes(shown >= asked)]


def _yes(is_reached: bool) -> str:
    return "yes" if is_reached else "no"


if __name__ == "__main__":
    main()
