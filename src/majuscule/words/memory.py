"""Document memory: what the other occurrences of a word in a document say of this one.

Where a word stands in plain view (``Mr. Port said``) it is decided well; where it does not (``talks
with port``), its other occurrences help, as in the global features of Chieu & Ng 2002 (section
3.2).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F64


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
