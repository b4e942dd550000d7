"""Capital shares of words between two given neighbours.

Pairs of neighbours (:mod:`majuscule.words.neighbours.phrases`) suggest what is a name; triples hold
the exceptions: *the state* is lower case, *the State Department* is not.  The table stores triples
whose middle word is written otherwise than its two pairs and the word alone suggest.  In training,
counts come from the other folds of documents, as for pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, I64, U8, U32, U64, Array
from majuscule.words.neighbours.phrases import (
    LEFT,
    RIGHT,
    Occurrences,
    capital_shares_alone,
    pair_hashes,
    sorted_runs,
    triple_hashes,
)
from majuscule.words.tables.table import CAPITALS, TYPICAL, look_up_numbers, number_table
from majuscule.words.tables.vocabulary import FOLDS, EncodedText

_LEVELS = (6, 20)
_STEP = 1 << 22


@dataclass(frozen=True)
class TripleOptions:
    """Which triples are kept."""

    least: int = 4  # occurrences that a triple needs
    surprise: float = 0.25  # how far its share must be from each expected one


def count_triples(encoded: EncodedText, phrases: U32, options: TripleOptions) -> tuple[U32, U8]:
    """Return the triple table of a text, and for each padded token the code of its triple.

    ``phrases``: the pair table of the text.  The codes (N,) are computed from the other folds.
    Needs about 30 bytes per token while it runs.
    """
    n = len(encoded.ids)
    codes = np.zeros(n, np.uint8)
    words = np.append(np.uint64(0), encoded.vocabulary.words)
    keys = np.zeros(n, np.uint64)
    for first in range(1, n - 1, _STEP):
        last = min(first + _STEP, n - 1)
        around = [encoded.ids[first + side : last + side] for side in (-1, 0, 1)]
        keys[first:last] = triple_hashes(*(words[ids] for ids in around))
        keys[first:last][np.min(around, axis=0) == 0] = 0
    order, begins, sizes = sorted_runs(keys, options.least)
    triples = keys[begins]
    del keys
    expected = _expected(encoded, order[begins], phrases, words)
    found = np.zeros(len(triples), np.uint8)
    step = 1 << 18
    for first in range(0, len(triples), step):
        part = slice(first, first + step)
        found[part] = _code_part(
            encoded, order, begins[part], sizes[part], expected[:, part], options, codes
        )
    chosen = np.flatnonzero(found)
    return number_table(triples[chosen], found[chosen]), codes


def _expected(encoded: EncodedText, at: Array, phrases: U32, words: U64) -> F32:
    """Return the expected capital shares of the tokens ``at``, float32 (3, n): by the pair that
    each ends, by the pair that it begins, and by the word alone."""
    alone = capital_shares_alone(encoded)[encoded.ids[at]]
    left, middle, right = (words[encoded.ids[at + side]] for side in (-1, 0, 1))
    shares = []
    for pair, divisor in ((pair_hashes(left, middle), RIGHT), (pair_hashes(middle, right), LEFT)):
        code = look_up_numbers(pair, phrases).astype(np.int64)
        level = (code - 1) // divisor % 7
        unknown = (code == 0) | (level == 6)
        shares.append(np.where(unknown, alone, TYPICAL[np.where(unknown, 0, level)]))
    return np.array([*shares, alone], np.float32)


def _code_part(
    encoded: EncodedText,
    order: Array,
    begins: I64,
    sizes: I64,
    expected: F32,
    options: TripleOptions,
    codes: U8,
) -> U8:
    """Return the codes of some triples from all folds; write to ``codes``, for each occurrence, the
    code from all folds but its own."""
    tokens = Occurrences(encoded, order, begins, sizes)
    seen, (within, capitals) = tokens.count(), tokens.count_capitals()
    share = capitals / np.maximum(within, 1)
    surprise = np.abs(share[:, None] - expected).min(axis=1)
    found = 1 + np.digitize(share, CAPITALS) + 7 * np.digitize(seen, _LEVELS)
    found[(within == 0) | (seen < options.least) | (surprise <= options.surprise)] = 0
    found = found.astype(np.uint8)
    codes[tokens.at] = found[tokens.folds, tokens.run]
    return np.asarray(found[FOLDS])
