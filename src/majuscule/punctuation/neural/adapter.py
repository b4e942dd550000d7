"""An adapter to corrections of marks: a small layer of weights on top of the network.

The adapter adds weights of each word and its neighbours to the network's scores of the mark after
it, as :mod:`majuscule.restore.adapted.restorer` does for case.  The network stays as it is, so
uncorrected marks change little.
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
"""The columns that identify a word: bucket, affixes, class and number."""


def features(columns: Columns, bounds: Pieces, scores: F32) -> U64:
    """Return the hashes of each word's features, (n, 6): the word; the next word; the word with the
    previous one; both words; the word with the network's best mark; that mark."""
    own = np.zeros(len(columns), np.uint64)
    for column in _WORD:
        own = spread(own ^ columns[:, column].astype(np.uint64), column)
    before, after = neighbours(own, bounds)
    best = scores.argmax(axis=1).astype(np.uint64)
    values = (own, after, spread(before, 50) ^ own, spread(own, 51) ^ after, own ^ best, best)
    return np.stack([spread(one, number) for number, one in enumerate(values)], axis=1)


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
        adapted = self.layer.add(_clipped(scores), features(columns, bounds, scores))
        return np.asarray(adapted - adapted.max(axis=1, keepdims=True), np.float32)


def _clipped(scores: F32) -> F32:
    return np.asarray(np.maximum(scores - scores.max(axis=1, keepdims=True), -CERTAIN), np.float32)


@dataclass(frozen=True)
class MarkAdapterOptions(LayerOptions):
    """How an adapter of marks learns."""

    penalty: float = 0.5  # L2, of squared weights


@dataclass(frozen=True)
class CheckedMarks:
    """Words with corrected marks: the network's input ``columns``, ``bounds`` of the texts and
    ``scores`` (n, MARKS); the right ``marks`` (n,), and which ones people ``checked`` (n,)."""

    columns: Columns
    bounds: Pieces
    scores: F32
    marks: U64
    checked: Bools


def fit_adapter(texts: Sequence[CheckedMarks], options: MarkAdapterOptions) -> MarkAdapter:
    """Fit an adapter to corrections; raise :class:`TrainingError` if nobody checked a mark."""
    hashes, offsets, gold = [], [], []
    for one in texts:
        chosen = one.checked & (one.marks <= DASH)
        hashes.append(features(one.columns, one.bounds, one.scores)[chosen])
        offsets.append(_clipped(one.scores)[chosen])
        gold.append(one.marks[chosen])
    right = np.concatenate(gold).astype(np.int64) if gold else np.empty(0, np.int64)
    if not len(right):
        raise TrainingError("nobody has corrected or confirmed a mark yet: nothing to learn from")
    before = np.concatenate(offsets).astype(np.float64)
    return MarkAdapter(learn_layer(np.concatenate(hashes), before, right, options))
