"""Measure the linear tagger, the network and the cascade: F1 against words/s, start, memory.

``python -m benchmarks.accurate`` writes ``results/reports/neural.md``, ``.json`` and the curve as
``neural-curve.svg`` and ``.png``.  Speed is raw text to raw text, one thread, in processor time, so
other work on the machine disturbs it little; the models take turns and the median counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import click

from benchmarks.dev_texts import DevText, f1, read_dev, restore_dev, write
from benchmarks.environment import ROOT, machine
from majuscule.measure import Table
from majuscule.measure.canvas import Canvas
from majuscule.restore.cascade import CascadeRestorer
from majuscule.restore.truecaser import Truecaser, load

REPORT = ROOT / "results" / "reports" / "neural"
THRESHOLDS = (0.06, 0.04, 0.03, 0.02, 0.012, 0.006, -1.0)
CURVE_TEXTS = ("EN-Wiki dev", "Wikinews dev")
SPEED_WORDS = 60_000

START = """
import json, resource, sys, time
begin = time.perf_counter()
import majuscule
truecaser = majuscule.load(sys.argv[1])
loaded = time.perf_counter()
truecaser.restore("the first line makes it ready.")
ready = time.perf_counter()
times = []
for k in range(50):
    at = time.perf_counter()
    truecaser.restore(f"angela merkel met the un in new york on tuesday, said {k} people.")
    times.append(time.perf_counter() - at)
peak = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(json.dumps([loaded - begin, ready - loaded, sorted(times)[25], int(peak[0]) / 1024]))
"""


@click.command()
@click.option("--linear", default="en", help="Name or path.")
@click.option("--network", default="en-accurate", help="Name or path.")
@click.option("--cascade", default="en-cascade", help="Name or path.")
@click.option("--rounds", type=click.IntRange(1), default=5, help="How often speed is measured.")
@click.option("--output", type=click.Path(path_type=Path), default=REPORT, help="Without suffix.")
def main(linear: str, network: str, cascade: str, rounds: int, output: Path) -> None:
    """Measure and write OUTPUT.md, OUTPUT.json and OUTPUT-curve.svg and .png."""
    texts = read_dev()
    named = {name: load(name) for name in (linear, network, cascade)}
    main_rows = {
        name: {text.name: score(one, text) for text in texts} for name, one in named.items()
    }
    points = {f"cascade at {t:g}": at_threshold(named[cascade], t) for t in THRESHOLDS}
    news = next(text for text in texts if text.name == "Wikinews dev")
    speeds = race({**named, **points}, news, rounds)
    curve = {
        name: {text.name: score(one, text) for text in texts if text.name in CURVE_TEXTS}
        for name, one in points.items()
    }
    starts = {name: start(name) for name in named}
    result: dict[str, Any] = {
        "machine": machine(),
        "digests": {name: one.digest for name, one in named.items()},
        "f1": main_rows,
        "words": {text.name: text.words for text in texts},
        "words/s": speeds,
        "curve": curve,
        "starts": starts,
    }
    write(output.with_suffix(".json"), json.dumps(result, indent=1) + "\n")
    write(output.with_suffix(".md"), report(result))
    draw(result, output)


def score(truecaser: Truecaser, text: DevText) -> float:
    """Return F1 on a dev text, lower-cased, with document memory."""
    return f1(text.documents, restore_dev(truecaser, text))


def at_threshold(truecaser: Truecaser, threshold: float) -> Truecaser:
    """Return the cascade with another threshold."""
    restorer = truecaser.restorer
    if not isinstance(restorer, CascadeRestorer):
        raise click.ClickException("--cascade names a model that is no cascade")
    return replace(truecaser, restorer=replace(restorer, threshold=threshold))


def race(truecasers: dict[str, Truecaser], text: DevText, rounds: int) -> dict[str, float]:
    """Return the median of words per second of each, taking turns."""
    documents: list[str] = []
    words = 0
    for document in text.documents:
        if words < SPEED_WORDS:
            documents.append(document.lower())
            words += len(document.split())
    seconds: dict[str, list[float]] = {name: [] for name in truecasers}
    for number in range(rounds + 1):
        for name, truecaser in truecasers.items():
            begin = time.process_time()
            for _ in truecaser.restore_many(documents, case="ignore", jobs=1):
                pass
            if number:  # the first round makes everything ready
                seconds[name].append(time.process_time() - begin)
    return {name: words / median(times) for name, times in seconds.items()}


def start(name: str) -> dict[str, float]:
    """Return seconds to load and to the first answer, of a line then, and peak memory in MB."""
    runs = []
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", START, name], check=True, capture_output=True, text=True
        )
        runs.append(json.loads(done.stdout))
    load_s, first_s, line_s, memory = (median(column) for column in zip(*runs, strict=True))
    return {"load s": load_s, "first s": first_s, "line ms": 1000 * line_s, "memory MB": memory}


def report(result: dict[str, Any]) -> str:
    """Return the report as Markdown."""
    names = list(result["f1"])
    texts = list(result["words"])
    rows = [
        [
            name,
            *(result["f1"][name][text] / 100 for text in texts),
            int(round(result["words/s"][name], -3)),
        ]
        for name in names
    ]
    main_table = Table(["model", *texts, "words/s"], rows, decimals=2)
    columns = [text for text in CURVE_TEXTS if text in texts]
    curve = Table(
        ["threshold", *columns, "words/s"],
        [
            [
                name.removeprefix("cascade at "),
                *(found[text] / 100 for text in columns),
                int(round(result["words/s"][name], -3)),
            ]
            for name, found in result["curve"].items()
        ],
        decimals=2,
    )
    starts = Table(
        ["model", "load (s)", "first answer (s)", "a line after that (ms)", "peak memory (MB)"],
        [
            [name, *(f"{value:.2f}" for value in values.values())]
            for name, values in result["starts"].items()
        ],
    )
    about = ", ".join(f"{name}: {value}" for name, value in result["machine"].items())
    digests = ", ".join(f"{name} `{value[:12]}`" for name, value in result["digests"].items())
    return (
        "# Linear tagger, network and cascade\n\n"
        "Made by `python -m benchmarks.accurate`. F1 of capitalised words, split at blanks, from\n"
        "lower case, with document memory; EN-Wiki and EWT are single sentences. Speed is raw\n"
        "text to raw text on Wikinews, one thread, processor time, median.\n\n"
        f"{main_table.markdown()}\n"
        "The cascade at other thresholds (mean doubt of the tokens of a sentence above which it\n"
        "goes to the network; -1 sends every sentence):\n\n"
        f"{curve.markdown()}\n![F1 against words/s](neural-curve.png)\n\n"
        f"{starts.markdown()}\n"
        f"Models: {digests}.\n\nMachine: {about}.\n"
    )


def draw(result: dict[str, Any], output: Path) -> None:
    """Draw F1 against words/s: the cascade's curve between the two models."""
    paths = [output.with_name(f"{output.name}-curve{suffix}") for suffix in (".svg", ".png")]
    linear, network, cascade = list(result["f1"])
    speeds = result["words/s"]
    with Canvas(paths, "F1 against speed, dev sets, one thread") as axes:
        for text, colour in zip(CURVE_TEXTS, ("#0072B2", "#D55E00"), strict=True):
            at = [speeds[name] / 1000 for name in result["curve"]]
            values = [found[text] for found in result["curve"].values()]
            axes.plot(at, values, color=colour, marker=".", label=f"{text}: cascade")
            for name, marker in ((linear, "s"), (network, "^"), (cascade, "*")):
                axes.plot(
                    [speeds[name] / 1000],
                    [result["f1"][name][text]],
                    color=colour,
                    marker=marker,
                    markersize=9,
                    linestyle="none",
                    label=f"{text}: {name}",
                )
        axes.set_xscale("log")
        axes.set_xlabel("thousand words/s")
        axes.set_ylabel("F1 (%)")
        axes.legend(fontsize=8)


if __name__ == "__main__":
    main()
