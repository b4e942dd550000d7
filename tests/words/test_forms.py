"""The forms of words and their counts: against plain counting, in any order, in a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import given

from majuscule.errors import ModelError
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.models.stored import arrays_of, read_stored
from majuscule.text.tokenizing.classes import CA, LC, UC
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.forms import CASELESS, FORMS, MIXED, FormCounts, FormTally
from tests.texts import text_of

TEXT = ("iPhone iPhone IPhone iphone iPHone iPhONe NASA nasa The , the", "x@y.org Go GO gO 42 -")
words = some.sampled_from(
    ["new", "New", "NEW", "neW", "nEw", "nEW", "york", "York", "mcFoo", "McFoo", "MCfoo", "42", "."]
)


def tally_of(*paragraphs: str) -> FormTally:
    tally = FormTally()
    for batch in text_of(*paragraphs).batches():
        tally.add(batch, np.ones(len(batch.classes), np.bool_))
    return tally


def content(table: FormCounts) -> list[bytes]:
    return [array.tobytes() for array in arrays_of(table, "forms_").values()]


def counts_of(table: FormCounts, word: str) -> list[int]:
    rows, known = table.find(hash_words([word]))
    return table.counts[rows[0]].tolist() if known[0] else [0] * FORMS


def test_forms_are_counted_apart_and_mixed_ones_ranked() -> None:
    table = tally_of(*TEXT).table()
    assert counts_of(table, "iphone") == [1, 0, 0, 0, 2, 1, 1, 1]
    assert counts_of(table, "nasa") == [1, 0, 1, 0, 0, 0, 0, 0]
    assert counts_of(table, "unseen") == [0] * FORMS
    word = hash_words(["iphone", "iphone", "iphone", "nasa"])
    ranks = np.array([MIXED, MIXED + 1, MIXED + 2, MIXED], np.uint8)
    assert table.masks(word, ranks).tolist() == [0b10, 0b11, 0b110, 0]


def test_fewer_mixed_forms_can_be_kept_apart() -> None:
    table = tally_of(*TEXT).table(mixed=1)
    assert counts_of(table, "iphone") == [1, 0, 0, 0, 2, 0, 0, 3]


@given(some.lists(words, max_size=40))
def test_counts_are_those_of_plain_counting(text: list[str]) -> None:
    table = tally_of(" ".join(text)).table()
    seen = Counter(text)
    assert counts_of(table, "york")[:3] == [seen["york"], seen["York"], 0]
    assert counts_of(table, "new")[:3] == [seen["new"], seen["New"], seen["NEW"]]
    mixed = sorted((seen[form] for form in ("neW", "nEw", "nEW")), reverse=True)
    assert counts_of(table, "new")[MIXED:] == [*mixed, 0]
    assert counts_of(table, "42")[CASELESS] == seen["42"]
    assert int(table.counts.sum()) == len(text)


@given(some.lists(some.lists(words, max_size=10), min_size=1, max_size=4))
def test_parts_in_any_order_give_the_table_of_the_whole(parts: list[list[str]]) -> None:
    texts = [" ".join(part) for part in parts]
    assert content(tally_of(*reversed(texts)).table()) == content(tally_of(*texts).table())


def test_the_form_of_each_token_is_found_again() -> None:
    table = tally_of(*TEXT).table()
    (batch,) = text_of(*TEXT).batches()
    tokens = batch.passage.tokens
    forms = table.form_of(tokens.words, batch.classes, batch.masks)
    assert forms[:10].tolist() == [4, 4, 5, LC, 6, 7, CA, LC, UC, CASELESS]
    empty = FormTally().table()
    assert empty.form_of(tokens.words, batch.classes, batch.masks)[0] == 7
    assert empty.masks(tokens.words, forms).tolist() == [0] * len(forms)


def test_rare_words_can_be_dropped() -> None:
    table = tally_of(*TEXT).table().keep(2)
    assert counts_of(table, "iphone")[MIXED] == 2
    assert counts_of(table, "42") == [0] * FORMS
    assert table.mixed_words.tolist() == sorted(hash_words(["iphone", "go"]).tolist())


def test_a_model_file_gives_the_table_back(tmp_path: Path) -> None:
    table = tally_of(*TEXT).table()
    write_model(tmp_path / "f.model", ModelHeader("unigram.v1"), arrays_of(table, "forms_"))
    assert content(read_stored(FormCounts, read_model(tmp_path / "f.model"), "forms_")) == content(
        table
    )
    arrays = dict(arrays_of(table, "forms_"))
    del arrays["forms_counts"]
    write_model(tmp_path / "w.model", ModelHeader("unigram.v1"), arrays)
    with pytest.raises(ModelError, match="has no array 'forms_counts'"):
        read_stored(FormCounts, read_model(tmp_path / "w.model"), "forms_")
    for wrong in (
        {"forms_counts": table.counts[:-1]},
        {"forms_words": table.words[::-1].copy()},
        {"forms_words": table.words[[0, *range(len(table) - 1)]]},  # one is there twice
    ):
        arrays = {**arrays_of(table, "forms_"), **wrong}
        write_model(tmp_path / "w.model", ModelHeader("unigram.v1"), arrays)
        with pytest.raises(ModelError, match="do not fit"):
            read_stored(FormCounts, read_model(tmp_path / "w.model"), "forms_")
