"""Back-off probabilities against their formula, written out."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from majuscule.counts.backoff import Backoff, history

PAIRS = [(history("a", x), y) for x, y in zip("pqppqrp", "xyxzxxy", strict=True)]
PAIRS += [(history("b"), y) for _, y in PAIRS]


def by_hand(histories: tuple[str, ...], event: str, last: float, trust: float = 1.0) -> float:
    if not histories:
        return last
    seen = Counter(event for one, event in PAIRS if one == histories[0])
    total = sum(seen.values())
    rest = by_hand(histories[1:], event, last, trust)
    if not total:
        return rest
    weight = total / (total + len(seen) / trust)
    return weight * seen[event] / total + (1 - weight) * rest


@pytest.mark.parametrize("trust", [0.25, 1.0, 2.0])
@pytest.mark.parametrize("first", ["p", "q", "r", "unseen"])
def test_each_history_has_its_say(first: str, trust: float) -> None:
    table = Backoff.of(PAIRS, trust)
    histories = (history("a", first), history("b"))
    for event in "xyzw":
        assert table.probability(histories, event, 0.25) == pytest.approx(
            by_hand(histories, event, 0.25, trust)
        )
    assert sum(table.probability(histories, event, 0.25) for event in "xyzw") == pytest.approx(1)


def test_shares_are_of_one_history_alone() -> None:
    table = Backoff.of(PAIRS)
    shares = [table.share(history("a", "p"), event) for event in "xyz"]
    assert shares == [2 / 4, 1 / 4, 1 / 4]
    assert table.share(history("a", "unseen"), "x") == 0


def test_nothing_seen_leaves_the_last_resort() -> None:
    empty = Backoff.of([])
    for histories, event in itertools.product([(), ("a",)], "xy"):
        assert empty.probability(histories, event, 0.5) == 0.5
