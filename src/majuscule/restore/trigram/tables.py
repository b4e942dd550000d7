"""The arrays of a trigram model (forms, bigrams, trigrams, weights), and their probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from majuscule.arrays import F32, F64, I64, U8, U32, Bools
from majuscule.counts import CountTable, Successors
from majuscule.counts.keys import low, pack, top
from majuscule.counts.smoothing import history_levels
from majuscule.models.stored import part, stored
from majuscule.restore.trigram.units import (
    FOLLOWING_BITS,
    FORM_BITS,
    HISTORY_BITS,
    UNIT_BITS,
    UNKNOWN,
    bigram_history,
    following_of,
    one_back,
    trigram_history,
    two_back,
    units_of,
)
from majuscule.text.keys import Keys, find_keys
from majuscule.text.tokenizing.classes import LC
from majuscule.words.evidence import capital_share
from majuscule.words.forms import CASELESS, FORMS, FormCounts

ORDERS = 4
"""Uniform, unigram, bigram, trigram."""

_BUCKET = 8
"""Average number of histories per entry of the index."""


Searchable = tuple[Keys, I64, int, I64, U32, U32, U32]
"""Histories, their index and its shift, offsets, totals, successors, counts."""


@dataclass(frozen=True)
class TrigramTables:
    """``forms``: the known words; the last row of the other arrays is the unknown word's.

    ``unit_counts``: uint32 (words + 1, 8), counts of each word in each form; ``weights``: (2 *
    levels + 1, 4), the weights of Equation 1 by level: first levels of the bigram history, for
    unseen trigram histories, then levels of the latter; ``lower``: uint8 (words + 1,), words that
    are lower case in histories where a capital may be due to the position.
    """

    forms: FormCounts = part(FormCounts, "forms_")
    unit_counts: U32 = stored("<u4", 2)
    bigrams: Successors = part(Successors, "bigrams_")
    trigrams: Successors = part(Successors, "trigrams_")
    weights: F64 = stored("<f8", 2)
    lower: U8 = stored("|u1")

    def fits(self) -> bool:
        return (
            self.unit_counts.shape == (len(self.forms) + 1, FORMS)
            and len(self.lower) == len(self.forms) + 1
            and self.weights.shape == (2 * self.levels + 1, ORDERS)
            and self.levels > 0
        )

    @classmethod
    def of(
        cls,
        forms: FormCounts,
        tables: Mapping[str, CountTable],
        least: int,
        weights: F64,
        lower: U8 | None = None,
    ) -> TrigramTables:
        """Return the arrays of counted tables, without trigrams seen fewer than ``least`` times."""
        units = tables["units"]
        words = units.keys >> np.uint64(FORM_BITS)
        known = top(np.append(forms.words, UNKNOWN), UNIT_BITS)
        order = np.argsort(known)
        rows = order[np.searchsorted(known[order], words)]
        counts = np.zeros((len(known), FORMS), np.uint32)
        counts[rows, low(units.keys, FORM_BITS)] = units.counts
        return cls(
            forms,
            counts,
            Successors.of(tables["bigrams"], FOLLOWING_BITS),
            Successors.of(tables["trigrams"], FOLLOWING_BITS, least),
            weights,
            np.zeros(len(known), np.uint8) if lower is None else lower,
        )

    @property
    def levels(self) -> int:
        """Return the number of history levels."""
        return (len(self.weights) - 1) // 2

    @cached_property
    def shares(self) -> F64:
        """Return unigram probabilities of forms of words, (words + 1, 8), which sum to 1."""
        counts = self.unit_counts.astype(np.float64)
        return np.asarray(counts / max(counts.sum(), 1))

    @cached_property
    def capital_shares(self) -> F32:
        """Return the share of capitals of each known word, NaN for rare words.

        Sentence starts are left out if they are masked.
        """
        counts = self.unit_counts[:-1].astype(np.int64)
        cased = counts.sum(axis=1) - counts[:, CASELESS]
        return capital_share(cased - counts[:, LC], cased)

    @cached_property
    def uniform(self) -> float:
        """Return the uniform probability: one over the number of units."""
        return 1 / max(int((self.unit_counts > 0).sum()), 1)

    @cached_property
    def bigrams_to_search(self) -> Searchable:
        """Return the bigrams as the kernel's arguments."""
        return _searchable(self.bigrams)

    @cached_property
    def trigrams_to_search(self) -> Searchable:
        """Return the trigrams as the kernel's arguments."""
        return _searchable(self.trigrams)

    def observe(
        self, words: Keys, forms: U8, starts: Bools, past: U8 | None = None
    ) -> tuple[F64, I64]:
        """Return the probability of each unit by each order, (n, 4), and its level, (n,).

        ``words``: see :func:`majuscule.restore.trigram.units.read_units`; ``past``: their forms in
        histories, if these differ from ``forms``.
        """
        units = units_of(words, forms if past is None else past)
        before, earlier = one_back(units, starts), two_back(units, starts)
        following = low(following_of(words, forms), FOLLOWING_BITS)
        parts = np.empty((len(words), ORDERS))
        rows = self.forms.rows(words)
        parts[:, 0] = self.uniform * (self.unit_counts[rows, forms] > 0)
        parts[:, 1] = self.shares[rows, forms]
        parts[:, 2], seen2 = _look_up(self.bigrams, bigram_history(before), following)
        parts[:, 3], seen3 = _look_up(self.trigrams, trigram_history(earlier, before), following)
        return parts, level_of(seen2, seen3, self.levels)


def level_of(seen2: I64, seen3: I64, levels: int) -> I64:
    """Return the row of the weights for histories with these counts."""
    return np.where(
        seen3 > 0, levels + history_levels(seen3, levels), history_levels(seen2, levels)
    )


def available_orders(levels: int) -> Bools:
    """Return which orders can be estimated at each level, (2 * levels + 1, 4)."""
    found = np.zeros((2 * levels + 1, ORDERS), np.bool_)
    found[:, :2] = True
    found[1:, 2] = True
    found[levels + 1 :, 3] = True
    return found


def _look_up(table: Successors, histories: Keys, following: U32) -> tuple[F64, I64]:
    """Return the share of each successor among those of its history, and the history's count."""
    shares, totals = np.zeros(len(histories)), np.zeros(len(histories), np.int64)
    rows, known = find_keys(table.histories, histories)
    found = np.flatnonzero(known)
    totals[found] = table.totals[rows[found]]
    # Runs are short: join history and successor into one key and search all at once.
    owner = np.repeat(np.arange(len(table), dtype=np.uint64), table.types())
    whole = CountTable(pack(owner, table.following, FOLLOWING_BITS), table.counts)
    counts = whole.look_up(pack(rows[found].astype(np.uint64), following[found], FOLLOWING_BITS))
    shares[found] = counts / totals[found]
    return shares, totals


def _searchable(table: Successors) -> Searchable:
    bits = max(1, min(HISTORY_BITS, int(len(table) // _BUCKET).bit_length()))
    return (
        table.histories,
        table.index(HISTORY_BITS, bits),
        HISTORY_BITS - bits,
        table.offsets,
        table.totals,
        table.following,
        table.counts,
    )
