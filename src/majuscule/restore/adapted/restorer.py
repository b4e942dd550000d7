"""A restorer adapted to a domain: a small layer of weights on top of any other restorer.

The restorer below gives log odds of the four classes.  The adapter adds what people taught it about
words and their neighbours and decides anew; mixed forms that they wrote come from its own list.
The model below stays as it is, so a few hundred corrections cost kilobytes and seconds, and what
nobody corrected changes little.  Training is in :mod:`majuscule.restore.adapted.training`.
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
"""Features of a token: its word; with the word before, after, both; the words before and after
alone.  From number STYLE on they know no word: the class that the restorer below chose, alone and
with the place in the sentence."""


def features(passage: Passage, scores: F32) -> U64:
    """Return the hashes of each token's features, shape (n, 8).

    ``scores`` (n, 4) are those of the restorer below.  Words at sentence starts are told from
    others: their capital is due to the place.
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
    """What was learnt from corrections.

    ``layer``: weights of the four classes; ``words``: uint64 (m,), ascending, words whose
    capitalised form was corrected; ``masks``: uint64 (m,), that form, or 0 for an initial capital
    where the restorer below would write a mixed form.
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
    """A restorer with an adapter on top: see the module."""

    base: Restorer
    adapter: Adapter
    trained_with: Mapping[str, Any]

    kind: ClassVar[str] = "adapted.v1"

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        below = self.base.decide(passage, posteriors=posteriors)
        if below.scores is None or not len(passage.tokens):
            return below
        scores = self.adapter.score(passage, below.scores)
        shares = below.posteriors
        if shares is not None:
            gained = scores - np.maximum(below.scores, -CERTAIN)
            odds = np.log(np.maximum(shares, np.exp(-CERTAIN))) + gained
            shares = likelihoods(odds - odds.max(axis=1, keepdims=True))
        open_ = below.reasons != LEFT
        classes = np.where(open_, scores.argmax(axis=1), below.classes).astype(np.uint8)
        masks, reasons = below.masks.copy(), below.reasons.copy()
        reasons[open_ & (classes != below.scores.argmax(axis=1))] = MODEL
        capital = open_ & ((classes == UC) | (classes == MC))
        # What the model below writes in mixed case stays so unless people wrote it otherwise.
        found, known = self.adapter.forms(passage.tokens.words)
        masks = np.where(known, found, masks)
        reasons[capital & known] = LEXICON
        classes[capital] = np.where(masks[capital] != 0, MC, UC)
        scores = np.where(open_[:, None], scores, below.scores)
        margins = -np.partition(scores, 2, axis=1)[:, 2]
        return Decisions(classes, masks, margins.astype(np.float32), reasons, scores, shares)

    def evidence(self, passage: Passage) -> F32 | None:
        return self.base.evidence(passage)

    def arrays(self) -> Mapping[str, Array]:
        return {**self.base.arrays(), **arrays_of(self.adapter, PREFIX)}

    def options(self) -> Mapping[str, Any]:
        return {**self.trained_with, "below": describe(self.base)}

    @classmethod
    def from_file(cls, file: ModelFile, below: Below) -> Self:
        file.expect_kind(cls.kind)
        base = below.beneath(file, cls.kind, PREFIX)
        trained_with = {k: v for k, v in file.header.options.items() if k != "below"}
        return cls(base, read_stored(Adapter, file, PREFIX), trained_with)
