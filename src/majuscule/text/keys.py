"""Look-ups in sorted keys, and the mixing function of hashes.

New code should mix with :func:`spread`.  Hashes that model files contain are mixed in older ways,
for compatibility: those of pairs of words (:mod:`majuscule.words.neighbours.phrases`), of n-grams
(:mod:`majuscule.counts.keys`) and of the papers' entity taggers
(:mod:`majuscule.entities.maxent.readings`, :mod:`majuscule.entities.hmm.classes`).
"""

from __future__ import annotations

import numpy as np

from majuscule.arrays import I64, U64, Array, Bools, Items

Keys = U64

GOLDEN = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio, the usual multiplier of Fibonacci hashing (Knuth, *The Art of
Computer Programming* 3, section 6.4)."""

_LAST = (1 << 64) - 1


def find_keys(keys: Items, wanted: Items) -> tuple[I64, Bools]:
    """Return the row of each wanted key among ascending ``keys``, and whether it was found.

    The row of a missing key is an arbitrary valid row, or 0 if there are no keys.

    >>> find_keys(np.array([3, 5, 9]), np.array([5, 4, 10]))
    (array([1, 1, 2]), array([ True, False, False]))
    """
    if not len(keys):
        return np.zeros(wanted.shape, np.int64), np.zeros(wanted.shape, np.bool_)
    rows = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return rows, np.asarray(keys[rows] == wanted)


def find_rows(keys: Array, wanted: Array) -> I64:
    """Return the row of each wanted key among ascending ``keys``, one past the last if missing.

    >>> find_rows(np.array([3, 5, 9]), np.array([5, 4, 10])).tolist()
    [1, 3, 3]
    """
    rows, known = find_keys(keys, wanted)
    return np.where(known, rows, len(keys))


def ascending(keys: Array) -> bool:
    """Return whether keys are strictly ascending, as :func:`find_keys` needs them."""
    return not bool(np.any(keys[1:] <= keys[:-1]))


def spread(values: Keys, salt: int = 0) -> Keys:
    """Return 64-bit hashes of numbers: the finaliser of SplitMix64 (Steele et al. 2014).

    Each ``salt`` gives another hash function.
    """
    mixed = values + np.uint64(GOLDEN * (salt + 1) & _LAST)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))
