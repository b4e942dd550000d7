"""Output of results: to standard output at once, or to a file that appears when complete."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from majuscule.errors import UsageError
from majuscule.files import OutputError, output_path, reported
from majuscule.reading.compression import open_compressed

Write = Callable[[bytes], None]


@contextmanager
def open_output(path: str | None) -> Iterator[Write]:
    """Yield a function that writes bytes to a file, or to standard output for None or ``-``.

    Standard output is flushed at each call, for readers that wait for a line.  A file appears under
    its name if the block ends without an error, compressed if named .gz, .bz2, .xz or .zst.
    """
    if path is None or path == "-":
        yield write_stdout
        return
    with open_compressed(path) as write:
        yield write


def spare(read: Iterable[str], output: str | None) -> None:
    """Raise an error, before any work, if the output would overwrite an input or has no folder."""
    if output not in (None, "-"):
        output_path(output)
    for name in read:
        with suppress(OSError):
            if output and Path(name).is_file() and Path(name).samefile(output):
                raise UsageError(
                    f"{output}: is also an input, and would be overwritten; name another file"
                )


def is_terminal(path: str | None) -> bool:
    """Return whether ``path`` is standard output on a terminal."""
    return path in (None, "-") and sys.stdout is not None and sys.stdout.isatty()


def write_rows(
    path: str | None, rows: Iterable[Any], columns: Sequence[str], *, as_json: bool
) -> None:
    """Write a line for each row, a dataclass: its columns with tabs between, or all its JSON."""
    import json

    lines = (
        json.dumps(asdict(row), ensure_ascii=False)
        if as_json
        else "\t".join(_shown(getattr(row, column)) for column in columns)
        for row in rows
    )
    with open_output(path) as write:
        write("".join(f"{line}\n" for line in lines).encode("utf-8"))


def _shown(value: object) -> str:
    """Return a value without tabs, line breaks and control characters, which titles may have."""
    return "".join(letter if letter.isprintable() else " " for letter in str(value))


def show(text: str) -> None:
    """Write text and a line end to standard output."""
    write_stdout(f"{text}\n".encode("utf-8", "backslashreplace"))


def write_stdout(content: bytes) -> None:
    """Write to standard output, and flush it."""
    if sys.stdout is None:
        raise OutputError("standard output is closed; name a file with -o, if there is that option")
    with reported("standard output"):
        rest = memoryview(content)
        while rest:  # with PYTHONUNBUFFERED, a write may be partial
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
