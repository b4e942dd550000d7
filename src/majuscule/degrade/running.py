"""Filling the cells of a plan, each an engine on a task in a condition; finished ones are cached.

A cell's counts by document and its seconds are cached under a key of all that it depends on
(:mod:`majuscule.trials.cells`): the data, the code of task and condition, the engine's digest, the
models of the condition.  A cell that fails is left empty with a reason; the others go on.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock
from typing import Any

from majuscule.arrays import I64
from majuscule.degrade.conditions import apply, digest_of
from majuscule.degrade.interface import Annotation, EngineInput, Scoring, Task
from majuscule.degrade.kinds import open_engine, open_task
from majuscule.degrade.plan import NO_ENGINE, DegradePlan, Run
from majuscule.errors import MajusculeError, UsageError
from majuscule.measure import digest_texts
from majuscule.options import Progress, no_progress
from majuscule.trials.cells import Cells, digest_code
from majuscule.trials.workers import Worker


@dataclass(frozen=True)
class Outcome:
    """A filled cell: counts by document, or the reason why there are none, and the processor
    seconds that filling it took."""

    run: str
    engine: str
    task: str
    condition: str
    statistics: I64 | None
    problem: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Filled:
    """A plan with its cells, and those of its tasks that could be opened, by name."""

    plan: DegradePlan
    cells: list[Outcome]
    tasks: dict[str, Task]


class OwnProcess:
    """An engine in a process of its own, which starts with the first request."""

    def __init__(self, name: str, limit: float) -> None:
        self.name = name
        self.worker = Worker(name, partial(_opened, name), limit)

    def annotate(self, texts: Sequence[str]) -> list[Annotation]:
        """Return the engine's annotations.

        Raises :class:`~majuscule.errors.MajusculeError` if it fails, dies, takes too long, or
        returns spans outside a text or heads that do not exist.
        """
        found: list[Annotation] = self.worker.ask(list(texts))
        if len(found) != len(texts):
            raise UsageError(f"{self.name} answered for only {len(found)} of {len(texts)} texts")
        for number, (text, one) in enumerate(zip(texts, found, strict=True), 1):
            for start, end in one.spans():
                if not 0 <= start < end <= len(text):
                    raise UsageError(
                        f"{self.name} gave a span {start}-{end} outside text {number}, which has "
                        f"{len(text)} characters"
                    )
            tokens = len(one.dependencies)
            for token in one.dependencies:
                if not 0 <= token.head < tokens:
                    raise UsageError(
                        f"{self.name} gave a head {token.head} in text {number}, which has "
                        f"{tokens} tokens, counted from 0"
                    )
        return found


def _opened(name: str) -> Callable[[list[str] | None], Any]:
    """Return the function that a worker calls: texts -> annotations, None -> (digest, gives)."""
    engine = open_engine(name)

    def read(texts: list[str] | None) -> Any:
        if texts is None:
            return engine.digest, engine.gives
        try:
            return list(engine.annotate(texts))
        except MajusculeError:
            raise
        except Exception as error:  # third-party code may raise anything
            problem = f"{name} failed: {error or type(error).__name__}"
            raise UsageError(problem) from None

    return read


def run_plan(
    plan: DegradePlan,
    work: Path,
    tell: Progress = no_progress,
    jobs: int = 1,
    *,
    only_finished: bool = False,
) -> Filled:
    """Return the plan with each cell filled, or with a reason; ``work``: the folder of the cache.

    ``jobs``: engines that run at a time.  ``only_finished``: fill no cell, only read the cache.
    """
    filling = _Filling(plan, Cells.of(work), tell, only_finished)
    members = [(run, engine) for run in plan.runs for engine in run.engines]
    if jobs == 1:
        found = [filling.fill(*one) for one in members]
    else:
        # Threads suffice: engines are processes, and the kernels of restorers release the GIL.
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
    def __init__(
        self, plan: DegradePlan, cells: Cells, tell: Progress, only_finished: bool
    ) -> None:
        self._plan, self._cells, self._tell = plan, cells, tell
        self._only_finished = only_finished
        self.tasks: dict[str, Task] = {}
        self._problems: dict[str, str] = {}
        for name in {task: None for run in plan.runs for task in run.tasks}:
            try:
                self.tasks[name] = open_task(
                    name, plan.data, encoding=plan.encoding, errors=plan.errors
                )
            except MajusculeError as error:
                self._problems[name] = str(error)
        self._total = sum(
            len(run.engines) * len(run.tasks) * len(run.conditions) for run in plan.runs
        )
        self._done = 0
        self._lock = Lock()
        self.stopped = False
        # Engines share inputs, so each text is restored once.
        self._engine_facts: dict[str, tuple[str, frozenset[str]]] = {}
        self._by_input: dict[tuple[str, str, str], I64] = {}
        self._inputs = lru_cache(maxsize=64)(
            lambda name, condition: apply(
                condition, self.tasks[name].texts, self.tasks[name].documents
            )
        )

    def fill(self, run: Run, engine: str) -> list[Outcome]:
        cells: list[Outcome] = []
        scorers: dict[str, Scoring] = {}  # by task, trained on this engine's annotations
        opened = OwnProcess(engine, self._plan.limit)
        with opened.worker:
            for name, condition in ((a, b) for a in run.tasks for b in run.conditions):
                if self.stopped:
                    break
                with self._lock:
                    what = f"{engine or 'no engine'}, {name}, {condition}"
                    self._tell(what, self._done / self._total)
                statistics, seconds, problem = None, 0.0, self._problems.get(name, "")
                if not problem:
                    try:
                        statistics, seconds = self._cell(opened, name, condition, scorers)
                    except MajusculeError as error:
                        problem = str(error)
                cells.append(
                    Outcome(run.name, engine, name, condition, statistics, problem, seconds)
                )
                with self._lock:
                    self._done += 1
        return cells

    def _cell(
        self, engine: OwnProcess, name: str, condition: str, scorers: dict[str, Scoring]
    ) -> tuple[I64, float]:
        """Return the statistics of a cell and the processor seconds that they took."""
        task = self.tasks[name]
        began = time.process_time() + engine.worker.spent
        key = {
            "task": [task.name, task.tokenizer, task.unit, task.digest],
            "code": digest_code(type(task), "majuscule.degrade"),
            "columns": list(task.metric.columns),
            "documents": list(task.documents),
            "lessons": digest_texts(task.lessons),
            "engine": self._engine(task, engine) if task.needs else "",
            "condition": [condition, digest_of(condition)],
        }

        def make() -> dict[str, Any]:
            if self._only_finished:
                raise UsageError("not finished, and --finished reports only finished cells")
            statistics = self._statistics(engine, name, condition, scorers)
            return {
                "statistics": statistics,
                "seconds": time.process_time() + engine.worker.spent - began,
            }

        found = self._cells.filled(key, make)
        return found["statistics"], float(found["seconds"])

    def _engine(self, task: Task, engine: OwnProcess) -> list[str]:
        """Return the name and digest of an engine, after checking that it gives what a task needs.

        It is started for that once in a plan.
        """
        if engine.name == NO_ENGINE:
            raise UsageError(f"{task.name} needs an engine that gives {', '.join(task.needs)}")
        if engine.name not in self._engine_facts:
            self._engine_facts[engine.name] = engine.worker.ask(None)
        digest, gives = self._engine_facts[engine.name]
        missing = task.needs - gives
        if missing:
            raise UsageError(f"{engine.name} does not give {', '.join(sorted(missing))}")
        return [engine.name, digest]

    def _statistics(
        self, engine: OwnProcess, name: str, condition: str, scorers: dict[str, Scoring]
    ) -> I64:
        """Return the statistics of the engine's annotations of a task's texts in a condition."""
        task, inputs = self.tasks[name], self._inputs(name, condition)
        # Conditions may give the same text, as lower and upper+lower usually do.
        key = name, engine.name, _digest(inputs)
        if key not in self._by_input:
            if name not in scorers:
                lessons = engine.annotate(task.lessons) if task.lessons else []
                scorers[name] = task.learn(lessons)
            found = engine.annotate(task.asked(inputs)) if task.needs else []
            self._by_input[key] = scorers[name](inputs, found)
        return self._by_input[key]


def _digest(inputs: Sequence[EngineInput]) -> str:
    state = hashlib.sha256()
    for one in inputs:
        state.update(one.text.encode("utf-8", "surrogatepass") + b"\xff")
        for way in (one.begins, one.ends):
            state.update(b"" if way is None else way.tobytes())
    return state.hexdigest()
