"""The queue before the threads: who waits, who is refused, and what the end does not wait for."""

import asyncio
import ctypes
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable

import pytest
from starlette.requests import ClientDisconnect

from majuscule.errors import UsageError
from majuscule.server.gate import HUGE, LARGE, Gate
from majuscule.server.metrics import resident_bytes
from majuscule.server.problems import RequestError
from majuscule.server.settings import Settings


async def _stays() -> None:
    await asyncio.Event().wait()


async def _settled() -> None:
    """Let all that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)


def held(gate: Gate, go_on: threading.Event, size: int = 0) -> asyncio.Task[str]:
    """Begin a request that works until it may go on."""

    def work() -> str:
        assert go_on.wait(60)
        return "done"

    return asyncio.create_task(gate.run(size, _stays, work))


def in_a_gate(test: Callable[[Gate, threading.Event], Awaitable[None]], **settings: int) -> None:
    async def run() -> None:
        go_on = threading.Event()
        try:
            await test(Gate(Settings(**settings)), go_on)  # type: ignore[arg-type]
        finally:
            go_on.set()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("name", "value", "needed"),
    [
        ("port", 70_000, "from 0 to 65535"),
        ("threads", 0, "1 or more"),
        ("time", float("nan"), "above 0"),
        ("send_time", 0, "above 0"),
    ],
)
def test_a_setting_out_of_range_is_told_its_range(name: str, value: float, needed: str) -> None:
    with pytest.raises(UsageError, match=f"^{name} is {value}; it must be {needed}$"):
        Settings(**{name: value})


def test_an_unset_host_opens_the_server_to_nobody() -> None:
    with pytest.raises(UsageError, match="address to listen on is empty"):
        Settings(host="")


def test_requests_wait_and_only_a_full_queue_refuses():
    async def test(gate, go_on):
        taken = [held(gate, go_on) for _ in range(5)]
        await _settled()
        assert (gate.working, gate.waiting) == (2, 3)
        with pytest.raises(RequestError, match="queue is full") as refused:
            await held(gate, go_on)
        assert refused.value.status == 503
        assert refused.value.headers["Retry-After"] == "1"
        go_on.set()
        assert await asyncio.gather(*taken) == ["done"] * 5
        assert (gate.working, gate.waiting) == (0, 0)
        assert await held(gate, go_on) == "done"

    in_a_gate(test, threads=2, queue=3)


def test_large_requests_leave_a_thread_to_small_ones():
    async def test(gate, go_on):
        large = [held(gate, go_on, LARGE) for _ in range(3)]
        await _settled()
        assert (gate.working, gate.waiting) == (1, 2)
        free = threading.Event()
        free.set()
        assert await held(gate, free) == "done"
        go_on.set()
        assert await asyncio.gather(*large) == ["done"] * 3

    in_a_gate(test, threads=2, queue=3)


def test_a_request_whose_client_leaves_no_longer_waits():
    async def test(gate, go_on):
        first = held(gate, go_on)
        await _settled()
        worked: list[int] = []
        leaves = asyncio.Event()
        waiting = asyncio.create_task(gate.run(0, leaves.wait, worked.append, 1))
        await _settled()
        assert gate.waiting == 1
        leaves.set()
        with pytest.raises(ClientDisconnect):
            await waiting
        assert gate.waiting == 0
        go_on.set()
        assert await first == "done"
        await gate.run(0, _stays, worked.append, 2)
        assert worked == [2]

    in_a_gate(test, threads=1, queue=1)


def test_the_process_ends_while_a_thread_still_works():
    program = """
import asyncio, threading
from majuscule.server.gate import Gate
from majuscule.server.settings import Settings

async def stays():
    await asyncio.Event().wait()

async def main():
    began = threading.Event()
    def work():
        began.set()
        threading.Event().wait()
    asyncio.create_task(Gate(Settings(threads=1)).run(0, stays, work))
    while not began.is_set():
        await asyncio.sleep(0.01)

asyncio.run(main())
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library differs")
def test_what_a_huge_request_frees_goes_back_to_the_system():
    pins = []

    def work() -> None:
        blocks = [bytes(2000) for _ in range(100_000)]
        pins.append(bytes(2000))  # a block behind them keeps the C library from returning them
        blocks.clear()

    async def test(gate, _go_on):
        held = []
        for size in (0, HUGE):
            await gate.run(size, _stays, work)
            for _ in range(100):  # it happens after the answer
                if (left := resident_bytes()) < 150e6 + begin:
                    break
                await asyncio.sleep(0.01)
            held.append(left - begin)
        assert held[0] > 150e6 > held[1]

    begin = resident_bytes()
    in_a_gate(test)
