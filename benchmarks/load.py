"""Load test of ``majuscule serve``: steady load, then overload.

    python -m benchmarks.load [--rate 200] [--seconds 120] [--threads 2]

Steady: requests of 1 kB of lower-case English are sent at a fixed rate, whether earlier ones are
answered or not (an open loop, so a slow server cannot slow the test down); latency counts from when
the request was due.  Overload: connections that would fill the queue twice request large analyses
as fast as they can, while the steady requests go on.  The server is a process of its own; its
memory is read from ``/proc``.  Client and server share the machine, whose load is reported.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.environment import own_environment
from benchmarks.report import command, opening, options, write_report
from majuscule.measure import Table

SENTENCES = (
    "the minister met angela merkel in berlin on monday and said that the un would wait. ",
    "nobody at nasa knew why mr. mcdonald had left new york for paris that year. ",
    "shares of general electric fell after the bbc told of the talks in london. ",
    "a man from texas saw the old port, and anna saw him at the university of oslo. ",
)


@dataclass
class Phase:
    """The results of one part of the test; times in milliseconds, memory in MB."""

    name: str
    statuses: Counter[int] = field(default_factory=Counter)
    taken: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    late_p99: float = 0.0  # delay of the client itself in sending
    memory: list[float] = field(default_factory=list)  # after the first tenth, and at the end
    server_cores: float = 0.0
    load: float = 0.0  # load average of the machine

    def count(self, status: int, seconds: float) -> None:
        self.statuses[status] += 1
        (self.taken if status == 200 else self.refused).append(1000 * seconds)

    def close(self, memory: float) -> None:
        self.memory.append(memory)
        self.load = os.getloadavg()[0]

    def as_dict(self) -> dict[str, Any]:
        times = {"taken": _quantiles(self.taken), "refused": _quantiles(self.refused)}
        return {**vars(self), "asked": self.statuses.total(), **times}

    def row(self) -> list[str]:
        answers = ", ".join(f"{code}: {n:,}" for code, n in sorted(self.statuses.items()))
        times = [f"{one:g}" for one in _quantiles(self.taken)]
        refused = " / ".join(f"{one:g}" for one in _quantiles(self.refused)[:2] if self.refused)
        memory = " → ".join(f"{one:g}" for one in self.memory)
        asked = f"{self.statuses.total():,}"
        return [self.name, asked, answers, *times, refused, memory, f"{self.load:.1f}"]


class Connection:
    """One kept-alive HTTP connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> int:
        """Send a request and return the status of the response, 0 if the connection fails.

        Like any client, it retries once if the server has closed an idle connection.
        """
        was_open = self._streams is not None
        status = await self._send(request)
        return await self._send(request) if was_open and status == 0 else status

    async def _send(self, request: bytes) -> int:
        try:
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._streams
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            await reader.readexactly(int(length[1]) if length else 0)
            if b"connection: close" in head:
                self.close()
            return int(head[9:12])
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            return 0

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


def request_of(path: str, text: str) -> bytes:
    body = json.dumps({"text": text}).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Test:
    """The phases of a load test against one server."""

    def __init__(self, port: int, process: int) -> None:
        self.port, self.process = port, process
        text = "".join(SENTENCES) * 4
        self.requests = [request_of("/restore", text[k : k + 1000]) for k in range(97)]
        self.large = request_of("/analyze", text * 60)
        self._idle: list[Connection] = []

    async def steady(self, name: str, rate: float, seconds: float) -> Phase:
        """Send small requests at a fixed rate."""
        phase = Phase(name)
        late: list[float] = []
        tasks: set[asyncio.Task[None]] = set()
        cpu, began = self._cpu(), time.perf_counter()

        async def one(due: float, request: bytes) -> None:
            connection = self._idle.pop() if self._idle else Connection(self.port)
            late.append(1000 * (time.perf_counter() - due))
            status = await connection.ask(request)
            self._idle.append(connection)
            phase.count(status, time.perf_counter() - due)

        total = int(rate * seconds)
        for number in range(total):
            due = began + number / rate
            await asyncio.sleep(max(0, due - time.perf_counter()))
            task = asyncio.create_task(one(due, self.requests[number % len(self.requests)]))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            if number == total // 10:
                phase.memory.append(self._memory())
        await asyncio.gather(*tasks)
        phase.server_cores = round((self._cpu() - cpu) / (time.perf_counter() - began), 2)
        (phase.late_p99,) = _quantiles(late, (0.99,))
        phase.close(self._memory())
        return phase

    async def overload(self, rate: float, seconds: float, connections: int) -> tuple[Phase, Phase]:
        """Request more than the server can do, while the steady requests go on."""
        phase = Phase(f"{connections} connections of large analyses")
        stop = time.perf_counter() + seconds

        async def press() -> None:
            connection = Connection(self.port)
            while time.perf_counter() < stop:
                began = time.perf_counter()
                status = await connection.ask(self.large)
                phase.count(status, time.perf_counter() - began)
                if status != 200:
                    await asyncio.sleep(0.05)
            connection.close()

        pressure = asyncio.gather(*(press() for _ in range(connections)))
        steady = await self.steady("1 kB requests during the overload", rate, seconds)
        await pressure
        phase.close(self._memory())
        return phase, steady

    def _memory(self) -> float:
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self.process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _quantiles(times: Sequence[float], shares: Sequence[float] = (0.5, 0.99, 1)) -> list[float]:
    ordered = sorted(times) or [0.0]
    return [round(ordered[min(len(ordered) - 1, int(one * len(ordered)))], 1) for one in shares]


async def measure(port: int, process: int, rate: float, seconds: float) -> list[Phase]:
    """Run all phases and return their results."""
    test = Test(port, process)
    await test.steady("warming", rate / 2, 3)
    steady = await test.steady(f"{rate:g} requests/s of 1 kB", rate, seconds)
    pressing, during = await test.overload(rate / 4, min(20, seconds), 70)
    await asyncio.sleep(1)
    after = await test.steady("1 kB requests after the overload", rate / 4, 5)
    return [steady, pressing, during, after]


def main() -> None:
    parser = options("load", __doc__)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    serve = [sys.executable, "-m", "majuscule", "serve", "--port", "0"]
    with subprocess.Popen(
        [*serve, "--threads", str(args.threads)],
        stderr=subprocess.PIPE,
        text=True,
        env=own_environment().variables,
    ) as server:
        line = server.stderr.readline() if server.stderr else ""
        found = re.search(r":(\d+)$", line.strip())
        if not found:
            sys.exit(f"the server did not start: {line}")
        try:
            phases = asyncio.run(measure(int(found[1]), server.pid, args.rate, args.seconds))
        finally:
            server.terminate()
    steady = phases[0]
    told = {"server": steady.server_cores, "late": steady.late_p99}
    about = opening("load", cores=os.cpu_count(), **told)
    heads = ("", "asked", "answers by status", "p50", "p99", "worst", "503 p50 / p99")
    rows = [one.row() for one in phases]
    parts: list[str | Table] = [*about, Table((*heads, "memory, MB", "load"), rows)]
    numbers = {"command": command(), "phases": [one.as_dict() for one in phases]}
    write_report(args.output, "load", parts, numbers)


if __name__ == "__main__":
    main()
