"""A cache of finished cells of an experiment, in a folder, from which a stopped run resumes.

A cell is arrays or numbers by name.  Its file is named by a digest of its key, which has all that
it depends on: digests of texts and models, options, the version of the package, and the code that
computes it.  So only cells with a change are computed again.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from majuscule.arrays import Array
from majuscule.errors import ModelError, reason_of
from majuscule.files import OutputError, atomic_write
from majuscule.version import __version__

Key = Mapping[str, Any]
Values = dict[str, Array]


@dataclass(frozen=True)
class Cells:
    """A folder of finished cells."""

    folder: Path

    @classmethod
    def of(cls, folder: Path) -> Cells:
        """Return the cells of a folder, which is created if it is missing."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                f"{folder}: the folder cannot be created: {reason_of(error)}"
            ) from error
        return cls(folder)

    def path(self, key: Key, suffix: str = ".npz") -> Path:
        return self.folder / (hashlib.sha256(_text(key).encode()).hexdigest()[:32] + suffix)

    def kept(self, key: Key) -> Values | None:
        """Return a finished cell, or None."""
        path = self.path(key)
        if not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as stored:
                return {name: stored[name] for name in stored.files if name != "key"}
        except (ValueError, OSError, EOFError, KeyError, BadZipFile):
            path.unlink()  # truncated, as by a power failure; it is computed again
            return None

    def filled(self, key: Key, make: Callable[[], Mapping[str, npt.ArrayLike]]) -> Values:
        """Return a cell, computed by ``make`` and stored if it is not there yet."""
        values = self.kept(key)
        if values is None:
            values = {name: np.asarray(value) for name, value in make().items()}
            buffer = io.BytesIO()
            np.savez(buffer, key=np.array(_text(key)), **values)  # type: ignore[arg-type]
            with atomic_write(self.path(key)) as out:
                out.write(buffer.getvalue())
        return values


def _text(key: Key) -> str:
    return json.dumps({**key, "majuscule": __version__}, sort_keys=True)


def digest_files(paths: Iterable[Path]) -> str:
    """Return the SHA-256 of the contents of files, in this order."""
    state = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as file:
                state.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise ModelError(f"{path}: cannot be read: {reason_of(error)}") from error
    return state.hexdigest()


def digest_code(defined: type, within: str) -> str:
    """Return the SHA-256 of the module that defines a class and of the modules in the package
    ``within`` that it imports names from, transitively."""
    paths: dict[str, Path] = {}
    queue = [defined.__module__]
    while queue:
        name = queue.pop()
        if name not in paths:
            module = sys.modules[name]
            paths[name] = Path(str(module.__file__))
            names = (str(getattr(one, "__module__", "")) for one in vars(module).values())
            queue += [one for one in names if one.startswith(f"{within}.")]
    return digest_files(paths[name] for name in sorted(paths))
