"""The likelihood of a chain against sums over all its tags, and what training finds."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from majuscule.errors import UsageError
from majuscule.tagging.training import likelihood_kernel
from majuscule.tagging.training.likelihood import LikelihoodOptions, minimise

TAGS, TOKENS = 3, 4
OPEN = np.array([[1, 1, 0], [1, 1, 1], [1, 1, 1], [1, 1, 0]], np.uint8)


def chain(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    rows = draw.integers(-1, 6, (3, TOKENS)).astype(np.int32)
    links = draw.integers(-1, 6, (TAGS, TOKENS)).astype(np.int32)
    return rows, links, draw.normal(size=(6, TAGS))


def loss(
    rows: np.ndarray, links: np.ndarray, weights: np.ndarray, gold: np.ndarray
) -> tuple[float, np.ndarray]:
    planes, cube = np.empty((3, TOKENS, TAGS)), np.empty((TOKENS, TAGS, TAGS))
    room = planes[0], cube, planes[1], planes[2], np.empty(TOKENS)
    bounds, gradient = np.array([[0, TOKENS]], np.int32), np.zeros(weights.shape)
    given = rows, links, bounds, gold, OPEN, weights
    return likelihood_kernel.loss(*given, *room, gradient), gradient


def score(rows: np.ndarray, links: np.ndarray, weights: np.ndarray, tags: tuple[int, ...]) -> float:
    total, before = 0.0, TAGS
    for i, tag in enumerate(tags):
        if not OPEN[before, tag]:
            return -np.inf
        total += sum(weights[r, tag] for r in rows[:, i] if r >= 0)
        if i and links[before, i] >= 0:
            total += weights[links[before, i], tag]
        before = tag
    return total


@pytest.mark.parametrize("seed", range(5))
def test_the_loss_is_that_of_all_sequences(seed: int) -> None:
    rows, links, weights = chain(seed)
    gold = np.array([0, 1, 2, 1], np.uint8)
    every = [score(rows, links, weights, tags) for tags in product(range(TAGS), repeat=TOKENS)]
    value, _ = loss(rows, links, weights, gold)
    right = score(rows, links, weights, tuple(gold.tolist()))
    assert value == pytest.approx(np.logaddexp.reduce(every) - right)


@pytest.mark.parametrize("seed", range(5))
def test_the_gradient_is_that_of_small_steps(seed: int) -> None:
    rows, links, weights = chain(seed)
    gold = np.array([1, 1, 0, 0], np.uint8)
    _, gradient = loss(rows, links, weights, gold)
    for place in np.ndindex(weights.shape):
        step = np.zeros(weights.shape)
        step[place] = 1e-5
        ahead, behind = (loss(rows, links, weights + s * step, gold)[0] for s in (1, -1))
        assert gradient[place] == pytest.approx((ahead - behind) / 2e-5, abs=1e-6)


def test_penalties_make_weights_small_and_most_of_them_nought() -> None:
    draw = np.random.default_rng(1)
    slopes = draw.normal(size=30)

    def bowl(weights: np.ndarray) -> tuple[float, np.ndarray]:
        return float(((weights - slopes) ** 2).sum()), 2 * (weights - slopes)

    found = minimise(bowl, np.zeros(30), LikelihoodOptions(50, sizes=1.0), lambda *_: None)
    expected = np.sign(slopes) * np.maximum(np.abs(slopes) - 0.5, 0)
    np.testing.assert_allclose(found, expected, atol=0.02)
    assert (found[expected == 0] == 0).all()


def test_penalties_below_nought_are_refused() -> None:
    with pytest.raises(UsageError, match="sizes and squares must be 0 or more"):
        LikelihoodOptions(sizes=-1)
