import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.measure import (
    CLASS_NAMES,
    NIU_ROWS,
    CaseMetric,
    NiuMetric,
    case_statistics,
    score_case,
    score_statistics,
)
from tests.measure.case.reference import class_of

FORMS = [
    ["ann", "Ann", "ANN", "aNN"],
    ["mcdonald", "Mcdonald", "MCDONALD", "McDonald", "mcDonald"],
    ["a", "A"],
    [","],
    ["3rd", "3Rd", "3RD"],
]
words = st.sampled_from(FORMS).flatmap(lambda forms: st.tuples(*[st.sampled_from(forms)] * 2))
segments = st.lists(st.lists(words, max_size=6), min_size=1, max_size=5)


def divided(part: int, whole: int) -> float:
    return part / whole if whole else math.nan


@given(segments)
def test_measures_equal_counting_word_by_word(pairs):
    gold = [" ".join(right for right, _ in line) for line in pairs]
    predicted = [" ".join(guess for _, guess in line) for line in pairs]
    score = score_case(gold, predicted, resampling=None)
    flat = [pair for line in pairs for pair in line]

    def holds_upper(word):
        return word != word.lower()

    correct = sum(right == guess and holds_upper(right) for right, guess in flat)
    proposed = sum(holds_upper(guess) for _, guess in flat)
    cased = sum(holds_upper(right) for right, _ in flat)
    expected = {
        "accuracy": divided(sum(right == guess for right, guess in flat), len(flat)),
        "precision": divided(correct, proposed),
        "recall": divided(correct, cased),
        "f1": divided(2 * correct, proposed + cased),
    }
    for number, name in enumerate(CLASS_NAMES):
        correct = sum(right == guess and class_of(right) == number for right, guess in flat)
        proposed = sum(class_of(guess) == number for _, guess in flat)
        inside = sum(class_of(right) == number for right, _ in flat)
        expected[f"{name} precision"] = divided(correct, proposed)
        expected[f"{name} recall"] = divided(correct, inside)
        expected[f"{name} f1"] = divided(2 * correct, proposed + inside)
    found = {name: estimate.value for name, estimate in score.estimates.items()}
    assert found == pytest.approx(expected, nan_ok=True)


@given(segments)
def test_rows_of_table_1_equal_counting_word_by_word(pairs):
    flat = [pair for line in pairs for pair in line]
    statistics = case_statistics([right for right, _ in flat], [guess for _, guess in flat])
    found = NiuMetric().measures(statistics.sum(axis=0))
    for row, classes in NIU_ROWS.items():
        inside = [(class_of(a) in classes, class_of(b) in classes, a == b) for a, b in flat]
        correct = sum(a and b and (equal or len(classes) > 1) for a, b, equal in inside)
        assert found[f"{row} precision"] == pytest.approx(
            divided(correct, sum(b for _, b, _ in inside)), nan_ok=True
        )
        assert found[f"{row} recall"] == pytest.approx(
            divided(correct, sum(a for a, _, _ in inside)), nan_ok=True
        )
    assert found["overall f1"] == pytest.approx(
        divided(sum(a == b for a, b in flat), len(flat)), nan_ok=True
    )


def test_all_lower_output_proposes_nothing():
    score = score_case(["Ann saw the IBM man ."], ["ann saw the ibm man ."])
    assert str(score["precision"]) == "N/A"
    assert score["recall"].value == score["f1"].value == 0
    assert score["accuracy"].value == pytest.approx(4 / 6)


def test_a_wrong_mask_is_a_wrong_mixed_word_in_both_metrics():
    statistics = case_statistics(["McDonald iPhone"], ["McdonalD iPhone"])
    for metric, measure in ((CaseMetric(), "MC f1"), (NiuMetric(), "irregular mixed-case f1")):
        assert score_statistics(metric, statistics)[measure].value == 0.5
    niu = score_statistics(NiuMetric(), statistics)
    assert niu["irregular mixed-case, single words f1"].value == 0.5
    assert niu["mixed-case f1"].value == niu["non-lowercase f1"].value == 1.0


def test_compounds_are_no_single_words():
    gold = ["\u201ciPhone\u201d, U.S.-led O'Neill's McDonald e-mail"]
    guess = ["\u201ciphone\u201d, U.S.-led O'neill's McDonald e-maiL"]
    niu = score_statistics(NiuMetric(), case_statistics(gold, guess), resampling=None)
    shown = [
        niu[f"irregular mixed-case, single words {one}"].value for one in ("precision", "recall")
    ]
    assert shown == [1.0, 0.5]
    assert niu["irregular mixed-case recall"].value == 0.5


def test_statistics_have_a_row_for_each_segment_even_if_empty():
    rows = case_statistics(["", "Ann", " ", "b"], ["", "ann", " ", "B"])
    assert rows.sum(axis=1).tolist() == [0, 1, 0, 1]
    assert case_statistics([], []).shape == (0, 23)


def test_measures_of_many_totals_are_measures_of_each():
    totals = np.random.default_rng(1).integers(1, 50, size=(7, 3, 23))
    for metric in (CaseMetric(), NiuMetric()):
        together = metric.measures(totals)
        alone = metric.measures(totals[4, 2])
        assert {name: values[4, 2] for name, values in together.items()} == alone


def test_signature_carries_the_digest_of_the_gold():
    first = score_case(["Ann"], ["ann"]).signature
    other = score_case(["Bob"], ["bob"]).signature
    assert first.data != other.data
    assert len(first.data) == 64
