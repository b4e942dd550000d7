import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import CorpusError, UsageError
from majuscule.measure import SpanMetric, compare, labels_of, score_statistics
from majuscule.measure.spans import Span

LABELS = ("LOC", "ORG", "PER")
spans = st.tuples(st.integers(0, 12), st.integers(1, 4), st.sampled_from(LABELS)).map(
    lambda drawn: (drawn[0], drawn[0] + drawn[1], drawn[2])
)
documents = st.lists(
    st.tuples(st.lists(spans, unique=True, max_size=6), st.lists(spans, unique=True, max_size=6)),
    min_size=1,
    max_size=5,
)


def divided(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


@given(documents)
def test_measures_equal_counting_span_by_span(pairs):
    metric = SpanMetric(LABELS)
    statistics = metric.statistics([gold for gold, _ in pairs], [guess for _, guess in pairs])
    score = score_statistics(metric, statistics, resampling=None)
    gold = {(number, *span) for number, (right, _) in enumerate(pairs) for span in right}
    guess = {(number, *span) for number, (_, answer) in enumerate(pairs) for span in answer}
    for beta, name in ((1.0, "P&R"), (0.5, "2P&R"), (2.0, "P&2R")):
        expected = divided((1 + beta**2) * len(gold & guess), beta**2 * len(gold) + len(guess))
        assert score[name].value == pytest.approx(expected, nan_ok=True)
    assert score["f1"].value == pytest.approx(score["P&R"].value, nan_ok=True)
    by_label = []
    for label in LABELS:
        right = {span for span in gold if span[3] == label}
        answer = {span for span in guess if span[3] == label}
        f1 = divided(2 * len(right & answer), len(right) + len(answer))
        assert score[f"{label} f1"].value == pytest.approx(f1, nan_ok=True)
        assert score[f"{label} precision"].value == pytest.approx(
            divided(len(right & answer), len(answer)), nan_ok=True
        )
        assert score[f"{label} recall"].value == pytest.approx(
            divided(len(right & answer), len(right)), nan_ok=True
        )
        by_label.append(f1)
    defined = [f1 for f1 in by_label if not math.isnan(f1)]
    macro = divided(sum(defined), len(defined))
    assert score["macro f1"].value == pytest.approx(macro, nan_ok=True)


# Spans that do not overlap within a side: what nervaluate is made for.
@st.composite
def disjoint(draw: Any) -> list[Span]:
    borders = sorted(draw(st.sets(st.integers(0, 24), max_size=10)))
    pairs = zip(borders[::2], borders[1::2], strict=False)
    return [(start, end, draw(st.sampled_from(LABELS))) for start, end in pairs]


def judged(pairs: list[tuple[list[Span], list[Span]]], how: str, metric: Any) -> tuple[Any, Any]:
    """Return what nervaluate says of spans, counted in its own way, and our measures of them."""
    nervaluate = pytest.importorskip("nervaluate")
    theirs = [
        # It counts the last character in.
        [[{"start": a, "end": b - 1, "label": label} for a, b, label in spans] for spans in side]
        for side in zip(*pairs, strict=True)
    ]
    evaluator = nervaluate.Evaluator(*theirs, tags=list(LABELS), loader="dict")
    totals = metric.statistics(*zip(*pairs, strict=True)).sum(axis=0)
    ours = {name: float(value) for name, value in metric.measures(totals).items()}
    return evaluator.evaluate()["overall"][how], {
        name: 0.0 if math.isnan(value) else value for name, value in ours.items()
    }


@given(st.lists(st.tuples(disjoint(), disjoint()), min_size=1, max_size=4))
def test_exact_scores_agree_with_nervaluate(pairs):
    strict, ours = judged(pairs, "strict", SpanMetric(LABELS))
    for name in ("precision", "recall", "f1"):
        assert ours[name] == pytest.approx(getattr(strict, name))


def test_the_paired_test_and_intervals_read_span_statistics():
    metric = SpanMetric(("PER",))
    gold: list[list[Span]] = [[(0, 3, "PER")]] * 12
    good = metric.statistics(gold, gold)
    bad = metric.statistics(gold, [[(0, 2, "PER")]] * 12)
    assert compare(metric, good, bad)["f1"].p_value < 0.01
    assert score_statistics(metric, good)["f1"].low == 1.0


@pytest.mark.parametrize(
    ("guess", "message"),
    [
        ([[(3, 3, "PER")]], "predicted, document 1, span 3-3: a span must begin at 0 or later"),
        ([[(-1, 3, "PER")]], "span -1-3"),
        ([[(0, 3, "DOG")]], "unknown label 'DOG'; labels are LOC, ORG, PER"),
        ([[(0, 3, "PER"), (0, 3, "PER")]], "label 'PER' is given twice"),
        ([[], []], "2 documents, but gold has 1"),
    ],
)
def test_spans_that_cannot_be_scored_are_named(guess, message):
    with pytest.raises(CorpusError, match=message):
        SpanMetric(LABELS).statistics([[(0, 3, "PER")]], guess)


def test_labels_are_given_each_once():
    with pytest.raises(UsageError, match="each once"):
        SpanMetric(("PER", "PER"))
    assert labels_of([[(0, 1, "B")]], [[(0, 1, "A")]]) == ("A", "B")
