"""A progress line on a terminal's standard error: the task, the share done, the time left."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TextIO

INTERVAL = 0.1
"""The fewest seconds between two drawings of the line."""
LONGEST = 2000
"""The most characters of a message."""


class ProgressBar:
    """The progress line, which is shown only if standard error is a terminal.

    A new stage (the part of the label before a colon) restarts the clock.
    """

    def __init__(
        self,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        quiet: bool = False,
    ) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._visible = not quiet and self._stream is not None and self._stream.isatty()
        self._stage = ""
        self._begun = self._drawn = clock() - INTERVAL
        self._share: float | None = None

    def show(self, label: str, share: float | None = None) -> None:
        """Show a label and the share done, from 0 to 1.

        A stage whose progress is not known passes 0.
        """
        if not self._visible:
            return
        now = self._clock()
        stage = label.split(":")[0]
        if stage != self._stage:
            self._stage, self._begun, self._share = stage, now, None
        if share:
            self._share = share
        if now - self._drawn >= INTERVAL or share == 1.0:
            self._drawn = now
            self._draw(label, now)

    def tell(self, message: str) -> None:
        """Print a permanent line, on a terminal or not."""
        if self._stream is not None:
            self.clear()
            self._stream.write(f"majuscule: {in_one_line(message)}\n")
            self._stream.flush()

    def clear(self) -> None:
        if self._visible:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_error: Any) -> None:
        self.clear()

    def _draw(self, label: str, now: float) -> None:
        if self._share:
            elapsed = now - self._begun
            label += f"  {self._share:4.0%}"
            if elapsed >= 1:  # what is read ahead says nothing of the speed
                label += f"  {duration(elapsed / self._share - elapsed)} left"
        from shutil import get_terminal_size  # slow: shutil loads all archive formats

        width = get_terminal_size().columns - 1
        self._stream.write(f"\r{label[:width]}\x1b[K")
        self._stream.flush()


def in_one_line(message: str) -> str:
    """Return a message without control characters, which could steer a terminal, and cut in the
    middle if a file's content makes it very long.

    >>> in_one_line("no column\\n\\tof\\x1b[1m text")
    'no column of [1m text'
    """
    line = re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", message)
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"


def duration(seconds: float) -> str:
    """Return a duration in readable units.

    >>> duration(42), duration(200), duration(7300)
    ('42 s', '3 min 20 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Sizes:
    """Adds up the bytes read, and shows them as a share if the total is known."""

    def __init__(self, names: Iterable[str], label: str, progress: ProgressBar) -> None:
        self._label = label
        self._progress = progress
        self._read = 0
        paths = [Path(name) for name in names]
        known = all(str(path) != "-" and path.is_file() for path in paths)
        self._total = sum(path.stat().st_size for path in paths) if known else 0

    def read(self, count: int) -> None:
        self._read += count
        label = f"{self._label}: {self._read / 1e6:,.1f} MB"
        self._progress.show(label, self.share)

    @property
    def share(self) -> float | None:
        """Return the share that has been read, from 0 to 1, or None if the total is not known."""
        return min(1.0, self._read / self._total) if self._total else None
