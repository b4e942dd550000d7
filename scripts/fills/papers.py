"""The tables of ``docs/method/papers.md``: the papers' results, ours, and the commands for them.

From ``benchmarks/papers/table.toml``.  Pointers in a cell are looked up in ``results/reports``:
``{report > table > row > column}``, where a table without a title is named by its first column;
``{engines > task > engine > condition > measure}`` in ``degrade``, and ``{papers > ...}`` in
``degrade-papers``, also for differences: ``loss`` against the original case, ``between`` two cells,
and ``contrast``.
"""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from majuscule.measure import Table
from scripts.fills import results
from scripts.fills.degrade import SETS, Scores

ROWS = results.ROOT / "benchmarks" / "papers" / "table.toml"
HEADS = ("what", "the paper", "here", "command", "what differs, and why")


def read() -> dict[str, Any]:
    return tomllib.loads(ROWS.read_text("utf-8"))


def table() -> str:
    """Return a table for each paper, and the commands that the tables refer to."""
    found = read()
    parts = []
    for paper in found["paper"]:
        rows = [
            [what, theirs, looked_up(ours), f"[{name}](#commands)", looked_up(differs)]
            for what, theirs, ours, name, differs in paper["rows"]
        ]
        parts.append(f"## {paper['name']}\n\n{Table(HEADS, rows).markdown()}")
    listed = "\n".join(f"- {name}: `{text}`" for name, text in found["commands"].items())
    return "\n".join([*parts, f"## Commands\n\n{listed}\n"])


def looked_up(text: str) -> str:
    """Return a text with the pointers in braces replaced by their values."""
    return re.sub(r"\{([^}]+)\}", lambda found: value(found[1]), text)


def value(pointer: str) -> str:
    """Return the value of a pointer; raises :class:`KeyError` if it leads nowhere."""
    report, *path = pointer.split(" > ")
    if report in FROM_CELLS:
        return _degrade(_cells(FROM_CELLS[report]), *path)
    if report == "detection":  # shares by text and copy, in per cent already
        text, copy = path
        return f"{results.read(report)[text][copy]:.1f}"
    return shown(_cell(report, *path))


def shown(cell: Any) -> str:
    """Return a value of a report as the reports show it.

    >>> shown({"value": 0.9716, "low": 0.97, "high": 0.98}), shown(3144), shown("95.5")
    ('97.2', '3,144', '95.5')
    """
    if isinstance(cell, dict):
        cell = cell["value"]
    if isinstance(cell, str):
        return cell
    return f"{cell:,}" if isinstance(cell, int) else f"{100 * cell:.1f}"


@cache
def _tables(report: str) -> dict[str, Any]:
    found = results.read(report)
    if "tables" in found:
        return {one["title"] or one["columns"][0]: one for one in reversed(found["tables"])}
    return {
        f"{section['heading']}, {one['title']}": one
        for section in found["sections"]
        for one in section["tables"]
    }


def _cell(report: str, title: str, *path: str) -> Any:
    *row, column = path
    stored = _tables(report)[title]
    for one in stored["rows"]:
        if [str(key) for key in one[: len(row)]] == row:
            return one[stored["columns"].index(column)]
    raise KeyError(f"{report}, {title}: no row {row}")


def short(name: str) -> str:
    """Return an engine or a condition without folders and suffixes.

    >>> short("majuscule:build/memm.model"), short("lower+build/a.model+first"), short("joined:a+b")
    ('memm', 'lower+a+first', 'joined')
    """
    if name.startswith("joined:"):
        return "joined"
    parts = name.rpartition(":")[2].split("+")
    return "+".join(Path(part).stem if "/" in part else part for part in parts)


FROM_CELLS = {"papers": "degrade-papers", "engines": "degrade"}
"""Name in pointers -> report of ``degrade``."""


@cache
def _cells(report: str) -> Scores:
    """Return the cells of a report of ``degrade`` by short names: models without folders."""
    return Scores(
        results.read(report),
        lambda task, engine, condition: (
            task.partition(":build/")[0],
            short(engine) or "-",
            short(condition),
        ),
    )


def _degrade(cells: Scores, kind: str, *path: str) -> str:
    if kind == "contrast":
        name, task, measure = path
        (found,) = [
            one["differences"][measure]
            for one in cells.report["contrasts"]
            if (one["name"], one["task"].partition(",benchmarks")[0]) == (name, task)
        ]
        chance = f"p = {found['p_value']:.3f}" if found["p_value"] >= 0.001 else "p < 0.001"
        return f"{100 * found['value']:+.2f} ({chance})"
    if kind == "share":
        return f"{cells.ratio(path[0], engine='-'):.2f}"
    if kind in ("loss", "between"):
        task, engine, condition, measure = path[0], *path[-3:]
        before = (engine, "original") if kind == "loss" else path[1:3]
        both = before, (engine, condition)
        own, other = (cells.measured(task, one, two, measure) for one, two in both)
        return f"{own - other:.2f}"
    return f"{cells.measured(kind, *path):.1f}"


EXCLUSION = {
    "with case features, as written": ("memm", "original"),
    "with, lower case": ("memm", "lower"),
    "with, restored by the paper's HMM": ("memm", "lower+hmm"),
    "with, restored by `en`": ("memm", "lower+en"),
    "retrained without, lower case": ("memm-no-case", "lower"),
}


def exclusion() -> str:
    """Compare a tagger on restored text with one retrained without case features."""
    cells = _cells("degrade-papers")
    measures = ("muc precision", "muc recall", "muc f1", "f1")
    rows = [
        [SETS[task], what, *(f"{cells.measured(task, *cell, one):.1f}" for one in measures)]
        for task in SETS
        for what, cell in EXCLUSION.items()
    ]
    return Table(("text", "tagger", "MUC P", "MUC R", "MUC F", "exact spans, F"), rows).markdown()


FILLS: dict[str, Callable[[], str]] = {"papers table": table, "papers exclusion": exclusion}
