"""Check that emulated older processors restore a text to the same bytes.

``python -m benchmarks.processors`` needs ``qemu-x86_64`` (Debian's package qemu-user), under which
an instruction that the older processor lacks ends the program.  Processors on which numpy itself
sorts wrongly are left out, such as any with AVX2 under qemu 7.2.
"""

import subprocess
import sys
from pathlib import Path

from benchmarks.environment import own_environment
from benchmarks.report import CASED, opening, options, say, write_report
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.reading import read_file_lines

PROCESSORS = {
    "Nehalem": "2008, SSE 4.2, no AVX",
    "SandyBridge": "2011, AVX",
    "Haswell": "2013, AVX2",
}
MODELS = ("en", "en-accurate", "en-cascade")
SORT_CHECK = """
import numpy as n
a = n.random.default_rng(1).normal(size=5000)
raise SystemExit(int((n.diff(a[n.argsort(a)]) < 0).any()))
"""


def run(emulator: list[str], arguments: list[str], text: str = "") -> list[str] | None:
    """Return the lines that Python prints under an emulator, or None if it fails."""
    command = [*emulator, sys.executable, *arguments]
    environment = own_environment().variables
    answer = subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", env=environment
    )
    return None if answer.returncode else answer.stdout.splitlines()


def main() -> None:
    parser = options("processors", __doc__)
    dev = CASED / "dev" / "coster-kauchak-dev.txt"
    parser.add_argument("--text", type=Path, default=dev, help="text of one line each")
    parser.add_argument("--lines", type=int, default=200)
    args = parser.parse_args()
    lines = [line.lower() for _, line in read_file_lines(args.text)][: args.lines]
    emulators = {name: ["qemu-x86_64", "-cpu", name] for name in PROCESSORS}
    usable = [name for name in PROCESSORS if run(emulators[name], ["-c", SORT_CHECK]) is not None]
    rows: list[list[Cell]] = []
    for model in MODELS:
        restore = ["-m", "majuscule", "restore", "--case", "ignore", "--document", "file"]
        restore += ["--jobs", "1", "-m", model]
        text = "".join(f"{line}\n" for line in lines)
        here = run([], restore, text)
        for name in usable:
            there = run(emulators[name], restore, text)
            if here is None or there is None or len(here) != len(there):
                raise SystemExit(f"{model} fails on {name}")
            differ = sum(one != other for one, other in zip(here, there, strict=True))
            rows.append([model, f"{name} ({PROCESSORS[name]})", differ])
            print(rows[-1], file=sys.stderr)
    left_out = [f"{name} ({PROCESSORS[name]})" for name in PROCESSORS if name not in usable]
    parts: list[str | Table] = [*opening("processors", lines=len(lines), name=args.text.name)]
    parts.append(Table(("model", "processor", "lines that differ"), rows))
    parts += [say("processors", "out", names=", ".join(left_out))] if left_out else []
    write_report(args.output, "processors", parts)


if __name__ == "__main__":
    main()
