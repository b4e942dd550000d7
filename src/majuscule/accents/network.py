"""Choosing among the forms of a word by a network.

The network of :mod:`majuscule.network` reads the words of a line without accents and gives each a
state.  A form has a vector too, the sum of those of its letters' hashes: the whole form, and its
last one to four letters, with accents.  The score of a form is the product of its vector and the
state, so forms that end alike share what is learnt of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from majuscule.accents.contexts import UNIT
from majuscule.accents.forms import FIRST, MOST, AccentedForms
from majuscule.arrays import I32, I64, U32, U64, Items, join_ranges, number_runs
from majuscule.models import ModelFile
from majuscule.models.stored import options_of, part, read_stored, stored
from majuscule.network.engine import NetworkEngine
from majuscule.network.inputs import Columns, Inputs
from majuscule.network.pieces import cut_lines, tokens_of
from majuscule.network.vectors import Vectors
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import describe_spans
from majuscule.words.tables.table import LARGEST_NUMBER, look_up_numbers

STATE = "state"
"""The only output of the graph: the tokens' states, as a head with an identity matrix."""

_SIZES = {
    "suffix1": 64,
    "suffix2": 1024,
    "suffix3": 4096,
    "suffix4": 4096,
    "prefix2": 256,
    "prefix4": 4096,
}
"""Columns of hashed affixes, and the row of each in :attr:`Tokens.affixes`."""
_AFFIXES = (4, 5, 6, 7, 1, 3)

CANDIDATES = Inputs({"whole": 8192, "last1": 64, "last2": 512, "last3": 2048, "last4": 2048})
"""The columns of a form."""


def word_inputs(frequent: int) -> Inputs:
    """Return the columns of a token.  ``frequent``: number of words with a vector of their own;
    there are two more, for all other words and for words hidden in training."""
    return Inputs({"word": frequent + 2, **_SIZES})


@dataclass(frozen=True)
class NetworkContext:
    """The network.  ``rows``: the numbers of the frequent words, from 1, as ``number_table`` makes
    them; ``candidates``: the vectors of forms; ``longest``: tokens of a line read together."""

    engine: NetworkEngine = part(NetworkEngine)
    rows: U32 = stored("<u4")
    candidates: Vectors = part(Vectors, "candidates_")
    longest: int = 128

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the network that a model file holds; its session starts on first use."""
        with options_of(file, file.header.kind) as options:
            longest = int(options["longest"])
        rows, vectors = file.array("rows", "<u4"), file.array("scales", "<f2")
        frequent = len(vectors) - word_inputs(0).rows
        if frequent < int((rows & LARGEST_NUMBER).max(initial=0)) or longest < 1:
            raise file.faulty("its vectors are not those of an accent model")
        candidates = read_stored(Vectors, file, "candidates_")
        if not candidates.matches(CANDIDATES):
            raise file.faulty("its vectors of forms are not those of an accent model")
        heads = {STATE: candidates.width}
        engine = read_stored(NetworkEngine, file, inputs=word_inputs(frequent), heads=heads)
        engine.check()
        return cls(engine, rows, candidates, longest)

    def scores(self, passage: Passage, forms: AccentedForms, numbers: U32, at: I64) -> I32:
        """See :meth:`majuscule.accents.contexts.Context.scores`."""
        tokens = passage.tokens
        starts, sizes = tokens.starts[at], tokens.ends[at] - tokens.starts[at]
        rows, firsts, own = np.unique(
            numbers[at].astype(np.int64) - FIRST, return_index=True, return_inverse=True
        )
        columns = candidate_columns(forms, passage.codes, rows, starts[firsts], sizes[firsts])
        vectors = self.candidates.sum(columns.reshape(-1, columns.shape[2]), CANDIDATES)
        vectors = vectors.reshape(*columns.shape[:2], -1)
        pieces = cut_lines(passage, self.longest)
        pieces = pieces[np.diff(np.searchsorted(at, pieces), axis=1)[:, 0] > 0]
        read, laid = tokens_of(pieces)
        scores = np.full((len(at), MOST), np.iinfo(np.int32).min // 2, np.int32)
        for some, (states,) in self.engine.answers(self.columns(passage, read), laid, [STATE]):
            nth = np.searchsorted(at, read[some])
            open_ = np.append(at, -1)[nth] == read[some]
            nth = nth[open_]
            found = (states[open_, None] * vectors[own[nth]]).sum(axis=2)
            scores[nth] = np.rint(found * np.float32(UNIT))
        beyond = np.arange(MOST) >= forms.counts[rows][own, None]
        scores[beyond] = np.iinfo(np.int32).min // 2
        return scores

    def columns(self, passage: Passage, at: I64) -> Columns:
        """Return the columns of the tokens ``at``, shape (len(at), columns)."""
        numbers = look_up_numbers(passage.tokens.words[at], self.rows)
        return token_columns(numbers, passage.tokens.affixes[:, at])


def token_columns(numbers: U32, affixes: U64) -> Columns:
    """Return the columns of tokens with the numbers (n,) of their words and the hashes (8, n) of
    their affixes."""
    columns = np.empty((len(numbers), 1 + len(_SIZES)), np.int32)
    columns[:, 0] = numbers
    for k, (affix, size) in enumerate(zip(_AFFIXES, _SIZES.values(), strict=True), start=1):
        columns[:, k] = _cut(affixes[affix], size)
    return columns


def candidate_columns(
    forms: AccentedForms, bare: CodePoints, rows: I64, starts: I32, sizes: I32
) -> Columns:
    """Return the columns of each form of some words, (words, MOST, columns), 0 beyond the last.

    ``bare``: text without accents in which the words are; ``starts``, ``sizes``: where.
    """
    counts = forms.counts[rows].astype(np.int64)
    owner, rank = number_runs(counts)
    lengths = sizes[owner].astype(np.int64)
    places, begins = join_ranges(starts[owner], lengths)
    letters = bare[places]
    forms.write(rows[owner], rank, begins, lengths, letters)
    columns = np.zeros((len(rows), MOST, len(CANDIDATES.sizes)), np.int32)
    columns[owner, rank] = form_columns(letters, begins, begins + lengths)
    return columns


def form_columns(written: CodePoints, starts: Items, ends: Items) -> Columns:
    """Return the columns of the forms, with their accents, in spans of a lower-case text."""
    words, affixes = describe_spans(written, starts, ends)
    sizes = CANDIDATES.sizes.values()
    cut = [_cut(values, size) for values, size in zip((words, *affixes[4:]), sizes, strict=True)]
    return np.stack(cut, axis=1).astype(np.int32)


def _cut(hashes: U64, size: int) -> U64:
    """Return hashes cut to ``size`` values, a power of two."""
    return (hashes >> np.uint64(17)) & np.uint64(size - 1)
