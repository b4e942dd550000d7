"""How much is worked on at once: a few threads, a short queue before them, and clocks.

Work runs in threads; the kernels release the interpreter's lock, so two requests use two cores.
A request that finds the queue full or standing still, or waits too long, is refused at once: an
overloaded server stays quick for those that it takes.  Large requests pass a lane of their own
first, which leaves one thread to small ones.  Work cannot be interrupted, so a request that takes
too long is answered, but keeps its thread until it ends.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from majuscule.server.problems import RequestError, busy
from majuscule.server.settings import Settings

Result = TypeVar("Result")

LARGE = 32 << 10
"""Bytes of a body from which a request is a large one."""


class Lane:
    """So many at once, and a queue for the others, first come first served."""

    def __init__(self, places: int, settings: Settings) -> None:
        self._settings = settings
        self._places = places
        self._free = asyncio.Semaphore(places)
        self._since: deque[float] = deque()
        self._typical = 0.0  # seconds of work, the last ones counting most

    @property
    def waiting(self) -> int:
        """Return how many wait."""
        return len(self._since)

    def check(self) -> None:
        """Raise 503 where waiting makes no sense: asked before a body is read, too."""
        if not self._free.locked():
            return
        # On average the work that is under way is half done.
        expected = (len(self._since) + 0.5) * self._typical / self._places
        if expected > self._settings.wait:
            raise busy("the wait would be too long; try again in a second")
        if not self._since:
            return
        if len(self._since) >= self._settings.queue:
            raise busy("too many requests are waiting; try again in a second")
        # Where the first has waited for half of what it may, those behind it would in vain.
        if asyncio.get_running_loop().time() - self._since[0] > self._settings.wait / 2:
            raise busy("requests wait too long at the moment; try again in a second")

    async def enter(self) -> None:
        """Take a place; raise 503 where none comes free in time."""
        self.check()
        if self._free.locked() and not self._settings.queue:
            raise busy("all threads are busy; try again in a second")
        began = asyncio.get_running_loop().time()
        self._since.append(began)
        try:
            async with asyncio.timeout(self._settings.wait):
                await self._free.acquire()
        except TimeoutError:
            raise busy("no thread became free in time; try again in a second") from None
        finally:
            self._since.remove(began)

    def leave(self, took: float | None = None) -> None:
        """Give a place back after some seconds of work."""
        if took is not None:
            self._typical += 0.2 * (took - self._typical)
        self._free.release()


class Gate:
    """Lets requests through to the threads.  Lives in one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = ThreadPoolExecutor(settings.threads, thread_name_prefix="majuscule")
        self._all = Lane(settings.threads, settings)
        self._large = Lane(max(1, settings.threads - 1), settings)
        self.working = 0
        self.buffered = 0

    @property
    def waiting(self) -> int:
        """Return how many requests wait."""
        return self._all.waiting + self._large.waiting

    def hold(self, size: int) -> None:
        """Count bytes of bodies that are held; raise 503 where that would be too many."""
        if self.buffered + size > self._settings.buffered:
            raise busy("the server holds as many request bodies as it can; try again in a second")
        self.buffered += size

    def release(self, size: int) -> None:
        """Count bytes that are no longer held."""
        self.buffered -= size

    def check(self, size: int) -> None:
        """Raise 503 where a request of so many bytes would be refused."""
        for lane in self._lanes(size):
            lane.check()

    async def run(self, size: int, work: Callable[..., Result], *arguments: Any) -> Result:
        """Return what the work on a request of ``size`` bytes returns, done in a thread.

        Raises 503 where too many wait or the wait is too long, 504 where the work takes too long.
        """
        entered: list[Lane] = []
        try:
            for lane in self._lanes(size):
                await lane.enter()
                entered.append(lane)
        except BaseException:
            for lane in entered:
                lane.leave()
            raise
        self.working += 1
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._pool, work, *arguments)
        future.add_done_callback(partial(self._done, entered, loop.time()))
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._settings.time)
        except TimeoutError:
            if future.done():
                raise
            raise RequestError(
                504,
                f"the work took more than {self._settings.time:g} seconds; send less text at once",
            ) from None

    def _lanes(self, size: int) -> tuple[Lane, ...]:
        return (self._large, self._all) if size >= LARGE else (self._all,)

    def _done(self, entered: list[Lane], began: float, future: asyncio.Future[Any]) -> None:
        self.working -= 1
        took = asyncio.get_running_loop().time() - began
        for lane in entered:
            # Where large requests go through, what they take says nothing of the small ones.
            lane.leave(took if lane is entered[0] else None)
        if not future.cancelled():
            future.exception()  # looked at, so that a late failure is not reported as unseen

    def close(self) -> None:
        """Let the threads end when their work does."""
        self._pool.shutdown(wait=False, cancel_futures=True)
