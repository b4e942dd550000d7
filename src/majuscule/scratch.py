"""Scratch that is used again: one for each thread that ever worked at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Scratch(Generic[Kept]):
    """What one thread at a time works with, made when none is free.

    >>> free = Scratch(list)
    >>> one = free.take()
    >>> free.give(one)
    >>> free.take() is one
    True
    """

    def __init__(self, make: Callable[[], Kept]) -> None:
        self._make = make
        self._free: list[Kept] = []

    def take(self) -> Kept:
        """Return one that no thread uses."""
        try:
            return self._free.pop()
        except IndexError:
            return self._make()

    def give(self, used: Kept, keep: bool = True) -> None:
        """Take one back, unless it has grown too large to ``keep``."""
        if keep:
            self._free.append(used)
