"""Niu et al. 2004, Equations 1 to 7, written down from the paper with plain dictionaries.

Slow and independent of the package: events are tuples (word, feature, tag).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

Event = tuple[str, str, int]
START: Event = ("<s>", "", 0)
TAGS = (0, 1, 2)


@dataclass
class Reference:
    """Counts of a text of sequences of events, and the probabilities they give."""

    pairs: Counter[tuple[Event, Event]] = field(default_factory=Counter)

    def learn(self, sequences: Iterable[list[Event]]) -> Reference:
        for sequence in sequences:
            for before, event in zip([START, *sequence], sequence, strict=False):
                self.pairs[before, event] += 1
        return self

    @property
    def vocabulary(self) -> set[str]:
        return {event[0] for _, event in self.pairs}

    def joint(self, event: Event, before: Event) -> float:
        """Equations 1 and 2: Pr(<w, f>, t | <w', f'>, t')."""
        w, f, t = event
        history = Counter({e: c for (b, e), c in self.pairs.items() if b == before})
        weight = witten_bell(history)
        rest = self.word_after_tags(w, f, t, before[2]) * self.tag(t, before[0], before[2])
        return weight * maximum_likelihood(history, event) + (1 - weight) * rest

    def word_after_tags(self, w: str, f: str, t: int, earlier: int) -> float:
        """Equation 3: Pr(<w, f> | t, t')."""
        history: Counter[tuple[str, str]] = Counter()
        for (before, event), count in self.pairs.items():
            if before[2] == earlier and event[2] == t:
                history[event[:2]] += count
        weight = witten_bell(history)
        return weight * maximum_likelihood(history, (w, f)) + (1 - weight) * self.pair(w, f, t)

    def tag(self, t: int, word: str, earlier: int) -> float:
        """Equation 4: Pr(t | w', t')."""
        history: Counter[int] = Counter()
        for (before, event), count in self.pairs.items():
            if before[0] == word and before[2] == earlier:
                history[event[2]] += count
        weight = witten_bell(history)
        return weight * maximum_likelihood(history, t) + (1 - weight) * self.tag_after(t, word)

    def pair(self, w: str, f: str, t: int) -> float:
        """Equation 5: Pr(<w, f> | t)."""
        history = self._emitted(t, lambda event: event[:2])
        features = self._emitted(t, lambda event: event[1])
        weight = witten_bell(history)
        rest = self.word(w, t) * maximum_likelihood(features, f)
        return weight * maximum_likelihood(history, (w, f)) + (1 - weight) * rest

    def tag_after(self, t: int, word: str) -> float:
        """Equation 6: Pr(t | w')."""
        history: Counter[int] = Counter()
        tags: Counter[int] = Counter()
        for (before, event), count in self.pairs.items():
            tags[event[2]] += count
            if before[0] == word:
                history[event[2]] += count
        weight = witten_bell(history)
        return weight * maximum_likelihood(history, t) + (1 - weight) * maximum_likelihood(tags, t)

    def word(self, w: str, t: int) -> float:
        """Equation 7: Pr(w | t)."""
        history = self._emitted(t, lambda event: event[0])
        weight = witten_bell(history)
        return weight * maximum_likelihood(history, w) + (1 - weight) / len(self.vocabulary)

    def _emitted(self, t, part) -> Counter:
        history: Counter = Counter()
        for (_, event), count in self.pairs.items():
            if event[2] == t:
                history[part(event)] += count
        return history


def witten_bell(history: Counter) -> float:
    """Return N / (N + T)."""
    total = sum(history.values())
    return total / (total + len(history)) if total else 0.0


def maximum_likelihood(history: Counter, event) -> float:
    total = sum(history.values())
    return history[event] / total if total else 0.0
