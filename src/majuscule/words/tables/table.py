"""The word table: what is known of a word regardless of context.

A word's *bucket* encodes, in a few levels each, how often it was seen, and its shares of capitals,
of all capitals and of mixed case away from sentence starts.  Its *word class* is a number from
clustering.  Both take 19 bits, which with a 13-bit fingerprint make the four bytes of an entry.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, I32, I64, U8, U32, U64, Items, Wholes
from majuscule.models.stored import stored
from majuscule.text.tokenizing.classes import MC, UC
from majuscule.words.tables import table_kernel as word_kernel

BUCKETS = 512
CLASSES = 1024
UNSEEN = 0
"""The bucket of unknown words."""

_LEVELS = (1, 2, 4, 10, 40, 300)
CAPITALS = (0.02, 0.15, 0.5, 0.85, 0.98)
"""Bounds of the levels of capital shares."""
TYPICAL = np.array([0.01, 0.08, 0.33, 0.68, 0.92, 0.99], np.float32)
"""The share that each level stands for."""
_SOME = (0.05, 0.5)
AT_STARTS_ONLY = 400
"""The first of four buckets, by frequency, of words seen only at sentence starts."""
ELSEWHERE = 421
"""The first bucket of words known only from text in another language: 6 levels of capital share,
times initial capital, acronym and mixed case."""


def bucket(total: Wholes, written: Wholes) -> I32:
    """Return the buckets of words, int32 (n,), below BUCKETS.

    ``total`` (n,): occurrences; ``written`` (4, n): occurrences as LC, UC, CA and MC away from
    sentence starts.  The limits were set once on 9 M words; moving them changed F1 by less than
    0.1.

    >>> bucket(np.array([0, 5]), np.array([[0, 5], [0, 0], [0, 0], [0, 0]])).tolist()
    [0, 163]
    """
    seen = written.sum(axis=0)
    divisor = np.maximum(seen, 1)
    level = np.digitize(total, _LEVELS)
    capitals = np.digitize(written[1:].sum(axis=0) / divisor, CAPITALS)
    acronym = np.digitize(written[2] / divisor, _SOME)
    mixed = np.digitize(written[3] / divisor, _SOME)
    buckets = 1 + capitals + 6 * (acronym + 3 * mixed) + 54 * level
    buckets = np.where(seen == 0, AT_STARTS_ONLY + np.minimum(level, 3), buckets)
    return np.where(total == 0, UNSEEN, buckets).astype(np.int32)


def origins_of(buckets: Items) -> U8:
    """Return for each word 0 if known, 1 if known from another language only, 2 if unknown."""
    return np.where(buckets == UNSEEN, 2, np.greater_equal(buckets, ELSEWHERE)).astype(np.uint8)


def restrict_to_known_forms(scores: Items, buckets: Items, ruled_out: int) -> None:
    """Let words known from another language only have no capitals but those they have there.

    ``scores`` (n, k): scores of the classes, changed in place: the class of UC, CA and MC that the
    bucket (n,) encodes gets the best score of the three, the others get ``ruled_out`` less.  The
    training text has hardly any such words: it teaches that they are capitalised, but not in which
    form (*FBI*, *LeBron*).

    >>> scores = np.array([[0, 3, 2, 1], [0, 3, 2, 1]])
    >>> restrict_to_known_forms(scores, np.array([ELSEWHERE - 1, ELSEWHERE + 11]), 100)
    >>> scores.tolist()
    [[0, 3, 2, 1], [0, -97, 3, -97]]
    """
    at = np.flatnonzero(np.greater_equal(buckets, ELSEWHERE))
    best = scores[at, UC : MC + 1].max(axis=1)
    scores[at, UC : MC + 1] = (best - ruled_out)[:, None]
    scores[at, UC + (buckets[at].astype(np.int64) - ELSEWHERE) // len(_LEVELS)] = best


SHARES = np.full(BUCKETS, np.nan, np.float32)
SHARES[1:AT_STARTS_ONLY] = np.resize(TYPICAL, AT_STARTS_ONLY - 1)
SHARES[: 54 * 2 + 1] = np.nan


def capital_shares(buckets: Items) -> F32:
    """Return the share of capitals inside sentences by bucket, float32, NaN where unknown or where
    words were seen once or twice."""
    return np.asarray(SHARES[buckets])


UNKNOWN_WORD, PADDING_WORD = 1, 7
PADDING_BUCKET, PADDING_POSITION, PADDING_CAPITALS = 999, 15, 9

NO_CLASS = 1000
"""The class column of words without a class: NO_CLASS plus the frequency level of the bucket."""


def class_column(classes: Items, buckets: Items) -> I64:
    """Return the column of word classes; words without a class are grouped by frequency."""
    return np.where(classes == 0, _INSTEAD[buckets], classes)


def capitals_column(buckets: Items) -> I64:
    """Return the level of capitals, 0 to 5, or 6 for unknown words, 7 for those seen only at
    sentence starts.

    The column is so coarse that patterns of seven words recur often.
    """
    return np.asarray(_CAPITALS_OF[buckets])


_NUMBERS = np.arange(PADDING_BUCKET + 1)
_INSTEAD = NO_CLASS + np.minimum(_NUMBERS // 54, 9)
_CAPITALS_OF = (_NUMBERS - 1) % 6
_CAPITALS_OF[AT_STARTS_ONLY:ELSEWHERE], _CAPITALS_OF[UNSEEN] = 7, 6


LARGEST_NUMBER = 0x7FFFF
"""The largest number in a table, and the bits of an entry that hold it."""


def number_table(keys: U64, numbers: Items) -> U32:
    """Return an open-addressing hash table of 19-bit numbers, a third of it free."""
    table = np.zeros(len(keys) * 3 // 2 + 16, np.uint32)
    word_kernel.insert(keys, numbers.astype(np.uint32), table)
    return table


def look_up_numbers(keys: U64, table: U32) -> U32:
    """Return the number of each hash, uint32 (n,), 0 for unknown ones."""
    numbers = np.empty(len(keys), np.uint32)
    word_kernel.look_up(keys, table, numbers)
    return numbers


@dataclass(frozen=True, eq=False)
class WordTable:
    """Buckets and classes of known words, as an open-addressing hash table of uint32."""

    table: U32 = stored("<u4", name="words")

    @classmethod
    def build(cls, words: U64, buckets: I32, classes: I32) -> WordTable:
        """Return the table of words, given as hashes, with their buckets and classes."""
        return cls(number_table(words, (buckets.astype(np.uint32) << np.uint32(10)) | classes))

    def look_up(self, words: U64) -> tuple[U32, U32]:
        """Return the buckets and classes of words, both 0 for unknown ones."""
        values = look_up_numbers(words, self.table)
        return values >> np.uint32(10), values & np.uint32(CLASSES - 1)

    def capital_shares(self, words: U64) -> F32:
        """Return :func:`capital_shares` of each word's bucket."""
        shares = np.empty(len(words), np.float32)
        word_kernel.look_up_shares(words, self.table, SHARES, shares)
        return shares
