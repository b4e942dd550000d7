"""Finished cells of an experiment, kept in a folder: one that is stopped goes on from them.

A cell is arrays or numbers by name.  It is kept under a digest of its key, all that it depends on:
digests of texts and models, options, the version of the package, and the code that makes it.  So
what has changed is made anew, and no other.
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
        """Return the cells of a folder, which is made where it is missing."""
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
        """Return a cell if it is finished."""
        path = self.path(key)
        if not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as held:
                return {name: held[name] for name in held.files if name != "key"}
        except (ValueError, OSError, EOFError, KeyError, BadZipFile):
            path.unlink()  # cut off when the power went; it is made again
            return None

    def filled(self, key: Key, make: Callable[[], Mapping[str, npt.ArrayLike]]) -> Values:
        """Return a cell, made and kept where it is not finished."""
        found = self.kept(key)
        if found is None:
            found = {name: np.asarray(value) for name, value in make().items()}
            written = io.BytesIO()
            np.savez(written, key=np.array(_text(key)), **found)  # type: ignore[arg-type]
            with atomic_write(self.path(key)) as out:
                out.write(written.getvalue())
        return found


def _text(key: Key) -> str:
    return json.dumps({**key, "majuscule": __version__}, sort_keys=True)


def digest_files(paths: Iterable[Path]) -> str:
    """Return the SHA-256 of what files hold, in their order."""
    state = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as file:
                state.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise ModelError(f"{path}: cannot be read: {reason_of(error)}") from error
    return state.hexdigest()


def digest_code(defined: type, within: str) -> str:
    """Return the SHA-256 of the module that defines a class, and of those it takes names from.

    Of these, those in the package ``within`` count, and what they take names from in turn.
    """
    found: dict[str, Path] = {}
    left = [defined.__module__]
    while left:
        name = left.pop()
        if name not in found:
            module = sys.modules[name]
            found[name] = Path(str(module.__file__))
            names = (str(getattr(one, "__module__", "")) for one in vars(module).values())
            left += [one for one in names if one.startswith(f"{within}.")]
    return digest_files(found[name] for name in sorted(found))
