"""Work in a process of its own, so that a crash or hang costs a cell, not the experiment.

There the processor time and memory of the work can also be measured alone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Self, TypeVar

from majuscule.errors import UsageError

Result = TypeVar("Result")
Work = Callable[..., Any]


class Worker:
    """A process that answers requests by calling a function, its work.

    ``make`` returns the work; it is called in the process, on the first request.  It must be
    picklable, as must the arguments and results of the work.  ``limit``: seconds for an answer, or
    None.
    """

    def __init__(self, name: str, make: Callable[[], Work], limit: float | None = None) -> None:
        self.name = name
        self._make, self._limit = make, limit
        self._process: Any = None
        self._connection: Connection | None = None
        self.spent = 0.0
        """Processor seconds that the process has used since it was started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def ask(self, *arguments: Any) -> Any:
        """Return what the work returns, or raise what it raises.

        Raises :class:`~majuscule.errors.UsageError` if the process dies or takes too long.
        """
        if self._connection is None:
            spawn = multiprocessing.get_context("spawn")
            self._connection, theirs = spawn.Pipe()
            work = self._make, theirs
            self._process = spawn.Process(target=_serve, args=work, daemon=True)
            self._process.start()
            theirs.close()
        try:
            self._connection.send(arguments)
            if not self._connection.poll(self._limit):
                self.stop()
                raise UsageError(f"{self.name} gave no answer in {self._limit:g} s and was stopped")
            answer, error, self.spent = self._connection.recv()
        except (EOFError, OSError) as ended:
            self._process.join(5)
            status = self._process.exitcode
            self.stop()
            raise UsageError(f"{self.name} died with status {status}") from ended
        if error is not None:
            raise error
        return answer

    def stop(self) -> None:
        if self._process is not None and self._process.is_alive():
            self._process.terminate()
            self._process.join(5)
            if self._process.is_alive():
                self._process.kill()
        self._process = self._connection = None
        self.spent = 0.0


def _serve(make: Callable[[], Work], connection: Connection) -> None:
    """Answer requests until the other end of the connection is closed."""
    # Exit through SystemExit, so that programs started by the work are stopped too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    work: Work | None = None
    while True:
        try:
            arguments = connection.recv()
        except (EOFError, OSError):
            return
        answer = problem = None
        try:
            work = work or make()
            answer = work(*arguments)
        except Exception as error:
            problem = error
        connection.send((answer, problem, processor_seconds()))


def in_own_process(work: Callable[..., Result], *arguments: Any) -> Result:
    """Call a function in a fresh process and return its result."""
    with Worker(work.__name__, partial(_identity, work)) as worker:
        result: Result = worker.ask(*arguments)
        return result


def _identity(work: Work) -> Work:
    return work


def processor_seconds() -> float:
    """Return the processor seconds of this process and of its ended children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def peak_memory() -> int:
    """Return the peak memory of this process in bytes, 0 on Windows."""
    try:
        # Preferred to getrusage, whose maximum for a fresh process includes its parent's.
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        lines = [line for line in status.splitlines() if line.startswith("VmHWM:")]
        return int(lines[0].split()[1]) * 1024
    except (OSError, IndexError, ValueError):
        if sys.platform == "win32":
            return 0
        import resource

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
