"""A restorer adapted to a domain: a small layer of weights on top of any other restorer.

The restorer below gives log odds of the four classes.  The adapter adds what people taught it about
words and their neighbours and decides anew; mixed forms that they wrote come from its own list.
The model below stays as it is, so a few hundred corrections cost kilobytes and seconds, and what
nobody corrected changes little.  Training is in :mod:`majuscule.restore.adapted.training`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from majuscule.errors import ModelError, UsageError
from majuscule.learn.batches import Progress, TrainingText
from majuscule.models import ModelFile
from majuscule.restore.interface import LEFT, LEXICON, MODEL, Decisions, Restorer
from majuscule.text.classes import MC, UC
from majuscule.text.passages import Passage
from majuscule.text.sentences import sentence_starts

PREFIX = "adapter_"
STYLE = 6
"""Features of a token: its word; with the word before, after, both; the words before and after
alone.  From number STYLE on they know no word: the class that the restorer below chose, alone and
with the place in the sentence."""

CERTAIN = 8.0
"""Log odds of the restorer below are cut off here, so that people can overrule it."""

_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SALT = 0x9E3779B97F4A7C15


def features(passage: Passage, scores: npt.NDArray[np.float32]) -> npt.NDArray[np.uint64]:
    """Return the hashes of each token's features, shape (8, n).

    ``scores`` (n, 4) are those of the restorer below.  Words at sentence starts are told from
    others: their capital is due to the place.
    """
    tokens = passage.tokens
    words = tokens.words
    start = sentence_starts(tokens.positions)
    first = np.zeros(len(words), np.bool_)
    last = np.zeros(len(words), np.bool_)
    held = passage.lines[passage.lines[:, 1] > passage.lines[:, 0]]
    first[held[:, 0]] = True
    last[held[:, 1] - 1] = True
    before = np.where(first, np.uint64(1), np.roll(words, 1))
    after = np.where(last, np.uint64(2), np.roll(words, -1))
    own = np.where(start, _spread(words, 99), words)
    below = scores.argmax(axis=1).astype(np.uint64)
    columns = (
        own,
        _spread(before, 50) ^ own,
        _spread(after, 51) ^ own,
        _spread(before, 50) ^ _spread(after, 51) ^ own,
        np.where(start, _spread(before, 98), before),
        np.where(start, _spread(after, 98), after),
        below,
        below * np.uint64(2) + start.astype(np.uint64),
    )
    return np.stack([_spread(column, number) for number, column in enumerate(columns)])


def _spread(values: npt.NDArray[np.uint64], salt: int) -> npt.NDArray[np.uint64]:
    """Return hashes of numbers (the finaliser of SplitMix64, Steele et al. 2014)."""
    mixed = values + np.uint64(_SALT * (salt + 1) & 0xFFFFFFFFFFFFFFFF)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX[0]
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX[1]
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))


@dataclass(frozen=True)
class Adapter:
    """What was learnt from corrections.

    ``keys``: uint64 (k,), ascending hashes of features; ``weights``: float32 (k, 4), added to the
    log odds; ``words``: uint64 (m,), ascending, words whose capitalised form was corrected;
    ``masks``: uint64 (m,), that form, or 0 for an initial capital where the restorer below would
    write a mixed form.
    """

    keys: npt.NDArray[np.uint64]
    weights: npt.NDArray[np.float32]
    words: npt.NDArray[np.uint64]
    masks: npt.NDArray[np.uint64]

    def score(self, passage: Passage, scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return the log odds with the adapter's weights added, (n, 4); the best class has 0."""
        out = np.maximum(scores, -CERTAIN)
        if len(self.keys):
            for hashes in features(passage, scores):
                rows = np.minimum(np.searchsorted(self.keys, hashes), len(self.keys) - 1)
                known = np.flatnonzero(self.keys[rows] == hashes)
                out[known] += self.weights[rows[known]]
        return np.asarray(out - out.max(axis=1, keepdims=True), np.float32)

    def forms(
        self, words: npt.NDArray[np.uint64]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
        """Return the mask of each word, and whether its form was corrected."""
        if not len(self.words):
            return np.zeros(len(words), np.uint64), np.zeros(len(words), np.bool_)
        rows = np.minimum(np.searchsorted(self.words, words), len(self.words) - 1)
        known = self.words[rows] == words
        return np.where(known, self.masks[rows], np.uint64(0)), known

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return the arrays to store in a model file."""
        return {PREFIX + name: getattr(self, name) for name in _DTYPES}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the adapter that a model file holds; raise :class:`ModelError` if it does not."""
        found = cls(**{name: file.array(PREFIX + name, *of) for name, of in _DTYPES.items()})
        if (
            found.weights.shape != (len(found.keys), 4)
            or len(found.masks) != len(found.words)
            or np.any(found.keys[1:] <= found.keys[:-1])
            or np.any(found.words[1:] <= found.words[:-1])
        ):
            raise ModelError(f"{file.path}: the arrays of its adapter do not fit together")
        return found


_DTYPES: Mapping[str, tuple[str, int]] = {
    "keys": ("<u8", 1),
    "weights": ("<f4", 2),
    "words": ("<u8", 1),
    "masks": ("<u8", 1),
}


@dataclass(frozen=True)
class AdaptedRestorer:
    """A restorer with an adapter on top: see the module."""

    base: Restorer
    adapter: Adapter
    trained_with: Mapping[str, Any]

    kind: ClassVar[str] = "adapted.v1"

    def decide(self, passage: Passage) -> Decisions:
        """Return the best class of each token."""
        below = self.base.decide(passage)
        if below.scores is None or not len(passage.tokens):
            return below
        scores = self.adapter.score(passage, below.scores)
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
        return Decisions(classes, masks, margins.astype(np.float32), reasons, scores)

    def posteriors(self, passage: Passage) -> npt.NDArray[np.float32]:
        """Return P(LC), P(UC), P(CA), P(MC) of each token."""
        found = self.base.posteriors(passage)
        below = self.base.decide(passage)
        if below.scores is None or not len(found):
            return found
        gained = self.adapter.score(passage, below.scores) - np.maximum(below.scores, -CERTAIN)
        odds = np.log(np.maximum(found, np.exp(-CERTAIN))) + gained
        odds = np.exp(odds - odds.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)

    def evidence(self, passage: Passage) -> npt.NDArray[np.float32] | None:
        """Return how often each word is capitalised inside sentences, as the model below says."""
        return self.base.evidence(passage)

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model below and of the adapter."""
        return {**self.base.arrays(), **self.adapter.arrays()}

    def options(self) -> Mapping[str, Any]:
        """Return how it was trained, and what the model below needs to be read again."""
        below = {"kind": self.base.kind, "options": dict(self.base.options())}
        return {**self.trained_with, "below": below}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the adapted restorer that a model file holds."""
        from majuscule.restore.truecaser import truecaser_of

        file.expect_kind(cls.kind)
        options = dict(file.header.options)
        below = options.pop("below", None)
        if not isinstance(below, Mapping) or not {"kind", "options"} <= below.keys():
            raise ModelError(f"{file.path}: does not say which restorer is below its adapter")
        header = replace(file.header, kind=below["kind"], options=below["options"])
        arrays = {k: v for k, v in file.arrays.items() if not k.startswith(PREFIX)}
        entries = tuple(one for one in file.entries if not one.name.startswith(PREFIX))
        base = truecaser_of(replace(file, header=header, arrays=arrays, entries=entries)).restorer
        return cls(base, Adapter.from_file(file), options)

    @classmethod
    def train(
        cls,
        text: TrainingText,
        options: Mapping[str, Any] | None = None,
        report: Progress | None = None,
    ) -> Self:
        """Refuse: an adapter learns from corrections, not from text alone."""
        raise UsageError(
            "an adapted model is made from corrections: majuscule train --corrections FILE"
        )
