"""Scores of ranked answers: mean reciprocal rank, share right at rank 1, share found in five.

As in TREC-8 (Voorhees 1999), a question has up to five answers, and scores the reciprocal of the
rank of the first right one, or 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F64, I64
from majuscule.errors import UsageError
from majuscule.measure.metric import ratio

RANKS = 5
"""Answers of a question that count."""
WHOLE = 60
"""Reciprocal ranks are counted in sixtieths, which are integers for ranks 1 to 5."""

_COUNTS = ("sixtieths", "top 1", "found")


@dataclass(frozen=True)
class AnswerMetric:
    """``mrr``, ``top 1`` and ``found`` of all questions, of ``names``, and of each type."""

    labels: tuple[str, ...]
    """The types of questions."""
    named: tuple[str, ...] = ()
    """The types that ask for names, which are also measured together."""
    categories: tuple[str, ...] = ("",)
    """The prefix of the measures of each category of answers, such as ``"50-byte "``."""
    name: str = "answers"

    @property
    def columns(self) -> tuple[str, ...]:
        """For each type: its questions, how many are still classified as it and, by category, their
        sixtieths, right answers at rank 1, and right answers at any rank."""
        counts = [f"{category}{what}" for category in self.categories for what in _COUNTS]
        columns = ("questions", "of their type", *counts)
        return tuple(f"{label} {what}" for label in self.labels for what in columns)

    def measures(self, totals: I64) -> dict[str, F64]:
        table = totals.reshape(*totals.shape[:-1], len(self.labels), -1)
        named = [number for number, label in enumerate(self.labels) if label in self.named]
        result = self._shares("", table.sum(axis=-2))
        result["types"] = ratio(table[..., 1].sum(axis=-1), table[..., 0].sum(axis=-1))
        result |= self._shares("names ", table[..., named, :].sum(axis=-2))
        for number, label in enumerate(self.labels):
            result |= self._shares(f"{label} ", table[..., number, :])
        return result

    def _shares(self, group: str, counts: I64) -> dict[str, F64]:
        questions = counts[..., 0]
        found: dict[str, F64] = {}
        for number, category in enumerate(self.categories):
            sixtieths, first, ranked = (counts[..., 3 * number + at] for at in (2, 3, 4))
            found |= {
                f"{category}{group}mrr": ratio(sixtieths, WHOLE * questions),
                f"{category}{group}top 1": ratio(first, questions),
                f"{category}{group}found": ratio(ranked, questions),
            }
        return found

    def statistics(
        self, labels: Sequence[str], ranks: Sequence[Sequence[int]], predicted: Sequence[str] = ()
    ) -> I64:
        """Return a row for each question.  ``ranks``: by category, the rank of the first right
        answer, 0 for none.

        ``predicted``: the types that the questions have in the condition, if not ``labels``.

        >>> metric = AnswerMetric(("WHO", "WHY"), named=("WHO",))
        >>> rows = metric.statistics(["WHO", "WHO", "WHY"], [[1], [0], [3]])
        >>> found = metric.measures(rows.sum(axis=0))
        >>> [round(float(found[name]), 3) for name in ("mrr", "names mrr", "WHY mrr", "top 1")]
        [0.444, 0.5, 0.333, 0.333]
        """
        rows = np.zeros((len(labels), len(self.labels), 2 + 3 * len(self.categories)), np.int64)
        for row, label, places, guess in zip(rows, labels, ranks, predicted or labels, strict=True):
            if label not in self.labels:
                raise UsageError(f"unknown type {label!r}; types are {self.labels}")
            counts = [1, int(guess == label)]
            for rank in places:
                if not 0 <= rank <= RANKS:
                    raise UsageError(f"rank is {rank}; it must be from 1 to {RANKS}, or 0 for none")
                counts += [WHOLE // rank if rank else 0, rank == 1, rank > 0]
            row[self.labels.index(label)] = counts
        return rows.reshape(len(labels), -1)
