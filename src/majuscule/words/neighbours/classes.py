"""Word classes from raw text: words that stand beside the same words are of one class.

Each frequent word is described by its left and right neighbours among the most frequent words
(positive pointwise mutual information), reduced to its principal directions, and grouped by
spherical k-means. Latent semantic clustering in the line of Schütze 1998; chosen over Brown
clustering because it is a handful of matrix products: 60,000 words of 80 million take a minute.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, I32, I64


@dataclass(frozen=True)
class ClassOptions:
    """How words are grouped."""

    words: int = 60_000  # the most frequent words get a class
    least: int = 20  # and only if they occur so often
    classes: int = 500
    contexts: int = 1_500  # neighbours that are told apart
    directions: int = 100  # dimensions kept
    rounds: int = 25  # of k-means
    seed: int = 1


def find_classes(ids: I32, size: int, options: ClassOptions) -> I32:
    """Return the class of each of ``size`` words, from 1, or 0 for rare words.

    ``ids``: the text as word numbers from 0, -1 for padding.
    """
    frequency = np.bincount(ids[ids >= 0], minlength=size)
    order = np.argsort(-frequency, kind="stable")[: options.words]
    order = order[frequency[order] >= options.least]
    result = np.zeros(size, np.int32)
    contexts = min(options.contexts, len(order))
    if not options.classes or len(order) < 2 * options.classes or contexts < 2:
        return result  # too little text to tell classes apart
    ranks = np.full(size + 1, -1, np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    counts = _count_neighbours(ranks[ids], len(order), contexts)
    vectors = _reduce(counts, options.directions)
    del counts
    result[order] = 1 + _group(vectors, frequency[order], options)
    return result


def _count_neighbours(ranks: I32, words: int, contexts: int) -> F32:
    """Return how often each frequent word stands beside each context, (words, 2 * contexts).

    ``ranks``: the text as ranks by frequency, -1 for words that are not counted and for padding.
    The left neighbours come first, then the right ones.
    """
    counts = np.zeros(words * 2 * contexts, np.float32)
    step = 1 << 22
    for at in range(0, len(ranks) - 1, step):
        left, right = ranks[at : at + step], ranks[at + 1 : at + step + 1]
        left = left[: len(right)]
        both = (left >= 0) & (right >= 0)
        for word, beside, side in ((right, left, 0), (left, right, contexts)):
            counted = both & (beside < contexts)
            cells = word[counted].astype(np.int64) * (2 * contexts) + side + beside[counted]
            np.add.at(counts, cells, np.float32(1))
    return counts.reshape(words, 2 * contexts)


def _reduce(counts: F32, directions: int) -> F32:
    """Return unit vectors, shape (words, directions), from counts of neighbours; overwrites
    them."""
    rows = counts.sum(axis=1, keepdims=True)
    # The share of a context is smoothed (Levy et al. 2015, section 3.1) and rare words count less.
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


def _group(vectors: F32, frequency: I64, options: ClassOptions) -> I64:
    """Return a group from 0 for each unit vector: spherical k-means, frequent words count more."""
    generator = np.random.default_rng(options.seed)
    frequent = min(len(vectors), max(options.classes, 20_000))
    centres = vectors[generator.choice(frequent, options.classes, replace=False)].copy()
    heavy = vectors * np.sqrt(frequency).astype(np.float32)[:, None]
    groups = _nearest(vectors, centres)
    for _ in range(options.rounds):
        order = np.argsort(groups, kind="stable")
        starts = np.searchsorted(groups[order], np.arange(options.classes))
        filled = np.append(starts[1:], len(order)) > starts
        sums = np.zeros_like(centres)
        sums[filled] = np.add.reduceat(heavy[order], starts[filled], axis=0)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(norms > 1e-6, sums / np.maximum(norms, 1e-6), centres)
        groups = _nearest(vectors, centres.astype(np.float32))
    return groups


def _nearest(vectors: F32, centres: F32) -> I64:
    step = 8192
    return np.concatenate(
        [
            (vectors[at : at + step] @ centres.T).argmax(axis=1)
            for at in range(0, len(vectors), step)
        ]
    )
