"""The lattice's best path and posteriors against enumeration of all paths."""

from __future__ import annotations

import math

import numpy as np
import pytest

from majuscule.entities.chinese.lattice import Edge, Lattice

COSTS = np.log(np.random.default_rng(7).random((40, 40)))


def step(state: tuple[str, str], tag: str, key: str) -> tuple[tuple[str, str], float]:
    """A second-order chain: the cost depends on the last two tags and on the key."""
    row = sum(map(ord, "".join(state) + tag)) % 40
    return (state[1], tag), float(COSTS[row, sum(map(ord, key)) % 40])


def random_lattice(seed: int, places: int) -> list[list[Edge]]:
    generator = np.random.default_rng(seed)
    edges: list[list[Edge]] = []
    for start in range(places):
        some = []
        for end in range(start + 1, min(places, start + 3) + 1):
            for tag in "OPL":
                if generator.random() < 0.7 or (tag == "O" and end == start + 1):
                    key = f"{tag}{end - start}" if tag == "O" else tag
                    some.append(Edge(start, end, tag, key, float(np.log(generator.random()))))
        edges.append(some)
    return edges


def paths(edges: list[list[Edge]], place: int = 0) -> list[list[Edge]]:
    if place == len(edges):
        return [[]]
    return [[one, *rest] for one in edges[place] for rest in paths(edges, one.end)]


def cost(path: list[Edge]) -> float:
    state, total = ("^", "^"), 0.0
    for edge in path:
        state, more = step(state, edge.tag, edge.key)
        total += more + edge.own
    return total + step(state, "$", "$")[1]


@pytest.mark.parametrize("seed", range(12))
def test_the_best_path_and_the_posteriors_are_those_of_enumeration(seed: int) -> None:
    edges = random_lattice(seed, 5)
    lattice = Lattice(edges, ("^", "^"), step, ("$", "$"))
    every = paths(edges)
    costs = [cost(path) for path in every]
    assert cost(lattice.best()) == pytest.approx(max(costs))
    whole = sum(map(math.exp, costs))
    expected: dict[tuple[int, int, str], float] = {}
    for path, total in zip(every, costs, strict=True):
        for edge in path:
            span = (edge.start, edge.end, edge.tag)
            expected[span] = expected.get(span, 0.0) + math.exp(total) / whole
    found = lattice.posteriors()
    assert {span: share for span, share in found.items() if share} == pytest.approx(expected)


def test_a_lattice_without_a_way_through_has_no_path() -> None:
    broken = [[Edge(0, 1, "O", "O", 0.0)], []]
    assert Lattice(broken, ("^", "^"), step, ("$", "$")).best() == []


def test_a_lattice_without_places_has_the_empty_path() -> None:
    assert Lattice([], ("^", "^"), step, ("$", "$")).best() == []
