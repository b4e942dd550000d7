"""A context classifier for case-ambiguous words (Niu et al. 2004, section 3.3).

Naive Bayes over the 50 words to each side, learnt from up to 4,000 occurrences of each form away
from sentence starts (:mod:`majuscule.restore.context.training`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from majuscule.arrays import F64, I64, U8, U32, Bools, Wholes
from majuscule.counts.keys import low, top
from majuscule.models.stored import stored
from majuscule.text.keys import Keys, ascending, find_keys
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import WORD, Tokens

PREFIX = "context_"
"""Prefix of the names of the classifier's arrays in a model file."""

WORD_BITS = 32


@dataclass(frozen=True)
class ContextClassifier:
    """w case-ambiguous words with the counts of their context words.

    ``words``: uint64 (w,), ascending word hashes; ``names``: uint8, the folded words in UTF-8, one
    a line, in the same order; ``occurrences``: uint32 (w, 3), counts of each word as LC, UC, CA;
    ``keys``: uint64, ascending, the row of a word and the top 32 bits of a context word's hash;
    ``counts``: uint32 (keys, 3), how often the context word was near each form; ``settings``:
    float64 (2,), window and smoothing.
    """

    words: Keys = stored("<u8")
    names: U8 = stored("|u1")
    occurrences: U32 = stored("<u4", dimensions=2, name="mentions")
    keys: Keys = stored("<u8")
    counts: U32 = stored("<u4", dimensions=2)
    settings: F64 = stored("<f8")

    def fits(self) -> bool:
        return (
            self.occurrences.shape == (len(self), 3)
            and self.counts.shape == (len(self.keys), 3)
            and len(self.word_names()) == len(self)
            and len(self.settings) == 2
            and ascending(self.words)
            and ascending(self.keys)
        )

    def __len__(self) -> int:
        return len(self.words)

    def word_names(self) -> list[str]:
        """Return the folded words, in the order of the rows."""
        return self.names.tobytes().decode("utf-8").split("\n") if len(self) else []

    def classify(self, passage: Passage) -> tuple[I64, I64, F64]:
        """Return m occurrences of the classifier's words: token indices, rows, log probabilities.

        The latter, (m, 3), are of LC, UC, CA and not normalised.  Sentence starts are left out.
        """
        tokens = passage.tokens
        at, rows = occurrences_of(tokens, self.words)
        documents = np.zeros(len(tokens), np.int64)
        contexts, inside = contexts_of(tokens, at, documents, int(self.settings[0]))
        keys = (rows.astype(np.uint64) << np.uint64(WORD_BITS))[:, None] | contexts
        found, known = find_keys(self.keys, keys)
        gains = np.zeros((len(at), 3))
        if len(self.keys):
            gains = np.where((known & inside)[:, :, None], self._gains[found], 0).sum(axis=1)
        return at, rows, self._prior[rows] + gains

    def restricted_to(self, words: Iterable[str]) -> ContextClassifier:
        """Return the classifier restricted to ``words``."""
        wanted = set(words)
        names = self.word_names()
        rows = np.flatnonzero([name in wanted for name in names])
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
            occurrences=self.occurrences[rows],
            keys=keys | low(self.keys[kept], WORD_BITS),
            counts=self.counts[kept],
        )

    @cached_property
    def _prior(self) -> F64:
        """Return the log of each form's share of a word's occurrences."""
        share = self.occurrences / np.maximum(self.occurrences.sum(axis=1, keepdims=True), 1)
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(share))

    @cached_property
    def _gains(self) -> F64:
        """Return the log probability of each context word near each form of its word, (keys, 3).

        Smoothed towards its probability near any form, as counts near a rare form say little.
        """
        owner = (self.keys >> np.uint64(WORD_BITS)).astype(np.int64)
        totals = np.stack(
            [np.bincount(owner, self.counts[:, k], minlength=len(self)) for k in range(3)], axis=1
        )
        shared = self.counts.sum(axis=1) / np.maximum(totals.sum(axis=1), 1)[owner]
        smoothing = float(self.settings[1])
        expected = self.counts + smoothing * shared[:, None]
        return np.asarray(np.log(expected / (totals[owner] + smoothing)))


def occurrences_of(tokens: Tokens, words: Keys) -> tuple[I64, I64]:
    """Return the tokens, not at sentence starts, that are among ``words``, and their rows there."""
    rows, here = find_keys(words, tokens.words)
    at = np.flatnonzero(here & (tokens.kinds == WORD) & ~sentence_starts(tokens.positions))
    return at, rows[at]


def contexts_of(tokens: Tokens, at: I64, documents: Wholes, window: int) -> tuple[Keys, Bools]:
    """Return the top 32 bits of each word around the tokens ``at``, and whether there is one.

    Both have shape (m, 2 * window); windows end with the document.
    """
    plain = np.flatnonzero(tokens.kinds == WORD)
    if not len(plain):
        return np.zeros((len(at), 0), np.uint64), np.zeros((len(at), 0), np.bool_)
    steps = np.concatenate([np.arange(-window, 0), np.arange(1, window + 1)])
    ranks = np.searchsorted(plain, at)[:, None] + steps
    around = plain[np.clip(ranks, 0, len(plain) - 1)]
    inside = (ranks >= 0) & (ranks < len(plain))
    inside &= documents[around] == documents[at][:, None]
    return top(tokens.words, WORD_BITS)[around], inside
