"""The counts of the bigram HMM: tagged words after tagged words.

Equations 1 to 7 need four tables: ``pairs`` (a word and its tag after a word and its
tag), ``emitted`` (a word and its tag after a tag), ``followed`` (a tag after a word and its tag)
and ``features`` (the feature of a word).  All come from one pass and merge in any order.

A second set of tables is for the separate HMM for unknown words (section 2.2): there, words that
occur in only one half of the text become ``#Unknown#``, a symbol for each of the five features.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from majuscule.arrays import U8, Bools
from majuscule.counts import CountTable, TableBuilder
from majuscule.counts.keys import pack, shifted, top
from majuscule.learn.batches import TrainingBatch
from majuscule.options import Progress, no_progress
from majuscule.text.keys import Keys, find_keys
from majuscule.text.tokenizing.classes import CA, KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import sequence_starts
from majuscule.words.letters import token_features

LOWER, UPPER, MIXED = range(3)
"""The tags of Niu et al.: all lower case (or caseless), all upper case, mixed case."""

HISTORY_BITS, WORD_BITS, TAG_BITS = 60, 28, 4

START = np.uint64(1)
UNKNOWN = np.uint64(2)
"""Reserved hashes: the start of a sentence, and the first of five for unknown words.  A word hashes
to one of them with a probability of about 2 to the power -60."""

_TAG_OF_CLASS = np.empty(5, np.uint8)
_TAG_OF_CLASS[[LC, UC, CA, MC, KEEP]] = LOWER, MIXED, UPPER, MIXED, LOWER


def tags_of(batch: TrainingBatch) -> U8:
    """Return the tag of each token as written."""
    return np.asarray(_TAG_OF_CLASS[batch.prose])


def bigram_keys(
    words: Keys, tags: U8, features: U8, starts: Bools, prefix: str = ""
) -> dict[str, Keys]:
    """Return the keys of the four tables for some tokens; ``starts`` begins with True."""
    now = tags.astype(np.uint64)
    pair = (shifted(now, starts, np.uint64(LOWER)) << np.uint64(2)) | now
    before = shifted(words, starts, START)
    following = pack(top(words, WORD_BITS), pair, TAG_BITS)
    return {
        prefix + "pairs": pack(top(before, 32), following, 32),
        prefix + "emitted": pack(top(words, HISTORY_BITS), pair, TAG_BITS),
        prefix + "followed": pack(top(before, HISTORY_BITS), pair, TAG_BITS),
        prefix + "features": pack(top(words, HISTORY_BITS), features.astype(np.uint64), TAG_BITS),
    }


def mark_unknown(words: Keys, features: U8, known: Keys) -> Keys:
    """Return the words with those not among ``known`` (ascending) replaced by ``#Unknown#``."""
    _, found = find_keys(known, words)
    return np.where(found, words, UNKNOWN + features.astype(np.uint64))


def count_batch(batch: TrainingBatch, both: Keys, sentences: bool) -> Mapping[str, Keys]:
    """Return the keys of a batch, for the main HMM and for the HMM for unknown words."""
    tokens = batch.passage.tokens
    if not len(tokens):
        return {}
    tags, features = tags_of(batch), token_features(tokens)
    starts = sequence_starts(batch.passage, sentences)
    marked = mark_unknown(tokens.words, features, both)
    return {
        **bigram_keys(tokens.words, tags, features, starts, "known_"),
        **bigram_keys(marked, tags, features, starts, "unknown_"),
    }


def words_of_both_parts(
    batches: Iterator[TrainingBatch],
    half: Callable[[TrainingBatch], Bools],
    report: Progress,
) -> tuple[Keys, int, int]:
    """Return the words that occur in both halves of a text, its number of tokens, and of LC tokens.

    Arguments as for :func:`count_halves`.
    """
    (first, second), seen, lower = count_halves(batches, half, report)
    return np.intersect1d(first.keys, second.keys, assume_unique=True), seen, lower


def count_halves(
    batches: Iterator[TrainingBatch],
    half: Callable[[TrainingBatch], Bools],
    report: Progress = no_progress,
) -> tuple[list[CountTable], int, int]:
    """Return the words of each half of a text, its number of tokens, and of LC tokens.

    ``half`` selects the lines of a batch that are in the second half.
    """
    parts = TableBuilder(), TableBuilder()
    seen = lower = 0
    for batch in batches:
        in_second = batch.passage.by_token(half(batch))
        words = batch.passage.tokens.words
        parts[0].add(words[~in_second])
        parts[1].add(words[in_second])
        seen += len(words)
        lower += int((batch.classes == LC).sum())
        report(f"HMM: {seen:,} tokens read for the vocabulary", 0.0)
    return [one.table() for one in parts], seen, lower
