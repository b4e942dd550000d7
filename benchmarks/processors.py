"""Check that emulated older processors restore a text to the same bytes.

``python -m benchmarks.processors`` needs ``qemu-x86_64`` (Debian's package qemu-user), under which
an instruction that the older processor lacks ends the program.  Processors on which numpy itself
sorts wrongly are left out, such as any with AVX2 under qemu 7.2.  ``--python`` adds a Python with
majuscule on another kind of processor, emulated (``chroot``) or real (``ssh``).
"""

import shlex
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


def run(python: list[str], arguments: list[str], text: str = "") -> list[str] | None:
    """Return the lines that a Python prints, or None if it fails."""
    command = [*python, *arguments]
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
    parser.add_argument(
        "--python", action="append", default=[], metavar="NAME=COMMAND", help="may be repeated"
    )
    args = parser.parse_args()
    lines = [line.lower() for _, line in read_file_lines(args.text)][: args.lines]
    pythons = {
        f"{name} ({known})": ["qemu-x86_64", "-cpu", name, sys.executable]
        for name, known in PROCESSORS.items()
    }
    others = (one.partition("=") for one in args.python)
    pythons.update((name, shlex.split(command)) for name, _, command in others)
    usable = [name for name in pythons if run(pythons[name], ["-c", SORT_CHECK]) is not None]
    rows: list[list[Cell]] = []
    for model in MODELS:
        restore = ["-m", "majuscule", "restore", "--case", "ignore", "--document", "file"]
        restore += ["--jobs", "1", "-m", model]
        text = "".join(f"{line}\n" for line in lines)
        here = run([sys.executable], restore, text)
        for name in usable:
            there = run(pythons[name], restore, text)
            if here is None or there is None or len(here) != len(there):
                raise SystemExit(f"{model} fails on {name}")
            differ = sum(one != other for one, other in zip(here, there, strict=True))
            rows.append([model, name, differ])
            print(rows[-1], file=sys.stderr)
    left_out = [name for name in pythons if name not in usable]
    parts: list[str | Table] = [*opening("processors", lines=len(lines), name=args.text.name)]
    parts.append(Table(("model", "processor", "lines that differ"), rows))
    parts += [say("processors", "out", names=", ".join(left_out))] if left_out else []
    write_report(args.output, "processors", parts)


if __name__ == "__main__":
    main()
