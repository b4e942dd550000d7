"""Run the command blocks of a page, compare what they print, or write it anew.

A block is fenced as ``console``: a line that begins with ``$`` is a command, ``>`` goes on with it,
all other lines are what it prints (``...`` stands for anything).  The blocks of a page run in order
in one empty folder; where a page serves at ``--port N``, a free port stands in for it.  A comment
before a block says what is special: ``<!-- not run: WHY -->``, or ``<!-- needs: NAME, NAME -->``
for one that is left out where a model is not installed.
"""

import os
import re
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from majuscule.models import known_models
from scripts.fills.results import ROOT

MODEL = ROOT / "src" / "majuscule" / "models" / "data" / "en.model"
_FENCE = re.compile(
    r"(?:^<!-- (?P<note>[^\n]*?) -->\n)?^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.M | re.S
)
LIMIT = 120
"""Seconds that a command may take."""


@dataclass(frozen=True)
class Command:
    """A command and the lines that it prints."""

    source: str
    output: str

    def matches(self, printed: str) -> bool:
        """Tell whether what it printed is what the page says."""
        parts = re.split(r"^\.\.\.\n", self.output, flags=re.M)
        return re.fullmatch(".*".join(map(re.escape, parts)), printed, re.S) is not None


@dataclass(frozen=True)
class Block:
    """A fenced block of a page; ``start`` and ``end`` are those of its body in the page's text."""

    page: Path
    line: int
    language: str
    note: str
    body: str
    start: int
    end: int

    @property
    def is_run(self) -> bool:
        needed = self.note.removeprefix("needs: ").split(", ") if self.note else ()
        return not self.note.startswith("not run:") and {*needed} <= {*known_models()}

    def commands(self) -> list[Command]:
        found: list[Command] = []
        for line in self.body.splitlines(keepends=True):
            if line.startswith("$ "):
                found.append(Command(line[2:], ""))
            elif not found:
                raise ValueError(
                    f"{self.page}:{self.line}: the block does not begin with a command"
                )
            elif line.startswith("> ") or line == ">\n":
                found[-1] = replace(
                    found[-1], source=found[-1].source + line[2:].rstrip("\n") + "\n"
                )
            else:
                found[-1] = replace(found[-1], output=found[-1].output + line)
        return found


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            page,
            text.count("\n", 0, match.start("body")),
            match["language"],
            match["note"] or "",
            match["body"],
            match.start("body"),
            match.end("body"),
        )
        for match in _FENCE.finditer(text)
    ]


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return str(taken.getsockname()[1])


def run_page(page: Path) -> Iterator[tuple[Block, list[tuple[Command, str]]]]:
    serves = re.search(r"--port (\d+) .*&", page.read_text(encoding="utf-8"))
    port, free = (serves[1], free_port()) if serves else ("", "")
    with tempfile.TemporaryDirectory() as folder:
        binaries = Path(folder) / "bin"
        work = Path(folder) / "work"
        binaries.mkdir()
        work.mkdir()
        for name, module in (("majuscule", "-m majuscule "), ("python3", "")):
            script = binaries / name
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module}"$@"\n')
            script.chmod(script.stat().st_mode | stat.S_IXUSR)
        sources = [ROOT / "src", *sorted(ROOT.glob("models/*"))]
        environment = {
            **os.environ,
            "PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}",
            "PYTHONPATH": os.pathsep.join(map(str, sources)),
        }
        for block in blocks(page):
            if block.language != "console" or not block.is_run:
                continue
            results = []
            for command in block.commands():
                done = subprocess.run(
                    ["bash", "-o", "pipefail", "-c", command.source.replace(port, free)],
                    cwd=work,
                    env=environment,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    timeout=LIMIT,
                    check=False,
                )
                results.append((command, done.stdout.replace(free, port)))
            yield block, results


def rewritten(page: Path) -> str:
    """Return a page with what its commands print now; what is cut by ``...`` stays as it is."""
    text = page.read_text(encoding="utf-8")
    done = {block.start: results for block, results in run_page(page)}
    for block in reversed(blocks(page)):
        if block.start not in done:
            continue
        body = []
        for command, printed in done[block.start]:
            first, *more = command.source.splitlines()
            body.append("\n".join(["$ " + first, *("> " + line if line else ">" for line in more)]))
            shown = command.output if command.matches(printed) else printed
            body[-1] += "\n" + shown
        text = text[: block.start] + "".join(body) + text[block.end :]
    return text
