"""Back-off probabilities of events after several histories, from the longest to the shortest.

KRDL 1998 backs off to a shorter history, or one of less descriptive features, where the longer one
was not seen (section "Disambiguation module").  Here all histories are interpolated, weighted by
Witten and Bell: one seen N times with T different events has weight N / (N + T), and the rest goes
to the next.  So a probability is zero only where the last one is, and the probabilities of all
events sum to one.

Histories and events are strings; the table has 36 bits of a history's hash and 27 of an event's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Self

import numpy as np

from majuscule.counts import CountTable, Successors
from majuscule.models.stored import part

EVENT_BITS = 27
HISTORY_BITS = 36
BETWEEN = "\x1f"
"""Separates the parts of a history."""


@lru_cache(1 << 17)
def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest())


def history(*parts: str) -> str:
    """Return a history made of several parts; one of them should name the kind of history."""
    return BETWEEN.join(parts)


@dataclass(frozen=True)
class Backoff:
    """Counts of events after histories.  ``trust`` divides T: larger values trust counts more."""

    seen: Successors = part(Successors)
    trust: float = 1.0

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]], trust: float = 1.0) -> Self:
        """Return the counts of (history, event) pairs.

        >>> table = Backoff.of([("a", "x"), ("a", "x"), ("a", "y")])
        >>> round(table.probability(("a",), "x", 0.0), 6)
        0.4
        """
        keys = np.fromiter(
            (
                (_hash(one) >> 64 - HISTORY_BITS) << EVENT_BITS | _hash(event) >> 64 - EVENT_BITS
                for one, event in pairs
            ),
            np.uint64,
        )
        return cls(Successors.of(CountTable.of(keys), EVENT_BITS), trust)

    @cached_property
    def _runs(self) -> Mapping[int, tuple[int, float]]:
        """Return the total and the weight of each history."""
        totals = self.seen.totals.astype(np.float64)
        weights = totals / (totals + self.seen.types() / self.trust)
        runs = zip(self.seen.totals.tolist(), weights.tolist(), strict=True)
        return dict(zip(self.seen.histories.tolist(), runs, strict=True))

    @cached_property
    def _counts(self) -> Mapping[int, int]:
        histories = np.repeat(self.seen.histories, self.seen.types())
        keys = histories << np.uint64(EVENT_BITS) | self.seen.following
        return dict(zip(keys.tolist(), self.seen.counts.tolist(), strict=True))

    def probability(self, histories: Sequence[str], event: str, last: float) -> float:
        """Return P(event | histories).

        ``histories``: from the longest to the shortest; ``last``: the probability that the shortest
        one backs off to.
        """
        probability = last
        key = _hash(event) >> 64 - EVENT_BITS
        for one in reversed(histories):
            run = _hash(one) >> 64 - HISTORY_BITS
            known = self._runs.get(run)
            if known is not None:
                total, weight = known
                count = self._counts.get(run << EVENT_BITS | key, 0)
                probability = weight * count / total + (1 - weight) * probability
        return probability

    def share(self, one: str, event: str) -> float:
        """Return count(history, event) / count(history), or 0 for an unseen history."""
        run = _hash(one) >> 64 - HISTORY_BITS
        known = self._runs.get(run)
        key = run << EVENT_BITS | _hash(event) >> 64 - EVENT_BITS
        return self._counts.get(key, 0) / known[0] if known else 0.0
