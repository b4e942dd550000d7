"""The tables of ``results/scale.md``, computed from the rates in ``results/reports/spark.json``."""

from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from benchmarks.report import machine_line
from majuscule.measure import Table
from scripts.fills import results

SIZES = {"a billion words": 1e9, "a trillion words": 1e12}
STEPS = {"survey": "HMM: find the vocabulary", "count": "HMM: count n-grams"}


def measured(rates: dict[str, Any]) -> str:
    mapped, words = rates["map"], rates["map"]["words"]

    def rate(step: str) -> str:
        return _number(words / mapped[step]["seconds"])

    rows = [["restore, without Spark", rate("restore"), "0"]]
    if "restore" in rates:
        through = _number(_restore_rate(rates))
        rows.insert(0, ["restore a column, through Spark", through, "0"])
    for step, name in STEPS.items():
        rows.append([name, rate(step), f"{mapped[step]['bytes'] / words:.1f}"])
    distinct = 12 * mapped["features"]["distinct"] / words
    rows += [
        ["tagger: count features", rate("features"), f"{distinct:.1f}"],
        ["tagger: encode", rate("encode"), "0"],
        ["tagger: an epoch", rate("epoch"), "see below"],
    ]
    note = (
        f"Two executors restored {rates['gain']:.2f} times as fast as one."
        if "gain" in rates
        else "The gain from two executors is not measured yet: `python -m benchmarks.spark` "
        "measures it on two idle cores."
    )
    machine = machine_line(rates["machine"])
    head = f"Measured by `{rates['command']}` on {words:,} words ({machine}):\n\n"
    columns = ("step", "words/s a core", "bytes shuffled a word")
    return head + Table(columns, rows, notes=(note,)).markdown()


def restoring(rates: dict[str, Any]) -> str:
    rows = []
    for name, words in SIZES.items():
        hours = words / _restore_rate(rates) / 3600
        shares = [_number(hours / cores) for cores in (1, 16, 1000)]
        rows.append([name, *shares, _bytes(2 * 6 * words)])
    columns = ("text", "core hours", "hours on 16 cores", "hours on 1,000 cores", "text in and out")
    return Table(columns, rows).markdown()


def learning(rates: dict[str, Any]) -> str:
    mapped, words = rates["map"], rates["map"]["words"]
    counting, volume = (
        (mapped["survey"][what] + mapped["count"][what]) / words for what in ("seconds", "bytes")
    )
    epoch = (mapped["epoch"]["seconds"] + mapped["encode"]["seconds"]) / words
    rows = []
    for name, size in SIZES.items():
        ways = {
            "HMM, both passes": (counting * size, _bytes(volume * size)),
            "tagger, four epochs": (4 * epoch * size, "see below"),
        }
        for what, (seconds, moved) in ways.items():
            rows.append([name, what, _number(seconds / 3600), _time(seconds / 1000), moved])
    columns = ("text", "what", "core hours", "on 1,000 cores", "shuffle, at most")
    notes = (
        f"The shuffle is for partitions of {words:,} words. A partition's table is summed before "
        "it is sent, so larger partitions repeat fewer keys. A partition of that size had "
        f"{mapped['count']['ngrams']:,} distinct keys in all tables, twelve bytes each.",
        "In an epoch each shard sends the changes of the rows that it touched, at most 45 bytes a "
        f"row of five tags. {mapped['features']['kept']:,} rows took "
        f"{_bytes(mapped['epoch']['bytes'])} of weights here; the 9 million of the shipped model "
        f"take {_bytes(9e6 * 20)}, so 1,000 shards move at most {_bytes(1000 * 9e6 * 45)} in an "
        f"epoch, and each executor is sent {_bytes(9e6 * 20)}.",
    )
    return Table(columns, rows, notes=notes).markdown()


def _of(tables: Callable[[dict[str, Any]], str]) -> str:
    return tables(results.read("spark"))


FILLS: dict[str, Callable[[], str]] = {
    "scale rates": partial(_of, measured),
    "scale restoring": partial(_of, restoring),
    "scale learning": partial(_of, learning),
}


def _restore_rate(rates: dict[str, Any]) -> float:
    if "restore" in rates:
        return float(rates["words"] / median(rates["restore"]["1"]))
    return float(rates["map"]["words"] / rates["map"]["restore"]["seconds"])


def _number(value: float) -> str:
    if value >= 100:
        digits = len(str(int(value))) - 2
        return f"{round(value, -digits):,.0f}"
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def _time(seconds: float) -> str:
    units = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 0.5))
    unit, size = next((one for one in units if seconds >= 2 * one[1]), units[-1])
    return f"{_number(seconds / max(size, 1))} {unit}"


def _bytes(size: float) -> str:
    units = (("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 0.0))
    unit, scale = next(one for one in units if size >= one[1])
    return f"{_number(size / (scale or 1e6))} {unit}"
