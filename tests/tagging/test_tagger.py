"""The tagger against brute force: every sequence of tags is tried."""

import itertools

import numpy as np
import pytest

from majuscule.tagging.chain import Chain, best_tags, posteriors, rivals
from majuscule.tagging.packing import CODES, PackedWeights
from majuscule.tagging.tagger import LinearTagger
from majuscule.tagging.text import Spec

TAGS = 3
NOTHING = np.zeros((0, 16), np.int32)


def some_tagger() -> LinearTagger:
    codebook = np.zeros((CODES, TAGS), np.int16)
    packed = PackedWeights(np.zeros((2, 3), np.uint32), codebook, np.zeros((0, 2), np.int64))
    return LinearTagger(Spec(TAGS, NOTHING, NOTHING), packed, np.zeros(TAGS, np.int32))


def some_chain(seed: int, n: int, spread: int = 6) -> Chain:
    generator = np.random.default_rng(seed)
    return Chain(
        generator.integers(-spread, spread, (n, TAGS), dtype=np.int32),
        generator.integers(-spread, spread, (n, TAGS, TAGS), dtype=np.int32),
    )


def score_of(chain: Chain, tags: tuple[int, ...]) -> int:
    total = 0
    for i, tag in enumerate(tags):
        total += int(chain.emissions[i, tag])
        if i:
            total += int(chain.transitions[i, tags[i - 1], tag])
    return total


@pytest.mark.parametrize("seed", range(30))
def test_viterbi_finds_the_best_of_all_sequences(seed):
    n = 1 + seed % 6
    chain = some_chain(seed, n)
    found = best_tags(chain, np.array([[0, n]], np.int32))
    best = max(score_of(chain, tags) for tags in itertools.product(range(TAGS), repeat=n))
    assert score_of(chain, tuple(found.tolist())) == best


def test_ties_go_to_the_smaller_tag():
    chain = Chain(np.zeros((4, TAGS), np.int32), np.zeros((4, TAGS, TAGS), np.int32))
    assert best_tags(chain, np.array([[0, 4]], np.int32)).tolist() == [0, 0, 0, 0]


def test_sequences_do_not_see_each_other():
    chain = some_chain(5, 7)
    both = best_tags(chain, np.array([[0, 3], [3, 7]], np.int32))
    first = best_tags(chain, np.array([[0, 3]], np.int32))
    assert both[:3].tolist() == first[:3].tolist()
    tail = Chain(chain.emissions[3:].copy(), chain.transitions[3:].copy())
    second = best_tags(tail, np.array([[0, 4]], np.int32))
    assert both[3:].tolist() == second.tolist()


@pytest.mark.parametrize("seed", range(12))
def test_posteriors_are_sums_over_all_sequences(seed):
    n, scale = 4, 0.3
    chain = some_chain(seed, n)
    bounds = np.array([[0, n]], np.int32)
    found = posteriors(chain, bounds, scale)
    expected = np.zeros((n, TAGS))
    for tags in itertools.product(range(TAGS), repeat=n):
        mass = np.exp(scale * score_of(chain, tags))
        for i, tag in enumerate(tags):
            expected[i, tag] += mass
    expected /= expected.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_posteriors_of_an_endless_sequence_stay_finite():
    chain = some_chain(1, 5000, spread=3000)
    found = posteriors(chain, np.array([[0, 5000]], np.int32), 0.004)
    assert np.isfinite(found).all()
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("seed", range(10))
def test_rivals_are_what_one_change_costs(seed):
    n = 5
    chain = some_chain(seed, n)
    bounds = np.array([[0, n]], np.int32)
    best = best_tags(chain, bounds)
    lost = rivals(chain, bounds, best)
    for i in range(n):
        for tag in range(TAGS):
            changed = best.copy()
            changed[i] = tag
            cost = score_of(chain, tuple(changed.tolist())) - score_of(chain, tuple(best.tolist()))
            assert lost[i, tag] == cost
    assert (lost <= 0).all()
