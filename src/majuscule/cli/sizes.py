"""How much of some files has been read, for the progress line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from majuscule.cli.progress import Progress


class Sizes:
    """Adds up the bytes that are read and shows them as a share, where the total is known."""

    def __init__(self, names: Iterable[str], label: str, progress: Progress) -> None:
        self._label = label
        self._progress = progress
        self._read = 0
        paths = [Path(name) for name in names]
        known = all(str(path) != "-" and path.is_file() for path in paths)
        self._total = sum(path.stat().st_size for path in paths) if known else 0

    def read(self, count: int) -> None:
        """Count some more bytes."""
        self._read += count
        label = f"{self._label}: {self._read / 1e6:,.1f} MB"
        self._progress.show(label, self.share)

    @property
    def share(self) -> float | None:
        """Return how much is read, from 0 to 1; None where the total is not known."""
        return min(1.0, self._read / self._total) if self._total else None
