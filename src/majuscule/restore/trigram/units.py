"""Units of the trigram model: words with their case (Lita et al. 2003, section 2.2.1).

A unit is a word and one of its forms (:mod:`majuscule.words.forms`); a rare word is the unknown
word in the same form (section 2.3).  Two start symbols precede each sentence, or none if sentence
starts are masked (section 2.5).  Three tables are counted: ``units``, ``bigrams`` and ``trigrams``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from majuscule.arrays import I64, U8, Bools
from majuscule.counts.keys import BITS, MASK63, chain, mix_bits, pack, shifted, top
from majuscule.learn.batches import TrainingBatch
from majuscule.text.keys import Keys
from majuscule.text.tokenizing.classes import LC, UC
from majuscule.text.tokenizing.passages import Passage, sequence_starts
from majuscule.text.tokenizing.sentences import INSIDE, QUOTE
from majuscule.text.tokenizing.tokens import PUNCTUATION, Tokens
from majuscule.words.forms import CASELESS, FormCounts

START = np.uint64(1)
UNKNOWN = np.uint64(2)
"""Reserved hashes: the start symbol, and the unknown word, for every rare or unseen word."""

_OPENING = np.uint64(0x3C6EF372FE94F82B)

FORM_BITS, WORD_BITS, HISTORY_BITS, UNIT_BITS = 3, 25, 36, 60
FOLLOWING_BITS = WORD_BITS + FORM_BITS


def units_of(words: Keys, forms: U8) -> Keys:
    """Return the 63-bit key of each word in its form."""
    packed = (mix_bits(words) << np.uint64(FORM_BITS)) & np.uint64(MASK63)
    return packed | forms.astype(np.uint64)


START_UNIT = units_of(np.array([START]), np.array([CASELESS], np.uint8))[0]


def following_of(words: Keys, forms: U8) -> Keys:
    """Return the 28-bit key of a unit as the successor of a history."""
    return pack(top(words, WORD_BITS), forms.astype(np.uint64), FORM_BITS)


def one_back(units: Keys, starts: Bools) -> Keys:
    """Return the unit before each, the start symbol at sequence starts."""
    return shifted(units, starts, START_UNIT)


def two_back(units: Keys, starts: Bools) -> Keys:
    """Return the unit before the one before each."""
    return one_back(one_back(units, starts), starts)


def bigram_history(before: Keys) -> Keys:
    """Return the 36-bit key of a history of one unit."""
    return top(before, HISTORY_BITS)


def trigram_history(earlier: Keys, before: Keys) -> Keys:
    """Return the 36-bit key of a history of two units."""
    return chain(earlier, before) >> np.uint64(BITS - HISTORY_BITS)


def tell_openings(passage: Passage) -> Passage:
    """Return a passage whose opening quotes hash differently from closing ones.

    The two may be the same character, but a word after an opening quote begins a sentence about
    half the time, and after a closing one hardly ever.
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
    """Return the words of a batch, rare ones as UNKNOWN, and their written forms."""
    tokens = batch.passage.tokens
    written = forms.form_of(tokens.words, batch.prose, batch.masks)
    _, known = forms.find(tokens.words)
    return np.where(known, tokens.words, UNKNOWN), written


def past_of(tokens: Tokens, forms: U8, table: FormCounts, lower: U8) -> U8:
    """Return the forms that the words of a text have in histories."""
    return forms_before(forms, tokens, table.rows(tokens.words), lower)


def forms_before(forms: U8, tokens: Tokens, rows: I64, lower: U8) -> U8:
    """Return the forms that words have in the histories of later words.

    These are ``forms``, but a usually lower-case word with an initial capital that may be due to
    its position (sentence start, after an opening quote or colon) is LC.  ``forms`` may have a
    second axis; ``rows`` index ``lower``, whose last row is for unknown words.
    """
    placed = (tokens.positions != INSIDE) & (lower[rows] != 0)
    if forms.ndim == 2:
        placed = placed[:, None]
    return np.where(placed & (forms == UC), np.uint8(LC), forms)


def sentence_index(starts: Bools) -> I64:
    """Return the index of each token in its sequence, from 0."""
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
    """Return the keys of a batch; ``counted`` (n,): the tokens that are not held out.

    With ``masked``, the first ``discard`` words of a sentence are not counted, nor may histories
    include them, unless ``lower`` says which are usually lower case.
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
