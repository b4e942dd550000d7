"""The scores of a filled plan, and its report: Markdown, JSON, and the page of
:mod:`~majuscule.degrade.page`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.degrade.interface import Outline, is_blocked, is_graded
from majuscule.degrade.papers import figures
from majuscule.degrade.running import Cell, Filled, groups
from majuscule.degrade.tasks.links import COUNTS, LinkMetric
from majuscule.files import atomic_write_text
from majuscule.measure import (
    Difference,
    Report,
    Resampling,
    Signature,
    Table,
    compare,
    score_statistics,
)
from majuscule.measure.tables import Cell as TableCell

MINUTE = 60.0


@dataclass(frozen=True)
class Row:
    """A condition of an engine on a task: scores, and what it loses against the first one.

    ``parts``: the task's measure on each of its parts; ``seconds``: of a processor, that it took.
    """

    condition: str
    report: Report | None
    loss: Difference | None
    problem: str
    parts: tuple[float, ...] = ()
    seconds: float = 0.0

    @property
    def shown(self) -> str:
        """Return how a table calls the condition: models by their names, without folder.

        >>> Row("lower+build/models/unigram.model+first", None, None, "").shown
        'lower+unigram+first'
        """
        return "+".join(
            Path(name).stem if name.endswith(".model") else name
            for name in self.condition.split("+")
        )


@dataclass(frozen=True)
class Section:
    """An engine on a task under all conditions of a run."""

    run: str
    task: Outline | None
    name: str
    engine: str
    rows: list[Row]

    @property
    def title(self) -> str:
        """Return what stands above its tables."""
        return f"{self.name}, {self.engine}" if self.engine else self.name

    @property
    def scored(self) -> list[tuple[Row, Report]]:
        """Return the rows that have scores, with them."""
        return [(row, row.report) for row in self.rows if row.report is not None]

    @property
    def holes(self) -> list[str]:
        """Return a sentence for each condition that could not be measured."""
        return [
            f"Not measured: {self.engine or self.name}, {row.condition}: {row.problem}"
            for row in self.rows
            if row.problem
        ]

    @property
    def signature(self) -> str:
        """Return what the signatures of its rows share: all but the condition."""
        for _, report in self.scored:
            return str(replace(report.signature, condition=""))
        return ""


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
    blocks = task.blocks if is_blocked(task) else None
    report = score_statistics(task.metric, cell.statistics, signature, blocks, resampling)
    report = replace(report, signature=replace(report.signature, unit=task.unit))
    loss = None
    if cell is not base and len(cell.statistics) > 1:
        made = compare(
            task.metric, cell.statistics, base.statistics, documents=blocks, resampling=resampling
        )
        loss = made[task.measure]
    parts = tuple(
        float(task.metric.measures(cell.statistics[first:last].sum(axis=0))[task.measure])
        for first, last in task.parts.values()
    )
    return Row(cell.condition, report, loss, "", parts, cell.seconds)


def write_report(
    filled: Filled, output: Path, command: str, resampling: Resampling | None = None
) -> None:
    """Write ``output.md``, ``output.json`` and ``output.html``, each when it is whole."""
    from majuscule.degrade.page import page  # here, since the page is made of this module's tables

    found = sections(filled, resampling or Resampling())
    for suffix, text in (
        (".md", markdown(filled, found, command)),
        (".json", json.dumps(as_dict(filled, found, command), ensure_ascii=False, indent=1) + "\n"),
        (".html", page(filled.plan.title, found, command)),
    ):
        with atomic_write_text(output.with_suffix(suffix)) as out:
            out.write(text)


def markdown(filled: Filled, found: Sequence[Section], command: str) -> str:
    """Return the report as Markdown."""
    parts = [f"# {filled.plan.title}\n", f"Made by `{command}`.\n"]
    for run, members in by_run(found):
        parts.append(f"## {run}\n")
        for one in members:
            parts += [table.markdown() for table in tables(one)]
            parts += [f"{line}\n" for line in one.holes]
        parts += [table.markdown() for table in theirs(members)]
        signatures = signatures_of(members)
        if signatures:
            listed = "\n".join(f"- `{line}`" for line in signatures)
            parts.append(f"Signatures, each with the condition of its row:\n\n{listed}\n")
    parts.append(times(found).markdown())
    return "\n".join(parts)


def signatures_of(members: Sequence[Section]) -> list[str]:
    """Return the signatures of sections, one for each."""
    return [one.signature for one in members if one.signature]


def by_run(found: Sequence[Section]) -> list[tuple[str, list[Section]]]:
    """Return the sections by the names of their runs, in the order of the plan."""
    runs: dict[str, list[Section]] = {}
    for one in found:
        runs.setdefault(one.run, []).append(one)
    return list(runs.items())


def theirs(members: Sequence[Section]) -> list[Table]:
    """Return the papers' tables of the tasks of a run, each once."""
    known = {id(table): table for one in members for table in figures(one.name)}
    return list(known.values())


def tables(one: Section) -> list[Table]:
    """Return the main table of a section and, where there are labels or parts, those by them."""
    task = one.task
    if task is None:
        return []
    heads = [f"{short(name)} [95 %]" for name in task.shown]
    rows: list[list[TableCell]] = [
        [row.shown, *(report[name] for name in task.shown), row.loss] for row, report in one.scored
    ]
    notes = [task.note] if task.note else []
    found = [Table(("input", *heads, "against the first"), rows, one.title, notes, decimals=2)]
    if task.labels:
        by_label: list[list[TableCell]] = [
            [row.shown, *(report[f"{name} {task.measure}"].value for name in task.labels)]
            for row, report in one.scored
        ]
        found.append(Table((f"input, {short(task.measure)} by class", *task.labels), by_label))
    if task.parts and one.scored:
        found += _by_part(one, task)
    if isinstance(task.metric, LinkMetric):
        found.append(_counts(task.metric, one))
    return found


def _by_part(one: Section, task: Outline) -> list[Table]:
    """Return the measure on each part, and its ratio to that of the first condition."""
    first = one.scored[0][0].parts
    values: list[list[TableCell]] = []
    ratios: list[list[TableCell]] = []
    for row, _ in one.scored:
        shares = [part / own for part, own in zip(row.parts, first, strict=True)]
        values.append([row.shown, sum(row.parts) / len(row.parts), *row.parts])
        ratios.append([row.shown, sum(shares) / len(shares), *shares])
    measure = short(task.measure)
    return [
        Table((f"input, {measure}", "mean", *task.parts), values, decimals=2),
        Table((f"input, % of the first's {measure}", "mean", *task.parts), ratios, decimals=1),
    ]


def _counts(metric: LinkMetric, one: Section) -> Table:
    """Return the counts of Niu et al. 2004, Table 5."""
    rows: list[list[TableCell]] = [
        [row.shown, *metric.counts(np.array(list(report.totals.values()))).tolist()]
        for row, report in one.scored
    ]
    return Table(("input, counts", *COUNTS), rows)


def times(found: Sequence[Section]) -> Table:
    """Return how long the cells took."""
    rows: list[list[TableCell]] = []
    total, cells = 0.0, 0
    for run, members in by_run(found):
        took = [row.seconds for one in members for row, _ in one.scored]
        rows.append([run, len(took), f"{sum(took) / MINUTE:.1f}"])
        total, cells = total + sum(took), cells + len(took)
    rows.append(["all", cells, f"{total / MINUTE:.1f}"])
    note = (
        "Minutes of one processor: restoring, the engine with its start, scoring. Cells that were "
        "kept from an earlier run count with what they took then; models are made before."
    )
    return Table(("run", "cells", "minutes"), rows, "Time", (note,))


def short(measure: str) -> str:
    """Return how a table heads a measure.

    >>> short("f1"), short("2-gram precision"), short("recall")
    ('F1', '2-gram', 'R')
    """
    known = {"precision": "P", "recall": "R", "f1": "F1", "bleu": "BLEU", "chrf": "chrF"}
    return known.get(measure, measure.removesuffix(" precision").replace("mrr", "MRR"))


def as_dict(filled: Filled, found: Sequence[Section], command: str) -> dict[str, Any]:
    """Return the report for programs."""
    return {
        "title": filled.plan.title,
        "command": command,
        "minutes": round(sum(row.seconds for one in found for row in one.rows) / MINUTE, 4),
        "sections": [_section(one) for one in found],
    }


def _section(one: Section) -> dict[str, Any]:
    task = one.task
    parts = list(task.parts) if task else []
    return {
        "run": one.run,
        "task": one.name,
        "engine": one.engine,
        "measure": task.measure if task else None,
        "note": task.note if task else None,
        "grade": list(task.grade) if task is not None and is_graded(task) else None,
        "rows": [
            {
                "condition": row.condition,
                "report": row.report.as_dict() if row.report else None,
                "loss": row.loss.as_dict() if row.loss else None,
                "parts": dict(zip(parts, row.parts, strict=True)) if row.parts else None,
                "seconds": round(row.seconds, 2),
                "problem": row.problem or None,
            }
            for row in one.rows
        ],
    }
