"""The input columns and the heads of the network of marks.

The columns are those of the case network that need no neighbours, so that its weights can be
reused, and ``after``: the mark in the text after the word, and whether its line ends there.  Marks
that the network is to predict are hidden, so that one network serves text with no marks, some
marks, and all marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from majuscule.arrays import I32, I64, U8, U32, Array, Bools
from majuscule.models.stored import part, stored
from majuscule.network.inputs import Columns, Inputs
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing.marks import GLUED, MARKS, NONE, SIGNS, Words
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import INSIDE, LINE, SENTENCE
from majuscule.words.inputs import CASE, Tables, affix_columns, case_inputs
from majuscule.words.tables.table import UNSEEN, WordTable, class_column, look_up_numbers
from majuscule.words.tables.tags import TAGS

MARK, BREAK = "mark", "break"
NO_BREAK, SENTENCE_BREAK, PARAGRAPH_BREAK = range(3)
HEADS = {MARK: MARKS, BREAK: 3, CASE: TAGS}
"""Labels per head: the mark after the word, the break there, the word's case inside sentences."""

AFTER = 12
"""The column of the mark after the word, the last."""
_AT_LINE_ENDS = 16  # added to ``after``
_GLUE = "-"  # that of x-ray; which sign it was is not known
_AS_READ = (*SIGNS, "", "...", ".", _GLUE)
"""How each code after a word reads."""
UNREAD = ("left", "right", "middle")
"""Columns of the case network that need neighbours."""


def mark_inputs(frequent: int) -> Inputs:
    """Return the columns; ``frequent`` words have a vector each, all others share one."""
    sizes = case_inputs(frequent).sizes
    read = {name: size for name, size in sizes.items() if name not in UNREAD}
    return Inputs({**read, "after": 2 * _AT_LINE_ENDS})


@dataclass(frozen=True)
class KnownWords:
    """The word tables of the model: ``words``: buckets and classes; ``rows``: numbers of words, of
    which the first ``frequent`` have a vector."""

    words: WordTable = part(WordTable)
    rows: U32 = stored("<u4")
    frequent: int = 0

    @classmethod
    def of(cls, tables: Tables, frequent: int) -> Self:
        """Return the word tables of a case model, with vectors for its most frequent words only."""
        return cls(tables.words, tables.rows, min(frequent, tables.frequent))

    def read(self, passage: Passage, words: Words) -> Columns:
        """Return the columns of words, shape (n, columns); :func:`show` must fill in two more."""
        tokens, at = passage.tokens, words.at
        hashes = tokens.words[at]
        buckets, classes = self.words.look_up(hashes)
        unseen = buckets == UNSEEN
        numbers = look_up_numbers(hashes, self.rows)
        columns = np.zeros((len(at), AFTER + 1), np.int32)
        columns[:, 0] = buckets
        columns[:, 2:10] = affix_columns(np.take(tokens.affixes, at, axis=1))
        columns[:, 10] = class_column(np.where(unseen, 0, classes), buckets)
        columns[:, 11] = np.where(unseen | (numbers > self.frequent), 0, numbers)
        return columns


def show(
    columns: Columns, positions: U8, after: U8, lines: Bools, firsts: I64 | None = None
) -> None:
    """Fill in the columns for the position of each word and for the mark after it.

    ``positions`` (n,): the words' positions in sentences, by the marks in the text; ``after`` (n,)
    and ``lines`` (n,): the marks to show and line ends, as in
    :class:`majuscule.text.tokenizing.marks.Words`; the position of a word after NONE is hidden.
    ``firsts``: the words that begin a text; by default only the first.
    """
    before, begins = np.roll(after, 1), np.roll(lines, 1)
    opens = np.zeros(1, np.int64) if firsts is None else firsts
    begins[opens[opens < len(begins)]] = True
    shown = np.where((before != NONE) & (before != GLUED), positions, INSIDE)
    shown[(shown == LINE) & ~begins] = SENTENCE  # after a hidden line break
    columns[:, 1] = np.where(begins, LINE, shown)
    columns[:, AFTER] = after + np.where(lines, _AT_LINE_ENDS, 0)


class Spellings:
    """Numbers the words of a text by their spelling, folded, for a teacher that reads them.

    ``words``: the spellings, by number; that of 0 is empty."""

    def __init__(self) -> None:
        self.words = [""]
        self._numbers: dict[str, int] = {}

    def columns(self, passage: Passage, words: Words) -> Columns:
        """Return the numbers of words in two columns of 16 bits each, the lower bits first."""
        tokens, at = passage.tokens, words.at
        # A symbol and a letter may have the same hash, but only a letter has affixes.
        keys = np.stack([tokens.words[at], tokens.affixes[0][at]], axis=1)
        _, first, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        own = np.empty(len(first), np.int32)
        for place, (begin, end) in enumerate(tokens.spans(at[first])):
            spelling = decode(tokens.folded[begin:end])
            number = self._numbers.setdefault(spelling, len(self.words))
            if number == len(self.words):
                self.words.append(spelling)
            own[place] = number
        numbers = own[inverse.reshape(-1)]
        return np.stack([numbers & 0xFFFF, numbers >> 16], axis=1)

    @staticmethod
    def numbers(columns: Array) -> I32:
        """Return the numbers in such columns, (n,)."""
        low, high = columns.T.astype(np.int32)
        return np.asarray(low | high << 16)


def as_read(spelling: str, after: int) -> str:
    """Return a word with what the text shows after it, ``after`` being its column of that name."""
    mark = _AS_READ[after % _AT_LINE_ENDS]
    doubled = mark == "." and spelling.endswith(".")  # u.s.
    if doubled or (mark == _GLUE and not spelling[-1:].isalnum()):  # o'|neill
        mark = ""
    return spelling + mark + ("\n" if after >= _AT_LINE_ENDS else "")
