"""Profiles of words: what stands around them in raw text, in twelve numbers.

A word that the annotated text never shows stands in raw text where words like it stand.  Its
directions (:mod:`majuscule.words.neighbours.space`), of the words right beside it and of those two
to five places away, are told by the group that each is in, the group of what that group leaves
over, and so on (residual vector quantisation, Chen et al. 2010): words that are used alike share
the first numbers.  A network has a vector for each value of each number, and adds them up.
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
from majuscule.options import Progress, unheard
from majuscule.words.neighbours.space import (
    count_neighbours,
    directions_of,
    frequent_words,
    group,
)
from majuscule.words.tables.table import look_up_numbers, number_table
from majuscule.words.tables.vocabulary import encode_text

WORDS, LEAST = 80_000, 15
"""So many of the most frequent words have a profile, if they occur so often."""

STAGES, GROUPS = 6, 1024
"""Numbers for each of two sorts of neighbours, and how many values each has."""

SORTS: tuple[tuple[int, Sequence[Sequence[int]]], ...] = (
    (1_500, ([-1], [1])),
    (3_000, ([-5, -4, -3, -2, 2, 3, 4, 5],)),
)
"""How many words are told apart as neighbours, and where they stand."""

COLUMNS = {f"profile{number}": GROUPS + 1 for number in range(1, len(SORTS) * STAGES + 1)}
"""The columns of a network; 0 for a word without a profile."""

DIRECTIONS, ROUNDS, HEAVIEST = 64, 12, 20_000
"""Of the vectors; of k-means; a word counts by the root of its frequency, up to this one."""


@dataclass(frozen=True)
class Profiles:
    """Profiles of words: ``rows`` numbers the words from 1, as ``number_table`` does; ``codes``
    (words + 1, columns) are their groups from 1, zeros in the first row."""

    rows: U32 = stored("<u4")
    codes: U16 = stored("<u2", dimensions=2)

    def fits(self) -> bool:
        return self.codes.shape[1] == len(COLUMNS) and bool((self.codes <= GROUPS).all())

    def look_up(self, words: U64) -> Columns:
        """Return the columns of words by hash, (n, columns)."""
        rows = np.minimum(look_up_numbers(words, self.rows), len(self.codes) - 1)
        return self.codes[rows].astype(np.int32)


def learn_profiles(files: Sequence[str], report: Progress = unheard) -> Profiles:
    """Return the profiles of the words of some text, whatever its case.

    Needs some 20 bytes a token of the text while it runs, and 2 GB for the counts.

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
        left = directions_of(counts, DIRECTIONS)
        del counts
        for _ in range(STAGES):
            groups = min(GROUPS, len(order))
            found, centres = group(left, weights, groups, ROUNDS, column, unit=False)
            left = left - centres[found]
            codes[1:, column] = 1 + found
            column += 1
    numbers = np.arange(1, len(order) + 1)
    return Profiles(number_table(words[order], numbers), codes)
