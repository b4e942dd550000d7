"""The arrays of one bigram HMM, and the terms of Equations 2 to 7 derived from them.

Each row is a word with its feature, ``<w, f>``.  In the HMM for known words, w determines f; in the
one for unknown words, ``#Unknown#`` has five rows, whose counts are summed where an equation has
the word alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from majuscule.arrays import F32, F64, I32, I64, U8, U32
from majuscule.counts import CountTable, Successors
from majuscule.counts.keys import low, top
from majuscule.models.stored import part, stored
from majuscule.restore.hmm import trellis_kernel as hmm_kernel
from majuscule.restore.hmm.counts import HISTORY_BITS, LOWER, START, TAG_BITS, UNKNOWN, WORD_BITS
from majuscule.text.keys import Keys, ascending, find_keys, find_rows
from majuscule.words.evidence import capital_share

FEATURES = 5
_TAGS = 3


class Totals(NamedTuple):
    """Totals over the whole text, for each tag t or pair of tags t' * 3 + t.

    ``pair_totals`` and ``pair_types``: N and T of Equation 3; ``tag_totals``: N of Equations 5 and
    7; ``tag_types`` and ``word_types``: their T; ``tag_shares``: P0(t); ``feature_shares``:
    P0(f | t), shape (5, 3); ``uniform``: 1 / V.
    """

    pair_totals: F64
    pair_types: F64
    tag_totals: F64
    tag_types: F64
    word_types: F64
    tag_shares: F64
    feature_shares: F64
    uniform: float


@dataclass(frozen=True)
class HmmTables:
    """v rows, ascending by ``words`` (uint64, 60 bits of the hash).

    ``emitted``: uint32 (v, 9), counts of the row with tag t after tag t'; ``followed``: uint32
    (v, 9), counts of tag t after the row with tag t'; ``features``: uint8 (v,); ``runs``: the
    successors of each word, as 28 bits of a word's hash, t', t.
    """

    words: Keys = stored("<u8")
    emitted: U32 = stored("<u4", 2)
    followed: U32 = stored("<u4", 2)
    features: U8 = stored("|u1")
    runs: Successors = part(Successors, "runs_")

    @classmethod
    def of(cls, tables: Mapping[str, CountTable], prefix: str) -> HmmTables:
        emitted, followed = tables[prefix + "emitted"], tables[prefix + "followed"]
        bits = np.uint64(TAG_BITS)
        words = np.union1d(emitted.keys >> bits, followed.keys >> bits)
        words = np.union1d(words, top(np.array([START]), HISTORY_BITS))
        features = np.zeros((len(words), FEATURES), np.uint32)
        seen = tables[prefix + "features"]
        features[np.searchsorted(words, seen.keys >> bits), low(seen.keys, TAG_BITS)] = seen.counts
        return cls(
            words,
            _spread_tags(words, emitted),
            _spread_tags(words, followed),
            features.argmax(axis=1).astype(np.uint8),
            Successors.of(tables[prefix + "pairs"], 32),
        )

    def rows(self, words: Keys) -> I32:
        """Return the row of each word hash, or v if it has none."""
        return find_rows(self.words, top(words, HISTORY_BITS)).astype(np.int32)

    def score(
        self, positions: I64, previous: I32, rows: I32, features: U8, words: Keys, matrices: F64
    ) -> None:
        """Fill in the (t', t) matrices of Equation 1 of the tokens at ``positions``."""
        begins, ends, types = self._bounds
        emitted, word_emitted, followed, word_followed = self._rows
        hmm_kernel.score_bigrams(
            positions,
            previous,
            rows,
            features,
            (top(words, WORD_BITS) << np.uint64(TAG_BITS)).astype(np.uint32),
            emitted,
            word_emitted,
            followed,
            word_followed,
            types,
            begins,
            ends,
            self.runs.following,
            self.runs.counts,
            *self.backoff[:-1],
            self.backoff.uniform,
            matrices,
        )

    @cached_property
    def backoff(self) -> Totals:
        """Return the totals over the whole text."""
        emitted, word_emitted, _, _ = self._rows
        by_tag = emitted.reshape(-1, _TAGS, _TAGS).sum(axis=1, dtype=np.int64)
        pair_totals = emitted.sum(axis=0, dtype=np.float64)
        tag_totals = pair_totals.reshape(_TAGS, _TAGS).sum(axis=0)
        shares = np.zeros((FEATURES, _TAGS))
        for feature in range(FEATURES):
            shares[feature] = by_tag[:-1][self.features == feature].sum(axis=0)
        unknown = self._unknown_rows
        # The rows of #Unknown# are one word: count only the first.
        single = np.ones(len(self.words) + 1, np.bool_)
        single[unknown[1:]] = False
        single[-1] = False
        words = int((word_emitted[single].sum(axis=1, dtype=np.int64) > 0).sum())
        return Totals(
            pair_totals,
            (emitted > 0).sum(axis=0).astype(np.float64),
            tag_totals,
            (by_tag > 0).sum(axis=0).astype(np.float64),
            (word_emitted[single] > 0).sum(axis=0).astype(np.float64),
            tag_totals / max(tag_totals.sum(), 1),
            shares / np.maximum(tag_totals, 1),
            1 / max(words, 1),
        )

    @cached_property
    def capital_shares(self) -> F32:
        """Return the share of capitals of each word away from sentence starts, NaN if unknown.

        Successors of the start symbol, stored as 28 bits of their hash, are subtracted from the
        counts of each word.
        """
        counts = self.emitted.reshape(-1, _TAGS, _TAGS).sum(axis=1, dtype=np.int64)
        begins, ends, _ = self._bounds
        row = int(self.rows(np.array([START]))[0])
        first = self.runs.following[begins[row] : ends[row]]
        wanted = (self.words >> np.uint64(HISTORY_BITS - WORD_BITS)).astype(np.uint32)
        cut = first >> np.uint32(TAG_BITS)
        for tag in range(_TAGS):
            of = np.flatnonzero((first & np.uint32(3)) == tag)
            at, found = find_keys(cut[of], wanted)
            counts[found, tag] -= self.runs.counts[begins[row] : ends[row]][of[at[found]]]
        np.maximum(counts, 0, out=counts)
        total = counts.sum(axis=1)
        return capital_share(total - counts[:, LOWER], total)

    def fits(self) -> bool:
        rows, following = len(self.words), self.runs.following
        return (
            self.emitted.shape == self.followed.shape == (rows, 9)
            and len(self.features) == rows > 0
            and ascending(self.words)
            and not np.any(self.features >= FEATURES)
            and not np.any((following & np.uint32(3)) == 3)
            and not np.any((following & np.uint32(12)) == 12)
        )

    @cached_property
    def _unknown_rows(self) -> I64:
        """Return the rows of ``#Unknown#``; features never seen have none."""
        rows = self.rows(UNKNOWN + np.arange(FEATURES, dtype=np.uint64))
        return rows[rows < len(self.words)].astype(np.int64)

    @cached_property
    def _rows(self) -> tuple[U32, ...]:
        """Return (v + 1, ...) counts: emitted, emitted by word, followed, followed by word.

        The last row is for ``#Unknown#`` with a feature never seen.
        """
        emitted = np.concatenate([self.emitted, np.zeros((1, 9), np.uint32)])
        followed = np.concatenate([self.followed, np.zeros((1, 9), np.uint32)])
        by_tag = emitted.reshape(-1, _TAGS, _TAGS).sum(axis=1, dtype=np.uint32)
        by_word = followed.copy()
        same = np.append(self._unknown_rows, len(self.words))
        by_tag[same] = by_tag[same].sum(axis=0)
        by_word[same] = by_word[same].sum(axis=0)
        return emitted, by_tag, followed, by_word

    @cached_property
    def _bounds(self) -> tuple[I64, I64, U32]:
        """Return where each row's run begins and ends, and T of Equation 2 for each tag."""
        inside, found = find_keys(self.runs.histories, self.words >> np.uint64(HISTORY_BITS - 32))
        begins = np.where(found, self.runs.offsets[inside], 0)
        ends = np.where(found, self.runs.offsets[np.minimum(inside + 1, len(self.runs))], 0)
        owner = np.repeat(np.arange(len(self.runs)), self.runs.types())
        tag = (self.runs.following >> np.uint32(2)) & np.uint32(3)
        types = np.bincount(owner * 4 + tag, minlength=4 * len(self.runs) + 4)
        by_row = types.reshape(-1, 4)[inside, :_TAGS] * found[:, None]
        none = np.zeros((1, _TAGS), np.uint32)
        return (
            np.append(begins, 0).astype(np.int64),
            np.append(ends, 0).astype(np.int64),
            np.concatenate([by_row.astype(np.uint32), none]),
        )


def _spread_tags(words: Keys, table: CountTable) -> U32:
    """Return the counts of a table keyed by word and pair of tags, as (words, 9)."""
    rows = np.searchsorted(words, table.keys >> np.uint64(TAG_BITS))
    pair = low(table.keys, TAG_BITS)
    counts = np.zeros((len(words), 9), np.uint32)
    counts[rows, (pair >> np.uint32(2)) * np.uint32(3) + (pair & np.uint32(3))] = table.counts
    return counts
