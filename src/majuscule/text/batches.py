"""Documents in groups: many small ones are read at once, and no group is endless."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def batches(
    items: Iterable[Item], most: int, characters: Callable[[Item], int]
) -> Iterator[list[Item]]:
    """Yield items in order, in groups that end as soon as they have ``most`` characters.

    >>> list(batches(["aa", "b", "cccc", "d"], 3, len))
    [['aa', 'b'], ['cccc'], ['d']]
    """
    group: list[Item] = []
    size = 0
    for item in items:
        group.append(item)
        size += characters(item)
        if size >= most:
            yield group
            group, size = [], 0
    if group:
        yield group
