"""Distributional word vectors: neighbours counted, reduced and clustered.

A frequent word is described by how often other frequent words occur near it (positive pointwise
mutual information), reduced to the principal directions.  Words that are used alike have similar
vectors, and k-means puts them into one group.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from majuscule.arrays import F32, I32, I64

_STEP = 8192


def frequent_words(ids: I32, size: int, most: int, least: int) -> tuple[I64, I32, I64]:
    """Return the ``most`` frequent words that occur at least ``least`` times, most frequent first,
    the text as their ranks (-1 for other words and padding), and their frequencies.

    ``ids``: the text as word numbers from 0 to ``size`` - 1, -1 for padding.
    """
    frequency = np.bincount(ids[ids >= 0], minlength=size)
    order = np.argsort(-frequency, kind="stable")[:most]
    order = order[frequency[order] >= least]
    ranks = np.full(size + 1, -1, np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    return order, ranks[ids], frequency[order]


def count_neighbours(ranks: I32, words: int, contexts: int, places: Sequence[Sequence[int]]) -> F32:
    """Return how often each word has each of the ``contexts`` most frequent words near it, float32
    (words, len(places) * contexts).

    ``ranks``: the text as ranks by frequency, -1 for words that are not counted and for padding.
    ``places``: groups of distances that are counted together; -1 is the left neighbour.
    """
    width = len(places) * contexts
    counts = np.zeros(words * width, np.float32)
    step = 1 << 22
    for side, distances in enumerate(places):
        for distance in distances:
            near = abs(distance)
            for at in range(0, len(ranks) - near, step):
                word, beside = ranks[at : at + step], ranks[at + near : at + step + near]
                word = word[: len(beside)]
                if distance < 0:
                    word, beside = beside, word
                counted = (word >= 0) & (beside >= 0) & (beside < contexts)
                cells = word[counted].astype(np.int64) * width + side * contexts + beside[counted]
                np.add.at(counts, cells, np.float32(1))
    return counts.reshape(words, width)


def directions_of(counts: F32, directions: int) -> F32:
    """Return unit vectors (words, directions) from counts of neighbours, which are overwritten."""
    rows = counts.sum(axis=1, keepdims=True)
    # Context distributions are smoothed (Levy et al. 2015, section 3.1); rare words count less.
    share = counts.sum(axis=0, keepdims=True) ** 0.75
    share /= share.sum()
    step = 4096
    for at in range(0, len(counts), step):
        part = counts[at : at + step]
        row = np.maximum(rows[at : at + step], 1)
        with np.errstate(divide="ignore"):
            value = np.log(part / row / np.maximum(share, 1e-12))
        value[part == 0] = 0
        part[...] = np.maximum(value, 0) * np.minimum(1, np.log1p(row) / 8)
    values, axes = np.linalg.eigh(counts.T @ counts)
    values, axes = values[-directions:], axes[:, -directions:]
    vectors = counts @ axes / np.maximum(values, 1e-6) ** 0.25
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9
    result: F32 = vectors.astype(np.float32)
    return result


def group(
    vectors: F32, weights: F32, groups: int, rounds: int, seed: int, *, unit: bool
) -> tuple[I64, F32]:
    """Return the group of each vector, from 0, and the centres of the groups: weighted k-means.

    Initial centres are drawn from the first vectors, which are those of the most frequent words.
    ``unit``: spherical k-means, for unit vectors: centres are unit vectors too.
    """
    generator = np.random.default_rng(seed)
    frequent = min(len(vectors), max(groups, 20_000))
    centres = vectors[generator.choice(frequent, groups, replace=False)].copy()
    heavy = vectors * weights[:, None]
    found = _nearest(vectors, centres)
    for _ in range(rounds):
        order = np.argsort(found, kind="stable")
        starts = np.searchsorted(found[order], np.arange(groups))
        filled = np.append(starts[1:], len(order)) > starts
        sums = np.zeros_like(centres)
        sums[filled] = np.add.reduceat(heavy[order], starts[filled], axis=0)
        if unit:
            share = np.linalg.norm(sums, axis=1)
        else:
            share = np.bincount(found, weights, groups).astype(np.float32)
        centres = np.where(share[:, None] > 1e-6, sums / np.maximum(share, 1e-6)[:, None], centres)
        found = _nearest(vectors, centres)
    return found, centres


def _nearest(vectors: F32, centres: F32) -> I64:
    half = (centres**2).sum(axis=1) / 2
    return np.concatenate(
        [
            (vectors[at : at + _STEP] @ centres.T - half).argmax(axis=1)
            for at in range(0, len(vectors), _STEP)
        ]
    )
