"""Restore the same text on other processors, emulated, and compare the answers byte for byte.

    python -m benchmarks.processors [--text FILE] [--lines N] [--report FILE]

Needs ``qemu-x86_64`` (Debian's package qemu-user), which runs a program as an older processor
would: an instruction that is not there ends it.  A processor on which numpy itself goes wrong is
left out and named: AVX2 as version 7.2 of qemu emulates it is one.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.environment import ROOT, own_environment
from majuscule.measure import Table

PROCESSORS = {
    "Nehalem": "2008, SSE 4.2, no AVX",
    "SandyBridge": "2011, AVX",
    "Haswell": "2013, AVX2",
}
"""qemu's names, and what each stands for."""

MODELS = ("en", "en-accurate", "en-cascade")
DEV = ROOT.parent / "shared" / "data" / "truecasing" / "dev" / "coster-kauchak-dev.txt"

_PROGRAM = """
import sys
import majuscule

model, source, target = sys.argv[1:]
text = open(source, encoding="utf-8").read()
open(target, "w", encoding="utf-8").write(majuscule.load(model).restore(text, case="ignore"))
"""

_SORTING = """
import numpy as np

numbers = np.random.default_rng(1).normal(size=5000)
raise SystemExit(int((np.diff(numbers[np.argsort(numbers)]) < 0).any()))
"""


def is_sound(before: tuple[str, ...]) -> bool:
    """Tell whether numpy sorts numbers right there."""
    command = (*before, str(own_environment().python), "-c", _SORTING)
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def restored(model: str, text: str, before: tuple[str, ...] = ()) -> str:
    """Return the text as a process of its own restores it, started through ``before``."""
    environment = own_environment()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source"), Path(folder, "target")
        source.write_text(text, "utf-8")
        command = (*before, str(environment.python), "-c", _PROGRAM, model, source, target)
        # qemu warns of every feature that it has not.
        done = subprocess.run(
            command, env=environment.variables, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{model} fails on {' '.join(before)}: {done.stderr[-2000:]}")
        return target.read_text("utf-8")


def report(text: str, qemu: str) -> Table:
    """Return a row for each model and processor: lines that differ from this machine's answer."""
    rows, notes, sound = [], [], {}
    for name, what in PROCESSORS.items():
        if is_sound((qemu, "-cpu", name)):
            sound[name] = what
        else:
            notes.append(f"{name} ({what}) is left out: numpy sorts wrong under this emulator.")
    lines = text.count("\n") + 1
    for model in MODELS:
        here = restored(model, text).split("\n")
        for name, what in sound.items():
            there = restored(model, text, (qemu, "-cpu", name)).split("\n")
            other = sum(a != b for a, b in zip(here, there, strict=True))
            print(f"{model} on {name}: {other} of {lines} lines differ", file=sys.stderr)
            rows.append([model, f"{name} ({what})", f"{other:,} of {lines:,}"])
    return Table(("model", "processor", "lines that differ"), rows, notes=tuple(notes))


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--text", type=Path, default=DEV)
    parser.add_argument("--lines", type=int, default=500)
    parser.add_argument("--report", type=Path, default=ROOT / "results/reports/processors.md")
    given = parser.parse_args()
    qemu = shutil.which("qemu-x86_64")
    if qemu is None or platform.machine() != "x86_64":
        raise SystemExit("this needs an x86-64 machine with qemu-x86_64 (Debian's qemu-user)")
    lines = given.text.read_text("utf-8").lower().split("\n")[: given.lines]
    made = report("\n".join(lines), qemu)
    given.report.write_text(
        "# The same text on other processors\n\n"
        "Made by `python -m benchmarks.processors`: emulated processors beside this machine's own, "
        f"{len(lines):,} lines of {given.text.name} in lower case.\n\n{made.markdown()}\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
