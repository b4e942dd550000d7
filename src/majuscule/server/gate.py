"""How much is worked on at once: a few threads, a queue before them, and a clock.

Work runs in threads; the kernels release the interpreter's lock, so two requests use two cores.
A request waits until a thread is free, first come first served; one that finds the queue full is
refused at once.  Large requests pass a lane of their own first, which leaves one thread to small
ones.  Work cannot be interrupted, so a request that takes too long is answered, but keeps its place
until it ends.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect

from majuscule.server.problems import RequestError, busy
from majuscule.server.settings import Settings

Result = TypeVar("Result")

LARGE = 32 << 10
"""Bytes of a body from which a request is a large one."""


class Lane:
    """So many at once, and a queue for the others, first come first served."""

    def __init__(self, places: int, queue: int) -> None:
        self._free = asyncio.Semaphore(places)
        self._queue = queue
        self.waiting = 0

    def check(self) -> None:
        """Raise 503 where the queue is full: asked before a body is read, too."""
        if self._free.locked() and self.waiting >= self._queue:
            raise busy("the queue is full; try again in a second")

    async def enter(self) -> None:
        """Take a place, once one is free."""
        self.check()
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1

    def leave(self) -> None:
        """Give a place back."""
        self._free.release()


class Gate:
    """Lets requests through to the threads.  Lives in one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._all = Lane(settings.threads, settings.queue)
        self._large = Lane(max(1, settings.threads - 1), settings.queue)
        self.working = 0
        self.buffered = 0

    @property
    def waiting(self) -> int:
        """Return how many requests wait."""
        return self._all.waiting + self._large.waiting

    def hold(self, size: int) -> None:
        """Count bytes of bodies that are held; raise 503 where that would be too many."""
        if self.buffered + size > self._settings.buffered:
            raise busy("the server is holding too many request bodies; try again in a second")
        self.buffered += size

    def release(self, size: int) -> None:
        """Count bytes that are no longer held."""
        self.buffered -= size

    def check(self, size: int) -> None:
        """Raise 503 where a request of so many bytes would be refused."""
        for lane in self._lanes(size):
            lane.check()

    async def run(
        self,
        size: int,
        left: Callable[[], Coroutine[Any, Any, object]],
        work: Callable[..., Result],
        *arguments: Any,
    ) -> Result:
        """Return what the work on a request of ``size`` bytes returns, done in a thread.

        Raises 503 where the queue is full and 504 where the work takes too long.  ``left`` ends
        when the client leaves, and with it ends the wait.
        """
        entered = await self._enter(self._lanes(size), left)
        self.working += 1
        future = _in_thread(work, *arguments)
        future.add_done_callback(partial(self._done, entered))
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._settings.time)
        except TimeoutError:
            if future.done():
                raise
            raise RequestError(
                504,
                f"the request took more than {self._settings.time:g} seconds; send less text at "
                "once",
            ) from None

    async def _enter(
        self, lanes: tuple[Lane, ...], left: Callable[[], Coroutine[Any, Any, object]]
    ) -> list[Lane]:
        entered: list[Lane] = []

        def give_up(watch: asyncio.Task[object]) -> None:
            if not watch.cancelled():
                patience.reschedule(0)

        try:
            async with asyncio.timeout(None) as patience:
                watch = asyncio.create_task(left())
                watch.add_done_callback(give_up)
                try:
                    for lane in lanes:
                        await lane.enter()
                        entered.append(lane)
                finally:
                    watch.cancel()
            return entered
        except BaseException as error:
            _leave(entered)
            if isinstance(error, TimeoutError):
                raise ClientDisconnect from None
            raise

    def _lanes(self, size: int) -> tuple[Lane, ...]:
        return (self._large, self._all) if size >= LARGE else (self._all,)

    def _done(self, entered: list[Lane], future: asyncio.Future[Any]) -> None:
        self.working -= 1
        _leave(entered)
        if not future.cancelled():
            future.exception()  # looked at, so that a late failure is not reported as unseen


def _leave(lanes: list[Lane]) -> None:
    for lane in lanes:
        lane.leave()


def _in_thread(work: Callable[..., Result], *arguments: Any) -> asyncio.Future[Result]:
    """Begin work in a thread that the end of the process does not wait for."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(settle_as: Callable[[Any], None], value: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle_as, value)

    def run() -> None:
        try:
            found = work(*arguments)
        except BaseException as error:
            settle(future.set_exception, error)
        else:
            settle(future.set_result, found)

    threading.Thread(target=run, name="majuscule", daemon=True).start()
    return future
