"""Plans of engines, tasks and conditions, as TOML.

    data = "../shared/data"

    [[run]]
    name = "Entities in news"
    engines = ["majuscule:entities-en", "spacy:my_pipeline"]
    tasks = ["entities:en/dev/meantime.tsv"]
    conditions = ["original", "lower", "lower+en"]

Paths are relative to the working directory.  The first condition of a run is what the others are
compared with.  A contrast compares any two cells that occur in runs, such as one engine in one
condition with another engine in another.

    [[contrast]]
    name = "Restoring or retraining"
    tasks = ["entities:en/dev/meantime.tsv"]
    first = ["spacy:my_pipeline", "lower+en"]
    second = ["majuscule:entities-en", "lower"]
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from majuscule.degrade.conditions import check_condition
from majuscule.degrade.kinds import ENGINES, JOINED, TASKS
from majuscule.errors import CorpusError, UsageError
from majuscule.files import read_toml
from majuscule.reading import Errors

NO_ENGINE = ""
"""The engine of tasks that need none."""

TRIED = ("original", "lower", "upper", "upper+lower", "title", "lower+{model}", "upper+{model}")
"""The default conditions to try an engine in."""


@dataclass(frozen=True)
class Run:
    """Engines x tasks x conditions."""

    name: str
    tasks: tuple[str, ...]
    conditions: tuple[str, ...]
    engines: tuple[str, ...] = (NO_ENGINE,)

    def __post_init__(self) -> None:
        for condition in self.conditions:
            check_condition(condition)


@dataclass(frozen=True)
class Contrast:
    """Two cells, each an engine and a condition, whose scores on each task are tested in pairs."""

    name: str
    tasks: tuple[str, ...]
    first: tuple[str, str]
    second: tuple[str, str]


@dataclass(frozen=True)
class DegradePlan:
    """What to run, the folder of the data, the time limit of a cell in seconds, and how labelled
    text is decoded."""

    runs: tuple[Run, ...]
    data: Path = Path()
    limit: float = 600.0
    title: str = "What case is worth"
    contrasts: tuple[Contrast, ...] = ()
    encoding: str = ""
    errors: Errors = "strict"

    def __post_init__(self) -> None:
        if not 0 < self.limit < math.inf:
            raise UsageError(f"limit is {self.limit}; it must be a number of seconds above 0")


def read_plan(path: str | Path) -> DegradePlan:
    """Return the plan in a file; raises :class:`CorpusError` if it is not valid."""
    document = read_toml(path)
    try:
        return _plan(document)
    except UsageError as error:
        raise CorpusError(str(error), str(path)) from error


def trial_of(
    file: str,
    engines: Sequence[str],
    model: str,
    conditions: Sequence[str] = (),
    limit: float = 600.0,
) -> DegradePlan:
    """Return the plan to try engines on a labelled file, by default as it is, without case, and
    restored by ``model``."""
    if not Path(file).is_file():
        raise CorpusError("no such file", file)
    chosen = conditions or [condition.format(model=model) for condition in TRIED]
    name = Path(file).name
    run = Run(name, (f"entities:{file}",), tuple(chosen), tuple(engines))
    return DegradePlan((run,), limit=limit, title=f"What case is worth on {name}")


def _plan(document: dict[str, Any]) -> DegradePlan:
    parts = {"data": str, "limit": (int, float), "title": str, "run": list, "contrast": list}
    _check(document, parts, "the plan")
    runs = []
    for number, one in enumerate(document.get("run", []), 1):
        where = f"run {number}"
        kinds: dict[str, Any] = {"name": str, "tasks": list, "conditions": list, "engines": list}
        _check(one, kinds, where)
        for needed in ("tasks", "conditions"):
            if not one.get(needed):
                raise UsageError(f"{where} names no {needed}")
        for name in one["tasks"]:
            _known(name, TASKS, f"{where}: task")
        for name in one.get("engines", []):
            _known(name, (*ENGINES, JOINED), f"{where}: engine")
        lists = {name: tuple(value) for name, value in one.items() if name != "name"}
        runs.append(Run(one.get("name", where), **lists))
    if not runs:
        raise UsageError("the plan has no [[run]]")
    kinds = {"data": Path, "limit": float, "title": str}
    settings = {name: kind(document[name]) for name, kind in kinds.items() if name in document}
    contrasts = tuple(_contrasts(document.get("contrast", []), runs))
    return DegradePlan(tuple(runs), contrasts=contrasts, **settings)


def _contrasts(tables: list[dict[str, Any]], runs: Sequence[Run]) -> Iterator[Contrast]:
    cells = {
        (e, c, t) for run in runs for e in run.engines for c in run.conditions for t in run.tasks
    }
    for number, one in enumerate(tables, 1):
        where = f"contrast {number}"
        _check(one, {"name": str, "tasks": list, "first": list, "second": list}, where)
        pair = [tuple(one.get(side, ())) for side in ("first", "second")]
        tasks = tuple(one.get("tasks", ()))
        for engine, condition in (cell if len(cell) == 2 else ("", "") for cell in pair):
            if not tasks or not all((engine, condition, task) in cells for task in tasks):
                raise UsageError(
                    f"{where}: name tasks, and as first and second an engine and a condition "
                    "that occur in a run on each of these tasks"
                )
        yield Contrast(one.get("name", where), tasks, *pair)


def _check(table: dict[str, Any], kinds: dict[str, Any], where: str) -> None:
    for name, value in table.items():
        if name not in kinds:
            raise UsageError(f"{where} has an unknown part {name!r}; parts are {', '.join(kinds)}")
        element_type = dict if name in ("run", "contrast") else str
        if not isinstance(value, kinds[name]) or (
            kinds[name] is list and not all(isinstance(one, element_type) for one in value)
        ):
            lists = "a list of texts" if element_type is str else "a list of tables"
            what = {str: "a text", list: lists}.get(kinds[name], "a number")
            raise UsageError(f"{where}: {name} is {value!r}; it must be {what}")


def _known(name: str, kinds: Collection[str], where: str) -> None:
    if name.partition(":")[0] not in kinds:
        raise UsageError(f"{where} {name!r} is of an unknown kind; kinds are {', '.join(kinds)}")
