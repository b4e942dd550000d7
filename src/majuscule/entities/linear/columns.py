"""The feature columns of the entity tagger, and the templates over them.

Words are folded.  Their case is a column of its own, constant in lines without case information
(all lower case or all capitals), so lower- and upper-case input give the same mentions, and what
is learnt from caseless text serves cased text too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from majuscule.arrays import I32, I64, U8, U64, Bools
from majuscule.detection.words import FUNCTION_WORDS
from majuscule.entities.expressions import expression_column, find_expressions, number_patterns
from majuscule.entities.interface import Knowledge
from majuscule.entities.linear import columns_kernel
from majuscule.reading.annotations.schemes import TokenSpan
from majuscule.tagging.features.padding import cut_long
from majuscule.tagging.features.templates import REACH
from majuscule.text import Passage, case_tables, hash_words
from majuscule.text.keys import find_keys
from majuscule.words.gazetteers.wordlists import list_of

Columns = U64

COLUMNS = (
    *("w", "p2", "p3", "p4", "s1", "s2", "s3", "s4"),
    *("b", "c", "u", "k", "x", "d", "g", "pos", "q", "v"),
)
"""Word, affixes, bucket, word class, capital share, case, word list, number pattern, name lists,
position, number-like expression, titles."""

WORD = 0
_PADDING = np.array(
    (7, 7, 7, 7, 7, 7, 7, 7, 999, 2000, 9, 31, 30, 30, 1 << 20, 15, 63, 1 << 20), np.uint64
)
UNKNOWN_WORD = 1

CASELESS, CASED, TITLE = 0, 1, 2
"""The case information in a line: none, that of running text, that of a title."""

TEMPLATES = tuple(
    template.strip()
    for line in """
    w; w-1; w+1; w-2; w+2; w-1 w; w w+1; w+1 w+2
    p2; p3; p4; s1; s2; s3; s4; s3-1; s3+1; p3-1; p3+1
    k; k-1 k; k k+1; k-1 k k+1; k w; k s3; k-2 k-1 k; k k+1 k+2; k s4
    b; b-1; b+1; b-1 b; b b+1; b-1 b b+1; k b; k u; k-1 k b; b w-1; b w+1
    c; c-1; c+1; c-2; c+2
    x; x-1; x+1; x-1 x; x x+1; x-1 x x+1; x-2 x-1 x; x x+1 x+2; x w-1; x w+1; x-2; x+2; x-1 c; c x+1
    x-1 k; k x+1; x-1 u; u x+1
    d; d-1; d+1; d-1 d d+1; d x+1; x-1 d; d-1 x; x d+1; d w+1; w-1 d
    g; g-1; g+1; g-1 g; g g+1; g-1 g g+1; g k; g b; g u; g w-1; g w+1; g x-1; k g k-1 g-1
    u g g-1; u g g+1
    u; u-1 u u+1; u-2 u-1 u u+1 u+2; u w-1; u w+1; u s3
    pos; pos k; pos u; pos b; pos c
    q; q-1; q+1; q-1 q q+1; q w; q k; q x; q w-1; q w+1; q x-1; q x+1
    v; v-1; v+1; v-1 v; v v+1; v-1 v v+1; v k; v b; v u; v g; v w-1; v w+1
    v u-1 u u+1; v x-1; v x+1; v g u k
    """.strip().split("\n")
    for template in line.split(";")
)

LINKS = ("k", "x", "u")
"""Templates of transition features: each is joined with the previous tag."""


@dataclass(frozen=True)
class PaddedColumns:
    """``columns`` (columns, padded tokens); ``at``: index of each token, not counting the outer
    padding; ``bounds``: the lines, in the same coordinates; ``keys`` (padded tokens,): tokens with
    the same key have the same columns; ``expressions``: the number-like ones, by tokens."""

    columns: Columns
    keys: U64
    at: I64
    bounds: I32
    expressions: list[TokenSpan]

    def column(self, name: str) -> U64:
        """Return a column of the tokens, (n,)."""
        return np.asarray(self.columns[COLUMNS.index(name), self.at + REACH])


_KEYED = np.array([COLUMNS.index(name) for name in ("w", "d", "k", "pos", "g", "q", "v")], np.int32)
"""The columns that determine the others: affixes, buckets and word lists depend on the word only;
number patterns do not, as all numbers of four digits are one word."""


def name_like(padded: PaddedColumns) -> Bools:
    """Return whether each token may be part of a name, and so has one class in a document: not a
    number or closed-class word (*us*), and mostly capitalised or unknown."""
    often, digits, amount = map(padded.column, ("u", "d", "q"))
    closed = find_keys(_closed_words(), padded.column("w"))[1]
    return np.asarray((often >= 3) & (digits == 0) & (amount == 0) & ~closed)


@cache
def _closed_words() -> U64:
    return np.sort(hash_words(FUNCTION_WORDS))


def line_modes(passage: Passage, classes: U8) -> I64:
    """Return the case information in each line: :data:`CASELESS`, :data:`CASED`, :data:`TITLE`.

    >>> from majuscule.text import classes_of, read_passage
    >>> passage = read_passage("NEW IDEA\\nnew idea\\nNew Idea\\nNew ideas of Ann Lee")
    >>> tokens = passage.tokens
    >>> line_modes(passage, classes_of(passage.codes, tokens.starts, tokens.ends)).tolist()
    [0, 0, 2, 1]
    """
    tables, tokens = case_tables(), passage.tokens
    modes = np.empty(len(passage.lines), np.int64)
    spans = tokens.starts, tokens.ends
    columns_kernel.line_modes(
        passage.codes, tables.lower, tables.upper, *spans, classes, passage.lines, modes
    )
    return modes


def read_columns(passage: Passage, knowledge: Knowledge) -> PaddedColumns:
    """Return the columns of a passage, padded around each line."""
    tokens, lines, tables = passage.tokens, passage.lines, case_tables()
    n, size = len(tokens), len(tokens) + REACH * (len(lines) + 1)
    patterns = number_patterns(passage)
    expressions = find_expressions(tokens.words, patterns, lines[:, 1])
    columns, keys = np.empty((len(COLUMNS), size), np.uint64), np.empty(size, np.uint64)
    at = np.empty(n, np.int64)
    columns_kernel.fill_columns(
        passage.codes,
        tables.lower,
        tables.upper,
        tokens.starts,
        tokens.ends,
        tokens.words,
        tokens.affixes,
        tokens.positions,
        lines,
        knowledge.words.table,
        list_of(tokens.words),
        patterns,
        knowledge.names.find(tokens.words, lines),
        expression_column(expressions, n),
        knowledge.titles.find(tokens.words, lines),
        _PADDING,
        REACH,
        _KEYED,
        np.empty(n, np.uint8),
        np.empty(len(lines), np.int64),
        columns,
        keys,
        at,
    )
    bounds = lines
    if len(lines) > 1:
        bounds = lines + (REACH * np.arange(len(lines), dtype=np.int32))[:, None]
    return PaddedColumns(columns, keys, at, cut_long(passage, bounds), expressions)
