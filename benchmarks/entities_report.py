"""What ``benchmarks.entities`` writes: tables, numbers and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.report import command, made, say, write, write_report
from majuscule.entities.interface import Corpus
from majuscule.measure import (
    Difference,
    Estimate,
    Resampling,
    SpanMetric,
    Table,
    compare,
    draw_bars,
    score_statistics,
)
from majuscule.measure.tables import Cell

Cells = dict[tuple[str, str, str], npt.NDArray[np.int64]]
"""Counts by document of (tagger, dev set, condition)."""

SHIPPED = "majuscule entities-en"
"""The tagger that all others are tested against."""

SHOWN = ("original", "lower", "upper", "restored")
DRAWN = ("meantime", "uner-ewt", "gmb", "earnings21")


def write_tables(
    path: Path,
    cells: Cells,
    devs: Sequence[Corpus],
    notes: Mapping[str, str],
    resamples: int,
) -> None:
    resampling = Resampling(resamples)
    taggers = list(notes)
    parts: list[str | Table] = [made(), say("entities", "about")]
    numbers: dict[str, Any] = {"command": command(), "taggers": dict(notes), "sets": {}}
    for dev in devs:
        table, numbers["sets"][dev.name] = _table(dev, taggers, cells, resampling)
        parts.append(table)
    if SHIPPED in notes and len(taggers) > 1:
        table, numbers["lead"] = _lead(devs, taggers, cells, resampling)
        parts.append(table)
    learnt = [[tagger, note] for tagger, note in notes.items()]
    parts.append(Table(("tagger", "kind, learnt from"), learnt, title="What each learnt from"))
    write_report(path, "entities", parts, numbers)
    sets = [dev.name for dev in devs if dev.name in DRAWN]
    if sets:
        whole = [
            tagger for tagger in taggers if all((tagger, name, SHOWN[0]) in cells for name in sets)
        ]
        series = {
            condition: [_pooled(cells, tagger, sets, condition, resampling) for tagger in whole]
            for condition in SHOWN
        }
        title = f"Entities in {', '.join(sets)} together"
        write(path.with_suffix(".svg"), draw_bars(whole, series, title))


def _pooled(
    cells: Cells, tagger: str, sets: Sequence[str], condition: str, resampling: Resampling
) -> Estimate:
    """Return F1 over the mentions of several sets together."""
    counts = [cells[tagger, name, condition] for name in sets]
    every = np.concatenate([one.reshape(len(one), -1, 3).sum(axis=1) for one in counts])
    return score_statistics(SpanMetric(("all",)), every, resampling=resampling)["f1"]


def _table(
    dev: Corpus, taggers: Sequence[str], cells: Cells, resampling: Resampling
) -> tuple[Table, dict[str, Any]]:
    metric = SpanMetric(dev.taught)
    rows: list[list[Cell]] = []
    numbers: dict[str, Any] = {}
    for tagger in taggers:
        if (tagger, dev.name, SHOWN[0]) not in cells:
            continue
        counts = {name: cells[tagger, dev.name, name] for name in SHOWN}
        reports = {
            name: score_statistics(metric, one, resampling=resampling)
            for name, one in counts.items()
        }
        f1 = {name: report["f1"] for name, report in reports.items()}
        worse = min(("lower", "upper"), key=lambda name: f1[name].value)
        route, gap = (
            compare(metric, counts[one], counts[two], resampling=resampling)["f1"]
            for one, two in (("restored", "lower"), ("original", worse))
        )
        rows.append([tagger, *(f1[name] for name in SHOWN), _short(route), _short(gap)])
        numbers[tagger] = {
            **{name: report.as_dict()["measures"] for name, report in reports.items()},
            "route": route.as_dict(),
            "gap": gap.as_dict(),
        }
    gold = sum(m.label in dev.taught for one in dev.documents for m in one.mentions)
    title = f"{dev.name}: {gold:,} mentions of {', '.join(dev.taught)}"
    return Table(("tagger", *SHOWN, "route", "gap"), rows, title=title), numbers


def _short(one: Difference) -> str:
    return f"{100 * one.value:+.1f} [{100 * one.low:+.1f}, {100 * one.high:+.1f}]"


def _lead(
    devs: Sequence[Corpus], taggers: Sequence[str], cells: Cells, resampling: Resampling
) -> tuple[Table, dict[str, Any]]:
    """Return how far the shipped tagger is ahead of the others in original case, set by set."""
    others = [tagger for tagger in taggers if tagger != SHIPPED]
    rows: list[list[Cell]] = []
    numbers: dict[str, Any] = {}
    for dev in devs:
        metric, found = SpanMetric(dev.taught), {}
        ours = cells[SHIPPED, dev.name, SHOWN[0]]
        for tagger in others:
            theirs = cells[tagger, dev.name, SHOWN[0]]
            found[tagger] = compare(metric, ours, theirs, resampling=resampling)["f1"]
        numbers[dev.name] = {tagger: one.as_dict() for tagger, one in found.items()}
        tests = (f"{_short(found[one])}, p = {found[one].p_value:.3f}" for one in others)
        rows.append([dev.name, *tests])
    title = f"Original case: F1 of {SHIPPED} minus that of the others, p by paired bootstrap"
    return Table(("data", *others), rows, title=title), numbers
