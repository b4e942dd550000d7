"""Batches of documents, bounded in size, and work on them in several threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

from majuscule.errors import UsageError
from majuscule.options import cores

Item = TypeVar("Item")
Result = TypeVar("Result")


def batches(
    items: Iterable[Item], most: int, characters: Callable[[Item], int], *, first: int = 0
) -> Iterator[list[Item]]:
    """Yield items in order, in groups that end as soon as they have ``most`` characters.

    With ``first``, the first group ends at that many, and the limit doubles for each further group.

    >>> list(batches(["aa", "b", "cccc", "d"], 3, len))
    [['aa', 'b'], ['cccc'], ['d']]
    >>> list(batches("abcdefghij", 4, len, first=1))
    [['a'], ['b', 'c'], ['d', 'e', 'f', 'g'], ['h', 'i', 'j']]
    """
    group: list[Item] = []
    size, enough = 0, first or most
    for item in items:
        group.append(item)
        size += characters(item)
        if size >= enough:
            yield group
            group, size, enough = [], 0, min(2 * enough, most)
    if group:
        yield group


def checked_jobs(jobs: int | None) -> int:
    """Return the number of threads; by default one per core."""
    if jobs is None:
        return cores()
    if not isinstance(jobs, int) or jobs < 1:
        raise UsageError(f"jobs is {jobs!r}; it must be a whole number, 1 or more")
    return jobs


def map_in_order(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int | None
) -> Iterator[Result]:
    """Yield what ``work`` returns for each item, in order, computed by ``jobs`` threads.

    None: one per core.  At most two items per thread are read ahead.

    >>> list(map_in_order(str.upper, ["a", "b", "c"], 2))
    ['A', 'B', 'C']
    """
    jobs, items = checked_jobs(jobs), iter(items)
    ahead = list(islice(items, 2)) if jobs > 1 else []
    if len(ahead) < 2:  # a single item needs no threads
        yield from map(work, chain(ahead, items))
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(jobs)
    try:
        pending: deque[Future[Result]] = deque()
        for item in chain(ahead, items):
            pending.append(pool.submit(work, item))
            if len(pending) >= 2 * jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)  # nobody waits for what was read ahead
