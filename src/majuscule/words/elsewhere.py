"""Names from text in another language: how words are written there that the own text lacks.

A name is spelt alike in many languages, and novels, laws and speeches hold few.  So a word that the
own text has not shown inside a sentence takes what is known of it elsewhere, in buckets of their
own: the tagger learns from text what that is worth, for a word that only its own fold holds is
looked up elsewhere in training too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np

from majuscule.arrays import I32, I64, U64
from majuscule.learn.batches import TrainingText
from majuscule.options import Progress
from majuscule.text.classes import KEEP, UC
from majuscule.text.keys import find_keys
from majuscule.text.sentences import INSIDE
from majuscule.words.lexicon import LexiconTally
from majuscule.words.table import ELSEWHERE, bucket

LEAST = 4
"""Occurrences inside sentences that a word needs."""
SHARE = 0.5
"""The share of them with a capital: other words say nothing that an unknown word does not."""
MERGED = 1 << 22
"""Words that are held before their counts are added up."""


@dataclass(frozen=True)
class Elsewhere:
    """Words, ascending, and their buckets from ELSEWHERE on."""

    words: U64
    buckets: I32

    @classmethod
    def none(cls) -> Self:
        """Return that of no text."""
        return cls(np.empty(0, np.uint64), np.empty(0, np.int32))

    @classmethod
    def read(
        cls,
        text: TrainingText,
        most: int,
        tally: LexiconTally | None = None,
        report: Progress | None = None,
    ) -> Self:
        """Return the ``most`` frequent words of a text that mostly have capitals there.

        ``tally`` counts its mixed forms (*McGregor*, *YouTube*).
        """
        words, counts = np.empty(0, np.uint64), np.empty((0, 4), np.int64)
        held: list[tuple[U64, I64]] = []
        for number, one in enumerate(_counted(text, tally)):
            held.append(one)
            if sum(len(keys) for keys, _ in held) > MERGED:
                held = [_merged([(words, counts), *held])]
                words, counts = held.pop()
            if report is not None:
                report(f"reading names elsewhere: {number + 1:,} batches", 0.0)
        words, counts = _merged([(words, counts), *held])
        seen = counts.sum(axis=1)
        wanted = np.flatnonzero((seen >= LEAST) & (counts[:, UC:].sum(axis=1) >= SHARE * seen))
        wanted = np.sort(wanted[np.argsort(-seen[wanted], kind="stable")[:most]])
        level = (bucket(seen[wanted].astype(np.int32), counts[wanted].T.astype(np.int32)) - 1) % 54
        capitals, kind = level % 6, level // 6
        kind = np.where(kind % 3 == 2, 1, np.where(kind >= 6, 2, 0))
        return cls(words[wanted], (ELSEWHERE + 6 * kind + capitals).astype(np.int32))

    def or_else(self, other: Self) -> Self:
        """Return these words, and those of ``other`` that are not among them."""
        new = ~np.isin(other.words, self.words)
        words = np.concatenate([self.words, other.words[new]])
        order = np.argsort(words)
        buckets = np.concatenate([self.buckets, other.buckets[new]])
        return type(self)(words[order], buckets[order])

    def over(self, words: U64, own: I32, inside: I32) -> I32:
        """Return buckets (n,): those here for words that were never seen ``inside`` sentences."""
        at, known = find_keys(self.words, words)
        return np.where(known & (inside == 0), self.buckets[at], own) if len(self.words) else own


def _counted(text: TrainingText, tally: LexiconTally | None) -> Iterator[tuple[U64, I64]]:
    """Yield the words inside sentences of each batch, and how often each is LC, UC, CA, MC."""
    for batch in text.batches():
        if tally is not None:
            tally.add(batch)
        inside = (batch.passage.tokens.positions == INSIDE) & (batch.classes != KEEP)
        keys, at = np.unique(batch.passage.tokens.words[inside], return_inverse=True)
        counts = np.bincount(at * 4 + batch.classes[inside], minlength=4 * len(keys))
        yield keys, counts.reshape(len(keys), 4)


def _merged(parts: list[tuple[U64, I64]]) -> tuple[U64, I64]:
    keys, at = np.unique(np.concatenate([keys for keys, _ in parts]), return_inverse=True)
    columns = np.concatenate([counts for _, counts in parts]).T
    sums = [np.bincount(at, column, len(keys)).astype(np.int64) for column in columns]
    return keys, np.stack(sums, axis=1)
