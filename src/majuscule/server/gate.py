"""How much is worked on at once: a few threads, a short queue before them, and clocks.

Work runs in threads; the kernels release the interpreter's lock, so two requests use two cores.
A request that finds the queue full, or waits too long, is refused at once: an overloaded server
stays quick for those that it takes.  Work cannot be interrupted, so a request that takes too long
is answered, but keeps its thread until it ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from majuscule.server.problems import RequestError, busy
from majuscule.server.settings import Settings

Result = TypeVar("Result")


class Gate:
    """Lets requests through to the threads.  Lives in one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = ThreadPoolExecutor(settings.threads, thread_name_prefix="majuscule")
        self._free = asyncio.Semaphore(settings.threads)
        self.waiting = 0
        self.working = 0
        self.buffered = 0

    def hold(self, size: int) -> None:
        """Count bytes of bodies that are held; raise 503 where that would be too many."""
        if self.buffered + size > self._settings.buffered:
            raise busy("the server holds as many request bodies as it may; try again in a second")
        self.buffered += size

    def release(self, size: int) -> None:
        """Count bytes that are no longer held."""
        self.buffered -= size

    def check(self) -> None:
        """Raise 503 where the queue is full: asked before a body is read, too."""
        if self._free.locked() and self.waiting >= self._settings.queue:
            raise busy("too many requests are waiting; try again in a second")

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Return what the work returns, done in a thread.

        Raises 503 where too many wait or the wait is too long, 504 where the work takes too long.
        """
        self.check()
        self.waiting += 1
        try:
            async with asyncio.timeout(self._settings.wait):
                await self._free.acquire()
        except TimeoutError:
            raise busy("no thread became free in time; try again in a second") from None
        finally:
            self.waiting -= 1
        self.working += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)
        future.add_done_callback(self._done)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._settings.time)
        except TimeoutError:
            if future.done():
                raise
            raise RequestError(
                504,
                f"the work took more than {self._settings.time:g} seconds; send less text at once",
            ) from None

    def _done(self, future: asyncio.Future[Any]) -> None:
        self.working -= 1
        self._free.release()
        if not future.cancelled():
            future.exception()  # looked at, so that a late failure is not reported as unseen

    def close(self) -> None:
        """Let the threads end when their work does."""
        self._pool.shutdown(wait=False, cancel_futures=True)
