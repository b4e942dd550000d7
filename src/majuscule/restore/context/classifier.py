"""A context classifier for case-ambiguous words (Niu et al. 2004, section 3.3).

Naive Bayes over the 50 words to each side, learnt from up to 4,000 snippets of each form, sentence
starts left out.  :mod:`majuscule.restore.context.snippets` counts the snippets, and
:mod:`majuscule.restore.context.restorer` puts the classifier around any restorer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.counts.keys import low
from majuscule.counts.tables import Keys
from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.batches import Progress, TrainingText
from majuscule.learn.text import documents_of
from majuscule.models import ModelFile
from majuscule.restore.context.snippets import (
    CLASSES,
    WORD_BITS,
    by_context,
    contexts_of,
    count_contexts,
    mentions_of,
)
from majuscule.restore.interface import Restorer
from majuscule.text.passages import Passage
from majuscule.text.tokens import hash_words


@dataclass(frozen=True)
class ContextOptions:
    """How the classifier learns, and when it speaks."""

    window: int = 50
    """Words to each side."""
    snippets: int = 4000
    """Most mentions of each form to learn from."""
    mentions: int = 20
    """Words with fewer mentions of their second form are not learnt."""
    least: int = 3
    """Context words seen fewer times around a word are dropped."""
    smoothing: float = 100.0
    """Words' worth of trust in how often a context word stands near any form of a word."""
    held_out: int = 20
    """Mentions in held-out text that a word needs before the classifier may speak for it."""
    gain: float = 5.0
    """Points of F that it must beat the model by there; on dev, less only lost."""

    def __post_init__(self) -> None:
        counts = (self.window, self.snippets, self.mentions, self.least, self.held_out)
        if min(counts) < 1 or self.smoothing <= 0:
            raise UsageError(
                "window, snippets, mentions, least and held_out must be 1 or more, and smoothing "
                "above 0"
            )


@dataclass(frozen=True)
class WordComparison:
    """How often model and classifier were right about a word in held-out text.

    Each mention gets one answer, so precision, recall and F are the same number.
    """

    word: str
    mentions: int
    model: int
    classifier: int

    @property
    def gain(self) -> float:
        """Return the points of F by which the classifier is better."""
        return 100 * (self.classifier - self.model) / self.mentions


@dataclass(frozen=True)
class ContextClassifier:
    """w case-ambiguous words and what stands around each of their forms.

    ``words``: uint64 (w,), ascending word hashes; ``names``: uint8, the folded words in UTF-8, a
    line each, in the same order; ``mentions``: uint32 (w, 3), how often each was seen as LC, UC,
    CA; ``keys``: uint64, ascending, the row of a word and 32 bits of a context word; ``counts``:
    uint32 (keys, 3), how often it stood near each form; ``settings``: float64, window and
    smoothing.
    """

    words: Keys
    names: npt.NDArray[np.uint8]
    mentions: npt.NDArray[np.uint32]
    keys: Keys
    counts: npt.NDArray[np.uint32]
    settings: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.words)

    @classmethod
    def learn(
        cls,
        text: TrainingText,
        words: Iterable[str],
        options: ContextOptions | None = None,
        report: Progress | None = None,
    ) -> ContextClassifier:
        """Learn the contexts of words in two passes; it speaks for all of them.

        Words whose second form is too rare in the text are left out; raises
        :class:`TrainingError` where that leaves none.
        """
        chosen = options or ContextOptions()
        names = sorted(set(words))
        hashes = hash_words(names)
        order = np.argsort(hashes)
        hashes, names = hashes[order], [names[k] for k in order.tolist()]
        mentions = np.zeros((len(hashes), 3), np.int64)
        for batch in text.batches():
            at, rows = mentions_of(batch.passage.tokens, hashes)
            written = batch.classes[at] < len(CLASSES)
            np.add.at(mentions, (rows[written], batch.classes[at][written]), 1)
        kept = np.sort(mentions, axis=1)[:, -2] >= chosen.mentions
        if not kept.any():
            raise TrainingError(
                f"no word was seen {chosen.mentions} times in each of two forms: train on more "
                "text, or ask for fewer mentions"
            )
        hashes, mentions = hashes[kept], mentions[kept]
        names = [name for name, keep in zip(names, kept.tolist(), strict=True) if keep]
        table = count_contexts(text, hashes, mentions, chosen.window, chosen.snippets, report)
        keys, counts = by_context(table, chosen.least)
        return cls(
            hashes,
            np.frombuffer("\n".join(names).encode("utf-8"), np.uint8),
            mentions.astype(np.uint32),
            keys,
            counts,
            np.array([chosen.window, chosen.smoothing], np.float64),
        )

    def word_names(self) -> list[str]:
        """Return the folded words, in the order of the rows."""
        return self.names.tobytes().decode("utf-8").split("\n") if len(self) else []

    def classify(
        self, passage: Passage
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Return the mentions of known words: token indices, rows of words, log probabilities.

        The latter have shape (m, 3), for LC, UC, CA, and are not normalised; mentions at sentence
        starts are left out.
        """
        tokens = passage.tokens
        at, rows = mentions_of(tokens, self.words)
        documents = np.zeros(len(tokens), np.int64)
        contexts, inside = contexts_of(tokens, at, documents, int(self.settings[0]))
        keys = (rows.astype(np.uint64) << np.uint64(WORD_BITS))[:, None] | contexts
        if len(self.keys):
            found = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
            hit = (self.keys[found] == keys) & inside
            gains = np.where(hit[:, :, None], self._gains[found], 0).sum(axis=1)
        else:
            gains = np.zeros((len(at), 3))
        return at, rows, self._prior[rows] + gains

    def compare(self, model: Restorer, text: TrainingText) -> list[WordComparison]:
        """Count on held-out text how often model and classifier are right about each word.

        Mentions that are written in mixed case are wrong for both.
        """
        scores = np.zeros((len(self), 3), np.int64)
        for batch in text.batches():
            for passage, classes in documents_of(batch):
                at, rows, likely = self.classify(passage)
                written = classes[at]
                np.add.at(scores[:, 0], rows, 1)
                np.add.at(scores[:, 1], rows, model.decide(passage).classes[at] == written)
                np.add.at(scores[:, 2], rows, likely.argmax(axis=1) == written)
        return [
            WordComparison(name, *row)
            for name, row in zip(self.word_names(), scores.tolist(), strict=True)
            if row[0]
        ]

    def speak_for(self, words: Iterable[str]) -> ContextClassifier:
        """Return the classifier that speaks for these words only, its other words left out."""
        asked = set(words)
        names = self.word_names()
        rows = np.flatnonzero([name in asked for name in names])
        new_row = np.full(len(self), -1, np.int64)
        new_row[rows] = np.arange(len(rows))
        owner = new_row[(self.keys >> np.uint64(WORD_BITS)).astype(np.int64)]
        kept = owner >= 0
        keys = owner[kept].astype(np.uint64) << np.uint64(WORD_BITS)
        text = "\n".join(names[row] for row in rows.tolist())
        return replace(
            self,
            words=self.words[rows],
            names=np.frombuffer(text.encode("utf-8"), np.uint8),
            mentions=self.mentions[rows],
            keys=keys | low(self.keys[kept], WORD_BITS),
            counts=self.counts[kept],
        )

    def arrays(self, prefix: str = "context_") -> dict[str, npt.NDArray[Any]]:
        """Return the arrays to store in a model file, beside those of a restorer."""
        return {prefix + name: getattr(self, name) for name in _DTYPES}

    @classmethod
    def from_file(cls, file: ModelFile, prefix: str = "context_") -> ContextClassifier:
        """Return the classifier in a model file; raise :class:`ModelError` if there is none."""
        found = cls(**{name: file.array(prefix + name, *of) for name, of in _DTYPES.items()})
        n = len(found)
        if (
            found.mentions.shape != (n, 3)
            or found.counts.shape != (len(found.keys), 3)
            or len(found.word_names()) != n
            or len(found.settings) != 2
            or np.any(found.words[1:] <= found.words[:-1])
            or np.any(found.keys[1:] <= found.keys[:-1])
        ):
            raise ModelError(f"{file.path}: its context classifier does not fit together")
        return found

    @cached_property
    def _prior(self) -> npt.NDArray[np.float64]:
        """Return the log of each form's share of a word's mentions."""
        share = self.mentions / np.maximum(self.mentions.sum(axis=1, keepdims=True), 1)
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(share))

    @cached_property
    def _gains(self) -> npt.NDArray[np.float64]:
        """Return the log probability of each context word near each form of its word, (keys, 3).

        Smoothed with its probability near any form: what was not seen near a rare form says little
        about it.
        """
        owner = (self.keys >> np.uint64(WORD_BITS)).astype(np.int64)
        totals = np.stack(
            [np.bincount(owner, self.counts[:, k], minlength=len(self)) for k in range(3)], axis=1
        )
        shared = self.counts.sum(axis=1) / np.maximum(totals.sum(axis=1), 1)[owner]
        smoothing = float(self.settings[1])
        expected = self.counts + smoothing * shared[:, None]
        return np.asarray(np.log(expected / (totals[owner] + smoothing)))


_DTYPES: Mapping[str, tuple[str, int]] = {
    "words": ("<u8", 1),
    "names": ("|u1", 1),
    "mentions": ("<u4", 2),
    "keys": ("<u8", 1),
    "counts": ("<u4", 2),
    "settings": ("<f8", 1),
}
