"""Histories and what follows them, against plain counting."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import given

from majuscule.counts import CountTable, Successors
from majuscule.counts.keys import pack
from majuscule.errors import ModelError
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.models.stored import arrays_of, read_stored

pairs = some.lists(some.tuples(some.integers(0, 9), some.integers(0, 9)), max_size=60)


def table_of(seen: list[tuple[int, int]]) -> CountTable:
    history, following = np.array(seen, np.uint64).reshape(-1, 2).T
    return CountTable.of(pack(history, following, 8))


@given(pairs, some.integers(1, 3))
def test_runs_are_those_of_plain_counting(seen: list[tuple[int, int]], least: int) -> None:
    found = Successors.of(table_of(seen), 8, least)
    runs: dict[int, dict[int, int]] = defaultdict(dict)
    for (history, following), count in sorted(Counter(seen).items()):
        if count >= least:
            runs[history][following] = count
    assert found.histories.tolist() == sorted(runs)
    assert found.totals.tolist() == [sum(runs[history].values()) for history in sorted(runs)]
    assert found.types().tolist() == [len(runs[history]) for history in sorted(runs)]
    for row, history in enumerate(sorted(runs)):
        run = slice(found.offsets[row], found.offsets[row + 1])
        after = dict(zip(found.following[run].tolist(), found.counts[run].tolist(), strict=True))
        assert after == runs[history]


@given(pairs)
def test_an_index_tells_where_to_search(seen: list[tuple[int, int]]) -> None:
    found = Successors.of(table_of(seen), 8)
    index = found.index(4, 2)
    assert len(index) == 5
    for part in range(4):
        inside = found.histories[index[part] : index[part + 1]]
        assert all(history >> 2 == part for history in inside.tolist())
    assert index[-1] == len(found)


def test_a_model_file_gives_the_arrays_back(tmp_path: Path) -> None:
    found = Successors.of(table_of([(1, 2), (1, 2), (3, 4)]), 8)
    path = tmp_path / "s.model"
    write_model(path, ModelHeader("x.v1"), arrays_of(found, "bi_"))
    again = read_stored(Successors, read_model(path), "bi_")
    for name, array in arrays_of(found).items():
        np.testing.assert_array_equal(arrays_of(again)[name], array)
    damaged = arrays_of(found, "bi_") | {"bi_counts": found.counts[1:]}
    write_model(path, ModelHeader("x.v1"), damaged)
    with pytest.raises(ModelError, match="do not fit"):
        read_stored(Successors, read_model(path), "bi_")
