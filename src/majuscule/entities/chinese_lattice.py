"""A lattice: edges that lead from place to place, the best path and the posterior of each edge.

The chain of :mod:`majuscule.entities.decoding` has a tag for each token; here a unit may take
several atoms, so the search goes over edges.  What an edge costs may depend on a state that the
path before it left, so the search is exact for any model with finitely many states.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Edge:
    """A unit from place ``start`` to place ``end``: its tag, what models know it as, and the log
    probability of its own characters."""

    start: int
    end: int
    tag: str
    key: str
    own: float


Step = Callable[[State, Edge], tuple[State, float]]
"""Given a state and an edge, the state after it and the log probability of the edge there."""


class Lattice(Generic[State]):
    """Edges by the place where they begin, places 0 to n, and a step."""

    def __init__(
        self, edges: Sequence[Sequence[Edge]], start: State, step: Step[State], end: Edge
    ) -> None:
        self._edges = edges
        self._start = start
        self._step = step
        self._end = end  # what stands after the last place

    def best(self) -> list[Edge]:
        """Return the edges of the most probable path; ties go to the one found first."""
        n = len(self._edges)
        scores: list[dict[State, float]] = [{} for _ in range(n + 1)]
        back: list[dict[State, tuple[Edge, State]]] = [{} for _ in range(n + 1)]
        scores[0][self._start] = 0.0
        for place, edges in enumerate(self._edges):
            for state, score in scores[place].items():
                for edge in edges:
                    after, cost = self._step(state, edge)
                    total = score + cost
                    there = scores[edge.end]
                    if after not in there or total > there[after]:
                        there[after] = total
                        back[edge.end][after] = (edge, state)
        last = {s: score + self._step(s, self._end)[1] for s, score in scores[n].items()}
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
        """Return P(a unit of this tag spans these places | the atoms), by start, end and tag."""
        n = len(self._edges)
        forward: list[dict[State, float]] = [{} for _ in range(n + 1)]
        forward[0][self._start] = 0.0
        steps: list[list[tuple[State, Edge, State, float]]] = [[] for _ in range(n)]
        for place, edges in enumerate(self._edges):
            for state, score in forward[place].items():
                for edge in edges:
                    after, cost = self._step(state, edge)
                    steps[place].append((state, edge, after, cost))
                    there = forward[edge.end]
                    there[after] = add_logs(there.get(after, -math.inf), score + cost)
        backward: list[dict[State, float]] = [{} for _ in range(n + 1)]
        backward[n] = {state: self._step(state, self._end)[1] for state in forward[n]}
        for place in range(n - 1, -1, -1):
            there = backward[place]
            for state, edge, after, cost in steps[place]:
                rest = backward[edge.end].get(after, -math.inf) + cost
                there[state] = add_logs(there.get(state, -math.inf), rest)
        whole = backward[0].get(self._start, -math.inf)
        found: dict[tuple[int, int, str], float] = {}
        if whole == -math.inf:
            return found
        for place in range(n):
            for state, edge, after, cost in steps[place]:
                rest = backward[edge.end].get(after, -math.inf)
                share = math.exp(forward[place][state] + cost + rest - whole)
                span = (edge.start, edge.end, edge.tag)
                found[span] = found.get(span, 0.0) + share
        return found


def add_logs(one: float, two: float) -> float:
    """Return log(exp(one) + exp(two)).

    >>> round(math.exp(add_logs(math.log(0.25), math.log(0.5))), 6)
    0.75
    """
    high, low = (one, two) if one > two else (two, one)
    return high if low == -math.inf else high + math.log1p(math.exp(low - high))
