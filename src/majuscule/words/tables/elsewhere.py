"""Names from text in another language: how words are written there that the own text lacks.

A name is spelt alike in many languages, and novels, laws and speeches hold few.  So a word that the
own text has not shown inside a sentence takes what is known of it elsewhere, in buckets of their
own: the tagger learns from text what that is worth, for a word that only its own fold holds is
looked up elsewhere in training too.

A language that declines names (Czech *Kavanaugha*, *Arizony*) says how: their forms are known too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from majuscule.arrays import I32, I64, U32, U64
from majuscule.errors import UsageError
from majuscule.learn.batches import TrainingText
from majuscule.options import Progress, unheard
from majuscule.text.inlined import FACTOR, step
from majuscule.text.keys import find_keys
from majuscule.text.tokenizing.classes import KEEP, UC
from majuscule.text.tokenizing.sentences import INSIDE
from majuscule.words.tables.lexicon import LexiconTally
from majuscule.words.tables.table import ELSEWHERE, bucket

LEAST = 4
"""Occurrences inside sentences that a word needs."""
SHARE = 0.5
"""The share of them with a capital: other words say nothing that an unknown word does not."""
DECLINED = 8
"""Of so many words one is declined."""
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
        report: Progress = unheard,
        *,
        endings: Sequence[str] = (),
    ) -> Self:
        """Return the ``most`` frequent words of a text that mostly have capitals there.

        ``tally`` counts its mixed forms (*McGregor*, *YouTube*).  ``endings`` decline the most
        frequent of them, one in DECLINED: ``>a`` adds a letter, ``a>y`` changes a last *a*.
        """
        words, counts = np.empty(0, np.uint64), np.empty((0, 4), np.int64)
        lasts = np.empty(0, np.uint32)
        held: list[tuple[U64, I64, U32]] = []
        for number, one in enumerate(_counted(text, tally)):
            held.append(one)
            if sum(len(keys) for keys, *_ in held) > MERGED:
                words, counts, lasts = _merged([(words, counts, lasts), *held])
                held = []
            report(f"reading names elsewhere: {number + 1:,} batches", 0.0)
        words, counts, lasts = _merged([(words, counts, lasts), *held])
        seen = counts.sum(axis=1)
        wanted = np.flatnonzero((seen >= LEAST) & (counts[:, UC:].sum(axis=1) >= SHARE * seen))
        wanted = wanted[np.argsort(-seen[wanted], kind="stable")[:most]]
        level = (bucket(seen[wanted].astype(np.int32), counts[wanted].T.astype(np.int32)) - 1) % 54
        capitals, kind = level % 6, level // 6
        kind = np.where(kind % 3 == 2, 1, np.where(kind >= 6, 2, 0))
        buckets = (ELSEWHERE + 6 * kind + capitals).astype(np.int32)
        names = cls(words[wanted], buckets).in_order()
        few = wanted[: most // DECLINED]
        for ending in endings:
            at, declined = _declined(words[few], lasts[few], ending)
            names = names.or_else(cls(declined, buckets[at]).in_order())
        return names

    def in_order(self) -> Self:
        """Return the words in ascending order, each once."""
        words, at = np.unique(self.words, return_index=True)
        return type(self)(words, self.buckets[at])

    def or_else(self, other: Self) -> Self:
        """Return these words, and those of ``other`` that are not among them."""
        new = ~np.isin(other.words, self.words)
        words = np.concatenate([self.words, other.words[new]])
        return type(self)(words, np.concatenate([self.buckets, other.buckets[new]])).in_order()

    def over(self, words: U64, own: I32, inside: I32) -> I32:
        """Return buckets (n,): those here for words that were never seen ``inside`` sentences."""
        at, known = find_keys(self.words, words)
        return np.where(known & (inside == 0), self.buckets[at], own) if len(self.words) else own


def _declined(words: U64, lasts: U32, ending: str) -> tuple[I64, U64]:
    """Return which words an ending fits, and what they become, as hashes of words are made."""
    drop, found, add = ending.partition(">")
    if len(drop) > 1 or not found:
        raise UsageError(
            f"the ending {ending!r} is invalid; >a adds a letter, a>y changes a final a"
        )
    at = np.flatnonzero(lasts == ord(drop)) if drop else np.arange(len(words))
    hashes = words[at]
    if drop:
        hashes = _before(hashes, ord(drop))
    for letter in add:
        hashes = step(hashes, ord(letter))  # type: ignore[arg-type, assignment]
    return at, hashes


def _before(hashes: U64, code: int) -> U64:
    """Return the hashes of words without their last letter: :func:`step`, undone."""
    mixed = hashes ^ (hashes >> np.uint64(29)) ^ (hashes >> np.uint64(58))
    return np.asarray(((mixed * _INVERSE) & _MASK63) ^ np.uint64(code))


_MASK63 = np.uint64((1 << 63) - 1)
_INVERSE = np.uint64(pow(FACTOR, -1, 1 << 63))


def _counted(text: TrainingText, tally: LexiconTally | None) -> Iterator[tuple[U64, I64, U32]]:
    """Yield the words inside sentences of each batch, how often each is LC, UC, CA, MC, and its
    last letter."""
    for batch in text.batches():
        if tally is not None:
            tally.add(batch)
        tokens = batch.passage.tokens
        inside = np.flatnonzero((tokens.positions == INSIDE) & (batch.classes != KEEP))
        keys, firsts, at = np.unique(tokens.words[inside], return_index=True, return_inverse=True)
        counts = np.bincount(at * 4 + batch.classes[inside], minlength=4 * len(keys))
        yield keys, counts.reshape(len(keys), 4), tokens.folded[tokens.ends[inside[firsts]] - 1]


def _merged(parts: list[tuple[U64, I64, U32]]) -> tuple[U64, I64, U32]:
    given, columns, lasts = map(np.concatenate, zip(*parts, strict=True))
    keys, firsts, at = np.unique(given, return_index=True, return_inverse=True)
    sums = [np.bincount(at, column, len(keys)).astype(np.int64) for column in columns.T]
    return keys, np.stack(sums, axis=1), lasts[firsts]
