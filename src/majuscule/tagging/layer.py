"""A small layer of weights on top of a tagger that stays as it is: fitting it to corrections.

The log odds of the tagger below are an offset; weights of features are fitted so that what people
left becomes likely, with a quadratic penalty (a Gaussian prior at "no change", Chelba and Acero
2004).  The objective is convex, and the steps are exact numbers of numpy in a fixed order.
"""

from __future__ import annotations

import numpy as np

from majuscule.arrays import F64, I64


def fit_layer(rows: I64, offsets: F64, gold: I64, *, penalty: float, steps: int) -> F64:
    """Return the weights (features, labels) that are best.

    ``rows`` (n, templates): the features of each token, by number from 0; ``offsets`` (n, labels):
    log odds of the tagger below; ``gold`` (n,): the right label.  Gradient descent with one rate a
    feature: the bound on its curvature, from how often it occurs (Böhning and Lindsay 1988), and
    momentum (Nesterov 1983).

    >>> rows, offsets = np.array([[0], [0], [1]]), np.zeros((3, 2))
    >>> weights = fit_layer(rows, offsets, np.array([1, 1, 0]), penalty=0.1, steps=50)
    >>> weights.argmax(axis=1).tolist()
    [1, 0]
    """
    size, labels = int(rows.max(initial=-1)) + 1, offsets.shape[1]
    weights = np.zeros((size, labels))
    ahead, momentum = weights, 1.0
    flat, templates = rows.ravel(), rows.shape[1]
    often = np.bincount(flat, minlength=size)[:, None]
    rate = 1.0 / (0.5 * templates * often + penalty)
    target = np.zeros((len(gold), labels))
    target[np.arange(len(gold)), gold] = 1.0
    for _ in range(steps):
        scores = offsets + ahead[rows].sum(axis=1)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        wrong = target - scores / scores.sum(axis=1, keepdims=True)
        spread = np.repeat(wrong, templates, axis=0)
        gradient = np.stack(
            [np.bincount(flat, spread[:, k], minlength=size) for k in range(labels)], axis=1
        )
        following = ahead + rate * (gradient - penalty * ahead)
        growing = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = following + (momentum - 1) / growing * (following - weights)
        weights, momentum = following, growing
    return np.asarray(weights)
