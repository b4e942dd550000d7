"""Processing a stream in several threads, in order, without delaying output while input pauses."""

from __future__ import annotations

import select
import stat
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from os import fstat
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Generic, TypeVar

from majuscule.errors import CorpusError

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 3
"""Tasks in progress per thread: enough to keep all busy, few enough for the memory."""


PATIENCE, LARGEST_PIPED = 0.1, 1 << 23
"""Seconds and bytes within which a pipe must end not to be treated as a live one."""


class Flow(Generic[Task, Result]):
    """Runs ``work`` on tasks in ``jobs`` threads and passes the results, in order, to ``write``.

    A single task runs in the caller's thread, so that short input starts fast.
    """

    def __init__(
        self, work: Callable[[Task], Result], write: Callable[[Result], object], jobs: int
    ) -> None:
        self._work = work
        self._write = write
        self._jobs = jobs
        self._held: deque[Task] = deque()
        self._pending: deque[Future[Result]] = deque()
        self._pool: ThreadPoolExecutor | None = None

    def put(self, task: Task) -> None:
        """Add a task; while too many are in progress, wait and write results."""
        if self._jobs == 1:
            self._write(self._work(task))
            return
        if self._pool is None:
            self._held.append(task)
            if len(self._held) < 2:
                return
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(self._jobs)
            while self._held:
                self._pending.append(self._pool.submit(self._work, self._held.popleft()))
        else:
            self._pending.append(self._pool.submit(self._work, task))
        while len(self._pending) >= AHEAD * self._jobs:
            self._write(self._pending.popleft().result())

    def drain(self) -> None:
        """Finish all tasks and write their results."""
        while self._held:
            self._write(self._work(self._held.popleft()))
        while self._pending:
            self._write(self._pending.popleft().result())

    def __enter__(self) -> Flow[Task, Result]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Write the results of earlier tasks, also after a :class:`CorpusError`; else drop them."""
        stopped = kind is not None and not issubclass(kind, Exception)
        try:
            if kind is None or issubclass(kind, CorpusError):
                self.drain()
        except (KeyboardInterrupt, SystemExit):
            stopped = True
            raise
        finally:
            if self._pool is not None:
                # Once stopped, as by Ctrl-C, nobody wants the results of running tasks.
                self._pool.shutdown(wait=not stopped, cancel_futures=True)


class Prompt:
    """A stream that calls ``before_waiting`` when there is nothing to read at the moment."""

    def __init__(self, stream: BinaryIO, before_waiting: Callable[[], None]) -> None:
        self._stream = stream
        self._before_waiting = before_waiting
        self._always_ready = is_file(stream)
        self._ahead: deque[bytes] = deque()

    def has_ended(self) -> bool:
        """Return whether the whole stream is there: a file, or a pipe whose writer has finished.

        Waits up to a tenth of a second for each read of a pipe; what was read is kept.
        """
        size = 0
        while not self._always_ready and size < LARGEST_PIPED:
            if not self._ready(PATIENCE):
                return False
            self._ahead.append(self._stream.read1())  # type: ignore[attr-defined]
            size += len(self._ahead[-1])
            if not self._ahead[-1]:
                return True
        return self._always_ready

    def read1(self, size: int = -1, /) -> bytes:
        """Return the available bytes, waiting for at least one."""
        if self._ahead:
            content = self._ahead.popleft()
            if 0 <= size < len(content):
                self._ahead.appendleft(content[size:])
                content = content[:size]
            return content
        if not self._always_ready and not self._ready():
            self._before_waiting()
        return self._stream.read1(size)  # type: ignore[attr-defined, no-any-return]

    read = read1

    def _ready(self, patience: float = 0) -> bool:
        # Where pipes do not support select (Windows), each read may wait.
        with suppress(OSError, ValueError):
            return bool(select.select([self._stream.fileno()], [], [], patience)[0])
        return False


def is_file(stream: BinaryIO) -> bool:
    """Return whether a stream reads a regular file, not a pipe, a terminal or the like."""
    with suppress(OSError, ValueError):
        return stat.S_ISREG(fstat(stream.fileno()).st_mode)
    return False
