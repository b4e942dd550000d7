"""Scores of ranked answers: mean reciprocal rank, precision of the first, found in five.

As TREC-8 counts (Voorhees 1999): a question has up to five answers, and gets the reciprocal of the
rank of the first right one, or nought.  TREC's strict count asks that the document supports the
answer; the lenient one does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.errors import UsageError
from majuscule.measure.metric import FloatArray, IntArray
from majuscule.measure.ratios import ratio

RANKS = 5
"""Answers of a question that count."""
WHOLE = 60
"""A reciprocal rank of one: reciprocals of 1 to 5 are whole numbers of sixtieths."""


@dataclass(frozen=True)
class AnswerMetric:
    """``mrr``, ``top 1`` and ``found``, strict and ``lenient``, of all questions and by type."""

    labels: tuple[str, ...]
    """The types of questions."""
    name: str = "answers"

    @property
    def columns(self) -> tuple[str, ...]:
        """Questions of each type, and sixtieths, first ranks and ranks at all, in both counts."""
        counts = tuple(
            f"{count}{what}"
            for count in ("", "lenient ")
            for what in ("sixtieths", "top 1", "found")
        )
        return tuple(f"{label} {what}" for label in self.labels for what in ("questions", *counts))

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return measures of shape ``[...]`` from totals of shape ``[..., 7 x labels]``."""
        table = totals.reshape(*totals.shape[:-1], len(self.labels), 7)
        result = _shares("", table.sum(axis=-2))
        for number, label in enumerate(self.labels):
            result |= _shares(f"{label} ", table[..., number, :])
        return result

    def statistics(
        self, labels: Sequence[str], strict: Sequence[int], lenient: Sequence[int]
    ) -> IntArray:
        """Return a row for each question from the rank of its first right answer, 0 for none.

        >>> metric = AnswerMetric(("WHO", "WHEN"))
        >>> rows = metric.statistics(["WHO", "WHO", "WHEN"], [1, 0, 3], [1, 2, 3])
        >>> found = metric.measures(rows.sum(axis=0))
        >>> [round(float(found[name]), 3) for name in ("mrr", "lenient mrr", "WHO mrr", "top 1")]
        [0.444, 0.611, 0.5, 0.333]
        """
        rows = np.zeros((len(labels), len(self.labels), 7), np.int64)
        for row, label, *ranks in zip(rows, labels, strict, lenient, strict=True):
            if label not in self.labels:
                raise UsageError(f"type {label!r} is not scored: known are {self.labels}")
            counts = [1]
            for at in ranks:
                if not 0 <= at <= RANKS:
                    raise UsageError(f"rank {at} is not one of 1 to {RANKS}, nor 0 for none")
                counts += [WHOLE // at if at else 0, at == 1, at > 0]
            row[self.labels.index(label)] = counts
        return rows.reshape(len(labels), -1)


def _shares(prefix: str, counts: IntArray) -> dict[str, FloatArray]:
    questions = counts[..., 0]
    found = {}
    for at, count in ((1, ""), (4, "lenient ")):
        found |= {
            f"{prefix}{count}mrr": ratio(counts[..., at], WHOLE * questions),
            f"{prefix}{count}top 1": ratio(counts[..., at + 1], questions),
            f"{prefix}{count}found": ratio(counts[..., at + 2], questions),
        }
    return found
