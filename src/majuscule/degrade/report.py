"""The scores of a filled plan, and its report."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.degrade.conditions import STEPS
from majuscule.degrade.interface import Task
from majuscule.degrade.running import Filled, Outcome
from majuscule.degrade.tasks.links import COUNTS, LinkMetric
from majuscule.measure import (
    Difference,
    Estimate,
    Report,
    Resampling,
    Signature,
    Table,
    compare,
    draw_bars,
    draw_lines,
    score_statistics,
)
from majuscule.measure.metric import PRF, or_none, ratio
from majuscule.measure.tables import Cell
from majuscule.trials.report import (
    Chart,
    Details,
    Hole,
    References,
    ReportPart,
    Section,
    WrittenReport,
)

MINUTE = 60.0
CHARTED = 4
"""The most conditions in a chart by class, so that it stays readable."""


@dataclass(frozen=True)
class Row:
    """A condition of an engine on a task: its scores, and its loss against the first condition.

    ``parts``: the task's measure on each of its parts; ``seconds``: of processor time.
    """

    condition: str
    report: Report | None
    loss: Difference | None
    problem: str
    parts: tuple[float, ...] = ()
    seconds: float = 0.0

    @property
    def shown(self) -> str:
        """Return the condition's name in tables: models by name, without folder.

        >>> Row("lower+build/models/unigram.model+first", None, None, "").shown
        'lower+unigram+first'
        """
        return "+".join(
            Path(name).stem if name.endswith(".model") else name
            for name in self.condition.split("+")
        )


@dataclass(frozen=True)
class Group:
    """An engine on a task in all conditions of a run."""

    run: str
    task: Task | None
    name: str
    engine: str
    rows: list[Row]

    @property
    def title(self) -> str:
        """Return the title of its main table."""
        return f"{self.name}, {self.engine}" if self.engine else self.name

    @property
    def scored(self) -> list[tuple[Row, Report]]:
        """Return the rows that have scores, with their scores."""
        return [(row, row.report) for row in self.rows if row.report is not None]

    @property
    def holes(self) -> list[str]:
        """Return a sentence for each condition that could not be measured."""
        return [
            f"Not measured: {self.engine or self.name}, {row.condition}: {row.problem}"
            for row in self.rows
            if row.problem
        ]


def scores(filled: Filled, resampling: Resampling) -> Iterator[Group]:
    """Yield the scores of each engine on each task; intervals come from resampling units."""
    for run in filled.plan.runs:
        for name in run.tasks:
            for engine in run.engines:
                wanted = run.name, name, engine
                cells = [one for one in filled.cells if (one.run, one.task, one.engine) == wanted]
                task = filled.tasks.get(name)
                base = next((cell for cell in cells if cell.statistics is not None), None)
                rows = [_row(task, cell, base, resampling) for cell in cells]
                yield Group(run.name, task, name, engine, rows)


def _row(task: Task | None, cell: Outcome, base: Outcome | None, resampling: Resampling) -> Row:
    if task is None or cell.statistics is None or base is None or base.statistics is None:
        return Row(cell.condition, None, None, cell.problem)
    signature = Signature(
        metric=task.metric.name,
        tokenizer=task.tokenizer,
        condition=cell.condition,
        model=cell.engine,
        data=task.digest,
    )
    blocks = task.blocks or None
    report = score_statistics(task.metric, cell.statistics, signature, blocks, resampling)
    report = replace(report, signature=replace(report.signature, unit=task.unit))
    loss = None
    if cell is not base and len(cell.statistics) > 1:
        differences = compare(
            task.metric, cell.statistics, base.statistics, documents=blocks, resampling=resampling
        )
        loss = differences[task.measure]
    parts = tuple(
        float(task.metric.measures(cell.statistics[first:last].sum(axis=0))[task.measure])
        for first, last in task.parts.values()
    )
    return Row(cell.condition, report, loss, "", parts, cell.seconds)


def report_of(
    filled: Filled,
    command: str,
    resampling: Resampling | None = None,
    references: References | None = None,
) -> WrittenReport:
    """Return the report of a filled plan; ``references``: published tables, by kind of task."""
    groups = list(scores(filled, resampling or Resampling()))
    sections = []
    for run, members in _by_run(groups):
        blocks: list[ReportPart] = [*_curves(members)]
        for one in members:
            own_tables = tables(one)
            blocks += [*own_tables[:1], *_bars(one), *own_tables[1:], *map(Hole, one.holes)]
        for kind in dict.fromkeys(one.name.partition(":")[0] for one in members):
            blocks += (references or {}).get(kind, ())
        signed = [one.scored[0][1].signature for one in members if one.scored]
        if signed:
            lines = [str(replace(one, condition="")) for one in signed]
            blocks.append(Details("Signatures, each with the condition of its row", lines))
        sections.append(Section(run, blocks))
    contrasts = list(_contrasts(filled, resampling or Resampling()))
    if contrasts:
        rows = [[one["name"], one["task"], *one["differences"].values()] for one in contrasts]
        heads = [short(name) for name in contrasts[0]["differences"]]
        table = Table(("first - second", "task", *heads), rows, decimals=2)
        sections.append(Section("Paired differences", [table]))
    sections.append(Section("Time", [times(groups)]))
    minutes = sum(row.seconds for one in groups for row in one.rows) / MINUTE
    data = {
        "title": filled.plan.title,
        "command": command,
        "minutes": round(minutes, 4),
        "sections": [_as_dict(one) for one in groups],
        "contrasts": [
            {
                **one,
                "differences": {name: each.as_dict() for name, each in one["differences"].items()},
            }
            for one in contrasts
        ],
    }
    return WrittenReport(filled.plan.title, [f"Made by `{command}`."], sections, data)


def _contrasts(filled: Filled, resampling: Resampling) -> Iterator[dict[str, Any]]:
    """Yield the differences of measures between the two cells of each contrast on each task."""
    cells = {(one.engine, one.condition, one.task): one.statistics for one in filled.cells}
    for one in filled.plan.contrasts:
        for name in one.tasks:
            ours, theirs = (cells[(*side, name)] for side in (one.first, one.second))
            task = filled.tasks.get(name)
            if task is not None and ours is not None and theirs is not None:
                differences = compare(
                    task.metric, ours, theirs, documents=task.blocks or None, resampling=resampling
                )
                shown = {measure: differences[measure] for measure in task.shown if "f1" in measure}
                yield {"name": one.name, "task": name, "differences": shown}


def _by_run(groups: Sequence[Group]) -> list[tuple[str, list[Group]]]:
    runs = dict.fromkeys(one.run for one in groups)
    return [(run, [one for one in groups if one.run == run]) for run in runs]


def _bars(one: Group) -> list[Chart]:
    """Return a bar chart of the measure by class or part or, if there are none, by condition."""
    task, scored = one.task, one.scored
    if task is None or not any(not math.isnan(each[task.measure].value) for _, each in scored):
        return []
    measure = short(task.measure)
    if not task.labels and not task.parts:
        values = [report[task.measure] for _, report in scored]
        names = [row.shown for row, _ in scored]
        return [Chart(draw_bars(names, {measure: values}, f"{measure} by input", f"{measure} (%)"))]
    series: dict[str, list[Estimate | None]] = {}
    for row, report in _charted(one, task.measure):
        named = [report[f"{name} {task.measure}"] for name in task.labels]
        named += [Estimate(value) for value in row.parts]
        series[row.shown] = [report[task.measure], *named]
    title = f"{measure} by {'class' if task.labels else 'part'}"
    return [Chart(draw_bars(("all", *task.labels, *task.parts), series, title, f"{measure} (%)"))]


def _charted(one: Group, measure: str) -> list[tuple[Row, Report]]:
    """Return the rows for a chart: first conditions of one step, then the best restored ones."""
    restored = [each for each in one.scored if each[0].condition.split("+")[-1] not in STEPS]
    plain = [each for each in one.scored if each[0].condition in STEPS][: CHARTED - 1]
    restored.sort(key=lambda each: -each[1][measure].value)
    return [*plain, *restored[: CHARTED - len(plain)]]


def _curves(members: Sequence[Group]) -> Iterator[Chart]:
    """Yield, for each engine on a series of tasks, a chart of the measure against its variable."""
    series: dict[tuple[str, str, str], list[tuple[float, Group]]] = {}
    for one in members:
        if one.task is not None and one.task.grade is not None and one.scored:
            label, share = one.task.grade
            key = one.engine, label, one.task.measure
            series.setdefault(key, []).append((100 * share, one))
    for (engine, label, measure), groups in series.items():
        lines: dict[str, list[tuple[float, Estimate]]] = {}
        for place, one in groups:
            for row, report in one.scored:
                lines.setdefault(row.shown, []).append((place, report[measure]))
        if len(groups) > 1:
            title = f"{short(measure)} against the {label}, {engine}"
            shown = f"{short(measure)} (%)"
            yield Chart(draw_lines(lines, title, f"{label} (%)", shown, log=False))


def tables(one: Group) -> list[Table]:
    """Return the main table of a group and, if it has them, the tables by label and by part."""
    task = one.task
    if task is None:
        return []
    heads = [f"{short(name)} [95 %]" for name in task.shown]
    rows: list[list[Cell]] = [
        [row.shown, *(report[name] for name in task.shown), row.loss] for row, report in one.scored
    ]
    notes = [task.note] if task.note else []
    found = [Table(("input", *heads, "against the first"), rows, one.title, notes, decimals=2)]
    if task.labels:
        by_label: list[list[Cell]] = [
            [row.shown, *(report[f"{name} {task.measure}"].value for name in task.labels)]
            for row, report in one.scored
        ]
        found.append(Table((f"input, {short(task.measure)} by class", *task.labels), by_label))
    if task.compared and one.scored:
        found.append(_side_by_side(one, task))
    if task.parts and one.scored:
        found += _by_part(one, task)
    if isinstance(task.metric, LinkMetric):
        found.append(_counts(task.metric, one))
    return found


def _side_by_side(one: Group, task: Task) -> Table:
    """Return precision, recall and F1 of groups of classes, in the first condition and restored."""
    rows = [one.scored[0], *_restored(one)]
    cells: list[list[Cell]] = [
        [name, *(report[f"{begin}{measure}"].value for _, report in rows for measure in PRF)]
        for name, begin in task.compared.items()
    ]
    heads = [f"{row.shown} {short(measure)}" for row, _ in rows for measure in PRF]
    return Table(("class, as the MUC scorer counts", *heads), cells)


def _restored(one: Group) -> list[tuple[Row, Report]]:
    """Return the rows of lower-case text restored by a model."""
    steps = [each[0].condition.split("+") for each in one.scored]
    pairs = zip(one.scored, steps, strict=True)
    return [each for each, of in pairs if of[0] == "lower" and of[-1] not in STEPS]


def _by_part(one: Group, task: Task) -> list[Table]:
    """Return the measure on each part, and its ratio to that of the first condition."""
    first = one.scored[0][0].parts
    measure = short(task.measure)
    values = [(row.shown, row.parts) for row, _ in one.scored]
    ratios = [(name, ratio(np.array(own), np.array(first)).tolist()) for name, own in values]
    return [
        Table(
            (head, "mean", *task.parts),
            [[name, sum(own) / len(own), *own] for name, own in shares],
            decimals=decimals,
        )
        for head, shares, decimals in (
            (f"input, {measure}", values, 2),
            (f"input, % of the first's {measure}", ratios, 1),
        )
    ]


def _counts(metric: LinkMetric, one: Group) -> Table:
    rows: list[list[Cell]] = [
        [row.shown, *metric.counts(np.array(list(report.totals.values()))).tolist()]
        for row, report in one.scored
    ]
    return Table(("input, counts", *COUNTS), rows)


def times(groups: Sequence[Group]) -> Table:
    """Return the processor minutes of the cells, by run."""
    rows: list[list[Cell]] = []
    for run, members in (*_by_run(groups), ("all", groups)):
        seconds = [row.seconds for one in members for row, _ in one.scored]
        rows.append([run, len(seconds), f"{sum(seconds) / MINUTE:.1f}"])
    note = (
        "Minutes of one processor: restoring, the engine with its start, scoring. Cells that were "
        "kept from an earlier run count with what they took then; models are made before."
    )
    return Table(("run", "cells", "minutes"), rows, notes=(note,))


def short(measure: str) -> str:
    """Return a measure's heading in tables.

    >>> short("f1"), short("2-gram precision"), short("recall")
    ('F1', '2-gram', 'R')
    """
    known = {"precision": "P", "recall": "R", "f1": "F1", "bleu": "BLEU", "chrf": "chrF"}
    known["muc f1"] = "MUC F1"
    return known.get(measure, measure.removesuffix(" precision").replace("mrr", "MRR"))


def _as_dict(one: Group) -> dict[str, Any]:
    task = one.task
    parts = list(task.parts) if task else []
    return {
        "run": one.run,
        "task": one.name,
        "engine": one.engine,
        "measure": task.measure if task else None,
        "note": task.note if task else None,
        "grade": list(task.grade) if task and task.grade else None,
        "rows": [
            {
                "condition": row.condition,
                "report": _scores_of(row.report, task) if row.report and task else None,
                "loss": row.loss.as_dict() if row.loss else None,
                "parts": dict(zip(parts, map(or_none, row.parts), strict=True))
                if row.parts
                else None,
                "seconds": round(row.seconds, 2),
                "problem": row.problem or None,
            }
            for row in one.rows
        ],
    }


def _scores_of(report: Report, task: Task) -> dict[str, Any]:
    """Return the part of a report that tables show, with intervals where they show them."""
    whole = report.as_dict()
    values = [f"{name} {task.measure}" for name in task.labels]
    values += [f"{begin}{measure}" for begin in task.compared.values() for measure in PRF]
    measures = {
        name: {key: each and round(each, 5) for key, each in whole["measures"][name].items()}
        for name in (*task.shown, *values)
    }
    measures |= {name: measures[name]["value"] for name in values if name not in task.shown}
    totals = {"totals": whole["totals"]} if isinstance(task.metric, LinkMetric) else {}
    signed = {name: whole["signature"][name] for name in ("condition", "segments", "unit", "short")}
    return {"measures": measures, **totals, "signature": signed}
