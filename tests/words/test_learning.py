"""The word table from raw text, name lists from files, and number patterns."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from majuscule.entities.expressions import PATTERN_NAMES, number_pattern, number_patterns
from majuscule.entities.interface import Knowledge
from majuscule.errors import CorpusError
from majuscule.learn.batches import TrainingBatch
from majuscule.learn.text import DocumentText, describe_batch
from majuscule.reading import Document
from majuscule.reading.documents import owner_of
from majuscule.text import hash_words, read_passage
from majuscule.words.gazetteers.names import (
    CITY,
    COMPANY,
    REGION,
    SURNAME,
    NameLists,
    read_name_lists,
)
from majuscule.words.gazetteers.wordlists import LIST_NAMES, list_of
from majuscule.words.learning import TextOptions, learn_words, read_text
from majuscule.words.tables.lexicon import LexiconTally
from majuscule.words.tables.vocabulary import FOLDS, encode_text


def test_words_are_learnt_from_cased_text() -> None:
    text = DocumentText((Document("a", ("We saw Rome and we saw Oslo in May, with Ann.",) * 5),))
    words = learn_words(text, least=2)
    buckets, _ = words.look_up(hash_words(["saw", "rome", "never"]))
    assert buckets[0]
    assert buckets[1]
    assert not buckets[2]
    assert buckets[0] != buckets[1]
    assert not Knowledge().words.look_up(hash_words(["rome"]))[0].any()


def test_the_lines_of_a_single_document_are_dealt_into_folds() -> None:
    lines = tuple(f"We saw Rome and we saw Oslo on day {day}, with Ann." for day in range(200))
    whole = DocumentText((Document("all", lines),))
    encoded, held_out = read_text(whole, TextOptions(), LexiconTally())
    assert set(encoded.folds.tolist()) == set(range(FOLDS))
    assert sum(len(one.documents) for one in held_out) == len(lines) // TextOptions().held_out
    apart = DocumentText(tuple(Document(line, (line,)) for line in lines))
    encoded, held_out = read_text(apart, TextOptions(held_out=2), LexiconTally())
    drawn = [owner_of(line) for line in lines if owner_of(line) % 2 == 0]
    assert [one for batch in held_out for one in batch.documents.tolist()] == drawn


class Reports:
    """A text in forty batches, which share most of their words."""

    def batches(self) -> Iterator[TrainingBatch]:
        for day in range(40):
            line = f"We saw Rome and we saw Oslo-{chr(97 + day % 7) * 3}, with Ann."
            yield describe_batch("\n".join([line] * 400), [day] * 400)


def test_text_is_held_once_while_it_is_encoded() -> None:
    tracemalloc.start()
    try:
        encoded, _ = encode_text(Reports())
        held, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 7 * len(encoded.ids) < held
    assert peak < 2 * held


def test_words_of_batches_may_be_merged_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = encode_text(Reports())[0].vocabulary
    monkeypatch.setattr("majuscule.words.tables.vocabulary.MERGED", 1)
    merged = encode_text(Reports())[0].vocabulary
    for name in ("words", "affixes", "total", "written"):
        assert np.array_equal(getattr(at_once, name), getattr(merged, name))
    assert len(merged.words) == len(set(merged.words.tolist())) == 17


def test_name_lists_are_read_by_their_columns(tmp_path: Path) -> None:
    files = {
        "surname.csv": "name,freq\nYork,0.001\n",
        "cities.csv": "name,country,subcountry,id\nNew York,United States,New York,1\n",
        "firms.csv": "Symbol,Security\nAAPL,Apple Inc.\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    lists = read_name_lists(sorted(tmp_path.glob("*.csv")))
    found = lists.find(read_passage("apple of new york york").tokens.words).tolist()
    assert found[0] & COMPANY
    assert found[2] & CITY
    assert found[2] & REGION
    assert found[3] & SURNAME
    assert found[3] & (CITY << 3)
    assert found[4] == SURNAME


def test_unknown_name_lists_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    (tmp_path / "people.csv").write_text("name,freq\nAnn,1\n")
    for name in ("x.csv", "people.csv"):
        with pytest.raises(CorpusError, match=name):
            read_name_lists([tmp_path / name])


def test_no_names_find_nothing() -> None:
    assert not NameLists.of([]).find(hash_words(["a", "b"])).any()


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("2008", "year"),
        ("7", "day"),
        ("45", "two digits"),
        ("1990s", "decade"),
        ("9:30", "time"),
        ("5pm", "hour"),
        ("3rd", "ordinal"),
        ("3/4/2008", "date"),
        ("2.5", "decimal"),
        ("1,000", "thousands"),
        ("5%", "percentage"),
        ("$40", "sum"),
        ("5bn", "magnitude"),
        ("777", "three digits"),
        ("9999", "four digits"),
        ("12345", "digits"),
        ("q3", "digits and letters"),
    ],
)
def test_numbers_have_a_pattern(token: str, name: str) -> None:
    assert PATTERN_NAMES[number_pattern(token) - 1] == name


def test_tokens_without_digits_have_none() -> None:
    found = number_patterns(read_passage("in 2008 and 2008"))
    assert (found > 0).tolist() == [False, True, False, True]
    assert found[1] == found[3]


def test_numbers_of_one_length_have_their_own_patterns() -> None:
    """All numbers of four digits are one word; what they look like is not."""
    passage = read_passage("7000 people in 2008 and 45 on the 30")
    names = [PATTERN_NAMES[n - 1] for n in number_patterns(passage).tolist() if n]
    assert names == ["four digits", "year", "two digits", "day"]


def test_words_stand_in_one_list() -> None:
    lists = list_of(hash_words(["Tuesday", "million", "obama"]))
    assert [LIST_NAMES[n - 1] if n else "" for n in lists.tolist()] == ["day", "magnitude", ""]
    assert np.array_equal(list_of(hash_words(["MAY"])), list_of(hash_words(["may"])))
