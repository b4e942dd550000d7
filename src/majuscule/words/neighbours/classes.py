"""Word classes from raw text: words with similar neighbours share a class.

Each frequent word is described by its left and right neighbours among the most frequent words
(positive pointwise mutual information), reduced to its principal directions, and grouped by
spherical k-means. Latent semantic clustering in the line of Schütze 1998; chosen over Brown
clustering because it is a handful of matrix products: 60,000 words of 80 million take a minute.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I32
from majuscule.words.neighbours.space import (
    count_neighbours,
    directions_of,
    frequent_words,
    group,
)


@dataclass(frozen=True)
class ClassOptions:
    """How words are grouped."""

    words: int = 60_000  # only the most frequent words get a class
    least: int = 20  # and only if they occur at least this often
    classes: int = 500
    contexts: int = 1_500  # most frequent words counted as neighbours, one dimension each
    directions: int = 100  # dimensions kept
    rounds: int = 25  # of k-means
    seed: int = 1


def find_classes(ids: I32, size: int, options: ClassOptions) -> I32:
    """Return the class of each of ``size`` words, int32 from 1, or 0 for rare words.

    ``ids``: the text as word numbers from 0, -1 for padding.
    """
    order, ranks, frequency = frequent_words(ids, size, options.words, options.least)
    result = np.zeros(size, np.int32)
    contexts = min(options.contexts, len(order))
    if not options.classes or len(order) < 2 * options.classes or contexts < 2:
        return result  # too little text
    counts = count_neighbours(ranks, len(order), contexts, ([-1], [1]))
    vectors = directions_of(counts, options.directions)
    del counts
    weights = np.sqrt(frequency).astype(np.float32)
    groups, _ = group(vectors, weights, options.classes, options.rounds, options.seed, unit=True)
    result[order] = 1 + groups
    return result
