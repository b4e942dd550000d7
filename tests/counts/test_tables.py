"""Count tables: the same bytes from any parts in any order."""

from __future__ import annotations

from collections import Counter
from functools import reduce

import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import given

from majuscule.counts import CountTable, TableBuilder
from majuscule.counts.tables import merge_tables
from majuscule.errors import TrainingError

keys = some.lists(some.integers(0, 40) | some.integers(0, 2**63 - 1), max_size=60)


def table_of(values: list[int]) -> CountTable:
    return CountTable.of(np.array(values, np.uint64))


def content(table: CountTable) -> tuple[bytes, bytes]:
    return table.keys.tobytes(), table.counts.tobytes()


@given(keys)
def test_counts_are_those_of_a_counter(values: list[int]) -> None:
    table = table_of(values)
    expected = sorted(Counter(values).items())
    assert list(zip(table.keys.tolist(), table.counts.tolist(), strict=True)) == expected
    assert table.counts.sum() == len(values)
    asked = np.array([*values, 99], np.uint64)
    assert table.look_up(asked).tolist() == [Counter(values)[k] for k in asked.tolist()]


@given(some.lists(keys, max_size=6), some.randoms(use_true_random=False))
def test_parts_in_any_order_merge_to_the_bytes_of_the_whole(parts, random) -> None:
    whole = content(table_of([key for part in parts for key in part]))
    shuffled = list(parts)
    random.shuffle(shuffled)
    tables = [table_of(part) for part in shuffled]
    assert content(merge_tables(tables)) == whole
    assert content(reduce(lambda a, b: b.merge(a), tables, CountTable.empty())) == whole
    builder = TableBuilder(chunk=random.randint(1, 50))
    for part, table in zip(shuffled, tables, strict=True):
        if random.random() < 0.5:
            builder.merge(table)
        else:
            builder.add(np.array(part, np.uint64))
    assert content(builder.table()) == whole
    assert content(builder.table()) == whole


def test_rare_keys_can_be_dropped() -> None:
    assert table_of([1, 2, 2, 3, 3, 3]).keep(2).keys.tolist() == [2, 3]


def test_a_count_that_does_not_fit_is_refused() -> None:
    full = CountTable(np.array([5], np.uint64), np.array([2**32 - 1], np.uint32))
    with pytest.raises(TrainingError, match="counted more than"):
        full.merge(table_of([5]))
    assert full.merge(table_of([6])).counts.tolist() == [2**32 - 1, 1]
