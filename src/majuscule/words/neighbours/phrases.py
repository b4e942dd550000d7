"""Capital shares of pairs of neighbouring words.

A network of half a million multiplications per word cannot memorise that *university press* is
mostly a name; a table of counts can.  For each frequent pair whose capitals differ from what its
words alone suggest, the table stores a code of how often the left and the right word had a capital
there.  In training, the counts come from the other folds of documents
(:mod:`majuscule.words.tables.vocabulary`), so that no document is evidence for itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, I64, U8, U32, U64, Array, Bools, join_ranges
from majuscule.text.keys import GOLDEN
from majuscule.text.tokenizing.classes import MC, UC
from majuscule.text.tokenizing.sentences import inside_sentences
from majuscule.words.tables.table import CAPITALS, number_table
from majuscule.words.tables.vocabulary import FOLDS, EncodedText

CODES = 148
"""Codes of pairs: 0 for none, then 7 levels of the left word, 7 of the right, 3 of frequency."""

LEFT, RIGHT = 1, 7
"""Factors of the two words' levels in a code."""

TRIPLES = 22
"""Codes of triples: 0 for none, then 7 levels of the middle word, 3 of frequency."""

_LEVELS = (6, 20)
_MIX, _SPREAD = np.uint64(GOLDEN), np.uint64(0xD6E8FEB86659FD93)


@dataclass(frozen=True)
class PhraseOptions:
    """Which pairs are kept."""

    least: int = 3  # occurrences that a pair needs
    surprise: float = 0.1  # how far one of its shares must be from that of the word alone


def pair_hashes(left: U64, right: U64) -> U64:
    """Return a 63-bit hash of each ordered pair of word hashes."""
    mixed = left * _MIX + right
    mixed ^= mixed >> np.uint64(29)
    mixed *= _SPREAD
    mixed ^= mixed >> np.uint64(32)
    return mixed >> np.uint64(1)


def triple_hashes(left: U64, middle: U64, right: U64) -> U64:
    """Return a 63-bit hash of each ordered triple of word hashes."""
    return pair_hashes(pair_hashes(left, middle), right)


def phrase_codes(
    seen: I64,
    left: tuple[I64, I64],
    right: tuple[I64, I64],
    alone: tuple[F32, F32],
    options: PhraseOptions,
) -> U8:
    """Return the code of each pair, shape (..., n).

    ``seen`` (..., n): occurrences of each pair; ``left`` and ``right``: in how many of them that
    word is away from sentence starts, and in how many of these it has a capital; ``alone``: the
    capital shares of the two words in any context.
    """
    codes = np.ones(seen.shape, np.int32)
    surprising = np.zeros(seen.shape, np.bool_)
    for (inside, capital), share, weight in zip((left, right), alone, (LEFT, RIGHT), strict=True):
        here = capital / np.maximum(inside, 1)
        codes += weight * np.where(inside == 0, 6, np.digitize(here, CAPITALS))
        surprising |= (inside > 0) & (np.abs(here - share) > options.surprise)
    codes += 49 * np.digitize(seen, _LEVELS)
    codes[~surprising | (seen < options.least)] = 0
    return codes.astype(np.uint8)


def count_phrases(encoded: EncodedText, options: PhraseOptions) -> tuple[U32, U8]:
    """Return the pair table of a text, and for each padded token the code of the pair it ends.

    The codes (N,) are computed from the other folds; 0 where a token begins a line.  Needs about 25
    bytes per token while it runs.
    """
    ids, n = encoded.ids, len(encoded.ids)
    shares = capital_shares_alone(encoded)
    keys = np.zeros(n, np.int64)
    keys[1:] = ids[:-1].astype(np.int64) * len(shares) + ids[1:]
    keys[1:][(ids[:-1] == 0) | (ids[1:] == 0)] = 0
    keys[:1] = 0
    order, begins, sizes = sorted_runs(keys, options.least)
    pairs = keys[begins]
    del keys
    codes = np.zeros(n, np.uint8)
    found = np.zeros(len(pairs), np.uint8)
    step = 1 << 18
    for first in range(0, len(pairs), step):
        part = slice(first, first + step)
        found[part] = _code_part(
            encoded, order, begins[part], sizes[part], pairs[part], shares, options, codes
        )
    chosen = np.flatnonzero(found)
    words = np.append(np.uint64(0), encoded.vocabulary.words)
    left, right = np.divmod(pairs[chosen], len(shares))
    return number_table(pair_hashes(words[left], words[right]), found[chosen]), codes


def sorted_runs(keys: Array, least: int) -> tuple[Array, I64, I64]:
    """Sort the keys of tokens in place; return the tokens in this order and, for each key but 0
    that occurs at least ``least`` times, where its run begins there and how long it is."""
    order = np.argsort(keys).astype(np.int32 if len(keys) < 2**31 else np.int64)
    keys[:] = keys[order]
    begins = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    sizes = np.diff(begins, append=len(keys))
    # Too rare in all folds means too rare in seven of them.
    kept = (sizes >= least) & (keys[begins] > 0)
    return order, begins[kept], sizes[kept]


class Occurrences:
    """The tokens ``at`` which each of some keys occurs, the key of each (``run``), and its fold."""

    def __init__(self, encoded: EncodedText, order: Array, begins: I64, sizes: I64) -> None:
        self._encoded, self._keys = encoded, len(begins)
        self.run = np.repeat(np.arange(len(begins)), sizes)
        self.at = order[join_ranges(begins, sizes)[0]].astype(np.int64)
        self.folds = encoded.folds[self.at].astype(np.int64)

    def count(self, chosen: Bools | slice = slice(None)) -> I64:
        """Return counts, (FOLDS + 1, keys): row f without fold f, the last row of all folds."""
        cells = (self.folds * self._keys + self.run)[chosen]
        counts = np.bincount(cells, minlength=FOLDS * self._keys).reshape(FOLDS, -1)
        return np.append(counts.sum(axis=0) - counts, counts.sum(axis=0, keepdims=True), axis=0)

    def count_capitals(self, before: int = 0) -> tuple[I64, I64]:
        """Return how many of the tokens ``before`` these are away from sentence starts, and how
        many of those have a capital."""
        at, text = self.at - before, self._encoded
        inside = inside_sentences(text.positions[at])
        capital = inside & (text.tags[at] >= UC) & (text.tags[at] <= MC)
        return self.count(inside), self.count(capital)


def capital_shares_alone(encoded: EncodedText) -> F32:
    """Return the capital share of each word number away from sentence starts, 0 for padding."""
    written = encoded.vocabulary.written.sum(axis=0)
    shares = written[1:].sum(axis=0) / np.maximum(written.sum(axis=0), 1)
    return np.append(0, shares).astype(np.float32)


def _code_part(
    encoded: EncodedText,
    order: Array,
    begins: I64,
    sizes: I64,
    pairs: I64,
    shares: F32,
    options: PhraseOptions,
    codes: U8,
) -> U8:
    """Return the codes of some pairs from all folds; write to ``codes``, for each occurrence, the
    code from all folds but its own."""
    tokens = Occurrences(encoded, order, begins, sizes)
    left, right = np.divmod(pairs, len(shares))
    both = tokens.count_capitals(before=1), tokens.count_capitals()
    found = phrase_codes(tokens.count(), *both, (shares[left], shares[right]), options)
    codes[tokens.at] = found[tokens.folds, tokens.run]
    return np.asarray(found[FOLDS])
