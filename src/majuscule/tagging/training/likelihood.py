"""Training of a conditional random field (Lafferty et al. 2001) by penalised likelihood.

For small text, which the perceptron (:mod:`majuscule.tagging.training.averaging`) overfits.  An L2
penalty keeps weights small, an L1 penalty makes most of them zero; minimised by OWL-QN, an L-BFGS
for L1 (Andrew and Gao 2007).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, F64, Bools
from majuscule.errors import UsageError
from majuscule.options import Progress
from majuscule.tagging.features.text import Spec, TaggedText, cut_stretches, read_stretch
from majuscule.tagging.scoring.index import FeatureIndex
from majuscule.tagging.training import likelihood_kernel

STRETCH = 1 << 13
"""Tokens whose scores are computed at a time."""

UNITS = 100.0
"""Units of the returned weights per unit of log odds: packed weights are integers."""

ENOUGH = 1e-4
"""The relative gain of an iteration below which training ends."""


@dataclass(frozen=True)
class LikelihoodOptions:
    """How to train; the features of the whole text are held in memory."""

    iterations: int = 60  # at most
    sizes: float = 0.1  # the L1 penalty
    squares: float = 0.1  # the L2 penalty, on half the sum of squares
    history: int = 6  # steps remembered by L-BFGS

    def __post_init__(self) -> None:
        if self.sizes < 0 or self.squares < 0 or self.history < 1:
            raise UsageError("sizes and squares must be 0 or more, and history 1 or more")


def fit_likelihood(
    text: TaggedText,
    spec: Spec,
    index: FeatureIndex,
    open_: Bools,
    options: LikelihoodOptions,
    report: Progress,
) -> F32:
    """Return the weights (rows, tags) of greatest penalised likelihood, in :data:`UNITS`.

    ``open_`` (tags + 1, tags): whether a tag may follow another, and in the last row, whether it
    may begin a sequence.
    """
    stretches = []
    for span in cut_stretches(text, STRETCH):
        one = read_stretch(text, spec, span, 0)
        rows = index.find(one.templates, spec.template_groups)
        links = index.find(one.links, spec.link_groups)
        stretches.append((rows, links, one.bounds, one.tags))
    longest, tags = max(len(own) for *_, own in stretches), spec.tags
    planes, may_follow = np.empty((3, longest, tags)), open_.astype(np.uint8)
    room = planes[0], np.empty((longest, tags, tags)), planes[1], planes[2], np.empty(longest)

    def loss(weights: F64) -> tuple[float, F64]:
        shaped = weights.reshape(-1, tags)
        gradient = options.squares * shaped
        value = 0.5 * options.squares * float(weights @ weights)
        for one in stretches:
            value += likelihood_kernel.loss(*one, may_follow, shaped, *room, gradient)
        return value, gradient.ravel()

    weights = minimise(loss, np.zeros(index.size * tags), options, report)
    return (UNITS * weights).astype(np.float32).reshape(-1, tags)


def minimise(
    loss: Callable[[F64], tuple[float, F64]],
    weights: F64,
    options: LikelihoodOptions,
    report: Progress,
) -> F64:
    """Return the weights that minimise a convex loss plus the L1 penalty, by OWL-QN.

    ``loss`` returns value and gradient.

    >>> def parabola(w):
    ...     return float(((w - [3.0, 0.05]) ** 2).sum()), 2 * (w - [3.0, 0.05])
    >>> chosen = LikelihoodOptions(iterations=20, sizes=0.2)
    >>> minimise(parabola, np.zeros(2), chosen, lambda what, done: None).round(3).tolist()
    [2.9, 0.0]
    """
    pairs: deque[tuple[F64, F64, float]] = deque(maxlen=options.history)
    value, gradient = loss(weights)
    value += options.sizes * float(np.abs(weights).sum())
    for step in range(options.iterations):
        report(f"iteration {step + 1} of {options.iterations}", step / options.iterations)
        slope = _steepest(weights, gradient, options.sizes)
        direction = _direction(slope, pairs)
        direction[direction * slope >= 0] = 0
        downhill = float(direction @ slope)
        if downhill >= 0:
            break
        orthant = np.where(weights == 0, -np.sign(slope), np.sign(weights))
        rate = 1.0 if pairs else 1.0 / max(1.0, float(np.linalg.norm(slope)))
        for _ in range(20):
            ahead = weights + rate * direction
            if options.sizes:
                ahead[ahead * orthant < 0] = 0
            after, new = loss(ahead)
            after += options.sizes * float(np.abs(ahead).sum())
            if after <= value + 1e-4 * float(slope @ (ahead - weights)):
                break
            rate *= 0.5
        else:
            break
        moved, turned = ahead - weights, new - gradient
        if (curvature := float(moved @ turned)) > 0:
            pairs.append((moved, turned, curvature))
        gained = value - after
        weights, value, gradient = ahead, after, new
        if gained < ENOUGH * value:
            break
    return weights


def _steepest(weights: F64, gradient: F64, sizes: float) -> F64:
    """Return the gradient with the L1 penalty; at zero, the subgradient of least size."""
    if not sizes:
        return gradient.copy()
    shrunk = np.sign(gradient) * np.maximum(np.abs(gradient) - sizes, 0)
    return np.asarray(np.where(weights == 0, shrunk, gradient + sizes * np.sign(weights)))


def _direction(slope: F64, pairs: deque[tuple[F64, F64, float]]) -> F64:
    """Return the direction of L-BFGS, by its two-loop recursion.

    ``pairs``: the last changes of the weights and of the gradient, and their products.
    """
    direction = -slope
    shares = []
    for moved, turned, curvature in reversed(pairs):
        shares.append(float(moved @ direction) / curvature)
        direction -= shares[-1] * turned
    if pairs:
        _, turned, curvature = pairs[-1]
        direction *= curvature / float(turned @ turned)
    for (moved, turned, curvature), share in zip(pairs, reversed(shares), strict=True):
        direction += (share - float(turned @ direction) / curvature) * moved
    return direction
