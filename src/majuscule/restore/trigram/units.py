"""Units of the trigram model: a word with its case is one thing (Lita et al. 2003, section 2.2.1).

A unit is a word and one of its forms (:mod:`majuscule.words.forms`); a rare word is the unknown
word in the same form (section 2.3).  Two symbols stand before each sentence, or nothing does where
sentence starts are masked (section 2.5).  Three tables are counted: ``units``, ``bigrams`` and
``trigrams``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from majuscule.arrays import I64, U8, Bools
from majuscule.counts.keys import BITS, MASK63, chain, mix_bits, pack, shifted, top
from majuscule.learn.batches import TrainingBatch
from majuscule.text.keys import Keys
from majuscule.text.tokenizing.classes import KEEP, LC, UC
from majuscule.text.tokenizing.passages import Passage, sequence_starts
from majuscule.text.tokenizing.sentences import INSIDE, QUOTE
from majuscule.text.tokenizing.tokens import FIXED, PUNCTUATION, Tokens
from majuscule.words.forms import CASELESS, FormCounts

START = np.uint64(1)
UNKNOWN = np.uint64(2)
"""Words of their own: what stands before a sentence, and every rare or unseen word."""

_OPENING = np.uint64(0x3C6EF372FE94F82B)

FORM_BITS, WORD_BITS, HISTORY_BITS, UNIT_BITS = 3, 25, 36, 60
FOLLOWING_BITS = WORD_BITS + FORM_BITS


def units_of(words: Keys, forms: U8) -> Keys:
    """Return a 63-bit number for each word in its form."""
    packed = (mix_bits(words) << np.uint64(FORM_BITS)) & np.uint64(MASK63)
    return packed | forms.astype(np.uint64)


START_UNIT = units_of(np.array([START]), np.array([CASELESS], np.uint8))[0]


def following_of(words: Keys, forms: U8) -> Keys:
    """Return the 28 bits by which a unit is found after a history."""
    return pack(top(words, WORD_BITS), forms.astype(np.uint64), FORM_BITS)


def one_back(units: Keys, starts: Bools) -> Keys:
    """Return the unit before each, the start symbol where a sequence begins."""
    return shifted(units, starts, START_UNIT)


def two_back(units: Keys, starts: Bools) -> Keys:
    """Return the unit before the one before each."""
    return one_back(one_back(units, starts), starts)


def bigram_history(before: Keys) -> Keys:
    """Return the 36 bits of a history of one."""
    return top(before, HISTORY_BITS)


def trigram_history(earlier: Keys, before: Keys) -> Keys:
    """Return the 36 bits of a history of two."""
    return chain(earlier, before) >> np.uint64(BITS - HISTORY_BITS)


def tell_openings(passage: Passage) -> Passage:
    """Return a passage in which opening quotes are other words than closing ones.

    What stands after an opening quote begins a sentence as often as not; what stands after a
    closing one hardly ever does, and by themselves the two are the same token.
    """
    tokens = passage.tokens
    opening = np.flatnonzero(tokens.positions[1:] == QUOTE)
    opening = opening[tokens.kinds[opening] == PUNCTUATION]
    if not len(opening):
        return passage
    words = tokens.words.copy()
    words[opening] ^= _OPENING
    return replace(passage, tokens=replace(tokens, words=words))


def read_units(batch: TrainingBatch, forms: FormCounts) -> tuple[Keys, U8]:
    """Return the words of a batch, rare ones unknown, and the forms they are written in."""
    tokens = batch.passage.tokens
    classes = np.where(tokens.kinds == FIXED, np.uint8(KEEP), batch.classes)
    written = forms.form_of(tokens.words, classes, batch.masks)
    _, known = forms.find(tokens.words)
    return np.where(known, tokens.words, UNKNOWN), written


def past_of(tokens: Tokens, forms: U8, table: FormCounts, lower: U8) -> U8:
    """Return the forms in which the words of a text stand in histories."""
    return forms_before(forms, tokens, table.rows(tokens.words), lower)


def forms_before(forms: U8, tokens: Tokens, rows: I64, lower: U8) -> U8:
    """Return the forms in which words stand in the history of what follows them.

    The same, but for a usually small word with a capital where one may be due to the place: after
    an opening quote, a colon, at a sentence start.  There it stands as small.  ``forms`` may have a
    second axis; ``rows`` are those of the words in ``lower``, its last row that of unknown ones.
    """
    placed = (tokens.positions != INSIDE) & (lower[rows] != 0)
    if forms.ndim == 2:
        placed = placed[:, None]
    return np.where(placed & (forms == UC), np.uint8(LC), forms)


def sentence_index(starts: Bools) -> I64:
    """Return the place of each token in its sequence, from 0."""
    places = np.arange(len(starts))
    return np.asarray(places - np.maximum.accumulate(np.where(starts, places, 0)))


def count_batch(
    batch: TrainingBatch,
    forms: FormCounts,
    lower: U8 | None,
    counted: Bools,
    masked: bool,
    discard: int,
) -> Mapping[str, Keys]:
    """Return the keys of a batch; ``counted`` tells which tokens are not held out.

    With ``masked``, n-grams do not reach back to the first ``discard`` words of a sentence, unless
    ``lower`` says which words are usually small and so how they stand in a history.
    """
    if not len(batch.classes):
        return {}
    words, written = read_units(batch, forms)
    starts = sequence_starts(batch.passage, True)
    past = written if lower is None else past_of(batch.passage.tokens, written, forms, lower)
    units = units_of(words, past)
    before, earlier = one_back(units, starts), two_back(units, starts)
    place = sentence_index(starts)
    first = discard if masked else 0
    following = following_of(words, written)
    further = masked and lower is None
    one, two, three = (counted & (place >= first + reach * further) for reach in range(3))
    return {
        "units": pack(top(words[one], UNIT_BITS), written[one].astype(np.uint64), FORM_BITS),
        "bigrams": pack(bigram_history(before[two]), following[two], FOLLOWING_BITS),
        "trigrams": pack(
            trigram_history(earlier[three], before[three]), following[three], FOLLOWING_BITS
        ),
    }


def count_of_tokens(passage: Passage, lines: Bools) -> Bools:
    """Spread a flag for each line over the line's tokens."""
    return np.repeat(lines, passage.lines[:, 1] - passage.lines[:, 0])
