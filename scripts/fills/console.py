"""Run the console blocks of a page, and check or update their output.

A block is fenced as ``console``: ``$`` begins a command, ``>`` continues it, and all other lines
are its output (``...`` matches anything).  The blocks of a page run in order in one folder, which
is empty at first; a server's ``--port N`` is replaced by a free port.  A comment before a block may
exclude it: ``<!-- not run: WHY -->``, or ``<!-- needs: NAME, NAME -->`` for a block that runs only
if models are installed.
"""

import os
import re
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which

from majuscule.models import known_models
from scripts.fills.results import ROOT

MODEL = ROOT / "src" / "majuscule" / "models" / "data" / "en.model"
_FENCE = re.compile(
    r"(?:^<!-- (?P<note>[^\n]*?) -->\n)?^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.M | re.S
)
LIMIT = 120
"""Time limit of a command, in seconds."""
_PROGRAMS = "curl", "xz"
"""What some commands need beside majuscule, Python and what every Unix has."""


@dataclass(frozen=True)
class Command:
    """A command and its expected output."""

    source: str
    output: str

    def matches(self, printed: str) -> bool:
        """Return whether the actual output is the expected one."""
        parts = re.split(r"^\.\.\.\n", self.output, flags=re.M)
        return re.fullmatch(".*".join(map(re.escape, parts)), printed, re.S) is not None


@dataclass(frozen=True)
class Block:
    """A fenced block of a page; ``start`` and ``end``: offsets of its body in the page."""

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
        result: list[Command] = []
        for line in self.body.splitlines(keepends=True):
            if line.startswith("$ "):
                result.append(Command(line[2:], ""))
            elif not result:
                raise ValueError(
                    f"{self.page}:{self.line}: the block does not begin with a command"
                )
            elif line.startswith("> ") or line == ">\n":
                result[-1] = replace(
                    result[-1], source=result[-1].source + line[2:].rstrip("\n") + "\n"
                )
            else:
                result[-1] = replace(result[-1], output=result[-1].output + line)
        return result


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


def missing_program(source: str) -> str | None:
    """Return a program that commands need and this machine lacks, if there is one."""
    used = (one for one in _PROGRAMS if re.search(rf"\b{one} -", source))
    return next((one for one in used if which(one) is None), None)


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


@contextmanager
def shell(
    work: Path, **programs: str
) -> Iterator[Callable[[str], "subprocess.CompletedProcess[str]"]]:
    """Yield a function that runs a line of shell in a folder, with standard error in its output.

    ``programs``: lines of shell that stand for others besides majuscule and python3.
    """
    programs |= {"majuscule": f'"{sys.executable}" -m majuscule "$@"'}
    programs |= {"python3": f'"{sys.executable}" "$@"'}
    with tempfile.TemporaryDirectory() as binaries:
        for name, line in programs.items():
            script = Path(binaries) / name
            script.write_text(f"#!/bin/sh\nexec {line}\n")
            script.chmod(script.stat().st_mode | stat.S_IXUSR)
        sources = [ROOT / "src", *sorted(ROOT.glob("models/*"))]
        environment = {
            **os.environ,
            "PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}",
            "PYTHONPATH": os.pathsep.join(map(str, sources)),
        }

        def run(source: str) -> "subprocess.CompletedProcess[str]":
            return subprocess.run(
                ["bash", "-o", "pipefail", "-c", source],
                cwd=work,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=LIMIT,
                check=False,
            )

        yield run


def run_page(page: Path) -> Iterator[tuple[Block, list[tuple[Command, str]]]]:
    serves = re.search(r"--port (\d+) .*&", page.read_text(encoding="utf-8"))
    port, free = (serves[1], free_port()) if serves else ("", "")
    with tempfile.TemporaryDirectory() as work, shell(Path(work)) as run:
        for block in blocks(page):
            if block.language != "console" or not block.is_run:
                continue
            results = []
            for command in block.commands():
                printed = run(command.source.replace(port, free)).stdout
                results.append((command, printed.replace(free, port)))
            yield block, results


def rewritten(page: Path) -> str:
    """Return a page with the current output of its commands; output that matches ``...`` stays."""
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
