"""The tagger against brute force: every sequence of tags is tried."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from majuscule.tagging.features import feature_kernel
from majuscule.tagging.features.templates import REACH, compile_templates
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring.chain import Chain, best_tags, max_marginals, posteriors
from majuscule.tagging.scoring.packing import pack
from majuscule.tagging.scoring.tagger import LinearTagger

TAGS = 3


def looking_tagger() -> LinearTagger:
    """Return a tagger that looks at one token, at pairs on both sides, and farther."""
    looks = ["a", "b-2", "b+3", "a-1 b", "a a-1", "b a+1", "a+1 b", "a-1 a+1", "a-2 a-1", "a b a+2"]
    spec = Spec(TAGS, compile_templates(looks, "ab"), compile_templates(["b"], "ab", seed=99))
    columns = some_columns(9, 500)
    seen = np.empty((len(looks), 500), np.uint32)
    feature_kernel.hash_templates(columns, spec.templates, 0, REACH, REACH + 500, seen)
    hashes, firsts = np.unique(seen, return_index=True)
    weights = np.random.default_rng(2).integers(-90, 90, (len(hashes), TAGS)).astype(np.float32)
    packed = pack(hashes, (firsts // 500).astype(np.uint8), weights, spec, 12000)
    return LinearTagger(spec, packed, np.arange(TAGS, dtype=np.int32))


def some_columns(seed: int, n: int) -> np.ndarray:
    """Return two columns of some tokens between padding, few different ones."""
    columns = np.zeros((2, n + 2 * REACH), np.uint64)
    columns[:, REACH:-REACH] = np.random.default_rng(seed).integers(1, 9, (2, n))
    return columns


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
def test_max_marginals_are_what_the_best_sequences_with_each_tag_cost(seed):
    n = 4
    chain = some_chain(seed, n)
    lost = max_marginals(chain, np.array([[0, n]], np.int32))
    sequences = {one: score_of(chain, one) for one in itertools.product(range(TAGS), repeat=n)}
    top = max(sequences.values())
    for i, tag in np.ndindex(n, TAGS):
        own = max(score for one, score in sequences.items() if one[i] == tag)
        assert lost[i, tag] == own - top


def test_what_is_remembered_of_tokens_and_pairs_changes_no_score():
    tagger = looking_tagger()
    weighty = 0
    for seed, n in enumerate((1, 2, 40, 3, 700, 40, 5000)):
        columns = some_columns(seed, n)
        open_ = np.random.default_rng(seed).integers(0, 4, n) > 0
        places = REACH + np.arange(n)
        apart = tagger.score(columns, places, open_)
        shared = tagger.score(columns, places, open_, columns[0] * np.uint64(16) + columns[1])
        assert np.array_equal(apart.emissions, shared.emissions)
        assert np.array_equal(apart.transitions, shared.transitions)
        weighty += int(np.abs(apart.emissions[open_]).sum())
    assert weighty > 0


def test_a_tokens_score_is_the_sum_of_its_templates_weights():
    tagger, columns = looking_tagger(), some_columns(3, 30)
    spec, packed = tagger.spec, tagger.packed
    slots, _ = packed.weights()
    hashes = np.empty((len(spec.templates), 30), np.uint32)
    feature_kernel.hash_templates(columns, spec.templates, 0, REACH, REACH + 30, hashes)
    # Weights of one are the codebook's rows as they are.
    _, weights = replace(packed, scale=1.0).weights()
    rows = slots.find(hashes, spec.template_groups)
    expected = np.where(rows[:, :, None] < 0, 0, weights[rows]).sum(axis=0)
    assert np.array_equal(tagger.score(columns).emissions, tagger.bias + expected)
    assert (rows >= 0).any()
