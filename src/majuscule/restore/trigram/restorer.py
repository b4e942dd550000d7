"""The trigram restorer of Lita et al. 2003, section 2.2: the most probable sequence of word forms.

The unit is a word with its case; Equation 1 mixes trigram, bigram, unigram and uniform
probabilities with weights learnt on held-out text (deleted interpolation), and Equation 2 is solved
for each sentence by Viterbi over all forms that each word was seen in, with a history of two.

What is ours: weights for each level of how often a history was seen (``levels`` 1 gives one set,
as printed); rare words, which all are the one unknown word, keep to the forms they were seen in
(``rare_forms``); the first letter of a sentence is made a capital (``first_letters``, the "+" of
the paper's Table 1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from majuscule.counts.keys import top
from majuscule.counts.sequences import sequence_starts
from majuscule.counts.tables import Keys
from majuscule.models import ModelFile
from majuscule.options import read_options
from majuscule.restore.interface import LEFT, MODEL, Decisions
from majuscule.restore.trigram import trellis_kernel as trigram_kernel
from majuscule.restore.trigram.options import TrigramOptions
from majuscule.restore.trigram.tables import TrigramTables
from majuscule.restore.trigram.units import (
    FORM_BITS,
    START_UNIT,
    UNKNOWN,
    WORD_BITS,
    forms_before,
    sentence_index,
    tell_openings,
    units_of,
)
from majuscule.text.classes import CA, KEEP, LC, MC, UC
from majuscule.text.passages import Passage
from majuscule.text.sentences import sentence_starts
from majuscule.words.evidence import log_odds
from majuscule.words.forms import CASELESS, FORMS, MIXED, OTHER_MIXED, FormTable
from majuscule.words.letters import count_cased

_CLASS_OF_FORM = np.array([LC, UC, CA, KEEP, MC, MC, MC, MC], np.uint8)
_SMALLEST = 1e-20


class _Trellis(NamedTuple):
    """The possible forms of n tokens, packed to the left, and the kernel's results."""

    sizes: npt.NDArray[np.int32]
    forms: npt.NDArray[np.uint8]
    first: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]
    parts: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    best: npt.NDArray[np.uint8]


class TrigramRestorer:
    """The trigram model; margins are differences of log probabilities of paths."""

    kind: ClassVar[str] = "trigram.v1"

    def __init__(self, tables: TrigramTables, rare: FormTable, options: TrigramOptions) -> None:
        self._tables = tables
        self._rare = rare
        self._options = options

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the forms on the most probable path; the case of the input plays no part."""
        passage = self._read(passage)
        letters = count_cased(passage.tokens)
        cased = letters > 0
        trellis = self._search(passage, letters, self._options.beam)
        n = len(letters)
        support = _weigh_forms(trellis, trellis.scores, True)
        forms = trellis.forms[np.arange(n), trellis.best]
        classes = _CLASS_OF_FORM[forms]
        ordered = np.sort(support, axis=1)
        margins = np.maximum(-np.log(np.maximum(ordered[:, -2], _SMALLEST)), 0)
        if self._options.first_letters:
            first = sentence_starts(passage.tokens.positions) & (classes == LC)
            classes[first] = UC
        classes[~cased] = KEEP
        margins[~cased] = 0
        mixed = np.flatnonzero(classes == MC)
        masks = np.zeros(n, np.uint64)
        masks[mixed] = self._masks(passage.tokens.words[mixed], forms[mixed])
        reasons = np.where(cased, MODEL, LEFT).astype(np.uint8)
        likelihoods = np.zeros((n, KEEP + 1))
        for place in range(FORMS):
            inside = np.flatnonzero(place < trellis.sizes)
            at = _CLASS_OF_FORM[trellis.forms[inside, place]]
            likelihoods[inside, at] = np.maximum(likelihoods[inside, at], support[inside, place])
        if self._options.first_letters:
            likelihoods[first, UC], likelihoods[first, LC] = likelihoods[first, LC], 0
        scores = log_odds(likelihoods[:, :KEEP], cased)
        shares = None
        if posteriors:
            # With a beam, the search left paths out; probabilities count them all.
            every = self._search(passage, letters, 0) if self._options.beam else trellis
            shares = self._posteriors(passage, letters, every)
        return Decisions(classes, masks, margins.astype(np.float32), reasons, scores, shares)

    def evidence(self, passage: Passage) -> npt.NDArray[np.float32] | None:
        """Return how often each token's word has capitals inside sentences, NaN where unknown.

        None where the first words of sentences were counted like any other.
        """
        if self._options.starts != "masked" or self._options.discard < 1:
            return None
        rows, known = self._tables.forms.find(passage.tokens.words)
        shares = np.append(self._tables.capital_shares, np.float32(np.nan))
        return np.asarray(shares[np.where(known, rows, len(self._tables.forms))])

    def _posteriors(
        self, passage: Passage, letters: npt.NDArray[np.int64], trellis: _Trellis
    ) -> npt.NDArray[np.float32]:
        """Return the probability of each class by forward-backward, shape (n, 4)."""
        n = len(letters)
        forward = np.empty((n, 64))
        trigram_kernel.find_forward(
            trellis.sizes, trellis.first, trellis.offsets, trellis.parts, forward
        )
        marginals = _weigh_forms(trellis, forward, False)
        found = np.zeros((n, 5))
        for place in range(FORMS):
            inside = np.flatnonzero(place < trellis.sizes)
            classes = _CLASS_OF_FORM[trellis.forms[inside, place]]
            np.add.at(found, (inside, classes), marginals[inside, place])
        if self._options.first_letters:
            first = sentence_starts(passage.tokens.positions)
            found[first, UC] += found[first, LC]
            found[first, LC] = 0
        found[letters == 0] = (1, 0, 0, 0, 0)
        return found[:, :4].astype(np.float32)

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        return {**self._tables.arrays(), **self._rare.arrays("rare_")}

    def options(self) -> Mapping[str, Any]:
        """Return the options it was trained with."""
        return asdict(self._options)

    def with_beam(self, beam: int) -> Self:
        """Return the same model with another beam width."""
        return type(self)(self._tables, self._rare, replace(self._options, beam=beam))

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the restorer that a model file holds."""
        file.expect_kind(cls.kind)
        return cls(
            TrigramTables.from_file(file),
            FormTable.from_file(file, "rare_"),
            read_options(TrigramOptions, file.header.options),
        )

    def _read(self, passage: Passage) -> Passage:
        return tell_openings(passage) if self._options.placed else passage

    def _search(self, passage: Passage, letters: npt.NDArray[np.int64], beam: int) -> _Trellis:
        tokens = passage.tokens
        n = len(tokens)
        starts = sequence_starts(passage, True)
        rows, known = self._tables.forms.find(tokens.words)
        possible = self._possible(tokens.words, rows, known, letters)
        rows = np.where(known, rows, len(self._tables.forms))
        words = np.where(known, tokens.words, UNKNOWN)
        sizes = possible.sum(axis=1).astype(np.int32)
        forms = np.argsort(~possible, axis=1, kind="stable").astype(np.uint8)
        past = forms_before(forms, tokens, rows, self._tables.lower)
        units = units_of(np.repeat(words[:, None], FORMS, axis=1), past)
        prefixes = (top(words, WORD_BITS) << np.uint64(FORM_BITS)).astype(np.uint32)
        before, earlier = np.ones(n, np.int64), np.ones(n, np.int64)
        before[1:], earlier[2:] = sizes[:-1], sizes[:-2]
        place = sentence_index(starts)
        before[place < 1], earlier[place < 2] = 1, 1
        ends = np.cumsum(before * earlier * sizes)
        offsets = np.append(0, ends).astype(np.int64)
        trellis = _Trellis(
            sizes,
            forms,
            starts.astype(np.uint8),
            offsets,
            np.empty(int(offsets[-1])),
            np.empty((n, 64)),
            np.empty(n, np.uint8),
        )
        trigram_kernel.search(
            sizes,
            forms,
            units,
            prefixes,
            np.take_along_axis(self._tables.shares[rows], forms.astype(np.int64), axis=1),
            trellis.first,
            int(START_UNIT),
            *self._tables.bigrams_to_search,
            *self._tables.trigrams_to_search,
            self._tables.weights,
            self._tables.levels,
            self._tables.uniform,
            beam,
            offsets,
            trellis.parts,
            trellis.scores,
            np.empty((n, 64), np.uint8),
            trellis.best,
        )
        return trellis

    def _possible(
        self,
        words: Keys,
        rows: npt.NDArray[np.int64],
        known: npt.NDArray[np.bool_],
        letters: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.bool_]:
        """Return which forms each token may take, (n, 8); at least one each."""
        allowed = np.zeros((len(words), FORMS), np.bool_)
        allowed[:, LC] = allowed[:, UC] = letters > 0
        allowed[:, CA] = letters > 1
        allowed[:, CASELESS] = letters == 0
        wider = allowed.copy()
        wider[:, MIXED:OTHER_MIXED] = (letters > 1)[:, None]
        possible = allowed.copy()
        at = np.flatnonzero(known)
        possible[at] = wider[at] & (self._tables.forms.counts[rows[at]] > 0)
        at = np.flatnonzero(~known)
        rare_rows, rare = self._rare.find(words[at])
        at = at[rare]
        possible[at] = wider[at] & (self._rare.counts[rare_rows[rare]] > 0)
        none = ~possible.any(axis=1)
        possible[none] = allowed[none]
        return possible

    def _masks(self, words: Keys, forms: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
        return self._tables.forms.masks(words, forms) | self._rare.masks(words, forms)


def _weigh_forms(
    trellis: _Trellis, forward: npt.NDArray[np.float64], best: bool
) -> npt.NDArray[np.float64]:
    """Return how probable each form is, (n, 8): by the best path through it, or by all paths."""
    shares = np.empty((len(trellis.sizes), FORMS))
    trigram_kernel.weigh_forms(
        trellis.sizes,
        trellis.first,
        trellis.offsets,
        trellis.parts,
        forward,
        best,
        np.empty((2, 64)),
        shares,
    )
    return shares
