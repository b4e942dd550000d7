"""Count tables through Spark's shuffle: cut by ranges of keys, summed part by part.

Each partition of the text makes tables; each is cut into parts by the upper bits of its keys; the
parts of one range meet in one task and are summed.  Sums do not depend on their order, so
partitions, executors and repeated tasks change nothing.  What is not a table travels beside them as
a note.
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
"""What the names of notes begin with."""

SCHEMA = "name string, part int, keys binary, counts binary"


@dataclass(frozen=True)
class Cut:
    """How tables are cut and thinned: keys have ``width`` bits, their upper ``bits`` name the part.

    ``least``: keys of a table seen fewer times in all are dropped, by the table's name.
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
    """Return JSON data as a row of ``SCHEMA``; for what is no table."""
    return row(name=NOTE + name, part=0, keys=json.dumps(note).encode(), counts=b"")


def gather(rows: DataFrame, cut: Cut) -> tuple[dict[str, CountTable], dict[str, list[Any]]]:
    """Return the sums of the tables in a frame of ``SCHEMA`` and its notes, by name, on the driver.

    One job.  Notes are in no order.
    """
    groups = rows.groupBy("name", "part")
    # Without type hints: PySpark reads those of a function at run time, and ours are strings.
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
    """Return one table of parts whose keys follow each other."""
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
