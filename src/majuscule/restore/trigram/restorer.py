"""The trigram restorer of Lita et al. 2003, section 2.2: the most probable sequence of word forms.

A unit is a word with its case; Equation 1 interpolates trigram, bigram, unigram and uniform
probabilities with weights learnt on held-out text (deleted interpolation), and Equation 2 is solved
for each sentence by Viterbi over all forms that each word was seen in, with a history of two.

Differences from the paper: weights depend on how often the history was seen (``levels`` 1: one set,
as printed); rare words, which share one unknown word, keep to the forms they were seen in
(``rare_forms``); the first letter of a sentence is capitalised (``first_letters``, the "+" of the
paper's Table 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from majuscule.arrays import F32, F64, I32, I64, U8, U64, Bools
from majuscule.counts.keys import top
from majuscule.errors import UsageError
from majuscule.models.stored import CountModel, part
from majuscule.restore.interface import LEFT, MODEL, Decisions
from majuscule.restore.trigram import trellis_kernel as trigram_kernel
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
from majuscule.text.keys import Keys
from majuscule.text.tokenizing.classes import CA, KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import Passage, sequence_starts
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.words.evidence import log_odds, margins, raise_first, shares_at
from majuscule.words.forms import CASELESS, FORMS, MASKS, MIXED, OTHER_MIXED, FormCounts
from majuscule.words.letters import count_cased

_CLASS_OF_FORM = np.array([LC, UC, CA, KEEP, MC, MC, MC, MC], np.uint8)


@dataclass(frozen=True)
class TrigramOptions:
    """How the trigram model learns and decides."""

    rare: int = 2
    """Words seen fewer times are the unknown word."""
    rare_forms: bool = True
    """Rare words keep to the forms they were seen in; else they may take any."""
    mixed: int = 3
    """How many of a word's mixed forms, the most frequent ones, are considered."""
    starts: str = "masked"
    """Sentence starts are "learnt" as part of n-grams, or "masked": kept out of them."""
    discard: int = 1
    """With masked starts, how many words of each sentence are not learnt from."""
    placed: bool = True
    """A capital that may be due to the place (sentence starts, opening quotes, colons) is no part
    of what follows; opening quotes are told from closing ones."""
    first_letters: bool = True
    """Capitalise the first word of a sentence where the model says lower case."""
    least: int = 2
    """Trigrams seen fewer times are dropped; raising it makes the model smaller."""
    levels: int = 12
    """How many levels of histories get weights of their own; 1: as in the paper."""
    held_out: int = 100
    """One in this many documents is kept, to learn the weights from."""
    beam: int = 0
    """How many states of each token go on; 0: all."""

    def __post_init__(self) -> None:
        if self.starts not in ("learnt", "masked"):
            raise UsageError(f"starts is {self.starts!r}; it may be learnt or masked")
        lowest = {"rare": 2, "mixed": 0, "discard": 0, "least": 1, "levels": 1, "held_out": 2}
        for name, least in {**lowest, "beam": 0}.items():
            if getattr(self, name) < least:
                raise UsageError(f"{name} is {getattr(self, name)}; it must be {least} or more")
        if self.mixed > MASKS or self.levels > 32:
            raise UsageError(f"mixed must be at most {MASKS}, and levels at most 32")


class _Trellis(NamedTuple):
    """The possible forms of n tokens, packed to the left, and the results of the search kernel."""

    sizes: I32
    forms: U8
    first: U8
    offsets: I64
    parts: F64
    scores: F64
    best: U8


@dataclass(frozen=True, repr=False)
class TrigramRestorer(CountModel):
    """The trigram model; margins are differences of log probabilities of paths."""

    tables: TrigramTables = part(TrigramTables)
    rare: FormCounts = part(FormCounts, "rare_")
    chosen: TrigramOptions = TrigramOptions()

    kind: ClassVar[str] = "trigram.v1"

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the forms on the most probable path."""
        passage = self._read(passage)
        letters = count_cased(passage.tokens)
        cased = letters > 0
        trellis = self._search(passage, letters, self.chosen.beam)
        n = len(letters)
        support = _weigh_forms(trellis, trellis.scores, True)
        forms = trellis.forms[np.arange(n), trellis.best]
        classes = _CLASS_OF_FORM[forms]
        if self.chosen.first_letters:
            first = sentence_starts(passage.tokens.positions) & (classes == LC)
            classes[first] = UC
        classes[~cased] = KEEP
        mixed = np.flatnonzero(classes == MC)
        masks = np.zeros(n, np.uint64)
        masks[mixed] = self._masks(passage.tokens.words[mixed], forms[mixed])
        reasons = np.where(cased, MODEL, LEFT).astype(np.uint8)
        by_class = np.zeros((n, KEEP + 1))
        for place in range(FORMS):
            inside = np.flatnonzero(place < trellis.sizes)
            at = _CLASS_OF_FORM[trellis.forms[inside, place]]
            by_class[inside, at] = np.maximum(by_class[inside, at], support[inside, place])
        if self.chosen.first_letters:
            by_class[first, UC], by_class[first, LC] = by_class[first, LC], 0
        scores = log_odds(by_class[:, :KEEP], cased)
        shares = None
        if posteriors:
            # The beam dropped paths that count in the probabilities: search again without it.
            complete = self._search(passage, letters, 0) if self.chosen.beam else trellis
            shares = self._posteriors(passage, letters, complete)
        return Decisions(classes, masks, margins(support, cased), reasons, scores, shares)

    def evidence(self, passage: Passage) -> F32 | None:
        """Return the share of capitals of each token's word inside sentences, NaN if unknown.

        None if training counted the first words of sentences like all others.
        """
        if self.chosen.starts != "masked" or self.chosen.discard < 1:
            return None
        rows = self.tables.forms.rows(passage.tokens.words)
        return shares_at(self.tables.capital_shares, rows)

    def _posteriors(self, passage: Passage, letters: I64, trellis: _Trellis) -> F32:
        """Return the probability of each class by forward-backward, shape (n, 4)."""
        n = len(letters)
        forward = np.empty((n, 64))
        trigram_kernel.find_forward(
            trellis.sizes, trellis.first, trellis.offsets, trellis.parts, forward
        )
        marginals = _weigh_forms(trellis, forward, False)
        by_class = np.zeros((n, 5))
        for place in range(FORMS):
            inside = np.flatnonzero(place < trellis.sizes)
            classes = _CLASS_OF_FORM[trellis.forms[inside, place]]
            np.add.at(by_class, (inside, classes), marginals[inside, place])
        if self.chosen.first_letters:
            raise_first(by_class, sentence_starts(passage.tokens.positions))
        by_class[letters == 0] = (1, 0, 0, 0, 0)
        return by_class[:, :4].astype(np.float32)

    def _read(self, passage: Passage) -> Passage:
        return tell_openings(passage) if self.chosen.placed else passage

    def _search(self, passage: Passage, letters: I64, beam: int) -> _Trellis:
        tokens = passage.tokens
        n = len(tokens)
        starts = sequence_starts(passage, True)
        rows = self.tables.forms.rows(tokens.words)
        known = rows < len(self.tables.forms)
        possible = self._possible(tokens.words, rows, known, letters)
        words = np.where(known, tokens.words, UNKNOWN)
        sizes = possible.sum(axis=1).astype(np.int32)
        forms = np.argsort(~possible, axis=1, kind="stable").astype(np.uint8)
        past = forms_before(forms, tokens, rows, self.tables.lower)
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
            np.take_along_axis(self.tables.shares[rows], forms.astype(np.int64), axis=1),
            trellis.first,
            int(START_UNIT),
            *self.tables.bigrams_to_search,
            *self.tables.trigrams_to_search,
            self.tables.weights,
            self.tables.levels,
            self.tables.uniform,
            beam,
            offsets,
            trellis.parts,
            trellis.scores,
            np.empty((n, 64), np.uint8),
            trellis.best,
        )
        return trellis

    def _possible(self, words: Keys, rows: I64, known: Bools, letters: I64) -> Bools:
        """Return the forms each token may take, (n, 8), at least one."""
        allowed = np.zeros((len(words), FORMS), np.bool_)
        allowed[:, LC] = allowed[:, UC] = letters > 0
        allowed[:, CA] = letters > 1
        allowed[:, CASELESS] = letters == 0
        wider = allowed.copy()
        wider[:, MIXED:OTHER_MIXED] = (letters > 1)[:, None]
        possible = allowed.copy()
        at = np.flatnonzero(known)
        possible[at] = wider[at] & (self.tables.forms.counts[rows[at]] > 0)
        at = np.flatnonzero(~known)
        rare_rows, rare = self.rare.find(words[at])
        at = at[rare]
        possible[at] = wider[at] & (self.rare.counts[rare_rows[rare]] > 0)
        none = ~possible.any(axis=1)
        possible[none] = allowed[none]
        return possible

    def _masks(self, words: Keys, forms: U8) -> U64:
        return self.tables.forms.masks(words, forms) | self.rare.masks(words, forms)


def _weigh_forms(trellis: _Trellis, forward: F64, best: bool) -> F64:
    """Return the share of each form, (n, 8): by the best path through it, or by all paths."""
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
