"""A layer of weights on top of a fixed model, fitted to corrections.

The log odds of the base model are an offset; the layer's weights maximise the likelihood of the
corrected labels, with a quadratic penalty (a Gaussian prior at "no change", Chelba and Acero 2004).
The objective is convex and the computation deterministic, so the same corrections give the same
layer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, F64, I64, U64, Wholes, filled
from majuscule.errors import UsageError
from majuscule.models.stored import stored
from majuscule.text.keys import Keys, ascending, find_keys

CERTAIN = 8.0
"""The log odds at which the base model is clipped, so that corrections can overrule it."""


@dataclass(frozen=True)
class LayerOptions:
    """How a layer is fitted."""

    penalty: float = 0.1  # on squared weights; larger values change less
    steps: int = 150  # of gradient descent

    def __post_init__(self) -> None:
        if self.penalty <= 0 or self.steps < 1:
            raise UsageError(
                f"penalty is {self.penalty} and steps {self.steps}; penalty must be above 0, and "
                "steps 1 or more"
            )


@dataclass(frozen=True)
class Layer:
    """``keys``: uint64 (k,), ascending hashes of features; ``weights``: float32 (k, labels), log
    odds."""

    keys: Keys = stored("<u8")
    weights: F32 = stored("<f4", dimensions=2)

    def fits(self) -> bool:
        return len(self.weights) == len(self.keys) and ascending(self.keys)

    def add(self, scores: F32, hashes: U64) -> F32:
        """Add the weights of each token's features (n, templates) to its scores (n, labels)."""
        for column in hashes.T:
            rows, known = find_keys(self.keys, column)
            scores[known] += self.weights[rows[known]]
        return scores


def neighbours(words: U64, bounds: Wholes) -> tuple[U64, U64]:
    """Return the word before and the word after each; at the ``bounds`` of lines (lines, 2) they
    are 1 and 2."""
    before, after = np.roll(words, 1), np.roll(words, -1)
    firsts, ends = filled(bounds).T
    before[firsts], after[ends - 1] = np.uint64(1), np.uint64(2)
    return before, after


def learn_layer(hashes: U64, offsets: F64, gold: I64, options: LayerOptions) -> Layer:
    """Return the layer fitted to the labels ``gold``, without negligible weights.

    ``hashes`` (n, templates): the features of each token; for the rest see :func:`fit_layer`.
    """
    keys, rows = np.unique(hashes, return_inverse=True)
    rows = rows.reshape(hashes.shape)
    weights = fit_layer(rows, offsets, gold, penalty=options.penalty, steps=options.steps)
    kept = np.abs(weights).max(axis=1) > 1e-4
    return Layer(keys[kept], weights[kept].astype(np.float32))


def fit_layer(rows: I64, offsets: F64, gold: I64, *, penalty: float, steps: int) -> F64:
    """Return the weights (features, labels) of greatest penalised likelihood.

    ``rows`` (n, templates): the features of each token, numbered from 0; ``offsets`` (n, labels):
    log odds of the base model; ``gold`` (n,): the right label.  Accelerated gradient descent
    (Nesterov 1983) with a rate per feature, the inverse of a bound on its curvature from its
    frequency (Böhning and Lindsay 1988).

    >>> rows, offsets = np.array([[0], [0], [1]]), np.zeros((3, 2))
    >>> weights = fit_layer(rows, offsets, np.array([1, 1, 0]), penalty=0.1, steps=50)
    >>> weights.argmax(axis=1).tolist()
    [1, 0]
    """
    size, labels = int(rows.max(initial=-1)) + 1, offsets.shape[1]
    weights = np.zeros((size, labels))
    ahead, momentum = weights, 1.0
    flat, templates = rows.ravel(), rows.shape[1]
    frequency = np.bincount(flat, minlength=size)[:, None]
    rate = 1.0 / (0.5 * templates * frequency + penalty)
    target = np.zeros((len(gold), labels))
    target[np.arange(len(gold)), gold] = 1.0
    for _ in range(steps):
        scores = offsets + ahead[rows].sum(axis=1)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        errors = target - scores / scores.sum(axis=1, keepdims=True)
        repeated = np.repeat(errors, templates, axis=0)
        gradient = np.stack(
            [np.bincount(flat, repeated[:, k], minlength=size) for k in range(labels)], axis=1
        )
        following = ahead + rate * (gradient - penalty * ahead)
        growing = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = following + (momentum - 1) / growing * (following - weights)
        weights, momentum = following, growing
    return np.asarray(weights)
