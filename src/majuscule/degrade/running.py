"""Fill the cells of a plan: each an engine on a task under a condition; finished ones are kept.

A cell is kept as counts for each document, under a name made of all that it depends on: the data,
the engine's digest, the models of the condition, the version of this package.  So a run that was
killed goes on where it was, and what has changed is run anew.  A cell that fails is a hole with a
reason; the others go on.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from majuscule import __version__
from majuscule.degrade.conditions import apply, digest_of
from majuscule.degrade.interface import Annotation, Task
from majuscule.degrade.plan import NO_ENGINE, Plan, Run
from majuscule.degrade.tasks import open_task
from majuscule.degrade.workers import Worker
from majuscule.errors import MajusculeError, UsageError
from majuscule.files import atomic_write
from majuscule.measure import digest_texts
from majuscule.measure.metric import IntArray

Tell = Callable[[str, float], None]


@dataclass(frozen=True)
class Cell:
    """What came of an engine on a task under a condition: counts by document, or why there are
    none."""

    run: str
    engine: str
    task: str
    condition: str
    statistics: IntArray | None
    problem: str = ""


@dataclass(frozen=True)
class Filled:
    """A plan with its cells, and its tasks as far as they could be opened, by their names in it."""

    plan: Plan
    cells: list[Cell]
    tasks: dict[str, Task]


def run_plan(plan: Plan, work: Path, tell: Tell = lambda _what, _share: None) -> Filled:
    """Return the plan with all its cells filled or explained; ``work`` keeps the finished ones."""
    work.mkdir(parents=True, exist_ok=True)
    tasks: dict[str, Task] = {}
    problems: dict[str, str] = {}
    for name in {task: None for run in plan.runs for task in run.tasks}:
        try:
            tasks[name] = open_task(name, plan.data)
        except MajusculeError as error:
            problems[name] = str(error)
    total = sum(len(run.engines) * len(run.tasks) * len(run.conditions) for run in plan.runs)
    cells: list[Cell] = []
    for run in plan.runs:
        for engine in run.engines:
            with Worker(engine, plan.limit) as worker:
                for name, condition in ((a, b) for a in run.tasks for b in run.conditions):
                    tell(f"{engine or 'no engine'}, {name}, {condition}", len(cells) / total)
                    statistics, problem = None, problems.get(name, "")
                    if not problem:
                        try:
                            statistics = _cell(worker, tasks[name], condition, work)
                        except MajusculeError as error:
                            problem = str(error)
                    cells.append(Cell(run.name, engine, name, condition, statistics, problem))
    return Filled(plan, cells, tasks)


def _cell(worker: Worker, task: Task, condition: str, work: Path) -> IntArray:
    if task.needs and worker.name == NO_ENGINE:
        raise UsageError(f"{task.name} needs an engine that gives {', '.join(task.needs)}")
    if task.needs:
        worker.open()
        missing = task.needs - worker.gives
        if missing:
            raise UsageError(f"{worker.name} does not give {', '.join(sorted(missing))}")
    told = [
        task.name,
        digest_texts(task.texts),
        worker.name if task.needs else "",
        worker.digest if task.needs else "",
        condition,
        digest_of(condition),
        __version__,
    ]
    name = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]
    path = work / f"{name}.npy"
    if path.exists():
        try:
            return np.load(path, allow_pickle=False)  # type: ignore[no-any-return]
        except (ValueError, OSError, EOFError):
            path.unlink()  # cut off when the power went; it is made again
    inputs = apply(condition, task.texts)
    found: list[Annotation] = []
    if task.needs:
        found = worker.annotate([one.text for one in inputs])
    statistics = task.score(inputs, found)
    held = io.BytesIO()
    np.save(held, statistics, allow_pickle=False)
    with atomic_write(path) as out:
        out.write(held.getvalue())
    return statistics


def groups(filled: Filled) -> Iterator[tuple[Run, str, str, list[Cell]]]:
    """Yield the cells of each engine on each task, in the plan's order of conditions."""
    for run in filled.plan.runs:
        for task in run.tasks:
            for engine in run.engines:
                chosen = [
                    cell
                    for cell in filled.cells
                    if (cell.run, cell.task, cell.engine) == (run.name, task, engine)
                ]
                yield run, task, engine, chosen
