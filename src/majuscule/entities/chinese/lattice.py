"""A lattice: edges between places in a line, its best path, and the posterior of each edge.

The chain of :mod:`majuscule.entities.decoding` has a tag for each token; here a unit may span
several atoms, so the search is over edges.  The cost of an edge may depend on a state, which the
edges before it determine; the search is exact for any model with finitely many states.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Edge:
    """A unit from place ``start`` to place ``end``: its tag, its key in the models, and the log
    probability of its own characters."""

    start: int
    end: int
    tag: str
    key: str
    own: float


Step = Callable[[State, str, str], tuple[State, float]]
"""From a state and an edge's tag and key to the next state and the log probability of the edge,
without that of its characters (``Edge.own``)."""

Kind = tuple[str, str]


class Lattice(Generic[State]):
    """Edges by the place where they begin, places 0 to n, and a step.

    Edges with the same tag, key and start differ only in ``end`` and ``own``, so the step is
    computed once for all of them.
    """

    def __init__(
        self, edges: Sequence[Sequence[Edge]], start: State, step: Step[State], end: Kind
    ) -> None:
        self._start = start
        self._step = step
        self._end = end  # the tag and key of the unit after the last place
        self._kinds: list[dict[Kind, list[Edge]]] = []
        for some in edges:
            kinds: dict[Kind, list[Edge]] = {}
            for edge in some:
                kinds.setdefault((edge.tag, edge.key), []).append(edge)
            self._kinds.append(kinds)

    def best(self) -> list[Edge]:
        """Return the edges of the most probable path, none if no path leads to the end.

        Of equally probable paths, the first found is returned.
        """
        n = len(self._kinds)
        scores: list[dict[State, float]] = [{} for _ in range(n + 1)]
        back: list[dict[State, tuple[Edge, State]]] = [{} for _ in range(n + 1)]
        scores[0][self._start] = 0.0
        for place, kinds in enumerate(self._kinds):
            if not scores[place]:
                continue
            for kind, edges in kinds.items():
                ahead: dict[State, tuple[float, State]] = {}
                for state, score in scores[place].items():
                    after, cost = self._step(state, *kind)
                    if after not in ahead or score + cost > ahead[after][0]:
                        ahead[after] = (score + cost, state)
                for edge in edges:
                    there = scores[edge.end]
                    for after, (score, state) in ahead.items():
                        total = score + edge.own
                        if after not in there or total > there[after]:
                            there[after] = total
                            back[edge.end][after] = (edge, state)
        last = {s: score + self._step(s, *self._end)[1] for s, score in scores[n].items()}
        if not last:
            return []
        state = max(last, key=lambda one: last[one])
        path: list[Edge] = []
        place = n
        while place:
            edge, state = back[place][state]
            path.append(edge)
            place = edge.start
        return path[::-1]

    def posteriors(self) -> dict[tuple[int, int, str], float]:
        """Return P(a unit with this tag spans these places | the atoms), by start, end and tag."""
        n = len(self._kinds)
        forward: list[dict[State, float]] = [{} for _ in range(n + 1)]
        forward[0][self._start] = 0.0
        steps: list[list[tuple[list[Edge], dict[State, float], list[tuple[State, State, float]]]]]
        steps = [[] for _ in range(n)]
        for place, kinds in enumerate(self._kinds):
            for kind, edges in kinds.items():
                moves = []
                ahead: dict[State, float] = {}
                for state, score in forward[place].items():
                    after, cost = self._step(state, *kind)
                    moves.append((state, after, cost))
                    ahead[after] = add_logs(ahead.get(after, -math.inf), score + cost)
                steps[place].append((edges, ahead, moves))
                for edge in edges:
                    there = forward[edge.end]
                    for after, score in ahead.items():
                        there[after] = add_logs(there.get(after, -math.inf), score + edge.own)
        backward: list[dict[State, float]] = [{} for _ in range(n + 1)]
        backward[n] = {state: self._step(state, *self._end)[1] for state in forward[n]}
        total = -math.inf
        for state, score in forward[n].items():
            total = add_logs(total, score + backward[n][state])
        found: dict[tuple[int, int, str], float] = {}
        for place in range(n - 1, -1, -1):
            for edges, ahead, moves in steps[place]:
                rest = dict.fromkeys(ahead, -math.inf)
                for edge in edges:
                    share = 0.0
                    for after, score in ahead.items():
                        later = backward[edge.end].get(after, -math.inf) + edge.own
                        rest[after] = add_logs(rest[after], later)
                        share += math.exp(score + later - total)
                    span = (edge.start, edge.end, edge.tag)
                    found[span] = found.get(span, 0.0) + share
                there = backward[place]
                for state, after, cost in moves:
                    there[state] = add_logs(there.get(state, -math.inf), rest[after] + cost)
        return found


def add_logs(one: float, two: float) -> float:
    """Return log(exp(one) + exp(two)).

    >>> round(math.exp(add_logs(math.log(0.25), math.log(0.5))), 6)
    0.75
    """
    high, low = (one, two) if one > two else (two, one)
    return high if low == -math.inf else high + math.log1p(math.exp(low - high))
