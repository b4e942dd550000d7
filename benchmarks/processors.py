"""Restore the same text on other processors, emulated, and compare the answers byte for byte.

    python -m benchmarks.processors [--text FILE] [--lines N]

Needs ``qemu-x86_64`` (Debian's package qemu-user), which runs a program as an older processor
would: an instruction that is not there ends it.  A processor on which numpy itself goes wrong is
left out and named: AVX2 as version 7.2 of qemu emulates it is one.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.environment import own_environment
from benchmarks.report import CASED, made, options, write_report
from majuscule.measure import Table

PROCESSORS = {
    "Nehalem": "2008, SSE 4.2, no AVX",
    "SandyBridge": "2011, AVX",
    "Haswell": "2013, AVX2",
}
"""qemu's names, and what each stands for."""

MODELS = ("en", "en-accurate", "en-cascade")

_PROGRAM = """
import sys
import majuscule

sys.stdin.reconfigure(encoding="utf-8", newline="")
sys.stdout.reconfigure(encoding="utf-8", newline="")
sys.stdout.write(majuscule.load(sys.argv[1]).restore(sys.stdin.read(), case="ignore"))
"""

_SORTING = """
import numpy as np

numbers = np.random.default_rng(1).normal(size=5000)
raise SystemExit(int((np.diff(numbers[np.argsort(numbers)]) < 0).any()))
"""


def is_sound(before: tuple[str, ...]) -> bool:
    """Tell whether numpy sorts numbers right there."""
    command = (*before, sys.executable, "-c", _SORTING)
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def restored(model: str, text: str, before: tuple[str, ...] = ()) -> list[str]:
    """Return the lines as a process of its own restores them, started through ``before``."""
    environment = own_environment()
    command = (*before, str(environment.python), "-c", _PROGRAM, model)
    # qemu warns of every feature that it has not.
    done = subprocess.run(
        command,
        env=environment.variables,
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{model} fails on {' '.join(before)}: {done.stderr[-2000:]}")
    return done.stdout.split("\n")


def compared(text: str, qemu: str) -> Table:
    """Return a row for each model and processor: lines that differ from this machine's answer."""
    rows, notes, sound = [], [], {}
    for name, what in PROCESSORS.items():
        if is_sound((qemu, "-cpu", name)):
            sound[name] = what
        else:
            notes.append(f"{name} ({what}) is left out: numpy sorts wrong under this emulator.")
    lines = text.count("\n") + 1
    for model in MODELS:
        here = restored(model, text)
        for name, what in sound.items():
            there = restored(model, text, (qemu, "-cpu", name))
            other = sum(a != b for a, b in zip(here, there, strict=True))
            print(f"{model} on {name}: {other} of {lines} lines differ", file=sys.stderr)
            rows.append([model, f"{name} ({what})", f"{other:,} of {lines:,}"])
    return Table(("model", "processor", "lines that differ"), rows, notes=tuple(notes))


def main() -> None:
    """Restore here and there, and write the report."""
    parser = options("processors", __doc__)
    parser.add_argument("--text", type=Path, default=CASED / "dev" / "coster-kauchak-dev.txt")
    parser.add_argument("--lines", type=int, default=500)
    given = parser.parse_args()
    qemu = shutil.which("qemu-x86_64")
    if qemu is None or platform.machine() != "x86_64":
        raise SystemExit("this needs an x86-64 machine with qemu-x86_64 (Debian's qemu-user)")
    lines = given.text.read_text("utf-8").lower().split("\n")[: given.lines]
    about = (
        "Emulated processors beside this machine's own, "
        f"{len(lines):,} lines of {given.text.name} in lower case."
    )
    table = compared("\n".join(lines), qemu)
    write_report(given.output, "The same text on other processors", [made(), about, table])


if __name__ == "__main__":
    main()
