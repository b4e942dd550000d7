"""What is known of a word before its context: how often it was seen, how it was written, its class.

A word's *bucket* says, in a few levels each, how often it was seen, how often with a capital, as
capitals only and in mixed case, all counted away from sentence starts.  Its *word class* is a
number from clustering. Both go into 19 bits, and with 13 bits of fingerprint into four bytes of the
word table; linear taggers read both as columns of small numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, I32, I64, U8, U32, U64, Items
from majuscule.models.stored import stored
from majuscule.text.tokenizing.classes import MC, UC
from majuscule.words.tables import table_kernel as word_kernel

BUCKETS = 512
CLASSES = 1024
UNSEEN = 0
"""The bucket of words that were never seen."""

_LEVELS = (1, 2, 4, 10, 40, 300)
_CAPITALS = (0.02, 0.15, 0.5, 0.85, 0.98)
_SOME = (0.05, 0.5)
AT_STARTS_ONLY = 400
ELSEWHERE = 421
"""The first bucket of words that are known from text in another language alone, by how often they
are capitalised (6 levels) and whether as acronyms or in mixed case."""


def bucket(total: I32, written: I32) -> I32:
    """Return buckets, below 512, shape (n,).

    ``total`` (n,): how often each word was seen; ``written`` (4, n): how often as LC, UC, CA, MC
    away from sentence starts.  The limits were set once on 9 M words; moving them changed F1 by
    less than 0.1.

    >>> bucket(np.array([0, 5]), np.array([[0, 5], [0, 0], [0, 0], [0, 0]])).tolist()
    [0, 163]
    """
    seen = written.sum(axis=0)
    of = np.maximum(seen, 1)
    level = np.digitize(total, _LEVELS)
    capitals = np.digitize(written[1:].sum(axis=0) / of, _CAPITALS)
    acronym, mixed = np.digitize(written[2] / of, _SOME), np.digitize(written[3] / of, _SOME)
    found = 1 + capitals + 6 * (acronym + 3 * mixed) + 54 * level
    found = np.where(seen == 0, AT_STARTS_ONLY + np.minimum(level, 3), found)
    return np.where(total == 0, UNSEEN, found).astype(np.int32)


def sorts_of(buckets: Items) -> U8:
    """Return for each word 0, or 1 where only another language knows it, or 2 if nobody does."""
    return np.where(buckets == UNSEEN, 2, np.greater_equal(buckets, ELSEWHERE)).astype(np.uint8)


def write_as_elsewhere(scores: Items, buckets: Items, ruled_out: int) -> None:
    """Leave words that another language alone knows no capitals but those that they have there.

    ``scores`` (n, k) of classes, changed in place, and ``buckets`` (n,): the best of UC, CA and MC
    goes to the form that the bucket tells, the others get ``ruled_out`` less.  The text learnt from
    has hardly any such word, and shows that they rise but not how (*FBI*, *LeBron*).

    >>> scores = np.array([[0, 3, 2, 1], [0, 3, 2, 1]])
    >>> write_as_elsewhere(scores, np.array([ELSEWHERE - 1, ELSEWHERE + 11]), 100)
    >>> scores.tolist()
    [[0, 3, 2, 1], [0, -97, 3, -97]]
    """
    at = np.flatnonzero(np.greater_equal(buckets, ELSEWHERE))
    best = scores[at, UC : MC + 1].max(axis=1)
    scores[at, UC : MC + 1] = (best - ruled_out)[:, None]
    scores[at, UC + (buckets[at].astype(np.int64) - ELSEWHERE) // len(_LEVELS)] = best


SHARES = np.full(BUCKETS, np.nan, np.float32)
SHARES[1:AT_STARTS_ONLY] = np.resize([0.01, 0.08, 0.33, 0.68, 0.92, 0.99], AT_STARTS_ONLY - 1)
SHARES[: 54 * 2 + 1] = np.nan


def capital_shares(buckets: Items) -> F32:
    """Return how often words of these buckets are capitalised inside sentences, NaN where unknown.

    A word seen once or twice has no share that could be relied on.
    """
    return np.asarray(SHARES[buckets])


UNKNOWN_WORD, PADDING_WORD = 1, 7
PADDING_BUCKET, PADDING_POSITION, PADDING_CAPITALS = 999, 15, 9

NO_CLASS = 1000
"""Words without a class are grouped by how often they were seen: NO_CLASS plus the level of the
bucket."""


def class_column(classes: Items, buckets: Items) -> I64:
    """Return the column of word classes: the class, or a group by frequency where there is none."""
    return np.where(classes == 0, _INSTEAD[buckets], classes)


def capitals_column(buckets: Items) -> I64:
    """Return how often a word is capitalised, 0 to 5, or 6 for an unseen word, 7 for a beginner.

    A column so coarse that patterns of seven words are seen often.
    """
    return np.asarray(_CAPITALS_OF[buckets])


_NUMBERS = np.arange(PADDING_BUCKET + 1)
_INSTEAD = NO_CLASS + np.minimum(_NUMBERS // 54, 9)
_CAPITALS_OF = (_NUMBERS - 1) % 6
_CAPITALS_OF[AT_STARTS_ONLY:ELSEWHERE], _CAPITALS_OF[UNSEEN] = 7, 6


def number_table(keys: U64, numbers: Items) -> U32:
    """Return an open-addressing table of numbers of 19 bits by hash; a third of it stays free."""
    table = np.zeros(len(keys) * 3 // 2 + 16, np.uint32)
    word_kernel.insert(keys, numbers.astype(np.uint32), table)
    return table


def look_up_numbers(keys: U64, table: U32) -> U32:
    """Return the number of each hash, 0 for unknown ones."""
    numbers = np.empty(len(keys), np.uint32)
    word_kernel.look_up(keys, table, numbers)
    return numbers


@dataclass(frozen=True)
class WordTable:
    """Buckets and classes of known words, as an open-addressing table of uint32."""

    table: U32 = stored("<u4", name="words")

    @classmethod
    def build(cls, words: U64, buckets: I32, classes: I32) -> WordTable:
        """Return the table of some words; a third of it stays free."""
        return cls(number_table(words, (buckets.astype(np.uint32) << np.uint32(10)) | classes))

    def look_up(self, words: U64) -> tuple[U32, U32]:
        """Return the bucket and the class of each word, 0 and 0 for unknown ones."""
        values = look_up_numbers(words, self.table)
        return values >> np.uint32(10), values & np.uint32(CLASSES - 1)

    def capital_shares(self, words: U64) -> F32:
        """Return :func:`capital_shares` of each word's bucket."""
        shares = np.empty(len(words), np.float32)
        word_kernel.look_up_shares(words, self.table, SHARES, shares)
        return shares
