"""The input columns of the entity network: those of the truecasing network, and more.

From the body (the truecasing network) come the columns of :mod:`majuscule.words.inputs` that fit
into a small model: bucket, position, affixes of up to three letters, class, and the most frequent
words.  From the linear tagger come its columns of lists, titles, number-like expressions and case,
and its two most probable tags, each with the level of its posterior (stacking, Wolpert 1992).  Last
come the profiles of words, if there are any (:mod:`majuscule.words.neighbours.profiles`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, U32, U64
from majuscule.entities.linear.passages import PassageTagger, ScoredPassage
from majuscule.models.stored import stored
from majuscule.network.inputs import Columns, Inputs
from majuscule.network.start import Start
from majuscule.text.keys import GOLDEN
from majuscule.words.inputs import Tables, case_inputs
from majuscule.words.neighbours.profiles import COLUMNS, Profiles
from majuscule.words.tables.table import WordTable

HEAD = "tags"

BODY = (
    "bucket",
    "position",
    "prefix1",
    "prefix2",
    "prefix3",
    "suffix1",
    "suffix2",
    "suffix3",
    "class",
    "word",
)
"""The columns of the body that are kept."""

LISTS = {"g": 1024, "v": 1024, "x": 32, "q": 64, "c": 32, "d": 32}
"""Columns of the linear tagger: name lists, titles, word lists, expressions, case, number patterns;
and the number of values of each here (larger values share one)."""

FIRST = np.array([0.4, 0.7, 0.9, 0.98], np.float32)
SECOND = np.array([0.01, 0.05, 0.2], np.float32)
"""Bounds of the levels of the posteriors of the linear tagger's most probable tag, and the next."""


BARE = Inputs({name: size for name, size in case_inputs(0).sizes.items() if name in BODY})
"""The columns of a network that starts from random weights: it has no word vectors."""


def network_inputs(body: Inputs, tags: int, *, profiles: bool = False) -> Inputs:
    """Return the columns of the body, the lists, the linear tagger's tags, and the profiles."""
    levels = {"first": tags * (len(FIRST) + 1), "second": tags * (len(SECOND) + 1)}
    return Inputs({**body.sizes, **LISTS, **levels, **(COLUMNS if profiles else {})})


def cut_body(start: Start, frequent: int) -> Start:
    """Return a truecasing network without the columns that are not kept, and with vectors of the
    ``frequent`` most frequent words only."""
    sizes = {name: start.inputs.sizes[name] for name in BODY}
    return start.cut({**sizes, "word": min(frequent + 1, sizes["word"])})


@dataclass(frozen=True)
class VectorRows:
    """The words that have a vector of their own: ``rows``, as built by ``number_table``."""

    rows: U32 = stored("<u4")


_NO_PHRASES = np.zeros(16, np.uint32)
MOST = (1 << 19) - 1
"""The highest number of a word."""


@dataclass(frozen=True)
class ColumnReader:
    """Reads the columns of pieces that the linear tagger has scored."""

    table: WordTable
    words: VectorRows
    inputs: Inputs
    profiles: Profiles | None = None

    def read(self, piece: ScoredPassage, linear: PassageTagger) -> Columns:
        """Return the columns of a piece, (n, columns)."""
        n = len(piece.passage.tokens)
        tables = Tables(self.table, self.words.rows, _NO_PHRASES, MOST)
        columns = np.empty((n, len(self.inputs.sizes)), np.int32)
        columns[:, : len(BODY)] = tables.read(piece.passage, np.arange(n))[:, _KEPT]
        words = columns[:, BODY.index("word")]
        words[words >= self.inputs.sizes["word"]] = 0
        at = len(BODY)
        for name, size in LISTS.items():
            columns[:, at] = _numbered(piece.padded.column(name), size)
            at += 1
        posteriors = piece.posteriors(linear.constants.scale)
        columns[:, at], columns[:, at + 1] = _likeliest(posteriors)
        if self.profiles is not None:
            columns[:, at + 2 :] = self.profiles.look_up(piece.passage.tokens.words)
        return columns


_ALL = list(case_inputs(0).sizes)
_KEPT = [_ALL.index(name) for name in BODY]


def _numbered(column: U64, size: int) -> Columns:
    """Return a column with values below ``size``: clipped if ``size`` is small, else hashed."""
    if size < 256:
        return np.minimum(column, size - 1).astype(np.int32)
    spread = (column * np.uint64(GOLDEN)) >> np.uint64(32)
    return (spread & np.uint64(size - 1)).astype(np.int32)


def _likeliest(posteriors: F32) -> tuple[Columns, Columns]:
    """Return the most probable tag of each token, joined with the level of its posterior, and the
    next."""
    tags = posteriors.shape[1]
    order = np.argsort(-posteriors, axis=1, kind="stable")[:, :2]
    first, second = (posteriors[np.arange(len(order)), order[:, k]] for k in (0, 1))
    return (
        (order[:, 0] + tags * np.searchsorted(FIRST, first)).astype(np.int32),
        (order[:, 1] + tags * np.searchsorted(SECOND, second)).astype(np.int32),
    )
