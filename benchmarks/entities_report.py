"""The report of ``benchmarks.entities``: tables, numbers and a picture."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.entity_mistakes import KINDS
from benchmarks.report import command, opening, write, write_report
from majuscule.arrays import I64
from majuscule.entities.interface import Corpus
from majuscule.measure import (
    METRICS,
    Difference,
    Estimate,
    Resampling,
    SpanMetric,
    Table,
    compare,
    draw_bars,
    measure_of,
    score_statistics,
)
from majuscule.measure.tables import Cell
from majuscule.trials.entities import mention_metric

CountedCells = dict[tuple[str, str, str], I64]
"""Counts by document of (tagger, dev set, condition)."""

SHIPPED = "majuscule entities-en"
ACCURATE = "majuscule entities-en-accurate"
"""The taggers that all others are tested against."""

SHOWN = ("original", "lower", "upper", "restored")
DRAWN = ("meantime", "uner-ewt", "gmb", "earnings21")


def write_tables(
    path: Path,
    cells: CountedCells,
    mistakes: CountedCells,
    devs: Sequence[Corpus],
    notes: Mapping[str, tuple[str, str, str]],
    resamples: int,
) -> None:
    """Write the report.  ``mistakes``: see :mod:`benchmarks.entity_mistakes`; ``notes``: training
    text, size and speed of each tagger."""
    resampling = Resampling(resamples)
    taggers = list(notes)
    parts: list[str | Table] = [*opening("entities")]
    numbers: dict[str, Any] = {"command": command(), "taggers": dict(notes), "sets": {}}
    for dev in devs:
        tables, numbers["sets"][dev.name] = _tables(dev, taggers, cells, resampling)
        parts += tables
    for part in ("leads", "mistakes"):
        numbers[part] = {}
        for ours, condition in product((SHIPPED, ACCURATE), ("original", "lower")):
            if ours not in notes or (part == "leads" and len(taggers) < 2):
                continue
            if part == "leads":
                table, found = _lead(devs, ours, taggers, condition, cells, resampling)
            else:
                table, found = _mistakes(devs, ours, condition, mistakes)
            numbers[part].setdefault(ours, {})[condition] = found
            parts.append(table)
    heads = ("tagger", "kind, learnt from", "size, MB", "words/s")
    notes_rows: list[list[Cell]] = [[tagger, *about] for tagger, about in notes.items()]
    parts.append(Table(heads, notes_rows, title="What each learnt from, and how fast it is"))
    write_report(path, "entities", parts, numbers)
    sets = [dev for dev in devs if dev.name in DRAWN]
    if sets:
        complete = [
            tagger
            for tagger in taggers
            if all((tagger, dev.name, SHOWN[0]) in cells for dev in sets)
        ]
        series = {
            condition: [_pooled(cells, tagger, sets, condition, resampling) for tagger in complete]
            for condition in SHOWN
        }
        title = f"Entities in {', '.join(dev.name for dev in sets)} together"
        write(path.with_suffix(".svg"), draw_bars(complete, series, title))


def _pooled(
    cells: CountedCells, tagger: str, sets: Sequence[Corpus], condition: str, resampling: Resampling
) -> Estimate:
    """Return F1 over the mentions of several sets together."""
    every = np.concatenate(
        [
            cells[tagger, dev.name, condition][:, : 3 * len(dev.taught)]
            .reshape(len(dev.documents), -1, 3)
            .sum(axis=1)
            for dev in sets
        ]
    )
    return score_statistics(SpanMetric(("all",)), every, resampling=resampling)["f1"]


def _tables(
    dev: Corpus, taggers: Sequence[str], cells: CountedCells, resampling: Resampling
) -> tuple[list[Table], dict[str, Any]]:
    """Return F of exact spans and of the MUC scorer."""
    metric = mention_metric(dev.taught)
    rows: dict[str, list[list[Cell]]] = {name: [] for name in METRICS}
    numbers: dict[str, Any] = {}
    for tagger in taggers:
        if (tagger, dev.name, SHOWN[0]) not in cells:
            continue
        counts = {name: cells[tagger, dev.name, name] for name in SHOWN}
        reports = {
            name: score_statistics(metric, one, resampling=resampling)
            for name, one in counts.items()
        }
        numbers[tagger] = {
            name: {of: found for of, found in report.as_dict()["measures"].items() if " " not in of}
            for name, report in reports.items()
        }
        for how, found in rows.items():
            measure = measure_of(how, "f1")
            f1 = {name: report[measure] for name, report in reports.items()}
            worse = min(("lower", "upper"), key=lambda name: f1[name].value)
            pairs = {"route": ("restored", "lower"), "gap": ("original", worse)}
            tests = {
                name: compare(metric, counts[one], counts[two], resampling=resampling)[measure]
                for name, (one, two) in pairs.items()
            }
            found.append([tagger, *(f1[name] for name in SHOWN), *map(short, tests.values())])
            for name, test in tests.items():
                numbers[tagger][measure_of(how, name)] = test.as_dict()
    gold = sum(m.label in dev.taught for one in dev.documents for m in one.mentions)
    title = f"{dev.name}: {gold:,} mentions of {', '.join(dev.taught)}"
    heads = ("tagger", *SHOWN, "route", "gap")
    titles = {"spans": title, "muc": f"{dev.name}, as the MUC scorer counts"}
    return [Table(heads, rows[how], title=titles[how]) for how in METRICS], numbers


def short(one: Difference) -> str:
    """Return a difference in per cent with its interval."""
    return f"{100 * one.value:+.1f} [{100 * one.low:+.1f}, {100 * one.high:+.1f}]"


def _mistakes(
    devs: Sequence[Corpus], tagger: str, condition: str, mistakes: CountedCells
) -> tuple[Table, dict[str, Any]]:
    """Return what became of the mentions of each class, by set, in per cent."""
    rows: list[list[Cell]] = []
    numbers: dict[str, Any] = {}
    for dev in devs:
        for label, counts in zip(dev.taught, mistakes[tagger, dev.name, condition], strict=True):
            mentions = int(counts[:-1].sum())
            if mentions:
                rows.append(
                    [dev.name, label, mentions, *(f"{100 * n / mentions:.1f}" for n in counts)]
                )
                numbers.setdefault(dev.name, {})[label] = counts.tolist()
    title = f"What becomes of mentions, {tagger}, {condition} case: per cent of those of the class"
    return Table(("data", "class", "mentions", *KINDS), rows, title=title), numbers


def _lead(
    devs: Sequence[Corpus],
    base: str,
    taggers: Sequence[str],
    condition: str,
    cells: CountedCells,
    resampling: Resampling,
) -> tuple[Table, dict[str, Any]]:
    """Return the lead of a tagger over the others in a condition, by set."""
    others = [tagger for tagger in taggers if tagger != base]
    rows: list[list[Cell]] = []
    numbers: dict[str, Any] = {}
    for dev in devs:
        metric, found = mention_metric(dev.taught), {}
        ours = cells[base, dev.name, condition]
        for tagger in others:
            theirs = cells[tagger, dev.name, condition]
            found[tagger] = compare(metric, ours, theirs, resampling=resampling)["f1"]
        numbers[dev.name] = {tagger: one.as_dict() for tagger, one in found.items()}
        tests = (f"{short(found[one])}, p = {found[one].p_value:.3f}" for one in others)
        rows.append([dev.name, *tests])
    case = condition.capitalize()
    title = f"{case} case: F1 of {base} minus that of the others, p by paired bootstrap"
    return Table(("data", *others), rows, title=title), numbers
