"""Smoothing: how much a history is trusted before a shorter one is asked.

* Witten and Bell (1991): a history seen N times with T different successors has weight N / (N + T).
* Deleted interpolation (Jelinek and Mercer 1980): all orders are mixed with weights that make
  held-out text most probable, found by expectation maximisation; one set of weights for each level
  of how often the histories were seen.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F64, I64, Bools

Floats = F64

ROUNDS = 50
TOLERANCE = 1e-7
PRIOR = 5.0
"""Events' worth of trust in the weights of all levels together, where a level has few events."""


def witten_bell(totals: npt.ArrayLike, types: npt.ArrayLike) -> Floats:
    """Return N / (N + T), 0 for a history that was never seen.

    >>> witten_bell([0, 1, 30], [0, 1, 10]).tolist()
    [0.0, 0.5, 0.75]
    """
    n, t = np.asarray(totals, np.float64), np.asarray(types, np.float64)
    return np.asarray(np.divide(n, n + t, out=np.zeros(np.broadcast(n, t).shape), where=n > 0))


def history_levels(totals: npt.NDArray[np.integer], levels: int) -> I64:
    """Return the length of each count in bits, cut at ``levels``; 0 for histories never seen.

    >>> history_levels(np.array([0, 1, 2, 3, 4, 1000]), 5).tolist()
    [0, 1, 2, 2, 3, 5]
    """
    exponents = np.frexp(np.asarray(totals, np.float64))[1]
    return np.minimum(exponents, levels).astype(np.int64)


def interpolation_weights(parts: Floats, levels: I64, available: Bools) -> Floats:
    """Return weights for each level, shape (levels, orders); each row sums to 1.

    ``parts``: (events, orders), what each order says of each held-out event; ``levels``: (events,),
    the level of each; ``available``: (levels, orders), which orders have a say at a level, at least
    one at each.  An order's weight never reaches 0, so that nothing becomes impossible.
    """
    weights = available / available.sum(axis=1, keepdims=True)
    if not len(parts):
        return np.asarray(weights)
    kinds, kind_of = np.unique(available, axis=0, return_inverse=True)
    kind_of = kind_of.reshape(-1)
    shared = kinds / kinds.sum(axis=1, keepdims=True)
    shared = _maximise(parts, kind_of[levels], shared, shared)
    return _maximise(parts, levels, weights, shared[kind_of])


def _maximise(parts: Floats, levels: I64, start: Floats, prior: Floats) -> Floats:
    weights = start
    for _ in range(ROUNDS):
        mixed = weights[levels] * parts
        total = mixed.sum(axis=1, keepdims=True)
        taken = np.divide(mixed, total, out=np.zeros_like(mixed), where=total > 0)
        gained: Floats = np.stack(
            [
                np.bincount(levels, taken[:, order], minlength=len(weights))
                for order in range(parts.shape[1])
            ],
            axis=1,
        )
        gained = gained + PRIOR * prior
        before, weights = weights, gained / gained.sum(axis=1, keepdims=True)
        if np.abs(weights - before).max() < TOLERANCE:
            break
    return weights
