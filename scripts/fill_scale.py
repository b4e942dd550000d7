"""Do the arithmetic of docs/scale.md from the rates in docs/results/spark.json.

    python scripts/fill_scale.py

What stands outside the markers is written by hand and stays.  Every number of the tables is made
here: measured rates, multiplied.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "scale.md"
RATES = ROOT / "docs" / "results" / "spark.json"
BEGIN, END = "<!-- scale: begin -->\n", "<!-- scale: end -->\n"
SIZES = {"a billion words": 1e9, "a trillion words": 1e12}
DAY = 24 * 3600


def filled(page: str, rates: dict[str, Any]) -> str:
    """Return the page with its tables made anew."""
    head, rest = page.split(BEGIN)
    return head + BEGIN + tables(rates) + END + rest.split(END)[1]


def tables(rates: dict[str, Any]) -> str:
    """Return the measured rates and what follows from them."""
    return "\n".join([*_measured(rates), "", *_restoring(rates), "", *_learning(rates), ""])


def _measured(rates: dict[str, Any]) -> list[str]:
    mapped, words = rates["map"], rates["map"]["words"]
    machine = ", ".join(f"{name} {value}" for name, value in rates["machine"].items())
    rows = [f"Measured by `{rates['command']}` on {words:,} words ({machine}):", ""]
    rows += ["| step | words/s a core | bytes shuffled a word |", "|---|---:|---:|"]
    if "restore" in rates:
        rows.append(f"| restore a column, through Spark | {_number(_restore_rate(rates))} | 0 |")
    rows.append(f"| restore, without Spark | {_number(words / mapped['restore']['seconds'])} | 0 |")
    names = {"survey": "HMM: find the vocabulary", "count": "HMM: count n-grams"}
    for key, shown in names.items():
        step = mapped[key]
        rows.append(
            f"| {shown} | {_number(words / step['seconds'])} | {step['bytes'] / words:.1f} |"
        )
    rows.append(
        f"| tagger: count features | {_number(words / mapped['features']['seconds'])} | "
        f"{12 * mapped['features']['distinct'] / words:.1f} |"
    )
    rows.append(f"| tagger: encode | {_number(words / mapped['encode']['seconds'])} | 0 |")
    rows.append(f"| tagger: an epoch | {_number(words / mapped['epoch']['seconds'])} | see below |")
    if "gain" in rates:
        rows += ["", f"Two executors restored {rates['gain']:.2f} times as fast as one."]
    else:
        rows += [
            "",
            "These are rates of the work in a task. What Spark itself takes, and how much faster "
            "two executors are than one, are not measured yet: `python -m benchmarks.spark` "
            "does so on two idle cores.",
        ]
    return rows


def _restoring(rates: dict[str, Any]) -> list[str]:
    rate = _restore_rate(rates)
    rows = ["## Restoring", ""]
    rows += ["| text | core hours | hours on 16 cores | hours on 1,000 cores | text in and out |"]
    rows += ["|---|---:|---:|---:|---:|"]
    for name, words in SIZES.items():
        seconds = words / rate
        rows.append(
            f"| {name} | {_number(seconds / 3600)} | {_number(seconds / 16 / 3600)} | "
            f"{_number(seconds / 1000 / 3600)} | {_bytes(2 * 6 * words)} |"
        )
    return rows


def _learning(rates: dict[str, Any]) -> list[str]:
    mapped, words = rates["map"], rates["map"]["words"]
    rows = ["## Learning", "", "| text | what | core hours | on 1,000 cores | shuffle, at most |"]
    rows += ["|---|---|---:|---:|---:|"]
    counting = (mapped["survey"]["seconds"] + mapped["count"]["seconds"]) / words
    volume = (mapped["survey"]["bytes"] + mapped["count"]["bytes"]) / words
    epoch = (mapped["epoch"]["seconds"] + mapped["encode"]["seconds"]) / words
    for name, size in SIZES.items():
        for what, seconds, shuffled in (
            ("HMM, both passes", counting * size, volume * size),
            ("tagger, four epochs", 4 * epoch * size, None),
        ):
            moved = _bytes(shuffled) if shuffled is not None else "see below"
            hours, spread = _number(seconds / 3600), _time(seconds / 1000)
            rows.append(f"| {name} | {what} | {hours} | {spread} | {moved} |")
    weights = mapped["epoch"]["bytes"]
    kept = mapped["features"]["kept"]
    rows += [
        "",
        f"The shuffle of the counts is that of partitions of {words:,} words: larger partitions "
        "repeat fewer keys, and a partition's table is summed before it is sent. "
        f"A partition of that size had {mapped['count']['ngrams']:,} different keys in all tables, "
        "twelve bytes each.",
        "",
        f"In an epoch each shard sends the changes of the rows that it touched, at most 45 bytes a "
        f"row of five tags. {kept:,} rows took {_bytes(weights)} of weights here; the 9 million "
        f"of the shipped model take {_bytes(9e6 * 20)}, so 1,000 shards move at most "
        f"{_bytes(1000 * 9e6 * 45)} in an epoch, and each executor is sent {_bytes(9e6 * 20)}.",
    ]
    return rows


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
    for unit, size in (("days", DAY), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{_number(seconds / size)} {unit}"
    return f"{_number(seconds)} seconds"


def _bytes(size: float) -> str:
    for unit, scale in (("PB", 1e15), ("TB", 1e12), ("GB", 1e9)):
        if size >= scale:
            return f"{_number(size / scale)} {unit}"
    return f"{_number(size / 1e6)} MB"


def main() -> None:
    """Fill the page in."""
    if not RATES.exists():
        sys.exit(f"{RATES} is not there: run python -m benchmarks.spark first")
    rates = json.loads(RATES.read_text(encoding="utf-8"))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), rates), encoding="utf-8")


if __name__ == "__main__":
    main()
