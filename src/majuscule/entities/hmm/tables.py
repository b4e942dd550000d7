"""The probabilities of KRDL 1998, Equations 2 to 4, from counts.

A *state* is a pair of tags (previous tag, tag), so that Equation 2, which looks two tags back, is a
first-order chain over states, and Equation 3, P(word | tag, previous tag), is P(word | state).

Back-off, each step weighted as by Witten and Bell, so that probabilities sum to one:

    P(w | t, t')  ->  P(w | t)  ->  P(c1 | t, t') P(w | c1)
    P(c1 | t, t') ->  P(c1 | t) ->  P(c2 | t, t') P(c1 | c2)
    P(c2 | t, t') ->  P(c2 | t) ->  1 / (number of classes)
where c1 and c2 are the word's back-off classes.  With ``classes_first``, the order in which the
paper prints it for unknown words, the classes given both tags come before those given one:

    P(w | t, t') -> P(w | t) -> P(c1 | t, t') -> P(c2 | t, t') -> P(c1 | t) -> P(c2 | t)

each class multiplied by P(w | class).  The paper has no weights, and replaces P(w | t, t') by
P(c | t, t') as it is.  Words never seen share T / (N + T) of P(w | c1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from majuscule.arrays import F64, I64, U32, Array, Bools, Wholes
from majuscule.counts import CountTable, Successors
from majuscule.counts.keys import shifted
from majuscule.counts.smoothing import witten_bell
from majuscule.counts.successors import gather_runs
from majuscule.models.stored import part, stored
from majuscule.reading.annotations.schemes import Scheme
from majuscule.text.keys import Keys, find_keys

STATE_BITS = 9
"""An identity of 54 bits and a state make a key of 63."""


@dataclass(frozen=True)
class States:
    """The pairs of tags (before, tag) that a scheme admits; ``before`` and ``tag``: (states,)."""

    before: I64
    tag: I64

    @classmethod
    def of(cls, scheme: Scheme) -> Self:
        """Return the states of a scheme, sorted by previous tag, then by tag."""
        before, tag = np.nonzero(scheme.follows)
        return cls(before, tag)

    def __len__(self) -> int:
        return len(self.tag)

    def number(self, tags: Wholes, firsts: Wholes) -> I64:
        """Return the states of tokens with some tags; before the ``firsts`` of sequences is O."""
        size = int(self.tag.max()) + 1
        numbers = np.full((size, size), -1)
        numbers[self.before, self.tag] = np.arange(len(self))
        return np.asarray(numbers[shifted(tags, firsts, 0), tags])

    @property
    def start(self) -> int:
        """Return the state (O, O), after which sequences begin."""
        return int(np.flatnonzero((self.before == 0) & (self.tag == 0))[0])

    @property
    def joins(self) -> Bools:
        """Return whether state j may follow state i: its tag before is the tag of i."""
        return np.asarray(self.tag[:, None] == self.before[None, :])


@dataclass(frozen=True)
class Transitions:
    """P(t | t', t'') by Equation 2; ``counts`` uint32 (states, tags): tags seen after states."""

    states: States
    counts: U32 = stored("<u4", dimensions=2, name="transitions")

    def fits(self) -> bool:
        return self.counts.shape == (len(self.states), int(self.states.tag.max()) + 1)

    @cached_property
    def table(self) -> F64:
        """Return P(tag | state), (states, tags); 0 where the scheme forbids it.

        Backs off to P(tag | previous tag) and to P(tag), renormalised over admissible tags.
        """
        counts = self.counts.astype(np.float64)
        tags = counts.shape[1]
        by_tag = np.zeros((tags, tags))
        np.add.at(by_tag, self.states.tag, counts)
        admissible = np.zeros((tags, tags))
        admissible[self.states.before, self.states.tag] = 1
        alone = admissible * (by_tag.sum(axis=0) + 1)
        alone /= alone.sum(axis=1, keepdims=True)
        pair = _mixed(by_tag, alone)
        return _mixed(counts, pair[self.states.tag])


def _mixed(counts: F64, shorter: F64) -> F64:
    """Return distributions from rows of counts, interpolated with those of shorter histories."""
    totals = counts.sum(axis=1, keepdims=True)
    weight = witten_bell(totals, (counts > 0).sum(axis=1, keepdims=True))
    shares = np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    return np.asarray(weight * shares + (1 - weight) * shorter)


@dataclass(frozen=True)
class Level:
    """Counts of words, or of the classes of one level, by state.

    ``seen``: identities and states; ``parents`` uint64 (identities,): the class of each at the next
    level.
    """

    seen: Successors = part(Successors)
    parents: Keys = stored("<u8")

    def fits(self) -> bool:
        return len(self.parents) == len(self.seen)

    @classmethod
    def of(cls, identities: Keys, parents: Keys, states: I64) -> Self:
        keys = identities << np.uint64(STATE_BITS) | states.astype(np.uint64)
        seen = Successors.of(CountTable.of(keys), STATE_BITS)
        known, at = np.unique(identities, return_index=True)
        if not np.array_equal(known, seen.histories):  # pragma: no cover
            raise ValueError("identities need 54 bits at most")
        return cls(seen, parents[at])

    def counts(self, identities: Keys, states: int) -> F64:
        """Return the counts of identities in each state, (identities, states)."""
        found = np.zeros((len(identities), states))
        rows, known = find_keys(self.seen.histories, identities)
        bounds, at = gather_runs(self.seen.offsets, rows[known])
        own = np.repeat(np.flatnonzero(known), np.diff(bounds))
        found[own, self.seen.following[at]] = self.seen.counts[at]
        return found


@dataclass(frozen=True)
class Emissions:
    """P(word | state), backed off over three levels; ``classes``: number of classes of level 2."""

    states: States
    classes: int
    words: Level = part(Level, "word_")
    level1: Level = part(Level, "class1_")
    level2: Level = part(Level, "class2_")
    classes_first: bool = False

    def fits(self) -> bool:
        found = [one.seen.following for one in self.levels if len(one.seen)]
        return all(bool(one.max() < len(self.states)) for one in found)

    @property
    def levels(self) -> tuple[Level, ...]:
        """Return the levels, from words to level 2."""
        return self.words, self.level1, self.level2

    def probabilities(self, identities: tuple[Keys, ...]) -> F64:
        """Return P(w | t, t') of n words, given by their identities at each level, (n, states).

        For an unseen word it is the probability of all unseen words of its class.
        """
        found = np.full((len(identities[0]), len(self.states)), 1 / self.classes)
        if self.classes_first:
            return self._printed(identities, found)
        for number in range(len(self.levels) - 1, -1, -1):
            level = self._prepared[number]
            if number < len(self.levels) - 1:
                share = level.share_of_class(identities[number], identities[number + 1])
                found = found * share[:, None]
            found = level.interpolate(identities[number], found)
        return found

    def _printed(self, identities: tuple[Keys, ...], found: F64) -> F64:
        """Return the same with ``classes_first``; ``found``: the uniform distribution."""
        shares = [np.ones(len(found))]
        steps = []
        for number, level in enumerate(self._prepared):
            own = identities[number]
            steps.append([(weight, one * shares[-1][:, None]) for weight, one in level.pair(own)])
            if number < len(self.levels) - 1:
                shares.append(shares[-1] * level.share_of_class(own, identities[number + 1]))
        found = found * shares[-1][:, None]
        words, first, second = steps
        for weight, one in (second[1], first[1], second[0], first[0], words[1], words[0]):
            found = weight * one + (1 - weight) * found
        return found

    @cached_property
    def _prepared(self) -> tuple[_PreparedLevel, ...]:
        return tuple(_PreparedLevel(level, self.states) for level in self.levels)


class _PreparedLevel:
    """A level with its Witten-Bell weights, computed once."""

    def __init__(self, level: Level, states: States) -> None:
        self._level = level
        self._states = states
        tags = int(states.tag.max()) + 1
        self._of_tag = np.zeros((len(states), tags))
        self._of_tag[np.arange(len(states)), states.tag] = 1
        seen, following = level.seen, level.seen.following
        totals = np.bincount(following, seen.counts, minlength=len(states))
        self._totals = totals.astype(np.float64)
        self._weights = witten_bell(self._totals, np.bincount(following, minlength=len(states)))
        owner = np.repeat(np.arange(len(seen)), seen.types())
        pairs = np.unique(owner * tags + states.tag[following])
        tag_types = np.bincount(pairs % tags, minlength=tags)
        self._tag_totals = self._totals @ self._of_tag
        self._tag_weights = witten_bell(self._tag_totals, tag_types)
        self._parents, place, types = np.unique(
            level.parents, return_inverse=True, return_counts=True
        )
        self._parent_totals = np.bincount(place, seen.totals)
        self._parent_weights = witten_bell(self._parent_totals, types)

    def share_of_class(self, identities: Keys, classes: Keys) -> F64:
        """Return P(word | its class), T / (N + T) for all unknown words of the class together."""
        at, seen = find_keys(self._parents, classes)
        weight = np.where(seen, self._parent_weights[at], 0.0)
        rows, known = find_keys(self._level.seen.histories, identities)
        shares = weight * _divide(self._level.seen.totals[rows], self._parent_totals[at])
        return np.asarray(np.where(known, shares, 1 - weight))

    def interpolate(self, identities: Keys, shorter: F64) -> F64:
        """Return the probabilities of a level, interpolated with those of the level after it."""
        (weights, pairs), (tag_weights, tags) = self.pair(identities)
        found = tag_weights * tags + (1 - tag_weights) * shorter
        return np.asarray(weights * pairs + (1 - weights) * found)

    def pair(self, identities: Keys) -> tuple[tuple[F64, F64], tuple[F64, F64]]:
        """Return weights (states,) and relative frequencies (n, states), by state and by tag."""
        counts = self._level.counts(identities, len(self._states))
        shares = _divide(counts @ self._of_tag, self._tag_totals)[:, self._states.tag]
        by_state = self._weights, _divide(counts, self._totals)
        return by_state, (self._tag_weights[self._states.tag], shares)


def _divide(counts: Array, totals: Array) -> F64:
    return np.asarray(counts / np.where(totals > 0, totals, 1))
