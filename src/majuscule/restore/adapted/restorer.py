"""A restorer adapted to a domain: a small layer of weights on top of any other restorer.

The base restorer gives log odds of the four classes.  The adapter adds weights, learnt from
corrections, of words and their neighbours, and decides anew; corrected mixed forms come from its
own list.  The base stays as it is, so a few hundred corrections cost kilobytes and seconds, and
uncorrected words change little.  Training is in :mod:`majuscule.restore.adapted.training`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import F32, U64, Array, Bools
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, part, read_stored, stored
from majuscule.restore.interface import (
    LEFT,
    LEXICON,
    MODEL,
    Below,
    Decisions,
    Restorer,
    describe,
    likelihoods,
)
from majuscule.tagging.training.layer import CERTAIN, Layer, neighbours
from majuscule.text.keys import Keys, ascending, find_keys, spread
from majuscule.text.tokenizing.classes import MC, UC
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import sentence_starts

PREFIX = "adapter_"
STYLE = 6
"""Index of the first feature that depends on no word.  Features of a token: its word; its word with
the word before, after, both; the word before, after; then the base's class, alone and with whether
a sentence starts."""


def features(passage: Passage, scores: F32) -> U64:
    """Return the hashes of each token's features, shape (n, 8).

    ``scores`` (n, 4) are the base's.  Words at sentence starts hash differently, since their
    capital is due to the position.
    """
    tokens = passage.tokens
    words = tokens.words
    start = sentence_starts(tokens.positions)
    before, after = neighbours(words, passage.lines)
    own = np.where(start, spread(words, 99), words)
    below = scores.argmax(axis=1).astype(np.uint64)
    columns = (
        own,
        spread(before, 50) ^ own,
        spread(after, 51) ^ own,
        spread(before, 50) ^ spread(after, 51) ^ own,
        np.where(start, spread(before, 98), before),
        np.where(start, spread(after, 98), after),
        below,
        below * np.uint64(2) + start.astype(np.uint64),
    )
    return np.stack([spread(column, number) for number, column in enumerate(columns)], axis=1)


@dataclass(frozen=True)
class Adapter:
    """The parameters learnt from corrections.

    ``layer``: weights of the four classes; ``words``: uint64 (m,), ascending hashes of words whose
    capitalised form was corrected; ``masks``: uint64 (m,), that form, 0 for an initial capital.
    """

    layer: Layer = part(Layer)
    words: Keys = stored("<u8")
    masks: Keys = stored("<u8")

    def fits(self) -> bool:
        sizes = self.layer.weights.shape[1] == 4 and len(self.masks) == len(self.words)
        return sizes and ascending(self.words)

    def score(self, passage: Passage, scores: F32) -> F32:
        """Return the log odds with the adapter's weights added, (n, 4); the best class has 0."""
        out = self.layer.add(np.maximum(scores, -CERTAIN), features(passage, scores))
        return np.asarray(out - out.max(axis=1, keepdims=True), np.float32)

    def forms(self, words: Keys) -> tuple[Keys, Bools]:
        """Return the mask of each word, and whether its form was corrected."""
        rows, known = find_keys(self.words, words)
        masks = np.zeros(len(words), np.uint64)
        masks[known] = self.masks[rows[known]]
        return masks, known


@dataclass(frozen=True, repr=False)
class AdaptedRestorer:
    """A base restorer with an adapter on top: see the module."""

    base: Restorer
    adapter: Adapter
    trained_with: Mapping[str, Any]

    kind: ClassVar[str] = "adapted.v1"

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        base = self.base.decide(passage, posteriors=posteriors)
        if base.scores is None or not len(passage.tokens):
            return base
        scores = self.adapter.score(passage, base.scores)
        probabilities = base.posteriors
        if probabilities is not None:
            gained = scores - np.maximum(base.scores, -CERTAIN)
            odds = np.log(np.maximum(probabilities, np.exp(-CERTAIN))) + gained
            probabilities = likelihoods(odds - odds.max(axis=1, keepdims=True))
        decided = base.reasons != LEFT
        classes = np.where(decided, scores.argmax(axis=1), base.classes).astype(np.uint8)
        reasons = base.reasons.copy()
        reasons[decided & (classes != base.scores.argmax(axis=1))] = MODEL
        capital = decided & ((classes == UC) | (classes == MC))
        # The base's mixed forms stay unless corrections say otherwise.
        forms, known = self.adapter.forms(passage.tokens.words)
        masks = np.where(known, forms, base.masks)
        reasons[capital & known] = LEXICON
        classes[capital] = np.where(masks[capital] != 0, MC, UC)
        scores = np.where(decided[:, None], scores, base.scores)
        margins = -np.partition(scores, 2, axis=1)[:, 2]
        margins = margins.astype(np.float32)
        return Decisions(classes, masks, margins, reasons, scores, probabilities)

    def evidence(self, passage: Passage) -> F32 | None:
        return self.base.evidence(passage)

    def arrays(self) -> Mapping[str, Array]:
        return {**self.base.arrays(), **arrays_of(self.adapter, PREFIX)}

    def options(self) -> Mapping[str, Any]:
        return {**self.trained_with, "below": describe(self.base)}

    @classmethod
    def from_file(cls, file: ModelFile, below: Below) -> Self:
        file.expect_kind(cls.kind)
        base = below.read_base(file, cls.kind, PREFIX)
        trained_with = {k: v for k, v in file.header.options.items() if k != "below"}
        return cls(base, read_stored(Adapter, file, PREFIX), trained_with)
