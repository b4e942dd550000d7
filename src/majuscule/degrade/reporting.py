"""The report of a plan: Markdown, JSON, and one page of HTML with charts, complete in itself."""

from __future__ import annotations

import html
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.degrade.interface import Outline
from majuscule.degrade.papers import figures
from majuscule.degrade.running import Cell, Filled, groups
from majuscule.degrade.tasks.links import COUNTS, LinkMetric
from majuscule.files import atomic_write_text
from majuscule.measure import (
    Difference,
    Estimate,
    Report,
    Resampling,
    Signature,
    Table,
    compare,
    draw_bars,
    score_statistics,
)
from majuscule.measure.tables import Cell as TableCell


@dataclass(frozen=True)
class Row:
    """A condition of an engine on a task: scores, and what it loses against the first one.

    ``parts``: the task's measure on each of its parts.
    """

    condition: str
    report: Report | None
    loss: Difference | None
    problem: str
    parts: tuple[float, ...] = ()


@dataclass(frozen=True)
class Section:
    """An engine on a task under all conditions of a run."""

    run: str
    task: Outline | None
    name: str
    engine: str
    rows: list[Row]


def sections(filled: Filled, resampling: Resampling) -> list[Section]:
    """Return the scores of a filled plan; intervals come from resampling documents."""
    found = []
    for run, name, engine, cells in groups(filled):
        task = filled.tasks.get(name)
        base = next((cell for cell in cells if cell.statistics is not None), None)
        rows = [_row(task, cell, base, resampling) for cell in cells]
        found.append(Section(run.name, task, name, engine, rows))
    return found


def _row(task: Outline | None, cell: Cell, base: Cell | None, resampling: Resampling) -> Row:
    if task is None or cell.statistics is None or base is None or base.statistics is None:
        return Row(cell.condition, None, None, cell.problem)
    signature = Signature(
        metric=task.metric.name,
        tokenizer=task.tokenizer,
        condition=cell.condition,
        model=cell.engine,
        data=task.digest,
    )
    report = score_statistics(task.metric, cell.statistics, signature, None, resampling)
    report = replace(report, signature=replace(report.signature, unit=task.unit))
    loss = None
    if cell is not base and len(cell.statistics) > 1:
        made = compare(task.metric, cell.statistics, base.statistics, resampling=resampling)
        loss = made[task.measure]
    parts = tuple(
        float(task.metric.measures(cell.statistics[first:last].sum(axis=0))[task.measure])
        for first, last in task.parts.values()
    )
    return Row(cell.condition, report, loss, "", parts)


def write_report(
    filled: Filled, output: Path, command: str, resampling: Resampling | None = None
) -> None:
    """Write ``output.md``, ``output.json`` and ``output.html``, each when it is whole."""
    found = sections(filled, resampling or Resampling())
    for suffix, text in (
        (".md", markdown(filled, found, command)),
        (".json", json.dumps(as_dict(filled, found, command), ensure_ascii=False, indent=1) + "\n"),
        (".html", page(filled, found, command)),
    ):
        with atomic_write_text(output.with_suffix(suffix)) as out:
            out.write(text)


def markdown(filled: Filled, found: Sequence[Section], command: str) -> str:
    """Return the report as Markdown."""
    parts = [f"# {filled.plan.title}\n", f"Made by `{command}`.\n"]
    for run, members in _by_run(found):
        parts.append(f"## {run}\n")
        for one in members:
            parts += [table.markdown() for table in _tables(one)]
            parts += [f"{line}\n" for line in _holes(one)]
        parts += [table.markdown() for table in _theirs(members)]
    return "\n".join(parts)


def _by_run(found: Sequence[Section]) -> list[tuple[str, list[Section]]]:
    runs: dict[str, list[Section]] = {}
    for one in found:
        runs.setdefault(one.run, []).append(one)
    return list(runs.items())


def _theirs(members: Sequence[Section]) -> list[Table]:
    """Return the papers' tables of the tasks of a run, each once."""
    tables = {id(table): table for one in members for table in figures(one.name)}
    return list(tables.values())


def _tables(one: Section) -> list[Table]:
    """Return the main table of a section and, where there are labels, the one by label."""
    task = one.task
    if task is None:
        return []
    scored = [row for row in one.rows if row.report is not None]
    rows: list[list[TableCell]] = []
    by_label: list[list[TableCell]] = []
    by_part: list[list[TableCell]] = []
    for row in scored:
        assert row.report is not None
        shown = _shown(row.condition)
        rows.append([shown, *(row.report[name] for name in task.shown), row.loss])
        values = [row.report[f"{name} {task.measure}"].value for name in task.labels]
        by_label.append([shown, *values])
        by_part.append([shown, *row.parts, sum(row.parts) / max(1, len(row.parts))])
    title = f"{one.name}, {one.engine}" if one.engine else one.name
    heads = [f"{_short(name)} [95 %]" for name in task.shown]
    notes = [task.note] if task.note else []
    notes += [f"`{row.report.signature}`" for row in scored if row.report]
    tables = [Table(("input", *heads, "against the first"), rows, title, notes, decimals=2)]
    if task.labels:
        head = f"input, {_short(task.measure)} by class"
        tables.append(Table((head, *task.labels), by_label))
    if task.parts:
        head = f"input, {_short(task.measure)}"
        tables.append(Table((head, *task.parts, "mean"), by_part, decimals=2))
    if isinstance(task.metric, LinkMetric):
        tables.append(_counts(task.metric, scored))
    return tables


def _counts(metric: LinkMetric, scored: Sequence[Row]) -> Table:
    """Return the counts of Niu et al. 2004, Table 5."""
    rows: list[list[TableCell]] = []
    for row in scored:
        assert row.report is not None
        totals = np.array(list(row.report.totals.values()))
        rows.append([_shown(row.condition), *metric.counts(totals).tolist()])
    return Table(("input, counts", *COUNTS), rows)


def _shown(condition: str) -> str:
    """Return how a table calls a condition: models by their names, without folder.

    >>> _shown("lower+build/models/unigram.model+first")
    'lower+unigram+first'
    """
    return "+".join(
        Path(name).stem if name.endswith(".model") else name for name in condition.split("+")
    )


def _short(measure: str) -> str:
    """Return how a table heads a measure.

    >>> _short("f1"), _short("2-gram precision"), _short("recall")
    ('F1', '2-gram', 'R')
    """
    known = {"precision": "P", "recall": "R", "f1": "F1", "bleu": "BLEU", "mrr": "MRR"}
    return known.get(measure, measure.removesuffix(" precision"))


def _holes(one: Section) -> list[str]:
    return [
        f"Not measured: {one.engine or one.name}, {row.condition}: {row.problem}"
        for row in one.rows
        if row.problem
    ]


def as_dict(filled: Filled, found: Sequence[Section], command: str) -> dict[str, Any]:
    """Return the report for programs."""
    return {
        "title": filled.plan.title,
        "command": command,
        "sections": [
            {
                "run": one.run,
                "task": one.name,
                "engine": one.engine,
                "rows": [
                    {
                        "condition": row.condition,
                        "report": row.report.as_dict() if row.report else None,
                        "loss": row.loss.as_dict() if row.loss else None,
                        "problem": row.problem or None,
                    }
                    for row in one.rows
                ],
            }
            for one in found
        ],
    }


_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem; text-align: left; border-bottom: 1px solid #8884; }
figure { margin: 1rem 0; background: #fff; border-radius: .4rem; padding: .5rem; overflow-x: auto; }
.hole { color: #b3261e; } code { font-size: .75rem; overflow-wrap: anywhere; }
"""


def page(filled: Filled, found: Sequence[Section], command: str) -> str:
    """Return the report as one page of HTML, charts in it."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        "<meta name=viewport content='width=device-width, initial-scale=1'>",
        f"<title>{html.escape(filled.plan.title)}</title><style>{_STYLE}</style>",
        f"<h1>{html.escape(filled.plan.title)}</h1><p>Made by <code>{html.escape(command)}</code>.",
    ]
    for run, members in _by_run(found):
        parts.append(f"<h2>{html.escape(run)}</h2>")
        for one in members:
            parts.append(_chart(one))
            parts += [_html_table(table) for table in _tables(one)]
            parts += [f"<p class=hole>{html.escape(line)}</p>" for line in _holes(one)]
        parts += [_html_table(table) for table in _theirs(members)]
    return "\n".join(parts) + "\n"


def _chart(one: Section) -> str:
    """Return bars by class, or of the measure, for each condition, as SVG."""
    task = one.task
    scored = [row for row in one.rows if row.report is not None]
    if task is None or not scored:
        return ""
    names = task.labels
    groups_ = ("all", *names)
    series: dict[str, list[Estimate | None]] = {}
    for row in scored:
        assert row.report is not None
        by_class = (row.report[f"{name} {task.measure}"] for name in names)
        values = [row.report[task.measure], *by_class]
        series[_shown(row.condition)] = list(values)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chart.svg"
        label = f"{_short(task.measure)} (%)"
        draw_bars(groups_, series, [path], f"{one.name} {one.engine}".strip(), label)
        svg = path.read_text("utf-8")
    return f"<figure>{svg[svg.index('<svg') :]}</figure>"


def _html_table(table: Table) -> str:
    head = "".join(f"<th scope=col>{html.escape(str(one))}" for one in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(table.text(cell))}" for cell in row)
        for row in table.rows
    )
    notes = "".join(f"<br><code>{html.escape(one.strip('`'))}</code>" for one in table.notes)
    title = f"<h3>{html.escape(table.title)}</h3>" if table.title else ""
    return f"{title}<table><tr>{head}{rows}</table><p>{notes}</p>"
