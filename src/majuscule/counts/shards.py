"""Counting a long text shard by shard, in several threads, resuming interrupted runs.

Consecutive pieces of the text make a shard.  With a folder, each finished shard is written to a
file there, atomically, and a later run over the same text reads it.  A shard whose text has changed
is recognised by its digest and counted again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from majuscule.counts.collection import Counts, Frame
from majuscule.counts.tables import CountTable, TableBuilder, count_keys
from majuscule.errors import ModelError, TrainingError
from majuscule.text.batches import batches
from majuscule.text.keys import Keys

if TYPE_CHECKING:
    from concurrent.futures import Future

SHARD = 1 << 22
"""Units per shard: some 3.5 million words, ten seconds of work."""


@dataclass(frozen=True)
class Piece:
    """A part of a text."""

    size: int
    """Its number of units."""
    digest: str
    """A digest of everything that its counts depend on."""
    count: Callable[[], Mapping[str, Keys]]
    """Returns the keys to count, by table."""


def count_shards(
    pieces: Iterable[Piece],
    frame: Frame,
    folder: Path | None = None,
    *,
    jobs: int = 2,
    shard: int = SHARD,
    report: Callable[[int], None] = lambda _done: None,
) -> Counts:
    """Return the counts of all pieces, the same for any ``jobs`` and ``shard``.

    ``report`` is called with the number of units counted so far.  Exceptions of pieces propagate;
    finished shards stay in the folder.
    """
    from concurrent.futures import ThreadPoolExecutor

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    builders: dict[str, TableBuilder] = {}
    done = 0
    with ThreadPoolExecutor(jobs) as pool:
        pending: deque[tuple[int, Future[Mapping[str, CountTable]]]] = deque()

        def collect() -> None:
            nonlocal done
            size, future = pending.popleft()
            for name, table in future.result().items():
                builders.setdefault(name, TableBuilder()).merge(table)
            done += size
            report(done)

        try:
            for number, group in enumerate(batches(pieces, shard, lambda piece: piece.size)):
                path = folder / f"shard-{number:05d}.counts" if folder is not None else None
                size = sum(piece.size for piece in group)
                pending.append((size, pool.submit(partial(_count_shard, group, frame, path))))
                while len(pending) > jobs:
                    collect()
            while pending:
                collect()
        finally:
            for _, future in pending:
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
            path.unlink()  # damaged, or of another version or frame: counted again
    tables = count_keys(piece.count() for piece in pieces)
    if path is not None:
        Counts(frame, tables, source).write(path)
    return tables
