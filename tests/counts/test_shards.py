"""Counting shard by shard: any division, any number of threads, any restart, the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import given

from majuscule.counts import Counts, Frame, Piece, count_shards, digest_of
from majuscule.counts.tables import CountTable
from majuscule.errors import ModelError, TrainingError
from majuscule.models import ModelHeader, write_model
from majuscule.text.keys import Keys

FRAME = Frame("test.v1", 2)
texts = some.lists(some.lists(some.integers(0, 20), min_size=1, max_size=9), max_size=8)
SAMPLE = [[1, 2, 3], [2, 2], [9, 1], [7], [7, 7, 1], [4]]


def pieces_of(text: list[list[int]], counted: list[int] | None = None) -> Iterator[Piece]:
    for number, part in enumerate(text):
        keys = np.array(part, np.uint64)

        def count(keys: Keys = keys, number: int = number) -> Mapping[str, Keys]:
            if counted is not None:
                counted.append(number)
            return {"one": keys, "two": keys[:-1] * np.uint64(100) + keys[1:]}

        yield Piece(len(part), digest_of(keys), count)


def content(counts: Counts) -> dict[str, tuple[bytes, bytes]]:
    return {
        name: (table.keys.tobytes(), table.counts.tobytes())
        for name, table in counts.tables.items()
    }


@given(texts, some.integers(1, 20), some.integers(1, 3))
def test_any_division_gives_the_same_bytes(text, shard: int, jobs: int) -> None:
    whole = count_shards(pieces_of(text), FRAME, jobs=1)
    assert content(count_shards(pieces_of(text), FRAME, jobs=jobs, shard=shard)) == content(whole)
    merged = Counts(FRAME, {"one": CountTable.empty(), "two": CountTable.empty()})
    for part in reversed(text):
        merged = count_shards(pieces_of([part]), FRAME).merge(merged)
    if text:
        assert content(merged) == content(whole)


def test_a_stopped_count_goes_on_from_its_finished_shards(tmp_path: Path) -> None:
    def stopped() -> Iterator[Piece]:
        for number, piece in enumerate(pieces_of(SAMPLE)):
            if number == 4:
                raise KeyboardInterrupt
            yield piece

    with pytest.raises(KeyboardInterrupt):
        count_shards(stopped(), FRAME, tmp_path, shard=2, jobs=1)
    finished = len(list(tmp_path.glob("*.counts")))
    assert finished > 0
    counted: list[int] = []
    told: list[int] = []
    again = count_shards(
        pieces_of(SAMPLE, counted), FRAME, tmp_path, shard=2, jobs=2, report=told.append
    )
    assert 0 not in counted
    assert 5 in counted
    assert told[-1] == 12
    assert content(again) == content(count_shards(pieces_of(SAMPLE), FRAME))
    counted.clear()
    count_shards(pieces_of(SAMPLE, counted), FRAME, tmp_path, shard=2)
    assert counted == []


def test_shards_of_another_text_or_frame_are_counted_again(tmp_path: Path) -> None:
    count_shards(pieces_of(SAMPLE), FRAME, tmp_path, shard=2)
    other = [[1, 2, 3], [2, 5], *SAMPLE[2:]]
    counted: list[int] = []
    found = count_shards(pieces_of(other, counted), FRAME, tmp_path, shard=2)
    assert counted == [1]
    assert content(found) == content(count_shards(pieces_of(other), FRAME))
    counted.clear()
    count_shards(pieces_of(other, counted), Frame("test.v2", 2), tmp_path, shard=100)
    assert sorted(counted) == [0, 1, 2, 3, 4, 5]
    (tmp_path / "shard-00000.counts").write_bytes(b"damaged")
    assert content(count_shards(pieces_of(SAMPLE), FRAME, tmp_path, shard=100)) == content(
        count_shards(pieces_of(SAMPLE), FRAME)
    )


def test_counts_of_different_orders_cannot_be_merged() -> None:
    first = count_shards(pieces_of(SAMPLE), FRAME)
    second = count_shards(pieces_of(SAMPLE), Frame("test.v1", 3))
    with pytest.raises(TrainingError, match="order 3 cannot be merged with counts with order 2"):
        first.merge(second)
    with pytest.raises(TrainingError, match="tokenizer 'other'"):
        first.merge(Counts(replace(FRAME, tokenizer="other"), {}))


def test_a_file_gives_counts_back(tmp_path: Path) -> None:
    counts = replace(count_shards(pieces_of(SAMPLE), FRAME), source="digest")
    path = tmp_path / "a.counts"
    counts.write(path)
    again = Counts.read(path)
    assert again.frame == FRAME
    assert again.source == "digest"
    assert content(again) == content(counts)


def test_files_of_something_else_are_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.counts"
    Counts(replace(FRAME, tokenizer="old"), {}).write(path)
    with pytest.raises(ModelError, match="another version of the tokenizer"):
        Counts.read(path)
    write_model(path, ModelHeader("hmm.v1"), {})
    with pytest.raises(ModelError, match="of kind hmm"):
        Counts.read(path)
    write_model(path, ModelHeader("counts.v1"), {})
    with pytest.raises(ModelError, match="does not say what it counts"):
        Counts.read(path)
    unsorted = CountTable(np.array([2, 1], np.uint64), np.array([1, 1], np.uint32))
    Counts(FRAME, {"one": unsorted}).write(path)
    with pytest.raises(ModelError, match="is not sorted"):
        Counts.read(path)
