"""A tiny golden model, trained once on a text written for the tests, and ways to run commands."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from majuscule.cli.program import run
from majuscule.restore.truecaser import Truecaser, load
from tests.golden import train_tiny, write_corpus


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of a dozen documents, as JSON lines."""
    return write_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def model(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of the tiny model."""
    return train_tiny(corpus, tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def truecaser(model: Path) -> Truecaser:
    return load(model)


@dataclass(frozen=True)
class Done:
    """What a command did."""

    status: int
    output: bytes
    errors: str

    @property
    def text(self) -> str:
        return self.output.decode()


Run = Callable[..., Done]


@pytest.fixture
def majuscule(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run a command in this process; ``given`` is its standard input."""

    def command(*arguments: str | Path, given: bytes = b"") -> Done:
        capsysbinary.readouterr()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = run([str(one) for one in arguments])
        captured = capsysbinary.readouterr()
        return Done(status, captured.out, captured.err.decode())

    return command


Start = Callable[..., "subprocess.Popen[bytes]"]


def _hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def start() -> Start:
    """Start a command as a process of its own, with pipes."""

    def command(*arguments: str | Path, **options: object) -> subprocess.Popen[bytes]:
        source = str(Path(__file__).parents[2] / "src")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(
            [sys.executable, "-m", "majuscule", *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": source},
            # A shell starts what runs in the background deaf to Ctrl-C.
            preexec_fn=_hear_interrupts if os.name == "posix" else None,
            **{**pipes, **options},  # type: ignore[call-overload]
        )

    return command
