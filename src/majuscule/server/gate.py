"""The limit of concurrent work: a few threads, a queue, and a timeout.

Work runs in threads; the kernels release the GIL, so two requests use two cores.  A request waits
until a thread is free, first come first served; if the queue is full, it is refused at once.  Large
requests pass a lane of their own first, which leaves one thread to small ones.  Work cannot be
interrupted, so a request that times out is answered, but occupies its thread until it ends.
"""

from __future__ import annotations

import asyncio
import ctypes
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
"""A request is large if its body has at least this many bytes."""

HUGE = 256 << 10
"""After a request whose body has at least this many bytes, freed memory goes back to the system."""


class Lane:
    """A limit of concurrent requests, with a first-come first-served queue."""

    def __init__(self, places: int, queue: int) -> None:
        self._free = asyncio.Semaphore(places)
        self._queue = queue
        self.waiting = 0

    def check(self) -> None:
        """Raise 503 if the queue is full; also called before a body is read."""
        if self._free.locked() and self.waiting >= self._queue:
            raise busy("the queue is full; try again in a second")

    async def enter(self) -> None:
        """Wait for a free place and take it."""
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
    """Admits requests to the threads.  Not thread-safe: all calls come from one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._all = Lane(settings.threads, settings.queue)
        self._large = Lane(max(1, settings.threads - 1), settings.queue)
        self.working = 0
        self.buffered = 0

    @property
    def waiting(self) -> int:
        """Return the number of waiting requests."""
        return self._all.waiting + self._large.waiting

    def hold(self, size: int) -> None:
        """Count buffered bytes of bodies; raises 503 if the buffer is full."""
        if self.buffered + size > self._settings.buffered:
            raise busy("the server is holding too many request bodies; try again in a second")
        self.buffered += size

    def release(self, size: int) -> None:
        """Count bytes that are no longer buffered."""
        self.buffered -= size

    def check(self, size: int) -> None:
        """Raise 503 if a request of ``size`` bytes would be refused."""
        for lane in self._lanes(size):
            lane.check()

    async def run(
        self,
        size: int,
        disconnected: Callable[[], Coroutine[Any, Any, object]],
        work: Callable[..., Result],
        *arguments: Any,
    ) -> Result:
        """Run the work on a request of ``size`` bytes in a thread and return its result.

        Raises 503 if the queue is full, 504 if the work takes too long.  ``disconnected`` returns
        when the client disconnects, which ends the wait in the queue.
        """
        entered = await self._enter(self._lanes(size), disconnected)
        self.working += 1
        future = _in_thread(size >= HUGE, work, *arguments)
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
        self, lanes: tuple[Lane, ...], disconnected: Callable[[], Coroutine[Any, Any, object]]
    ) -> list[Lane]:
        entered: list[Lane] = []

        def give_up(watch: asyncio.Task[object]) -> None:
            if not watch.cancelled():
                patience.reschedule(0)

        try:
            async with asyncio.timeout(None) as patience:
                watch = asyncio.create_task(disconnected())
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
            future.exception()  # retrieved, so that asyncio does not report a late failure


def _leave(lanes: list[Lane]) -> None:
    for lane in lanes:
        lane.leave()


def _in_thread(
    is_huge: bool, work: Callable[..., Result], *arguments: Any
) -> asyncio.Future[Result]:
    """Start work in a daemon thread, which the end of the process does not wait for."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(set_outcome: Callable[[Any], None], value: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(set_outcome, value)

    def run() -> None:
        try:
            result = work(*arguments)
        except BaseException as error:
            settle(future.set_exception, error)
        else:
            settle(future.set_result, result)
        if is_huge:
            give_back_memory()

    threading.Thread(target=run, name="majuscule", daemon=True).start()
    return future


def give_back_memory() -> None:
    """Return freed memory to the system: glibc may keep a gigabyte of it, for names in 3 MB."""
    with suppress(AttributeError, OSError, TypeError):  # other C libraries lack the function
        ctypes.CDLL(None).malloc_trim(0)
