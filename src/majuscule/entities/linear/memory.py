"""Document memory: a second look at each word with how its other occurrences were tagged.

For each word of a document that was tagged somewhere, the log odds of the tags of its other
occurrences are averaged and added, weighted, to its own.  Where a word stands in plain view (``Mr.
Port said``) it is decided well; where it does not (``talks with port``), its other occurrences
help, as in the global features of Chieu & Ng 2002 (section 3.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F64, I32, U8, U64, Bools
from majuscule.text.tokenizing.tokens import number_keys


@dataclass(frozen=True)
class EntityMemoryOptions:
    """How much the other occurrences count; set by hand, not tuned yet."""

    weight: float = 0.3  # of the mean of the others' log odds; 0 for no memory
    growth: float = 0.5  # how the weight grows with their number: n ** growth
    limit: float = 6.0  # log odds of one occurrence are cut off here, so that none outvotes all
    most: float = 0.02  # words that make up more of a text than this are left alone


def recall(
    words: U64,
    own: Callable[[], I32],
    tags: U8,
    scale: float,
    options: EntityMemoryOptions,
    eligible: Callable[[], Bools] | None = None,
    first: int = 0,
) -> I32 | None:
    """Return what each tag of each token gets on top, (n, tags), or None for nothing.

    ``tags`` (n,): as decided; ``own`` (tokens, tags): what each tag would lose with its neighbours
    as decided; ``eligible`` (tokens,): those that may be part of a name: a comma or *the* is of
    another class each time.  Both are of a text in which the words begin at ``first``, and asked
    for only where a tagged word comes again.  ``scale``: log odds in a score unit.
    """
    if not options.weight:
        return None
    group, firsts = number_keys(words)
    if len(firsts) == len(words):
        return None
    size = np.bincount(group)
    tagged = np.zeros(len(size), np.bool_)
    tagged[group[tags > 0]] = True
    again = tagged & (size > 1) & (size <= max(10, options.most * len(words)))
    if not again.any():
        return None
    recalled = again[group]
    if eligible is not None:
        recalled &= eligible()[first : first + len(words)]
    chosen = np.flatnonzero(recalled)
    if not len(chosen):
        return None
    lost = own()[first + chosen]
    odds = np.clip(lost * scale, -options.limit, 0).astype(np.float64)
    gain = weigh_others(odds, group[chosen], size, options.weight, options.growth) / scale
    extra = np.zeros((len(words), lost.shape[1]), np.int32)
    extra[chosen] = np.clip(np.rint(gain), -(1 << 20), 0)
    return extra


def weigh_others(
    odds: F64,
    group: npt.NDArray[np.integer],
    sizes: npt.NDArray[np.integer],
    weight: float,
    growth: float,
) -> F64:
    """Return the weighted mean of the log odds of each token's other occurrences, (n, classes).

    ``odds`` (n, classes): each token's own; ``group`` (n,): the number of its word; ``sizes``
    (words,): how often each occurs, at least twice.  The mean of k others counts ``weight`` times k
    to the power of ``growth``.

    >>> weigh_others(np.array([[-8.0], [-1.0]]), np.array([0, 0]), np.array([2]), 0.5, 0.0).tolist()
    [[-0.5], [-4.0]]
    """
    others = -odds
    for number in range(odds.shape[1]):
        others[:, number] += np.bincount(group, odds[:, number], minlength=len(sizes))[group]
    times = (sizes[group] - 1)[:, None]
    return np.asarray(weight * others / times * times**growth)
