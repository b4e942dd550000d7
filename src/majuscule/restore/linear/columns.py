"""The feature columns of the case tagger, and the templates over them.

Words are folded, so features do not depend on the case of the input.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I32, I64, U64
from majuscule.tagging.features.padding import cut_long
from majuscule.tagging.features.templates import REACH
from majuscule.text.tokenizing.passages import Passage
from majuscule.words.tables import table_kernel as word_kernel
from majuscule.words.tables.table import WordTable

Columns = U64

COLUMNS = ("w", "b", "pos", "p1", "p2", "p3", "p4", "s1", "s2", "s3", "s4", "c", "u")
"""Word, bucket, position, prefixes and suffixes of 1-4 letters, word class, share of capitals."""

WORD, BUCKET, POSITION, AFFIX, CLASS, CAPITALS = 0, 1, 2, 3, 11, 12


def _listed(templates: str) -> tuple[str, ...]:
    """Return the templates in some lines."""
    return tuple(one.strip() for one in templates.strip().replace("\n", ";").split(";"))


TEMPLATES = _listed("""
    w; w-1; w+1; w-2; w+2; w-1 w; w w+1; w-1 w+1; w-2 w-1 w; w w+1 w+2; w-1 w w+1
    w-2 w; w w+2; w-2 w-1; w+1 w+2
    p1; p2; p3; p4; s1; s2; s3; s4; w-1 s3; w+1 s3; s3-1; s3+1
    b; b-1; b+1; b-1 b; b b+1; b-1 b b+1; b-2 b-1 b; b b+1 b+2; b-1 w; w b+1; w-1 b; b w+1
    pos; pos w; pos b; pos w-2; pos w-2 w; pos b w+1; pos b b+1; pos w w+1; pos c
    c; c-1; c+1; c-1 c; c c+1; c-1 c c+1; c-2 c-1 c; c c+1 c+2; c-1 w; w c+1
    c-1 b c+1; b-1 c b+1; c-1 w c+1; w-1 c; c w+1; c-2 c; c c+2; w-2 w-1 c; c w+1 w+2
    c-1 s3; s3 c+1; c-1 s3 c+1; s3 b-1; s3 b+1; p4 b-1; p4 b+1; s4 c-1; s4 c+1
    b-2 w-1 b; b w+1 b+2; w-1 b b+1; b-1 b w+1; w-3; w+3
    w u-1 u+1; u-2 u-1 w u+1 u+2; u-3 u-2 u-1 u u+1 u+2 u+3; b-3 u-2 u-1 b; b u+1 u+2 u+3
""")

LEFT_OUT = _listed("""
    w-1 w w+1; b-1 b b+1; c-1 c c+1; c-1 w c+1; b-1 c b+1; c-1 s3 c+1; c-2 c
    b w+1 b+2; w-1 b b+1; b-1 b w+1; w u-1 u+1
""")
"""Those of older models only: newer ones do as well without them, and are faster."""

LINKS = ("b", "pos")
"""Templates of transitions: each is joined with the previous tag.  Adding words gained 0.05 F1 and
more than doubled the look-ups."""


@dataclass(frozen=True, eq=False)
class PaddedPassage:
    """A passage as the tagger's input, its lines separated by padding.

    ``columns``: (columns, padded tokens); ``places`` (n,): the index of each token among the padded
    ones; ``bounds``: the token span of each line, long lines cut.
    """

    columns: Columns
    places: I64
    bounds: I32


def read_columns(passage: Passage, table: WordTable) -> PaddedPassage:
    tokens = passage.tokens
    n = len(tokens)
    columns = np.empty((len(COLUMNS), n + REACH * (len(passage.lines) + 1)), np.uint64)
    places = np.empty(n, np.int64)
    word_kernel.fill_columns(
        tokens.words,
        tokens.positions,
        tokens.affixes,
        passage.lines,
        table.table,
        REACH,
        columns,
        np.empty(columns.shape[1], np.uint64),
        places,
    )
    return PaddedPassage(columns, places, cut_long(passage, passage.lines))
