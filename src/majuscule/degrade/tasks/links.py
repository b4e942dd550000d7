"""Counts of links: correct, incorrect, spurious, missing (Niu et al. 2004, Table 5).

A link is incorrect if gold has the same predicate and role with another argument; any other link
that only one side has is spurious or missing.  Precision is correct / (correct + incorrect +
spurious), recall correct / (correct + incorrect + missing), which reproduces the paper's figures
from its counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F64, I64
from majuscule.degrade.interface import Link
from majuscule.measure.metric import prf

COUNTS = ("correct", "incorrect", "spurious", "missing")


@dataclass(frozen=True)
class LinkMetric:
    """Precision, recall and F1 of links, over all and, if ``roles`` are named, by role."""

    roles: tuple[str, ...] = ()
    name: str = "links"

    @property
    def columns(self) -> tuple[str, ...]:
        """The four counts, for each role."""
        if not self.roles:
            return COUNTS
        return tuple(f"{role} {count}" for role in self.roles for count in COUNTS)

    def counts(self, totals: I64) -> I64:
        """Return the four counts over all roles, ``[..., 4]``."""
        summed: I64 = totals.reshape(*totals.shape[:-1], -1, len(COUNTS)).sum(axis=-2)
        return summed

    def measures(self, totals: I64) -> dict[str, F64]:
        result = _measures("", self.counts(totals))
        for number, role in enumerate(self.roles):
            first = len(COUNTS) * number
            result |= _measures(f"{role} ", totals[..., first : first + len(COUNTS)])
        return result

    def statistics(self, gold: Iterable[Link], guess: Iterable[Link]) -> I64:
        """Return the row of statistics of a text.

        >>> a, b = Link((3, 6), "POSITION", (0, 2)), Link((3, 6), "AFFILIATION", (7, 9))
        >>> LinkMetric(("AFFILIATION", "POSITION")).statistics([a, b], [a]).tolist()
        [0, 0, 0, 1, 1, 0, 0, 0]
        """
        if not self.roles:
            return np.array(count_links(gold, guess), np.int64)
        sides = [*gold], [*guess]
        rows = [
            count_links(*([one for one in side if one.role == role] for side in sides))
            for role in self.roles
        ]
        return np.array(rows, np.int64).reshape(-1)

    def by_document(
        self,
        gold: Sequence[Sequence[Link]],
        guess: Sequence[Sequence[Link]],
        documents: Sequence[int],
    ) -> I64:
        """Return a row for each document; ``documents``: the number of each text's document."""
        rows = np.zeros((documents[-1] + 1, len(self.columns)), np.int64)
        texts = [self.statistics(*pair) for pair in zip(gold, guess, strict=True)]
        np.add.at(rows, np.array(documents), texts)
        return rows


def _measures(prefix: str, counts: I64) -> dict[str, F64]:
    correct, incorrect, spurious, missing = np.moveaxis(counts, -1, 0)
    return prf(prefix, correct, correct + incorrect + spurious, correct + incorrect + missing)


def count_links(gold: Iterable[Link], guess: Iterable[Link]) -> tuple[int, int, int, int]:
    """Return how many links are correct, incorrect, spurious and missing.

    >>> a, b = Link((3, 6), "subject", (0, 2)), Link((3, 6), "object", (7, 9))
    >>> count_links([a, b], [a, Link((3, 6), "object", (10, 12)), Link((0, 2), "object", (3, 6))])
    (1, 1, 1, 0)
    """
    right, predicted = set(gold), set(guess)
    correct = len(right & predicted)
    missed = Counter((one.predicate, one.role) for one in right - predicted)
    extra = Counter((one.predicate, one.role) for one in predicted - right)
    incorrect = (missed & extra).total()
    return correct, incorrect, extra.total() - incorrect, missed.total() - incorrect
