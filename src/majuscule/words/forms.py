"""Counts of the forms of each word, for the unigram and the trigram model.

A form is how a word is cased: lower case, initial capital, all capitals, no case at all, or one of
its most frequent mixed forms (Lita et al. 2003, sections 2.1 and 2.4).  Counting takes one pass.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I64, U8, U32, U64, Bools
from majuscule.counts import TableBuilder
from majuscule.errors import TrainingError
from majuscule.learn.batches import TrainingBatch
from majuscule.models.stored import stored
from majuscule.text.keys import ascending, find_keys, find_rows
from majuscule.text.tokenizing.classes import CA, KEEP, LC, MC, UC

CASELESS, MIXED, OTHER_MIXED = 3, 4, 7
"""Forms 0 to 2 are LC, UC and CA; 3 has no case; 4 to 6 are mixed, the most frequent first; 7 is
every other mixed form."""

FORMS = 8
MASKS = OTHER_MIXED - MIXED
"""How many mixed forms of a word are counted separately."""


@dataclass(frozen=True)
class FormCounts:
    """n words and the counts of their forms.

    ``words``: uint64 (n,), ascending; ``counts``: uint32 (n, 8); ``mixed_words``: uint64 (m,),
    ascending, the words that have mixed forms; ``mixed_masks``: uint64 (m, 3), the masks of forms 4
    to 6, 0 where there is none.
    """

    words: U64 = stored("<u8")
    counts: U32 = stored("<u4", 2)
    mixed_words: U64 = stored("<u8")
    mixed_masks: U64 = stored("<u8", 2)

    def __len__(self) -> int:
        return len(self.words)

    def find(self, words: U64) -> tuple[I64, Bools]:
        """Return the row of each word, arbitrary for unknown ones, and whether it is known."""
        return find_keys(self.words, words)

    def rows(self, words: U64) -> I64:
        """Return the row of each word, one past the last for an unknown one."""
        return find_rows(self.words, words)

    def masks(self, words: U64, forms: U8) -> U64:
        """Return the mask of each word in a form from 4 to 6; 0 where there is none."""
        rows, known = find_keys(self.mixed_words, words)
        masks = np.zeros(len(words), np.uint64)
        places = np.clip(forms[known], MIXED, OTHER_MIXED - 1) - MIXED
        masks[known] = self.mixed_masks[rows[known], places]
        return masks

    def form_of(self, words: U64, classes: U8, masks: U64) -> U8:
        """Return the form in which each token is written, uint8 (n,)."""
        forms = np.asarray(_FORM_OF_CLASS[classes])
        mixed = np.flatnonzero(classes == MC)
        rows, known = find_keys(self.mixed_words, words[mixed])
        same = self.mixed_masks[rows[known]] == masks[mixed[known]][:, None]
        forms[mixed[known]] = np.where(
            same.any(axis=1), MIXED + same.argmax(axis=1), np.uint8(OTHER_MIXED)
        )
        return forms

    def keep(self, least: int) -> FormCounts:
        """Return the table of the words seen at least ``least`` times."""
        return self._subset(self.counts.sum(axis=1, dtype=np.int64) >= least)

    def without(self, words: U64) -> FormCounts:
        return self._subset(~np.isin(self.words, words, assume_unique=True))

    def _subset(self, kept: Bools) -> FormCounts:
        words = self.words[kept]
        mixed = np.isin(self.mixed_words, words, assume_unique=True)
        return FormCounts(
            words, self.counts[kept], self.mixed_words[mixed], self.mixed_masks[mixed]
        )

    def fits(self) -> bool:
        return (
            self.counts.shape == (len(self), FORMS)
            and self.mixed_masks.shape == (len(self.mixed_words), MASKS)
            and ascending(self.words)
            and ascending(self.mixed_words)
        )


_FORM_OF_CLASS = np.array([LC, UC, CA, OTHER_MIXED, CASELESS], np.uint8)


class FormTally:
    """Counts the forms of words, batch by batch."""

    def __init__(self) -> None:
        self._builders = {form: TableBuilder() for form in (LC, UC, CA, CASELESS)}
        self._mixed: dict[int, dict[int, int]] = {}

    def add(self, batch: TrainingBatch, counted: Bools) -> None:
        """Count the tokens of a batch that ``counted`` selects; machine text counts as caseless."""
        words = batch.passage.tokens.words
        classes = batch.prose
        for form, class_ in ((LC, LC), (UC, UC), (CA, CA), (CASELESS, KEEP)):
            self._builders[form].add(words[counted & (classes == class_)])
        mixed = np.flatnonzero(counted & (classes == MC))
        for word, mask in zip(words[mixed].tolist(), batch.masks[mixed].tolist(), strict=True):
            masks = self._mixed.setdefault(word, {})
            masks[mask] = masks.get(mask, 0) + 1

    def table(self, mixed: int = MASKS) -> FormCounts:
        """Return the counts, the ``mixed`` most frequent mixed forms of a word separately.

        Equally frequent mixed forms are ordered by mask.
        """
        if not 0 <= mixed <= MASKS:
            raise TrainingError(f"mixed is {mixed}; it must be from 0 to {MASKS}")
        tables = {form: builder.table() for form, builder in self._builders.items()}
        mixed_words = np.fromiter(sorted(self._mixed), np.uint64, len(self._mixed))
        words = np.unique(np.concatenate([mixed_words, *(one.keys for one in tables.values())]))
        counts = np.zeros((len(words), FORMS), np.uint32)
        for form, table in tables.items():
            counts[np.searchsorted(words, table.keys), form] = table.counts
        masks = np.zeros((len(mixed_words), MASKS), np.uint64)
        rows = np.searchsorted(words, mixed_words).tolist()
        for number, (row, word) in enumerate(zip(rows, mixed_words.tolist(), strict=True)):
            ranked = sorted(self._mixed[word].items(), key=lambda one: (-one[1], one[0]))
            for rank, (mask, count) in enumerate(ranked):
                if rank < mixed:
                    masks[number, rank] = mask
                    counts[row, MIXED + rank] = count
                else:
                    counts[row, OTHER_MIXED] += count
        return FormCounts(words, counts, mixed_words, masks)
