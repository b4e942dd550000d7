"""Checkpoints: the state of a long training in a file, to resume from."""

from __future__ import annotations

import hashlib
import json
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import Array
from majuscule.errors import TrainingError
from majuscule.files import atomic_write, output_path


def fingerprint_of(options: Mapping[str, Any], *arrays: Array) -> str:
    """Return a digest that identifies a training on these arrays with these options."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(array.tobytes())
    digest.update(json.dumps(options, sort_keys=True).encode())
    return digest.hexdigest()


@dataclass
class Checkpoint:
    """The checkpoint file of a training; a no-op without a ``path``.

    ``fingerprint``: of :func:`fingerprint_of`; ``minutes``: between two writes, so the most work
    lost when the training is killed; ``written``: monotonic time of the last write.
    """

    path: Path | None
    fingerprint: str
    minutes: float
    written: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        if self.path is not None:  # checked now, not when hours of work are to be kept
            output_path(self.path)

    def due(self) -> bool:
        """Return whether it is time to write the state."""
        return self.path is not None and time.monotonic() - self.written > 60 * self.minutes

    def write(self, state: Mapping[str, Array]) -> None:
        if self.path is None:
            return
        arrays: dict[str, Any] = dict(state)
        arrays["fingerprint"] = np.frombuffer(self.fingerprint.encode(), np.uint8)
        with atomic_write(self.path) as out:
            np.savez(out, **arrays)
        self.written = time.monotonic()

    def read(self) -> dict[str, Array] | None:
        """Return the arrays of the last state written, None if there is none.

        Raises :class:`TrainingError` for a damaged file, and for one of another text or options.
        """
        if self.path is None or not self.path.exists():
            return None
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as data:
                state = dict(data)
            fingerprint = state.pop("fingerprint").tobytes().decode()
        except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile) as error:
            raise TrainingError(
                f"{self.path} is not a complete checkpoint; delete it, or name another file"
            ) from error
        if fingerprint != self.fingerprint:
            raise TrainingError(
                f"{self.path} belongs to a training on other text or with other options; delete "
                "it to start afresh"
            )
        return state
