"""What a peer's output scores, also where it changed more than case."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.scoring import carry_case, score_output, wins
from benchmarks.systems.baselines import capitalise_first, lower
from majuscule.measure import CaseMetric


def f1(gold, output):
    scored = score_output(gold, [lower(line) for line in gold], output)
    return float(CaseMetric().measures(scored.statistics.sum(axis=0))["f1"])


def test_equal_text_scores_one():
    assert f1(["Ann met IBM ."], ["Ann met IBM ."]) == 1


def test_lost_blanks_are_forgiven_and_counted():
    scored = score_output(["In York ( UK ) ."], ["in york ( uk ) ."], ["In York (UK)."])
    assert scored.lines == ["In York ( UK ) ."]
    assert (scored.altered, scored.lost) == (1, 0)


def test_a_line_with_other_letters_counts_as_lower_case():
    scored = score_output(["It is"], ["it is"], ["It's"])
    assert scored.lines == ["it is"]
    assert (scored.altered, scored.lost) == (1, 1)


def test_what_comes_back_whole_is_not_altered():
    scored = score_output(["It  is"], ["it  is"], ["iT  is"])
    assert (scored.altered, scored.lost) == (0, 0)


@pytest.mark.parametrize(
    ("source", "output"), [("straße", "STRASSE"), ("a", ""), ("ab", "ba"), ("``", '"')]
)
def test_other_letters_cannot_be_carried(source, output):
    assert carry_case(source, output) is None


@given(st.text())
def test_carried_case_of_itself_is_itself(text):
    assert carry_case(text, text) == text


@given(st.text(alphabet="abc AB\t\n"), st.text(alphabet="abc AB\t\n"))
def test_carrying_keeps_blanks_and_letters(source, output):
    carried = carry_case(source, output)
    if carried is not None:
        assert carried.lower() == source.lower()
        assert carried.split() == "".join(carried).split()
        assert "".join(carried.split()) == "".join(output.split())


@given(st.text())
def test_lower_keeps_every_length(text):
    small = lower(text)
    assert len(small) == len(text)
    assert lower(small) == small
    assert len(capitalise_first(small)) == len(text)


def test_wins_are_counted_by_the_gold_form():
    ours, theirs = wins(["Ann met IBM", "In"], ["Ann Met ibm", "In"], ["ann met IBM", "In"])
    assert ours == Counter({"Ann": 1})
    assert theirs == Counter({"met": 1, "IBM": 1})
