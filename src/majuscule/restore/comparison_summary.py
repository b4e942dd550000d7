"""What the papers reach, and what a comparison found: the table at the head of its report.

The papers' figures are of other text, so a row says how far the same method gets here, not that one
of two numbers on the same test is higher.
"""

from __future__ import annotations

from collections.abc import Iterator

from majuscule.measure import (
    AgreementMetric,
    CaseMetric,
    NiuMetric,
    Resampling,
    Table,
    compare,
    score_statistics,
)
from majuscule.measure.tables import Cell
from majuscule.restore.comparison import Comparison, Contender

NIU_TABLE_1 = {
    "overall": (0.97, 0.97, 0.97),
    "all-lowercase": (0.98, 0.99, 0.98),
    "non-lowercase": (0.92, 0.88, 0.90),
    "all-uppercase": (0.72, 0.67, 0.70),
    "mixed-case": (0.90, 0.87, 0.88),
    "initial capitalisation": (0.90, 0.87, 0.88),
    "irregular mixed-case": (0.90, 0.59, 0.71),
}
"""Precision, recall and F as the paper prints them: 7.6 M words, a lexicon from 50 M, 1.2 M words
of news to test on."""

NIU_CLAIMS = ("overall", "non-lowercase", "all-uppercase", "irregular mixed-case")

LITA_AGREEMENT = 0.98
"""Of the trigram model on current news, from 500 M words (section 3.1: about 98 %)."""

SPEED = 100_000
"""Words a second on one core that each restorer should reach."""

ALPHA = 0.05


def summary(found: Comparison, resampling: Resampling) -> Table:
    """Return what was to be reached, what was found, and whether it is reached."""
    rows = [*_niu(found), *_lita(found), *_significance(found, resampling), *_speed(found)]
    return Table(["what", "of", "to reach", "found", "reached"], rows)


def _of_kind(found: Comparison, kind: str) -> Iterator[Contender]:
    return (one for one in found.contenders if one.kind.partition(".")[0] == kind)


def _niu(found: Comparison) -> Iterator[list[Cell]]:
    text = found.texts[0].name
    for one in _of_kind(found, "hmm"):
        scores = score_statistics(
            NiuMetric(), found.statistics[one.name, text, "lower"], resampling=None
        )
        for row in NIU_CLAIMS:
            asked, value = NIU_TABLE_1[row][2], scores[f"{row} f1"].value
            yield [f"F1 {row}, {text}", one.name, *_reached(asked, value)]


def _lita(found: Comparison) -> Iterator[list[Cell]]:
    text = found.texts[0].name
    for one in _of_kind(found, "trigram"):
        cell = one.name, text, "lower"
        words = score_statistics(CaseMetric(), found.statistics[cell], resampling=None)
        tokens = score_statistics(AgreementMetric(), found.tokens[cell], resampling=None)
        for unit, value in (("words", words["accuracy"]), ("tokens", tokens["agreement"])):
            yield [f"agreement, {unit}, {text}", one.name, *_reached(LITA_AGREEMENT, value.value)]


def _significance(found: Comparison, resampling: Resampling) -> Iterator[list[Cell]]:
    base = next(_of_kind(found, "unigram"), None)
    if base is None:
        return
    for one in _of_kind(found, "trigram"):
        won = 0
        for text in found.texts:
            first, second = (
                found.statistics[name, text.name, "lower"] for name in (one.name, base.name)
            )
            found_here = compare(
                CaseMetric(), first, second, documents=text.documents, resampling=resampling
            )["accuracy"]
            won += found_here.value > 0 and found_here.p_value < ALPHA
        total = len(found.texts)
        yield [
            f"texts with fewer errors than {base.name}, p < {ALPHA}",
            one.name,
            f"{total} of {total}",
            f"{won} of {total}",
            "yes" if won == total else "no",
        ]


def _speed(found: Comparison) -> Iterator[list[Cell]]:
    for one in found.contenders:
        speed = found.speeds[one.name]["speed"]
        yield [
            "words/s, one core",
            one.name,
            f"{SPEED:,}",
            f"{speed:,.0f}",
            "yes" if speed >= SPEED else "no",
        ]


def _reached(asked: float, value: float) -> list[Cell]:
    # Compared as they are printed: the papers' figures are rounded.
    shown = round(100 * value, 1)
    return [f"{100 * asked:.0f}", f"{shown:.1f}", "yes" if shown >= round(100 * asked) else "no"]
