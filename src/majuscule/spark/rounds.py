"""Rounds of parameter mixing: train on every shard from the same weights, and take the mean.

McDonald et al. 2010, Figure 3.  A shard returns only its changes, split by ranges of rows; the
changes of a range are mixed in one task, which sends their mean to the driver.  All are integers,
so sums do not depend on the order in which tasks end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from majuscule.arrays import F32, F64, I32, U8, Array
from majuscule.restore.linear.restorer import case_spec
from majuscule.spark.tables import row
from majuscule.spark.vocabulary import WordAttributes, read_partition
from majuscule.tagging.scoring.index import KeyIndex, SlotIndex
from majuscule.tagging.training.averaging import TrainingOptions, train
from majuscule.tagging.training.counting import find_groups

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import Broadcast
    from pyspark.sql import DataFrame

Weights = I32

ROWS = 1 << 16
"""Rows of weights that are mixed in one task."""

UNIT = 4
"""Averaged weights are sent as integers, in quarters of a unit."""

SCHEMA = "part int, rows binary, changes binary, averages binary, groups binary"
_NAMES = ("rows", "changes", "averages", "groups")

Sent = tuple[KeyIndex | SlotIndex, Weights]


@dataclass
class Rounds:
    """A series of rounds over the same shards and features; ``first``: number of earlier rounds."""

    sharded: DataFrame
    attributes: Broadcast[WordAttributes]
    index: KeyIndex | SlotIndex
    options: TrainingOptions
    mix: str
    shards: int
    first: int = 0
    groups: U8 = field(init=False)

    def train(self, start: Weights, rounds: int) -> F32:
        """Return the mean of the shards' averaged weights in the last round.

        Afterwards ``groups`` has the template of each feature.
        """
        weights = start
        self.groups = np.zeros(self.index.size, np.uint8)
        averaged = np.zeros(start.shape, np.float64)
        for number in range(rounds):
            averaged = weights.astype(np.float64)
            weights = self._round(weights, averaged, number)
        return averaged.astype(np.float32)

    def _round(self, weights: Weights, averaged: F64, number: int) -> Weights:
        """Return the weights after one more round; adds their averages' change to ``averaged``."""
        session = self.sharded.sparkSession
        sent = session.sparkContext.broadcast((self.index, weights))
        attributes, mix = self.attributes, self.mix
        options = replace(self.options, seed=self.options.seed + 7919 * (self.first + number + 1))
        try:
            changes = self.sharded.mapInArrow(
                lambda batches: _train_shard(attributes, sent, options, batches), SCHEMA
            )
            mixed = changes.groupBy("part").applyInArrow(
                lambda key, rows: _mix(mix, key, rows), SCHEMA
            )
            found = mixed.collect()
        finally:
            sent.destroy()
        shards = self.shards if mix == "uniform" else 1
        result = weights.copy()
        for one in found:
            rows, change, average, groups = _unpack(one, weights.shape[1])
            result[rows] += np.rint(change / shards).astype(np.int32)
            averaged[rows] += average / (UNIT * shards)
            np.maximum.at(self.groups, rows, groups)
        return result


def _train_shard(
    attributes: Broadcast[WordAttributes],
    sent: Broadcast[Sent],
    options: TrainingOptions,
    batches: Iterator[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """Yield the changes of one epoch on a shard, range by range."""
    from pyspark import TaskContext

    encoded = read_partition(batches)
    if encoded is None:
        return
    text, spec = attributes.value.text(encoded), case_spec()
    index, start = sent.value
    context = TaskContext.get()
    shard = context.partitionId() if context is not None else 0
    options = replace(options, seed=options.seed + 104_729 * shard)
    state = train(text, spec, index, options, start=start)
    changes = state.weights - start
    averages = np.rint((state.averaged().astype(np.float64) - start) * UNIT).astype(np.int32)
    groups = find_groups(text, spec, index, threads=1) if isinstance(index, KeyIndex) else None
    moved = np.flatnonzero(changes.any(axis=1) | averages.any(axis=1))
    bounds = np.searchsorted(moved, np.arange(0, index.size + ROWS, ROWS)).tolist()
    for part, (first, last) in enumerate(pairwise(bounds)):
        rows = moved[first:last]
        if len(rows):
            kinds = groups[rows] if groups is not None else np.zeros(len(rows), np.uint8)
            yield _pack(part, rows.astype(np.int32), changes[rows], averages[rows], kinds)


def _mix(mix: str, key: tuple[Any, ...], table: pa.Table) -> pa.Table:
    """Return the sum of the shards' changes of a range or, with ``touched``, the mean over the
    shards that changed a row."""
    import pyarrow as pa

    tags = case_spec().tags
    parts = [_unpack(one, tags) for one in table.to_pylist()]
    rows = np.unique(np.concatenate([part[0] for part in parts]))
    changes = np.zeros((len(rows), tags), np.int64)
    averages = np.zeros((len(rows), tags), np.int64)
    groups, times = np.zeros(len(rows), np.uint8), np.zeros(len(rows), np.int64)
    for mine, change, average, kinds in parts:
        at = np.searchsorted(rows, mine)
        changes[at] += change
        averages[at] += average
        times[at] += 1
        groups[at] = np.maximum(groups[at], kinds)
    if mix == "touched":
        changes = np.rint(changes / times[:, None]).astype(np.int64)
        averages = np.rint(averages / times[:, None]).astype(np.int64)
    packed = _pack(key[0].as_py(), rows, changes, averages, groups)
    return pa.Table.from_batches([packed])


def _pack(part: int, *arrays: Array) -> pa.RecordBatch:
    kinds = ("<i4", "<i4", "<i4", "|u1")
    packed = [np.ascontiguousarray(*one).tobytes() for one in zip(arrays, kinds, strict=True)]
    return row(part=part, **dict(zip(_NAMES, packed, strict=True)))


def _unpack(packed: Any, tags: int) -> tuple[Array, ...]:
    rows, changes, averages, groups = (bytes(packed[name]) for name in _NAMES)
    return (
        np.frombuffer(rows, "<i4"),
        np.frombuffer(changes, "<i4").reshape(-1, tags),
        np.frombuffer(averages, "<i4").reshape(-1, tags),
        np.frombuffer(groups, "|u1"),
    )
