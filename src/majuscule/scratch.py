"""A pool of reusable scratch objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Scratch(Generic[Item]):
    """A pool of objects that one thread at a time may use; grows when none is free.

    >>> free = Scratch(list)
    >>> one = free.take()
    >>> free.give(one)
    >>> free.take() is one
    True
    """

    def __init__(self, make: Callable[[], Item]) -> None:
        self._make = make
        self._free: list[Item] = []

    def take(self) -> Item:
        """Return an object that no other thread uses."""
        try:
            return self._free.pop()
        except IndexError:
            return self._make()

    def give(self, used: Item, keep: bool = True) -> None:
        """Return an object to the pool, or drop it if it is too large to ``keep``."""
        if keep:
            self._free.append(used)
