"""What the network of marks reads of each word, and what it answers.

The columns are those of the network of case that need no neighbour, so that its body can be taken
over; ``after`` is new: what the text itself says behind the word, and whether its line ends there.
Marks that the model shall find are left out of that, so that one network serves text without marks,
text with some, and text with all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from majuscule.arrays import I64, U8, U32, Bools
from majuscule.models.stored import part, stored
from majuscule.network.inputs import Columns, Inputs
from majuscule.text.tokenizing.marks import GLUED, MARKS, NONE, Words
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import INSIDE, LINE, SENTENCE
from majuscule.words.inputs import CASE, Tables, affix_columns, case_inputs
from majuscule.words.tables.table import UNSEEN, WordTable, class_column, look_up_numbers
from majuscule.words.tables.tags import TAGS

MARK, BREAK = "mark", "break"
NO_BREAK, SENTENCE_BREAK, PARAGRAPH_BREAK = range(3)
HEADS = {MARK: MARKS, BREAK: 3, CASE: TAGS}
"""Which mark stands after the word; what ends there; how the word is written inside sentences."""

_AT_LINE_ENDS = 16
UNREAD = ("left", "right", "middle")
"""Columns of the network of case that need neighbours."""


def mark_inputs(frequent: int) -> Inputs:
    """Return the columns; ``frequent`` words have a vector of their own, and the others one."""
    sizes = case_inputs(frequent).sizes
    read = {name: size for name, size in sizes.items() if name not in UNREAD}
    return Inputs({**read, "after": 2 * _AT_LINE_ENDS})


@dataclass(frozen=True)
class KnownWords:
    """What the model knows of words: ``words``: buckets and classes; ``rows``: numbers of words, of
    which the first ``frequent`` have a vector."""

    words: WordTable = part(WordTable)
    rows: U32 = stored("<u4")
    frequent: int = 0

    @classmethod
    def of(cls, tables: Tables, frequent: int) -> Self:
        """Return what a model of case knows, with vectors for its most frequent words alone."""
        return cls(tables.words, tables.rows, min(frequent, tables.frequent))

    def read(self, passage: Passage, words: Words) -> Columns:
        """Return the columns of words, shape (n, columns), with nothing said of what stands around
        them: see :func:`show`."""
        tokens, at = passage.tokens, words.at
        hashes = tokens.words[at]
        buckets, classes = self.words.look_up(hashes)
        unseen = buckets == UNSEEN
        numbers = look_up_numbers(hashes, self.rows)
        columns = np.zeros((len(at), 13), np.int32)
        columns[:, 0] = buckets
        columns[:, 2:10] = affix_columns(np.take(tokens.affixes, at, axis=1))
        columns[:, 10] = class_column(np.where(unseen, 0, classes), buckets)
        columns[:, 11] = np.where(unseen | (numbers > self.frequent), 0, numbers)
        return columns


def show(
    columns: Columns, positions: U8, after: U8, lines: Bools, firsts: I64 | None = None
) -> None:
    """Write into the columns what the text says around its words.

    ``positions`` (n,): how a sentence could begin at the words, as the marks before them have it;
    ``after`` (n,) and ``lines`` (n,): what stands behind them, as in
    :class:`majuscule.text.tokenizing.marks.Words`; where it is NONE, nothing is said of the next
    word either.
    ``firsts``: the words that begin a text; by default the first alone.
    """
    before, begins = np.roll(after, 1), np.roll(lines, 1)
    opens = np.zeros(1, np.int64) if firsts is None else firsts
    begins[opens[opens < len(begins)]] = True
    told = np.where((before != NONE) & (before != GLUED), positions, INSIDE)
    told[(told == LINE) & ~begins] = SENTENCE  # a line break that is not shown
    columns[:, 1] = np.where(begins, LINE, told)
    columns[:, 12] = after + np.where(lines, _AT_LINE_ENDS, 0)
