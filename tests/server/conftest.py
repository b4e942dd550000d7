"""A tiny golden model, and servers as processes of their own: what is tested is what runs."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.golden import train_tiny, write_corpus

JSON = {"Content-Type": "application/json"}
TEXT = {"Content-Type": "text/plain; charset=utf-8"}


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of a tiny model."""
    folder = tmp_path_factory.mktemp("server")
    return train_tiny(write_corpus(folder), folder)


@dataclass
class Answer:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Server:
    """A running server."""

    process: subprocess.Popen[str]
    host: str
    port: int
    lines: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        given = dict(headers or {})
        if isinstance(body, dict):
            body, given = json.dumps(body).encode(), {**JSON, **given}
        try:
            connection.request(method, path, body, given)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def post(self, path: str, **values: Any) -> Answer:
        return self.ask("POST", path, values)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop it and return its exit status; what it printed is kept in ``lines``."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.lines += self.process.communicate(timeout=60)[1].splitlines()
        return self.process.returncode


def start_server(*arguments: object, token: str = "") -> Server:
    """Start ``majuscule serve`` and wait until it takes requests."""
    source = str(Path(__file__).parents[2] / "src")
    environment = {**os.environ, "PYTHONPATH": source, "MAJUSCULE_TOKEN": token}
    process = subprocess.Popen(
        [sys.executable, "-m", "majuscule", "serve", "--port", "0", *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    lines: list[str] = []
    assert process.stderr is not None
    for line in process.stderr:
        lines.append(line.rstrip("\n"))
        if found := re.search(r"serving at http://([^:]+):(\d+)", line):
            return Server(process, found[1], int(found[2]), lines)
    raise AssertionError(f"the server did not start: {lines}")


Start = Callable[..., Server]


@pytest.fixture
def serve(model: Path, tmp_path: Path) -> Iterator[Start]:
    """Start servers that end with the test."""
    servers: list[Server] = []

    def start(*arguments: object, token: str = "") -> Server:
        arguments = ("-m", model, "--corrections", tmp_path / "corrections.db", *arguments)
        servers.append(start_server(*arguments, token=token))
        return servers[-1]

    yield start
    for server in servers:
        server.stop(signal.SIGKILL)


@pytest.fixture(scope="module")
def server(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests that only ask."""
    database = tmp_path_factory.mktemp("store") / "corrections.db"
    arguments = ("-m", model, "--corrections", database, "--entities", "missing.model")
    started = start_server(*arguments)
    yield started
    started.stop(signal.SIGKILL)
