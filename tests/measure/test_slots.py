import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.measure import MentionMetric, SpanMetric, score_statistics
from majuscule.measure.spans import SlotMetric, Span, align_mentions
from tests.measure.test_spans import judged

ELEMENTS = {"ENAMEX": ("PER", "LOC"), "TIMEX": ("DATE",), "NUMEX": ("MONEY",)}
LABELS = ("LOC", "PER")


@st.composite
def disjoint(draw: Any, longest: int = 6) -> list[Span]:
    borders = sorted(draw(st.sets(st.integers(0, 16), max_size=longest)))
    pairs = zip(borders[::2], borders[1::2], strict=False)
    return [(start, end, draw(st.sampled_from(LABELS))) for start, end in pairs]


def overlap(key: Span, answer: Span) -> bool:
    return key[0] < answer[1] and answer[0] < key[1]


@given(disjoint(), disjoint())
def test_alignment_is_one_to_one_maximal_and_takes_exact_pairs(gold, guess):
    pairs = align_mentions(gold, guess)
    assert len({key for key, _ in pairs}) == len({answer for _, answer in pairs}) == len(pairs)
    assert all(overlap(key, answer) for key, answer in pairs)
    left = set(gold) - {key for key, _ in pairs}, set(guess) - {answer for _, answer in pairs}
    assert not any(overlap(key, answer) for key in left[0] for answer in left[1])
    assert {(span, span) for span in set(gold) & set(guess)} <= set(pairs)


@given(disjoint(), disjoint())
def test_text_slots_are_as_many_as_any_alignment_could_give(gold, guess):
    found = sum(key[:2] == answer[:2] for key, answer in align_mentions(gold, guess))
    short, long = sorted((gold, guess), key=len)
    best = max(
        sum(a[:2] == b[:2] for a, b in zip(short, chosen, strict=True))
        for chosen in permutations(long, len(short))
    )
    assert found == best


def test_half_for_the_right_extent_or_the_right_label():
    metric = SlotMetric(LABELS)
    gold: list[list[Span]] = [[(0, 5, "PER"), (10, 15, "LOC"), (20, 25, "LOC")]]
    guess: list[list[Span]] = [[(0, 5, "LOC"), (10, 17, "LOC"), (20, 25, "LOC"), (30, 31, "PER")]]
    score = score_statistics(metric, metric.statistics(gold, guess), resampling=None)
    assert score["precision"].value == pytest.approx(4 / 8)
    assert score["recall"].value == pytest.approx(4 / 6)
    assert score["P&R"].value == pytest.approx(2 * 4 / (8 + 6))
    assert score["2P&R"].value == pytest.approx(1.25 * 4 / (0.25 * 6 + 8))
    assert score["P&2R"].value == pytest.approx(5 * 4 / (4 * 6 + 8))
    assert score["TYPE precision"].value == pytest.approx(2 / 4)
    assert score["TEXT recall"].value == pytest.approx(2 / 3)


@given(st.lists(st.tuples(disjoint(), disjoint()), min_size=1, max_size=3))
def test_text_slots_agree_with_nervaluate(pairs):
    exact, ours = judged(pairs, "exact", SlotMetric(LABELS))
    for name in ("precision", "recall"):
        assert ours[f"TEXT {name}"] == pytest.approx(getattr(exact, name))


def test_elements_of_the_markup_are_scored_by_themselves():
    metric = SlotMetric(("PER", "LOC", "DATE", "MONEY"), ELEMENTS)
    gold: list[list[Span]] = [[(0, 5, "PER"), (10, 15, "LOC"), (20, 25, "DATE")]]
    guess: list[list[Span]] = [[(0, 5, "PER"), (10, 15, "DATE"), (20, 25, "DATE")]]
    score = score_statistics(metric, metric.statistics(gold, guess), resampling=None)
    assert score["f1"].value == pytest.approx(5 / 6)
    # the place taken for a date: a name too few, a date too many
    assert score["ENAMEX precision"].value == 1
    assert score["ENAMEX recall"].value == pytest.approx(1 / 2)
    assert score["TIMEX precision"].value == pytest.approx(1 / 2)
    assert score["TIMEX recall"].value == 1
    assert math.isnan(score["NUMEX f1"].value)
    assert "ENAMEX f1" not in SlotMetric(LABELS, ELEMENTS).measures(np.zeros(4, np.int64))


@given(st.lists(st.tuples(disjoint(), disjoint()), min_size=1, max_size=3))
def test_one_row_of_counts_gives_both_metrics(pairs):
    sides = [a for a, _ in pairs], [b for _, b in pairs]
    labels = (*LABELS, "DATE")
    both, spans = MentionMetric(labels, ELEMENTS), SpanMetric(labels)
    slots = SlotMetric(labels, ELEMENTS)
    counts = both.statistics(*sides)
    assert counts.shape == (len(pairs), len(both.columns))
    expected = spans.measures(spans.statistics(*sides).sum(axis=0))
    own = slots.measures(slots.statistics(*sides).sum(axis=0))
    expected |= {f"muc {name}": value for name, value in own.items()}
    found = both.measures(counts.sum(axis=0))
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name], value, name)
