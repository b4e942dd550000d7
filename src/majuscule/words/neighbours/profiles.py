"""Profiles of words: their distribution in raw text as twelve numbers.

Words that annotated text lacks occur in raw text in the contexts of similar words.  The vector of a
word (:mod:`majuscule.words.neighbours.space`), one for its adjacent words and one for those two to
five places away, is encoded by residual vector quantisation (Chen et al. 2010): the number of the
nearest centre, then that of the centre nearest to the residual, and so on.  Similar words share the
first numbers.  A network has an embedding for each value of each number, and sums them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import U16, U32, U64
from majuscule.errors import TrainingError
from majuscule.learn.corpora import CorpusText
from majuscule.models.stored import stored
from majuscule.network.inputs import Columns
from majuscule.options import Progress, no_progress
from majuscule.words.neighbours.space import (
    count_neighbours,
    directions_of,
    frequent_words,
    group,
)
from majuscule.words.tables.table import look_up_numbers, number_table
from majuscule.words.tables.vocabulary import encode_text

WORDS, LEAST = 80_000, 15
"""The most words that have a profile, by frequency, and the least occurrences they need."""

STAGES, GROUPS = 6, 1024
"""Numbers per sort of neighbours, and the values that each can have."""

SORTS: tuple[tuple[int, Sequence[Sequence[int]]], ...] = (
    (1_500, ([-1], [1])),
    (3_000, ([-5, -4, -3, -2, 2, 3, 4, 5],)),
)
"""For each sort of neighbours, how many frequent words are counted, and at which distances."""

COLUMNS = {f"profile{number}": GROUPS + 1 for number in range(1, len(SORTS) * STAGES + 1)}
"""The columns of a network, by their number of values; value 0 is a word without a profile."""

DIRECTIONS, ROUNDS, HEAVIEST = 64, 12, 20_000
"""Dimensions of the vectors; rounds of k-means; the frequency at which weights are capped."""


@dataclass(frozen=True)
class Profiles:
    """``rows``: table of word numbers from 1, as ``number_table`` makes it; ``codes`` (words + 1,
    columns): the profile of each word, values from 1; the first row is zeros."""

    rows: U32 = stored("<u4")
    codes: U16 = stored("<u2", dimensions=2)

    def fits(self) -> bool:
        return self.codes.shape[1] == len(COLUMNS) and bool((self.codes <= GROUPS).all())

    def look_up(self, words: U64) -> Columns:
        """Return the profiles of words by hash, (n, columns)."""
        rows = np.minimum(look_up_numbers(words, self.rows), len(self.codes) - 1)
        return self.codes[rows].astype(np.int32)


def learn_profiles(files: Sequence[str], report: Progress = no_progress) -> Profiles:
    """Return the profiles of the words of raw text; its case does not matter.

    Needs about 20 bytes per token while it runs, and 2 GB for the counts.

    Raises :class:`~majuscule.errors.TrainingError` for text that is too short.
    """
    encoded, _ = encode_text(CorpusText(files, keep="all"), report=report)
    words = encoded.vocabulary.words
    order, ranks, frequency = frequent_words(encoded.ids - 1, len(words), WORDS, LEAST)
    del encoded
    if len(order) < 2:
        raise TrainingError(
            f"the text for profiles is too short: fewer than two words occur {LEAST} times"
        )
    weights = np.sqrt(np.minimum(frequency, HEAVIEST)).astype(np.float32)
    codes = np.zeros((len(order) + 1, len(COLUMNS)), np.uint16)
    column = 0
    for contexts, places in SORTS:
        report("counting neighbours", column / len(COLUMNS))
        counts = count_neighbours(ranks, len(order), min(contexts, len(order)), places)
        residual = directions_of(counts, DIRECTIONS)
        del counts
        for _ in range(STAGES):
            groups = min(GROUPS, len(order))
            nearest, centres = group(residual, weights, groups, ROUNDS, column, unit=False)
            residual = residual - centres[nearest]
            codes[1:, column] = 1 + nearest
            column += 1
    numbers = np.arange(1, len(order) + 1)
    return Profiles(number_table(words[order], numbers), codes)
