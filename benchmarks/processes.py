"""Measured processes: workers that answer requests, cold starts of commands, work in turns."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Self

from benchmarks.environment import ROOT, Environment

SENTENCE = "us rep. james pond showed up riding an it and going to a now meeting\n"

_IMPORT = "import time; b = time.perf_counter(); import majuscule; print(time.perf_counter() - b)"


class WorkerError(Exception):
    """A worker failed; the message names it and gives its error."""


class Child(AbstractContextManager["Child"]):
    """A worker process.  ``start_seconds``: from its start to its first answer."""

    def __init__(
        self, name: str, environment: Environment, kind: str, options: dict[str, Any], log: Path
    ) -> None:
        self.name = name
        self.start_seconds = 0.0
        self._log = log.open("ab")
        self._begun = time.perf_counter()
        self._process = subprocess.Popen(
            [str(environment.python), "-m", "benchmarks.worker", kind, json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=ROOT,
            env=environment.variables,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()
        self._log.close()

    def warm(self, how: str = "tokens") -> None:
        """Restore a first line, and record the seconds since the process was started."""
        self.restore(["it rained in london ."], how)
        self.start_seconds = time.perf_counter() - self._begun

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        result: list[str] = self.ask(do="restore", lines=list(lines), how=how)["lines"]
        if len(result) != len(lines):
            raise WorkerError(f"{self.name} gave {len(result)} lines for {len(lines)}")
        return result

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request and return the answer; raises :class:`WorkerError` if the worker fails."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise WorkerError(f"{self.name} has no pipes")
        try:
            stdin.write(json.dumps(request) + "\n")
            stdin.flush()
            line = stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            code = self._process.wait()
            raise WorkerError(f"{self.name} ended with status {code}: see {self._log.name}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerError(f"{self.name}: {answer['error']} (see {self._log.name})")
        return answer


@dataclass(frozen=True)
class ColdStart:
    """Seconds of each run from start to end, and the peak memory over all runs."""

    command: str
    wall: tuple[float, ...]
    cpu: tuple[float, ...]
    peak_bytes: int

    @property
    def seconds(self) -> float:
        return median(self.wall)


def cold_start(environment: Environment, arguments: list[str], rounds: int) -> ColdStart:
    """Run ``python -m ARGUMENTS`` on one sentence, ``rounds`` times, each in a fresh process."""
    command = [str(environment.python), "-m", *arguments]
    runs = []
    for _ in range(rounds):
        worker = [sys.executable, "-m", "benchmarks.worker", "run", *command]
        runs.append(json.loads(output_of(worker, environment, SENTENCE)))
        if runs[-1]["status"]:
            raise RuntimeError(f"{' '.join(command)} ended with status {runs[-1]['status']}")
    return ColdStart(
        f"echo ... | {' '.join(arguments)}",
        tuple(run["wall"] for run in runs),
        tuple(run["cpu"] for run in runs),
        max(run["peak_bytes"] for run in runs),
    )


def import_seconds(environment: Environment, rounds: int) -> list[float]:
    command = [str(environment.python), "-c", _IMPORT]
    return [float(output_of(command, environment)) for _ in range(rounds)]


def output_of(command: list[str], environment: Environment, text: str = "") -> str:
    done = subprocess.run(
        command,
        input=text,
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
        env=environment.variables,
        encoding="utf-8",
    )
    return done.stdout


def fastest(work: Callable[[], object], rounds: int = 3) -> float:
    """Return the processor seconds of the fastest round."""
    return min(take_turns({"": work}, rounds, warm=False)[""])


def take_turns(
    works: Mapping[str, Callable[[], object]], rounds: int, *, warm: bool = True
) -> dict[str, list[float]]:
    """Return the processor seconds of each piece of work in each round.

    They take turns, so that other load on the machine affects all alike.  ``warm``: begin with an
    untimed round.
    """
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + warm):
        for name, work in works.items():
            begin = time.process_time()
            work()
            if number >= warm:
                seconds[name].append(time.process_time() - begin)
    return seconds
