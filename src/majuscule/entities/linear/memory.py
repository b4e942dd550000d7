"""Document memory: a second pass over repeated words, with the scores of their other occurrences.

For each word that was tagged anywhere in a document, the log odds of the tags of its other
occurrences are averaged, weighted and added to its own.  So clear contexts (``Mr. Port said``) help
unclear ones (``talks with port``), as in the global features of Chieu & Ng 2002 (section 3.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F64, I32, I64, U8, U64, Bools, Wholes
from majuscule.text.keys import GOLDEN
from majuscule.text.tokenizing.tokens import number_keys


@dataclass(frozen=True)
class EntityMemoryOptions:
    """The influence of other occurrences (docs/method/entities.md has what was tried)."""

    weight: float = 0.3  # of the mean of the others' log odds; 0 for no memory
    growth: float = 0.5  # how the weight grows with their number: n ** growth
    limit: float = 6.0  # clips the log odds of one occurrence, so that none outvotes all others
    most: float = 0.02  # words with a larger share of the text are skipped


def recall(
    words: U64,
    owners: I64 | None,
    own: Callable[[], I32],
    tags: U8,
    scale: float,
    options: EntityMemoryOptions,
    eligible: Callable[[], Bools] | None = None,
) -> I32 | None:
    """Return the gain in score of each tag of each token, (n, tags), or None if all are 0.

    ``owners`` (n,): the document of each token, None if there is one; ``tags`` (n,): as decoded;
    ``own`` (n, tags): what the best tags with each tag of a token lose; ``eligible`` (n,):
    whether a token may be part of a name: a comma or *the* has another class each time.  The last
    two are computed only if a tagged word is repeated.  ``scale``: log odds per unit of score.
    """
    if not options.weight:
        return None
    keys = words if owners is None else words ^ owners.astype(np.uint64) * np.uint64(GOLDEN)
    group, firsts = number_keys(keys)
    if len(firsts) == len(words):
        return None
    size = np.bincount(group)
    most = options.most * (len(words) if owners is None else np.bincount(owners)[owners[firsts]])
    repeated = (size > 1) & (size <= np.maximum(10, most))
    tagged = np.zeros(len(size), np.bool_)
    tagged[group[tags > 0]] = True
    repeated &= tagged
    if not repeated.any():
        return None
    recalled = repeated[group]
    if eligible is not None:
        recalled &= eligible()
    chosen = recalled.nonzero()[0]
    if not len(chosen):
        return None
    losses = own()[chosen]
    odds = np.clip(losses * scale, -options.limit, 0).astype(np.float64)
    numbers = (np.cumsum(repeated) - 1)[group[chosen]]
    gain = weigh_others(odds, numbers, size[repeated], options.weight, options.growth) / scale
    extra = np.zeros((len(words), losses.shape[1]), np.int32)
    extra[chosen] = np.clip(np.rint(gain), -(1 << 20), 0)
    return extra


def weigh_others(
    odds: F64,
    group: Wholes,
    sizes: Wholes,
    weight: float,
    growth: float,
) -> F64:
    """Return the weighted mean log odds of the other occurrences of each token, (n, classes).

    ``odds`` (n, classes): those of each token; ``group`` (n,): the number of its word; ``sizes``
    (words,): occurrences of each, at least two.  The mean of k others is multiplied by ``weight``
    times k to the power of ``growth``.

    >>> weigh_others(np.array([[-8.0], [-1.0]]), np.array([0, 0]), np.array([2]), 0.5, 0.0).tolist()
    [[-0.5], [-4.0]]
    """
    classes = odds.shape[1]
    bins = (classes * group.astype(np.int64))[:, None] + np.arange(classes)
    sums = np.bincount(bins.ravel(), odds.ravel(), classes * len(sizes))
    others = sums[bins] - odds
    times = (sizes[group] - 1)[:, None]
    return np.asarray(weight * others / times * times**growth)
