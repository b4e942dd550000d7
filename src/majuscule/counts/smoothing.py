"""Smoothing: the weights of histories against shorter ones.

* Witten and Bell (1991): a history seen N times with T distinct successors has weight N / (N + T).
* Deleted interpolation (Jelinek and Mercer 1980): all orders are mixed with weights that maximise
  the probability of held-out text, found by expectation maximisation; one set of weights for each
  level of the frequency of the histories.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F64, I64, Bools, Wholes

ROUNDS = 50
TOLERANCE = 1e-7
PRIOR = 5.0
"""Pseudo-events by which the weights of a level are drawn to those of all levels together."""


def witten_bell(totals: npt.ArrayLike, types: npt.ArrayLike) -> F64:
    """Return N / (N + T), 0 for unseen histories.

    >>> witten_bell([0, 1, 30], [0, 1, 10]).tolist()
    [0.0, 0.5, 0.75]
    """
    n, t = np.asarray(totals, np.float64), np.asarray(types, np.float64)
    return np.asarray(np.divide(n, n + t, out=np.zeros(np.broadcast(n, t).shape), where=n > 0))


def history_levels(totals: Wholes, levels: int) -> I64:
    """Return the bit length of each count, at most ``levels``; 0 for unseen histories.

    >>> history_levels(np.array([0, 1, 2, 3, 4, 1000]), 5).tolist()
    [0, 1, 2, 2, 3, 5]
    """
    exponents = np.frexp(np.asarray(totals, np.float64))[1]
    return np.minimum(exponents, levels).astype(np.int64)


def interpolation_weights(parts: F64, levels: I64, available: Bools) -> F64:
    """Return the interpolation weights of each level, (levels, orders); each row sums to 1.

    ``parts`` (events, orders): the probability of each held-out event by order; ``levels``
    (events,): the level of each event; ``available`` (levels, orders): the orders that exist at
    each level, at least one.  Weights of available orders never reach 0.
    """
    weights = available / available.sum(axis=1, keepdims=True)
    if not len(parts):
        return np.asarray(weights)
    # The prior of a level is fitted to all levels with the same orders.
    kinds, kind_of = np.unique(available, axis=0, return_inverse=True)
    kind_of = kind_of.reshape(-1)
    shared = kinds / kinds.sum(axis=1, keepdims=True)
    shared = _maximise(parts, kind_of[levels], shared, shared)
    return _maximise(parts, levels, weights, shared[kind_of])


def _maximise(parts: F64, levels: I64, start: F64, prior: F64) -> F64:
    weights = start
    for _ in range(ROUNDS):
        mixed = weights[levels] * parts
        total = mixed.sum(axis=1, keepdims=True)
        posteriors = np.divide(mixed, total, out=np.zeros_like(mixed), where=total > 0)
        sums: F64 = np.stack(
            [np.bincount(levels, column, minlength=len(weights)) for column in posteriors.T],
            axis=1,
        )
        sums = sums + PRIOR * prior
        before, weights = weights, sums / sums.sum(axis=1, keepdims=True)
        if np.abs(weights - before).max() < TOLERANCE:
            break
    return weights
