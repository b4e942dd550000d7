"""What a system under test is: lines in, lines out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

HOWS = ("tokens", "text")
"""``tokens``: lines are words with single spaces between; ``text``: lines are raw text."""


class System(Protocol):
    """A loaded system.  ``model_bytes`` is the size of its model files, 0 where it has none."""

    model_bytes: int
    versions: dict[str, str]

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        """Return each line with its case restored, as the system gives it."""
        ...
