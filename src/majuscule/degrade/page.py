"""The report as one page of HTML, complete in itself: tables, charts, nothing from elsewhere."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from majuscule.degrade.conditions import STEPS
from majuscule.degrade.interface import is_graded
from majuscule.degrade.reporting import (
    Row,
    Section,
    by_run,
    short,
    signatures_of,
    tables,
    theirs,
    times,
)
from majuscule.measure import Difference, Estimate, Report, Table, charts
from majuscule.measure.tables import Cell

CHARTED = 4
"""Conditions in a chart by class: more bars than these are no picture."""

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 76rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { margin-top: 3rem; font-size: 1.3rem; }
h3 { margin: 2rem 0 .3rem; font-size: 1rem; overflow-wrap: anywhere; }
nav a { display: block; } a { color: inherit; }
.wide { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8884; }
th { vertical-align: bottom; } td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td small { opacity: .65; margin-left: .3em; }
tbody tr:hover { background: #8882; }
p.note { font-size: .875rem; margin: .3rem 0; }
.hole { color: #c62828; overflow-wrap: anywhere; }
details { font-size: .875rem; margin: 1rem 0; }
code { font-size: .75rem; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { .hole { color: #ff8a80; } }
"""


def page(title: str, found: Sequence[Section], command: str) -> str:
    """Return the report as one page of HTML, charts in it."""
    runs = by_run(found)
    links = "".join(
        f'<a href="#run-{number}">{html.escape(run)}</a>' for number, (run, _) in enumerate(runs, 1)
    )
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        "<meta name=viewport content='width=device-width, initial-scale=1'>",
        f"<title>{html.escape(title)}</title><style>{_STYLE}{charts.STYLE}</style>",
        f"<h1>{html.escape(title)}</h1><p>Made by <code>{html.escape(command)}</code>.",
        f"<nav>{links}</nav>" if len(runs) > 1 else "",
    ]
    for number, (run, members) in enumerate(runs, 1):
        parts.append(f'<h2 id="run-{number}">{html.escape(run)}</h2>')
        parts += _curves(members)
        for one in members:
            parts += _section(one)
        parts += [_table(table) for table in theirs(members)]
        signatures = "".join(f"<br><code>{html.escape(s)}</code>" for s in signatures_of(members))
        if signatures:
            parts.append(
                "<details><summary>Signatures, each with the condition of its row</summary>"
                f"{signatures.removeprefix('<br>')}</details>"
            )
    parts.append(_table(times(found)))
    return "\n".join(part for part in parts if part) + "\n"


def _section(one: Section) -> list[str]:
    made = tables(one)
    parts = [_table(table) for table in made[:1]]
    parts += [_bars(one)]
    parts += [_table(table) for table in made[1:]]
    return parts + [f'<p class="hole">{html.escape(line)}</p>' for line in one.holes]


def _bars(one: Section) -> str:
    """Return bars of the measure by class or part; where there are none, by condition."""
    task, scored = one.task, one.scored
    if task is None or not scored:
        return ""
    measure = short(task.measure)
    if not task.labels and not task.parts:
        values: list[Estimate | None] = [report[task.measure] for _, report in scored]
        names = [row.shown for row, _ in scored]
        return charts.bars(names, {measure: values}, f"{measure} (%) by input")
    series: dict[str, list[Estimate | None]] = {}
    for row, report in _charted(one, task.measure):
        named: list[Estimate | None] = [report[f"{name} {task.measure}"] for name in task.labels]
        named += [Estimate(value) for value in row.parts]
        series[row.shown] = [report[task.measure], *named]
    kind = "class" if task.labels else "part"
    return charts.bars(("all", *task.labels, *task.parts), series, f"{measure} (%) by {kind}")


def _charted(one: Section, measure: str) -> list[tuple[Row, Report]]:
    """Return what a chart has room for: a few conditions of one step, and the best restored."""
    restored = [each for each in one.scored if each[0].condition.split("+")[-1] not in STEPS]
    plain = [each for each in one.scored if each[0].condition in STEPS][: CHARTED - 1]
    restored.sort(key=lambda each: -each[1][measure].value)
    return [*plain, *restored[: CHARTED - len(plain)]]


def _curves(members: Sequence[Section]) -> list[str]:
    """Return, for each engine on tasks of a series, the measure against what the series goes by."""
    engines: dict[str, list[Section]] = {}
    for one in members:
        if one.task is not None and is_graded(one.task) and one.scored:
            engines.setdefault(one.engine, []).append(one)
    found = []
    for engine, sections in engines.items():
        if len(sections) < 2:
            continue
        lines: dict[str, list[tuple[float, Estimate]]] = {}
        label = measure = ""
        for one in sections:
            assert one.task is not None
            measure = one.task.measure
            assert is_graded(one.task)
            label, grade = one.task.grade
            for row, report in one.scored:
                lines.setdefault(row.shown, []).append((grade, report[measure]))
        caption = f"{short(measure)} (%) against the {label}, {engine}"
        found.append(charts.curves(lines, label, caption))
    return found


def _table(table: Table) -> str:
    head = "".join(f"<th scope=col>{html.escape(str(one))}" for one in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{_cell(table, cell)}" for cell in row) for row in table.rows
    )
    title = f"<h3>{html.escape(table.title)}</h3>" if table.title else ""
    notes = "".join(f'<p class="note">{html.escape(one)}</p>' for one in table.notes)
    return f'{title}<div class="wide"><table><thead><tr>{head}<tbody>{rows}</table></div>{notes}'


def _cell(table: Table, cell: Cell) -> str:
    """Return a value with its interval in small letters."""
    shown = table.text(cell)
    if isinstance(cell, Estimate) and not math.isnan(cell.value) and not math.isnan(cell.low):
        value, _, rest = shown.partition(" ")
        return f"{value}<small>{html.escape(rest)}</small>"
    if isinstance(cell, Difference) and not math.isnan(cell.value):
        value, _, rest = shown.partition(" ")
        interval = rest.partition("],")[0] + "]"
        chance = f"p = {cell.p_value:.2g}" if cell.p_value >= 0.001 else "p &lt; 0.001"
        return f"{value}<small>{html.escape(interval)} {chance}</small>"
    return html.escape(shown)
