"""The parent's end of :mod:`benchmarks.worker`: start a system, ask it, end it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchmarks.environment import ROOT, Environment


class WorkerError(Exception):
    """A child that failed: which one, and what it said."""


class Child:
    """A running worker.  ``start_seconds``: from starting the process to its first answer."""

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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def warm(self, how: str = "tokens") -> None:
        """Have a first line restored and note how long that took since the process was begun."""
        self.restore(["it rained in london ."], how)
        self.start_seconds = time.perf_counter() - self._begun

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        """Return the lines as the system gives them."""
        result: list[str] = self.ask(do="restore", lines=list(lines), how=how)["lines"]
        if len(result) != len(lines):
            raise WorkerError(f"{self.name} gave {len(result)} lines for {len(lines)}")
        return result

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send one request, return its answer; an error there is a :class:`WorkerError` here."""
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

    def close(self) -> None:
        """End the process by ending its input, and wait for it."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()
        self._log.close()
