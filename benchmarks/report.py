"""Shared by all benchmarks: the folders of corpora and reports, options, writing a report."""

import argparse
import json
import shlex
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.environment import ROOT, machine
from majuscule.files import atomic_write_text
from majuscule.measure import Table
from majuscule.trials.report import ReportPart, WrittenReport

REPORTS = ROOT / "results" / "reports"
DATA = ROOT.parent / "shared" / "data"
CASED, NAMES = DATA / "truecasing", DATA / "entities" / "en"


HELP = {
    "model": "ours: a name or a path",
    "resamples": "for the intervals",
    "rounds": "how often speed is measured",
    "work": "folder, kept",
}
"""Options that several benchmarks have."""


def options(name: str, doc: str | None, **common: object) -> argparse.ArgumentParser:
    """Return a parser for a benchmark with the option ``--output``, the report ``name``.

    ``common``: further options, of :data:`HELP`, with their defaults.
    """
    parser = argparse.ArgumentParser(description=(doc or "").split("\n")[0])
    text = "where the report goes, without suffix"
    parser.add_argument("--output", type=Path, default=REPORTS / name, help=text)
    for option, default in common.items():
        parser.add_argument(f"--{option}", type=type(default), default=default, help=HELP[option])
    return parser


def command() -> str:
    module = Path(sys.argv[0]).stem
    return shlex.join(["python", "-m", f"benchmarks.{module}", *sys.argv[1:]])


def machine_line(found: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in found.items())


def made() -> str:
    """Return a paragraph with the command that made a report, and the machine."""
    return f"Made by:\n\n```text\n{command()}\n```\n\non {machine_line(machine())}."


def page(title: str, parts: Iterable[str | Table]) -> str:
    """Return a page of Markdown: a title, paragraphs and tables."""
    return WrittenReport(title, list(parts), ()).markdown()


@cache
def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("reports.toml").read_text("utf-8"))


def say(report: str, part: str, **values: object) -> str:
    """Return a piece of a report's text, from ``reports.toml``, with its values filled in."""
    return _texts()[report][part].format(**values)


def opening(report: str, **values: object) -> tuple[str, str]:
    """Return a report's first paragraphs: how it was made, and what it is about."""
    return made(), say(report, "about", **values)


def write_report(
    output: Path,
    name: str,
    parts: Iterable[ReportPart],
    data: Mapping[str, Any] | None = None,
    **values: object,
) -> None:
    """Write the report ``name`` with the suffix .md, and its numbers with the suffix .json.

    The numbers are ``data``, or else the tables; ``values`` are filled into the title.
    """
    parts = list(parts)
    tables = [part.as_dict() for part in parts if isinstance(part, Table)]
    numbers = data or {"command": command(), "machine": machine(), "tables": tables}
    output.parent.mkdir(parents=True, exist_ok=True)
    WrittenReport(say(name, "title", **values), parts, (), numbers).write(output)


def write_json(path: Path, numbers: object) -> None:
    write(path, json.dumps(numbers, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write_text(path) as out:
        out.write(text)


def count_words(texts: Iterable[str]) -> int:
    return sum(len(text.split()) for text in texts)


def three_figures(value: float) -> int:
    """Round to three significant figures; the rest is noise.

    >>> three_figures(123456.7)
    123000
    """
    return int(float(f"{value:.3g}"))
