"""What it costs to start: the command line from cold, and the import, in fresh processes."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from statistics import median

from benchmarks.environment import ROOT, Environment

SENTENCE = "us rep. james pond showed up riding an it and going to a now meeting\n"

_IMPORT = "import time; b = time.perf_counter(); import majuscule; print(time.perf_counter() - b)"


@dataclass(frozen=True)
class ColdStart:
    """Seconds of each run from start to end, and the most memory that any run held."""

    command: str
    wall: tuple[float, ...]
    cpu: tuple[float, ...]
    peak_bytes: int

    @property
    def seconds(self) -> float:
        """Return the median over the runs."""
        return median(self.wall)


def cold_start(environment: Environment, arguments: list[str], rounds: int) -> ColdStart:
    """Run ``python -m ARGUMENTS`` on one sentence, ``rounds`` times, each in a fresh process."""
    command = [str(environment.python), "-m", *arguments]
    runs = []
    for _ in range(rounds):
        done = _run([sys.executable, "-m", "benchmarks.launch", *command], environment, SENTENCE)
        runs.append(json.loads(done))
        if runs[-1]["status"]:
            raise RuntimeError(f"{' '.join(command)} ended with status {runs[-1]['status']}")
    return ColdStart(
        f"echo ... | {' '.join(arguments)}",
        tuple(run["wall"] for run in runs),
        tuple(run["cpu"] for run in runs),
        max(run["peak_bytes"] for run in runs),
    )


def import_seconds(environment: Environment, rounds: int) -> list[float]:
    """Return the seconds that ``import majuscule`` takes in each of ``rounds`` fresh processes."""
    command = [str(environment.python), "-c", _IMPORT]
    return [float(_run(command, environment, "")) for _ in range(rounds)]


def _run(command: list[str], environment: Environment, text: str) -> str:
    done = subprocess.run(
        command,
        input=text,
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
        env=environment.variables,
        encoding="utf-8",
    )
    return done.stdout
