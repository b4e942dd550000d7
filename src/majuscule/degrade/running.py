"""Fill the cells of a plan: each an engine on a task under a condition; finished ones are kept.

A cell is kept as counts for each document, with its seconds, under a name made of all that it
depends on: the data, how they are cut, the engine's digest, the models of the condition, the
version of this package.  So a run that was killed goes on where it was, and what has changed is run
anew.  A cell that fails is a hole with a reason; the others go on.
"""

from __future__ import annotations

import hashlib
import io
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import cast
from zipfile import BadZipFile

import numpy as np

from majuscule.degrade.conditions import apply, digest_of
from majuscule.degrade.interface import (
    Annotation,
    Input,
    Learner,
    Scorer,
    Task,
    is_choosing,
    is_learner,
)
from majuscule.degrade.plan import NO_ENGINE, Plan, Run
from majuscule.degrade.tasks import open_task
from majuscule.degrade.workers import Worker
from majuscule.errors import MajusculeError, UsageError
from majuscule.files import atomic_write
from majuscule.measure import digest_texts
from majuscule.measure.metric import IntArray
from majuscule.version import __version__

Tell = Callable[[str, float], None]


@dataclass(frozen=True)
class Cell:
    """What came of an engine on a task under a condition: counts by document, or why there are
    none, and the seconds of a processor that it took when it was filled."""

    run: str
    engine: str
    task: str
    condition: str
    statistics: IntArray | None
    problem: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Filled:
    """A plan with its cells, and its tasks as far as they could be opened, by their names in it."""

    plan: Plan
    cells: list[Cell]
    tasks: dict[str, Task | Learner]


def run_plan(
    plan: Plan,
    work: Path,
    tell: Tell = lambda _what, _share: None,
    jobs: int = 1,
    *,
    only_finished: bool = False,
) -> Filled:
    """Return the plan with all its cells filled or explained; ``work`` keeps the finished ones.

    ``jobs``: how many engines are at work at a time.  ``only_finished``: no cell is filled, those
    that are not finished are holes.
    """
    work.mkdir(parents=True, exist_ok=True)
    filling = _Filling(plan, work, tell, only_finished)
    members = [(run, engine) for run in plan.runs for engine in run.engines]
    if jobs == 1:
        found = [filling.fill(*one) for one in members]
    else:
        # Threads: the engines are processes, and the kernels that restore let others run.
        with ThreadPoolExecutor(jobs) as pool:
            futures = [pool.submit(filling.fill, *one) for one in members]
            try:
                found = [one.result() for one in futures]
            except BaseException:
                filling.stopped = True
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    return Filled(plan, [cell for cells in found for cell in cells], filling.tasks)


class _Filling:
    """What the cells of one plan share."""

    def __init__(self, plan: Plan, work: Path, tell: Tell, only_finished: bool) -> None:
        self._plan, self._work, self._tell = plan, work, tell
        self._only_finished = only_finished
        self.tasks: dict[str, Task | Learner] = {}
        self._problems: dict[str, str] = {}
        for name in {task: None for run in plan.runs for task in run.tasks}:
            try:
                self.tasks[name] = open_task(name, plan.data)
            except MajusculeError as error:
                self._problems[name] = str(error)
        self._total = sum(
            len(run.engines) * len(run.tasks) * len(run.conditions) for run in plan.runs
        )
        self._done = 0
        self._lock = Lock()
        self.stopped = False
        # Several engines read the same: what restores is asked once.
        self._met: dict[str, tuple[str, frozenset[str]]] = {}
        self._same: dict[tuple[str, str, str], IntArray] = {}
        self._inputs = lru_cache(maxsize=64)(self._apply)

    def _apply(self, task: str, condition: str) -> list[Input]:
        return apply(condition, self.tasks[task].texts, self.tasks[task].documents)

    def fill(self, run: Run, engine: str) -> list[Cell]:
        """Return the cells of an engine in a run."""
        cells: list[Cell] = []
        scorers: dict[str, Scorer] = {}  # what was learnt from this engine
        with Worker(engine, self._plan.limit) as worker:
            for name, condition in ((a, b) for a in run.tasks for b in run.conditions):
                if self.stopped:
                    break
                with self._lock:
                    what = f"{engine or 'no engine'}, {name}, {condition}"
                    self._tell(what, self._done / self._total)
                statistics, seconds, problem = None, 0.0, self._problems.get(name, "")
                if not problem:
                    try:
                        statistics, seconds = self._cell(worker, name, condition, scorers)
                    except MajusculeError as error:
                        problem = str(error)
                cells.append(Cell(run.name, engine, name, condition, statistics, problem, seconds))
                with self._lock:
                    self._done += 1
        return cells

    def _cell(
        self, worker: Worker, name: str, condition: str, scorers: dict[str, Scorer]
    ) -> tuple[IntArray, float]:
        """Return the statistics of a cell and the seconds of a processor that they took."""
        task = self.tasks[name]
        if task.needs and worker.name == NO_ENGINE:
            raise UsageError(f"{task.name} needs an engine that gives {', '.join(task.needs)}")
        began = time.process_time() + worker.spent
        if task.needs:
            self._meet(worker)
            missing = task.needs - worker.gives
            if missing:
                raise UsageError(f"{worker.name} does not give {', '.join(sorted(missing))}")
        path = self._work / f"{_key(task, worker, condition)}.npz"
        kept = _kept(path)
        if kept is not None:
            return kept
        if self._only_finished:
            raise UsageError("it is not finished, and only finished cells were asked for")
        inputs = self._inputs(name, condition)
        # Conditions may come to the same text, as lower and upper mapped to lower do.
        same = name, worker.name, _digest(inputs)
        statistics = self._same.get(same)
        if statistics is None:
            statistics = self._same[same] = self._filled(worker, name, inputs, scorers)
        seconds = time.process_time() + worker.spent - began
        held = io.BytesIO()
        np.savez(held, statistics=statistics, cpu=seconds)
        with atomic_write(path) as out:
            out.write(held.getvalue())
        return statistics, seconds

    def _meet(self, worker: Worker) -> None:
        """Learn what an engine gives, and its digest; it is started for that once in a plan."""
        if worker.name not in self._met:
            worker.open()
            self._met[worker.name] = worker.digest, worker.gives
        worker.digest, worker.gives = self._met[worker.name]

    def _filled(
        self, worker: Worker, name: str, inputs: list[Input], scorers: dict[str, Scorer]
    ) -> IntArray:
        """Return what the engine's reading of the inputs comes to."""
        task = self.tasks[name]
        if is_learner(task):
            if name not in scorers:
                scorers[name] = task.learn(worker.annotate(task.lessons))
            scorer: Scorer = scorers[name]
        else:
            scorer = cast(Task, task)
        found: list[Annotation] = []
        if task.needs:
            if is_choosing(task):
                found = worker.annotate(task.asked(inputs))
            else:
                found = worker.annotate([one.text for one in inputs])
        return scorer.score(inputs, found)


def _digest(inputs: Sequence[Input]) -> str:
    """Return the SHA-256 of texts with their ways back."""
    state = hashlib.sha256()
    for one in inputs:
        state.update(one.text.encode("utf-8", "surrogatepass") + b"\xff")
        for way in (one.begins, one.ends):
            state.update(b"" if way is None else way.tobytes())
    return state.hexdigest()


def _key(task: Task | Learner, worker: Worker, condition: str) -> str:
    """Return the name under which a cell is kept, made of all that it depends on."""
    told = [
        task.name,
        task.tokenizer,
        task.unit,
        task.digest,
        list(task.documents),
        digest_texts(task.lessons) if is_learner(task) else "",
        worker.name if task.needs else "",
        worker.digest if task.needs else "",
        condition,
        digest_of(condition),
        __version__,
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]


def _kept(path: Path) -> tuple[IntArray, float] | None:
    """Return a finished cell and its seconds, if there is one."""
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as held:
            return held["statistics"], float(held["cpu"])
    except (ValueError, OSError, EOFError, KeyError, BadZipFile):
        path.unlink()  # cut off when the power went; it is made again
        return None


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
