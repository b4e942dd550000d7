"""The unigram restorer: the most frequent form, nothing more."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import given

from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.text import DocumentText
from majuscule.models import read_model
from majuscule.restore.interface import LEFT, MODEL
from majuscule.restore.unigram import UnigramRestorer, train_unigram
from majuscule.text.characters import case_kernel
from majuscule.text.characters.codepoints import case_tables, decode
from majuscule.text.tokenizing.classes import KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import read_passage
from tests.saved import check_read_back, save
from tests.texts import text_of

TEXT = (
    "The New York office is new, new and New. An iPhone, said NASA of NASA and nasa.",
    "Paris is here. The iPhone of Ann. See x@Y.org, it is new.",
)


def restored(model: UnigramRestorer, text: str) -> str:
    passage, tables = read_passage(text), case_tables()
    found = model.decide(passage)
    out = np.empty(len(passage.codes), np.uint32)
    spans = (passage.tokens.starts, passage.tokens.ends)
    case_kernel.apply(
        passage.codes,
        tables.kind,
        tables.lower,
        tables.upper,
        *spans,
        found.classes,
        found.masks,
        out,
    )
    return decode(out)


def test_words_take_their_most_frequent_form() -> None:
    model = train_unigram(text_of(*TEXT))
    assert restored(model, "the iphone is new, said nasa in zanzibar") == (
        "The iPhone is new, said NASA In Zanzibar"
    )
    assert restored(model, "AN IPHONE FOR ANN.") == "An iPhone For Ann."
    assert restored(model, "x@Y.org") == "x@Y.org"


def test_options_change_what_they_say() -> None:
    plain = train_unigram(text_of(*TEXT), {"first_letters": False, "unknown": "LC"})
    assert restored(plain, "office is new in zanzibar") == "office is new in zanzibar"
    counted = train_unigram(text_of(*TEXT), {"count_starts": True, "first_letters": False})
    assert restored(counted, "the is") == "The is"
    rare = train_unigram(text_of(*TEXT), {"least": 3})
    assert restored(rare, "it is new nasa") == "It is new NASA"
    assert restored(rare, "x paris iphone") == "X Paris Iphone"


@given(
    some.lists(
        some.sampled_from(["b", "B", "bb", "Bb", "BB", "bB", "q", "Q", "qq"]),
        min_size=1,
        max_size=30,
    )
)
def test_decisions_are_those_of_plain_counting(words: list[str]) -> None:
    text = text_of("Start a " + " ".join(words))
    model = train_unigram(text, {"first_letters": False})
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for word in words:
        seen[word.lower()][word] += 1
    order = ("b", "B", "bb", "Bb", "BB", "bB", "q", "Q", "qq")
    for folded, forms in seen.items():
        best = max(forms, key=lambda form: (forms[form], -order.index(form)))
        assert restored(model, f"a {folded} {folded.upper()}") == f"a {best} {best}"


def test_probabilities_sum_to_one_and_decisions_are_complete() -> None:
    model = train_unigram(text_of(*TEXT))
    passage = read_passage("the iphone, nasa and zanzibar a x@y.org 42 THE")
    shares = model.decide(passage, posteriors=True).posteriors
    assert shares.shape == (len(passage.tokens), 4)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-6)
    found = model.decide(passage)
    assert found.classes.tolist() == [UC, MC, KEEP, 2, LC, UC, UC, KEEP, KEEP, UC]
    assert found.reasons.tolist() == [LEFT if c == KEEP else MODEL for c in found.classes]
    assert (found.margins >= 0).all()
    assert found.masks[1] == 0b10


def test_a_model_file_gives_the_same_answers(tmp_path: Path) -> None:
    model = train_unigram(text_of(*TEXT), {"unknown": "CA"})
    check_read_back(tmp_path, model, " ".join(TEXT).lower() + " zanzibar")
    path = save(tmp_path, model, kind="hmm.v1")
    with pytest.raises(ModelError, match="of kind hmm"):
        UnigramRestorer.from_file(read_model(path))


def test_text_with_nothing_to_learn_is_refused() -> None:
    with pytest.raises(TrainingError, match="no text to learn from"):
        train_unigram(DocumentText(()))
    with pytest.raises(TrainingError, match="no word in lower case"):
        train_unigram(text_of("ALL OF IT IS CAPITALS, EVEN THIS."))


def test_wrong_options_are_refused() -> None:
    with pytest.raises(UsageError, match="unknown option 'beam'; known ones: count_starts"):
        train_unigram(text_of(*TEXT), {"beam": 3})
    with pytest.raises(UsageError, match="it must be true or false"):
        train_unigram(text_of(*TEXT), {"first_letters": 1})
    with pytest.raises(UsageError, match="LC, UC or CA"):
        train_unigram(text_of(*TEXT), {"unknown": "MC"})
