"""Count a long text shard by shard, on several threads, and go on where a run was stopped.

The text comes in pieces; so many consecutive pieces make a shard.  With a folder, each finished
shard is a file there, written whole or not at all: a second run over the same text takes those
shards from the folder.  A shard whose text has changed is noticed by its digest and counted
again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from majuscule.counts.collection import Counts, Frame
from majuscule.counts.tables import CountTable, TableBuilder
from majuscule.errors import ModelError, TrainingError
from majuscule.text.batches import batches
from majuscule.text.keys import Keys

if TYPE_CHECKING:
    from concurrent.futures import Future

SHARD = 1 << 22
"""Units in a shard: some 3.5 million words, ten seconds' work."""


@dataclass(frozen=True)
class Piece:
    """A part of a text: so many units, a digest of all that counting depends on, the counting."""

    size: int
    digest: str
    count: Callable[[], Mapping[str, Keys]]
    """Return the keys to count, by table."""


def count_shards(
    pieces: Iterable[Piece],
    frame: Frame,
    folder: Path | None = None,
    *,
    jobs: int = 2,
    shard: int = SHARD,
    report: Callable[[int], None] = lambda _done: None,
) -> Counts:
    """Count all pieces and return the sum: the same bytes for any ``jobs``, ``shard`` and restarts.

    ``report`` is told how many units have been counted.  Raises what the pieces raise; shards that
    are finished by then stay in the folder.
    """
    from concurrent.futures import ThreadPoolExecutor

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    builders: dict[str, TableBuilder] = {}
    done = 0
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[tuple[int, Future[Mapping[str, CountTable]]]] = deque()

        def settle() -> None:
            nonlocal done
            size, future = waiting.popleft()
            for name, table in future.result().items():
                builders.setdefault(name, TableBuilder()).merge(table)
            done += size
            report(done)

        try:
            for number, group in enumerate(batches(pieces, shard, lambda piece: piece.size)):
                path = folder / f"shard-{number:05d}.counts" if folder is not None else None
                size = sum(piece.size for piece in group)
                waiting.append((size, pool.submit(partial(_count_shard, group, frame, path))))
                while len(waiting) > jobs:
                    settle()
            while waiting:
                settle()
        finally:
            for _, future in waiting:
                future.cancel()
    return Counts(frame, {name: builders[name].table() for name in sorted(builders)})


def _count_shard(pieces: list[Piece], frame: Frame, path: Path | None) -> Mapping[str, CountTable]:
    source = ",".join(piece.digest for piece in pieces)
    if path is not None and path.exists():
        try:
            counts = Counts.read(path)
            frame.check(counts.frame, str(path))
            if counts.source == source:
                return counts.tables
        except (ModelError, TrainingError):
            path.unlink()  # damaged, or of another version or options: counted again
    builders: dict[str, TableBuilder] = {}
    for piece in pieces:
        for name, keys in piece.count().items():
            builders.setdefault(name, TableBuilder()).add(keys)
    tables = {name: builder.table() for name, builder in builders.items()}
    if path is not None:
        Counts(frame, tables, source).write(path)
    return tables
