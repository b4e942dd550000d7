"""Summing count tables by Spark's shuffle, partitioned by ranges of keys.

Each partition of the text makes tables, which are cut into parts by the upper bits of their keys;
the parts of a range are summed in one task.  Sums do not depend on their order, so partitions,
executors and repeated tasks do not affect the result.  Other data is sent along as notes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from majuscule.counts.tables import CountTable, merge_tables

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

NOTE = "#"
"""The prefix of notes' names."""

SCHEMA = "name string, part int, keys binary, counts binary"


@dataclass(frozen=True)
class Cut:
    """How tables are cut and pruned: keys have ``width`` bits, the upper ``bits`` number the part.

    ``least``: name of a table -> the least count of keys to keep.
    """

    bits: int = 6
    width: int = 63
    least: Mapping[str, int] = field(default_factory=dict)


def table_rows(tables: Mapping[str, CountTable], cut: Cut) -> Iterator[pa.RecordBatch]:
    """Yield the parts of tables as rows of ``SCHEMA``."""
    heads = np.arange(1 << cut.bits, dtype=np.uint64) << np.uint64(cut.width - cut.bits)
    for name, table in tables.items():
        bounds = [*np.searchsorted(table.keys, heads).tolist(), len(table)]
        for part, (first, last) in enumerate(pairwise(bounds)):
            if first < last:
                found = CountTable(table.keys[first:last], table.counts[first:last])
                yield _row(name, part, found)


def note_row(name: str, note: Any) -> pa.RecordBatch:
    """Return a note, JSON data, as a row of ``SCHEMA``."""
    return row(name=NOTE + name, part=0, keys=json.dumps(note).encode(), counts=b"")


def gather(rows: DataFrame, cut: Cut) -> tuple[dict[str, CountTable], dict[str, list[Any]]]:
    """Return the sums of the tables in a frame of ``SCHEMA`` and its notes, by name, on the driver.

    This runs one job.  Notes are in no particular order.
    """
    groups = rows.groupBy("name", "part")
    # A lambda, because PySpark evaluates type hints of functions, and ours are strings.
    summed = groups.applyInArrow(lambda key, rows: _sum_group(cut, key, rows), SCHEMA)
    parts: dict[str, list[CountTable]] = {}
    notes: dict[str, list[Any]] = {}
    for name, _, keys, counts in sorted(summed.collect()):
        if name.startswith(NOTE):
            notes.setdefault(name[1:], []).append(json.loads(bytes(keys)))
        else:
            parts.setdefault(name, []).append(_table(keys, counts))
    return {name: _joined(found) for name, found in parts.items()}, notes


def _sum_group(cut: Cut, key: tuple[Any, ...], rows: pa.Table) -> pa.Table:
    import pyarrow as pa

    name, part = key[0].as_py(), key[1].as_py()
    if name.startswith(NOTE):
        return rows
    tables = (
        _table(keys.as_py(), counts.as_py())
        for keys, counts in zip(rows.column("keys"), rows.column("counts"), strict=True)
    )
    summed = merge_tables(tables).keep(cut.least.get(name, 1))
    return pa.Table.from_batches([_row(name, part, summed)])


def _joined(parts: Sequence[CountTable]) -> CountTable:
    """Return the table of parts with ascending keys."""
    keys, counts = zip(*((one.keys, one.counts) for one in parts), strict=True)
    return CountTable(np.concatenate(keys), np.concatenate(counts))


def _table(keys: bytes, counts: bytes) -> CountTable:
    return CountTable(np.frombuffer(keys, "<u8"), np.frombuffer(counts, "<u4"))


def _row(name: str, part: int, table: CountTable) -> pa.RecordBatch:
    keys, counts = table.keys.astype("<u8"), table.counts.astype("<u4")
    return row(name=name, part=part, keys=keys.tobytes(), counts=counts.tobytes())


def row(**values: str | int | bytes) -> pa.RecordBatch:
    """Return a row of text, whole numbers and bytes, by column."""
    import pyarrow as pa

    kinds = {str: pa.string(), int: pa.int32(), bytes: pa.binary()}
    schema = pa.schema([(name, kinds[type(value)]) for name, value in values.items()])
    return pa.RecordBatch.from_pylist([values], schema)
