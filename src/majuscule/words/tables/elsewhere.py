"""Names from text in other languages, for words that the training text lacks.

Many names are spelt alike in many languages, and novels, laws and speeches contain few of them.  A
word that the training text never has inside a sentence gets its bucket from text in another
language.  These buckets are separate, so that the tagger learns how reliable they are: in training,
words that only their own fold contains are looked up there too.

For languages that decline names (Czech *Kavanaugha*, *Arizony*), inflected forms are generated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from majuscule.arrays import I32, I64, U32, U64, Wholes
from majuscule.errors import UsageError
from majuscule.options import Progress, no_progress
from majuscule.text.inlined import FACTOR, step
from majuscule.text.keys import find_keys
from majuscule.text.tokenizing.classes import KEEP, UC
from majuscule.text.tokenizing.sentences import INSIDE
from majuscule.words.tables.lexicon import LexiconTally
from majuscule.words.tables.table import ELSEWHERE, bucket

if TYPE_CHECKING:
    from majuscule.learn.batches import TrainingText

LEAST = 4
"""Occurrences inside sentences that a word needs."""
SHARE = 0.5
"""The least share of them with a capital; words below it are treated as unknown."""
DECLINED = 8
"""One in this many words, the most frequent ones, is declined."""
MERGED = 1 << 22
"""How many words are buffered before their counts are merged."""


@dataclass(frozen=True)
class Elsewhere:
    """Hashes of words, ascending, and their buckets, mostly from ELSEWHERE on."""

    words: U64
    buckets: I32

    @classmethod
    def none(cls) -> Self:
        """Return an empty table."""
        return cls(np.empty(0, np.uint64), np.empty(0, np.int32))

    @classmethod
    def read(
        cls,
        text: TrainingText,
        most: int,
        tally: LexiconTally | None = None,
        report: Progress = no_progress,
        *,
        endings: Sequence[str] = (),
    ) -> Self:
        """Return the ``most`` frequent words of a text that are mostly capitalised in it.

        ``tally`` counts its mixed forms (*McGregor*, *YouTube*).  ``endings`` decline the most
        frequent of the words, one in DECLINED: ``>a`` adds a letter, ``a>y`` changes a final *a*.
        """
        words, counts = np.empty(0, np.uint64), np.empty((0, 4), np.int64)
        lasts = np.empty(0, np.uint32)
        buffered: list[tuple[U64, I64, U32]] = []
        for number, one in enumerate(_counted(text, tally)):
            buffered.append(one)
            if sum(len(keys) for keys, *_ in buffered) > MERGED:
                words, counts, lasts = _merged([(words, counts, lasts), *buffered])
                buffered = []
            report(f"reading names elsewhere: {number + 1:,} batches", 0.0)
        words, counts, lasts = _merged([(words, counts, lasts), *buffered])
        seen = counts.sum(axis=1)
        wanted = np.flatnonzero((seen >= LEAST) & (counts[:, UC:].sum(axis=1) >= SHARE * seen))
        wanted = wanted[np.argsort(-seen[wanted], kind="stable")[:most]]
        codes = (bucket(seen[wanted].astype(np.int32), counts[wanted].T.astype(np.int32)) - 1) % 54
        capitals, shape = codes % 6, codes // 6  # as :func:`bucket` composes them
        kind = np.where(shape % 3 == 2, 1, np.where(shape >= 6, 2, 0))
        buckets = (ELSEWHERE + 6 * kind + capitals).astype(np.int32)
        names = cls(words[wanted], buckets).in_order()
        frequent = wanted[: most // DECLINED]
        for ending in endings:
            at, declined = _declined(words[frequent], lasts[frequent], ending)
            names = names.or_else(cls(declined, buckets[at]).in_order())
        return names

    def in_order(self) -> Self:
        """Return the table with its words in ascending order, each once."""
        words, at = np.unique(self.words, return_index=True)
        return type(self)(words, self.buckets[at])

    def or_else(self, other: Self) -> Self:
        """Return the union of both tables; this one wins."""
        new = ~np.isin(other.words, self.words)
        words = np.concatenate([self.words, other.words[new]])
        return type(self)(words, np.concatenate([self.buckets, other.buckets[new]])).in_order()

    def over(self, words: U64, own: I32, inside: Wholes) -> I32:
        """Return the buckets ``own`` (n,), replaced by those here for words never seen inside
        sentences: ``inside`` (n,) counts that."""
        at, known = find_keys(self.words, words)
        return np.where(known & (inside == 0), self.buckets[at], own) if len(self.words) else own


def _declined(words: U64, lasts: U32, ending: str) -> tuple[I64, U64]:
    """Return the indices of the words that an ending applies to, and the hashes of the results."""
    drop, arrow, add = ending.partition(">")
    if len(drop) > 1 or not arrow:
        raise UsageError(
            f"the ending {ending!r} is invalid; >a adds a letter, a>y changes a final a"
        )
    at = np.flatnonzero(lasts == ord(drop)) if drop else np.arange(len(words))
    hashes = words[at]
    if drop:
        hashes = _undo_step(hashes, ord(drop))
    for letter in add:
        hashes = step(hashes, ord(letter))  # type: ignore[arg-type, assignment]
    return at, hashes


def _undo_step(hashes: U64, code: int) -> U64:
    """Return the hashes of words without their last letter: the inverse of :func:`step`."""
    mixed = hashes ^ (hashes >> np.uint64(29)) ^ (hashes >> np.uint64(58))
    return np.asarray(((mixed * _INVERSE) & _MASK63) ^ np.uint64(code))


_MASK63 = np.uint64((1 << 63) - 1)
_INVERSE = np.uint64(pow(FACTOR, -1, 1 << 63))


def _counted(text: TrainingText, tally: LexiconTally | None) -> Iterator[tuple[U64, I64, U32]]:
    """Yield for each batch its words inside sentences, their counts of LC, UC, CA and MC (n, 4),
    and their last letters."""
    for batch in text.batches():
        if tally is not None:
            tally.add(batch)
        tokens = batch.passage.tokens
        inside = np.flatnonzero((tokens.positions == INSIDE) & (batch.classes != KEEP))
        keys, firsts, at = np.unique(tokens.words[inside], return_index=True, return_inverse=True)
        counts = np.bincount(at * 4 + batch.classes[inside], minlength=4 * len(keys))
        yield keys, counts.reshape(len(keys), 4), tokens.folded[tokens.ends[inside[firsts]] - 1]


def _merged(parts: list[tuple[U64, I64, U32]]) -> tuple[U64, I64, U32]:
    words, counts, lasts = map(np.concatenate, zip(*parts, strict=True))
    keys, firsts, at = np.unique(words, return_index=True, return_inverse=True)
    sums = [np.bincount(at, column, len(keys)).astype(np.int64) for column in counts.T]
    return keys, np.stack(sums, axis=1), lasts[firsts]
