"""Work in a process of its own: one that crashes or hangs costs a cell, not the experiment.

What a process takes, time of a processor and memory, can be told apart in this way too.
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
    """A process that makes its work once, when it is first asked, and does it as often as asked.

    ``make`` returns the work; it is called in the process, and can be pickled, as can all that the
    work takes and returns.  ``limit``: seconds that an answer may take; none: as long as it likes.
    """

    def __init__(self, name: str, make: Callable[[], Work], limit: float | None = None) -> None:
        self.name = name
        self._make, self._limit = make, limit
        self._process: Any = None
        self._connection: Connection | None = None
        self.spent = 0.0
        """Seconds of a processor that the process has taken since it was started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def ask(self, *arguments: Any) -> Any:
        """Return what the work returns, or raise what it raises.

        Raises :class:`~majuscule.errors.UsageError` where the process dies or takes too long.
        """
        if self._connection is None:
            self._connection, theirs = multiprocessing.get_context("spawn").Pipe()
            self._process = multiprocessing.get_context("spawn").Process(
                target=_serve, args=(self._make, theirs), daemon=True
            )
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
    """Make the work and do it until the other end is closed."""
    # Leave like that, not at once: programs that the work has started are then stopped, too.
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
    """Return what a function returns in a fresh process."""
    with Worker(work.__name__, partial(_itself, work)) as worker:
        result: Result = worker.ask(*arguments)
        return result


def _itself(work: Work) -> Work:
    return work


def processor_seconds() -> float:
    """Return the seconds of a processor that this process and its ended programs have taken."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def peak_memory() -> int:
    """Return the most memory that this process held, in bytes, 0 on Windows: it does not tell."""
    try:
        # What getrusage says of a fresh process is at least what its parent held.
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        lines = [line for line in status.splitlines() if line.startswith("VmHWM:")]
        return int(lines[0].split()[1]) * 1024
    except (OSError, IndexError, ValueError):
        if sys.platform == "win32":
            return 0
        import resource

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
