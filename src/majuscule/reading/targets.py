"""Where the results of several files go: into one target, or each into a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TypeAlias

from majuscule.errors import CorpusError, UsageError
from majuscule.files import OutputError, several
from majuscule.reading.compression import STDIN, open_compressed, uncompressed_name

Write: TypeAlias = Callable[[bytes], Any]
Target: TypeAlias = str | Write

REFUSED = CorpusError, UsageError, OutputError
"""Errors of one file that do not stop the others."""


def is_folder(target: Target) -> bool:
    """Return whether a target is a folder: an existing one, or a name that ends with a slash."""
    if not isinstance(target, str):
        return False
    return target.endswith(("/", os.sep)) or Path(*several(target)).is_dir()


def write_each(
    files: Sequence[str],
    target: Target,
    work: Callable[[str, Write], Any],
    fail: Callable[[str], None],
    suffix: str = "",
) -> None:
    """Call ``work`` with each file and a function that writes to the target.

    In a folder each file gets one of its name, or with ``suffix`` in place of its own; one that
    cannot be read or written is reported to ``fail``, and the others go on.

    Raises :class:`~majuscule.errors.UsageError` for two files that would get the same name there.
    """
    if isinstance(target, str) and is_folder(target):
        for file, path in _places(files, Path(target), suffix).items():
            try:
                with open_compressed(path) as write:
                    work(file, write)
            except REFUSED as error:
                fail(str(error))
        return
    with open_compressed(target) if isinstance(target, str) else nullcontext(target) as write:
        for file in files:
            work(file, write)


def _places(files: Sequence[str], folder: Path, suffix: str) -> dict[str, Path]:
    """Return the path in the folder for each file."""
    sources: dict[Path, str] = {}
    for file in files:
        if file == STDIN:
            raise UsageError(f"{folder} is a folder, but standard input has no name; name a file")
        name = uncompressed_name(file).with_suffix(suffix) if suffix else Path(file)
        path = folder / name.name
        if path in sources:
            raise UsageError(
                f"{sources[path]} and {file} would both become {path}; write them to separate "
                "folders"
            )
        sources[path] = file
    folder.mkdir(parents=True, exist_ok=True)
    return {file: path for path, file in sources.items()}
