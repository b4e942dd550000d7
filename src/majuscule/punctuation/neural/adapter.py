"""What people's corrections of marks taught: a small layer of weights on top of the network.

The network gives scores of the marks behind each word; the adapter adds what was learnt of the word
and its neighbours, as in :mod:`majuscule.restore.adapted.restorer` for case.  The network stays as
it is, so what nobody corrected changes little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, U64, Bools
from majuscule.errors import TrainingError
from majuscule.models.stored import part
from majuscule.network.inputs import Columns
from majuscule.network.pieces import Pieces
from majuscule.tagging.training.layer import CERTAIN, Layer, LayerOptions, learn_layer, neighbours
from majuscule.text.keys import spread
from majuscule.text.tokenizing.marks import DASH, MARKS

_WORD = (0, *range(2, 12))
"""The columns that tell a word: its bucket, affixes, class and number."""


def features(columns: Columns, bounds: Pieces, scores: F32) -> U64:
    """Return the hashes of each word's features, (n, 6): the word before the mark, the one after
    it, each with its neighbour, both, and the mark that the network would put there."""
    own = np.zeros(len(columns), np.uint64)
    for column in _WORD:
        own = spread(own ^ columns[:, column].astype(np.uint64), column)
    before, after = neighbours(own, bounds)
    best = scores.argmax(axis=1).astype(np.uint64)
    told = (own, after, spread(before, 50) ^ own, spread(own, 51) ^ after, own ^ best, best)
    return np.stack([spread(one, number) for number, one in enumerate(told)], axis=1)


@dataclass(frozen=True)
class MarkAdapter:
    """The ``layer`` of weights of the marks."""

    layer: Layer = part(Layer)

    def fits(self) -> bool:
        return bool(self.layer.weights.shape[1] == MARKS)

    def score(self, columns: Columns, bounds: Pieces, scores: F32) -> F32:
        """Return scores with the weights added, (n, MARKS); the best mark has 0."""
        if not len(scores):
            return scores
        found = self.layer.add(_cut(scores), features(columns, bounds, scores))
        return np.asarray(found - found.max(axis=1, keepdims=True), np.float32)


def _cut(scores: F32) -> F32:
    return np.asarray(np.maximum(scores - scores.max(axis=1, keepdims=True), -CERTAIN), np.float32)


@dataclass(frozen=True)
class MarkAdapterOptions(LayerOptions):
    """How an adapter of marks learns."""

    penalty: float = 0.5  # of squared weights; more changes less


@dataclass(frozen=True)
class Looked:
    """Words of texts with what people left behind them: ``columns`` as the network reads them,
    ``bounds`` of the texts, its ``scores`` (n, MARKS), the ``marks`` (n,), and which were
    ``looked`` at (n,)."""

    columns: Columns
    bounds: Pieces
    scores: F32
    marks: U64
    looked: Bools


def fit_adapter(texts: Sequence[Looked], options: MarkAdapterOptions) -> MarkAdapter:
    """Return what corrections teach; raise :class:`TrainingError` where nobody checked a mark."""
    hashes, offsets, gold = [], [], []
    for one in texts:
        chosen = one.looked & (one.marks <= DASH)
        hashes.append(features(one.columns, one.bounds, one.scores)[chosen])
        offsets.append(_cut(one.scores)[chosen])
        gold.append(one.marks[chosen])
    right = np.concatenate(gold).astype(np.int64) if gold else np.empty(0, np.int64)
    if not len(right):
        raise TrainingError("nobody has corrected or confirmed a mark yet: nothing to learn from")
    before = np.concatenate(offsets).astype(np.float64)
    return MarkAdapter(learn_layer(np.concatenate(hashes), before, right, options))
