"""A child process that loads or trains one system and answers requests, one JSON object per line.

It is started as ``python -m benchmarks.worker KIND OPTIONS`` by the interpreter of the system's
environment, and imports nothing but the system, so that start and memory are the system's own.
Requests and answers:

* ``{"do": "restore", "how", "lines"}``: ``{"lines"}``
* ``{"do": "time", "how", "lines", "at_least"}``: seconds of one pass over the lines, ``{"wall",
  "cpu", "passes"}``, passes repeated until ``at_least`` seconds of processor time are spent
* ``{"do": "time_threads", "lines", "threads", "at_least"}``: the same for our ``restore_many``
* ``{"do": "try", "how", "line"}``: ``{"line"}`` or ``{"raised"}``
* ``{"do": "train", "lines", "model"}``: ``{"chosen", "wall", "cpu"}`` (before anything is loaded)
* ``{"do": "facts"}``: ``{"versions", "model_bytes", "peak_bytes"}``

The answer to a request that fails is ``{"error"}``.  What a system prints goes to stderr.

``python -m benchmarks.worker run COMMAND ...`` runs a command instead, discards its output and
prints its seconds and peak memory.  It needs a small process such as this as its parent, because
the peak memory of a child starts at its parent's.
"""

import json
import os
import resource
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.systems.kinds import System, load_system, train_system

UNIT = 1 if sys.platform == "darwin" else 1024


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    kind, options = sys.argv[1], json.loads(sys.argv[2])
    system: System | None = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["do"] == "train":
                answer = _train(kind, request, options)
            else:
                system = system or load_system(kind, options)
                answer = _answer(system, request)
        except Exception as error:
            traceback.print_exc()
            answer = {"error": _shown(error)}
        print(json.dumps(answer), file=answers, flush=True)


def run(command: list[str]) -> None:
    """Run a command and print its status, seconds and peak memory."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    answer = {
        "status": process.returncode,
        "wall": time.perf_counter() - begun,
        "cpu": used.ru_utime + used.ru_stime,
        "peak_bytes": used.ru_maxrss * UNIT,
    }
    print(json.dumps(answer))


def peak_bytes() -> int:
    """Return the peak memory of this process plus that of its children (perl).

    ``VmHWM`` is preferred, on Linux, because ``ru_maxrss`` starts at the parent's.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * UNIT
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024 + children
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT + children


def _answer(system: System, request: dict[str, Any]) -> dict[str, Any]:
    how, lines = request.get("how", "tokens"), request.get("lines", ())
    match request["do"]:
        case "restore":
            return {"lines": system.restore(lines, how)}
        case "time":
            return _time(lambda: system.restore(lines, how), request["at_least"])
        case "time_threads":
            many: Any = getattr(system, "restore_many")  # noqa: B009 - ours alone has it
            return _time(lambda: many(lines, request["threads"]), request["at_least"])
        case "try":
            try:
                return {"line": system.restore([request["line"]], how)[0]}
            except Exception as error:
                return {"raised": _shown(error)}
        case "facts":
            return {
                "versions": {"python": sys.version.split()[0], **system.versions},
                "model_bytes": system.model_bytes,
                "peak_bytes": peak_bytes(),
            }
        case other:
            raise ValueError(f"no request is called {other!r}")


def _time(run: Callable[[], object], at_least: float) -> dict[str, Any]:
    wall, cpu, passes = time.perf_counter(), _cpu(), 0
    while not passes or _cpu() - cpu < at_least:
        run()
        passes += 1
    return {
        "wall": (time.perf_counter() - wall) / passes,
        "cpu": (_cpu() - cpu) / passes,
        "passes": passes,
    }


def _train(kind: str, request: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    wall, cpu = time.perf_counter(), _cpu()
    chosen = train_system(kind, request["lines"], request["model"], options)
    return {"chosen": chosen, "wall": time.perf_counter() - wall, "cpu": _cpu() - cpu}


def _cpu() -> float:
    """Return processor seconds of all threads and of children that have ended."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def _shown(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    if sys.argv[1] == "run":
        run(sys.argv[2:])
    else:
        main()
