"""The accented forms of plain words: *peche* is *pêche*, *péché* or *pêché*.

A form is a list of edits, each a position in the word and the letter to write there; the plain form
has none.  The forms of a word are ranked by frequency; the rank is the tagger's label.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from majuscule.arrays import I16, I64, U8, U16, U32, U64, Bools, number_runs
from majuscule.models.stored import stored
from majuscule.text.characters.accents import plain
from majuscule.text.characters.codepoints import CodePoints
from majuscule.words.tables.table import LARGEST_NUMBER, look_up_numbers

MOST = 4
"""Most forms of a word: the number of the tagger's labels."""
PLAIN, FIRST = 1, 2
"""Numbers in the table: of words that are always plain, and the first of the others."""
LONGEST = 64
"""Most letters of a word; longer ones are left alone."""


@dataclass(frozen=True)
class AccentedForms:
    """The known words of a language and their accented forms.

    ``table``: a number for each known word (:func:`majuscule.words.tables.table.number_table`):
    PLAIN, or FIRST plus its row.  ``counts`` (rows,): number of forms; ``sizes`` (forms,): number
    of edits; ``edits``: position in the word times 1,024 plus index in ``letters``; ``today``
    (forms of words with several): bias in score units for how much more often a form is written
    today than in the training text; older models have it for all forms, or None.
    """

    table: U32 = stored("<u4", name="words")
    counts: U8 = stored("|u1")
    sizes: U8 = stored("|u1")
    edits: U16 = stored("<u2")
    letters: U32 = stored("<u4")
    today: I16 | None = stored("<i2", optional=True)

    def fits(self) -> bool:
        """Return whether all indices are in range."""
        return (
            len(self.sizes) == int(self.counts.sum())
            and len(self.edits) == int(self.sizes.sum())
            and (self.today is None or len(self.today) in (self._first_biases[-1], len(self.sizes)))
            and bool((self.counts > 0).all() and (self.counts <= MOST).all())
            and bool(((self.edits & 1023) < max(1, len(self.letters))).all())
            and int((self.table & LARGEST_NUMBER).max(initial=0)) < FIRST + len(self.counts)
        )

    @cached_property
    def first_forms(self) -> I64:
        """Return the index of the first form of each row, then the number of forms, (rows + 1,)."""
        return np.append(0, np.cumsum(self.counts.astype(np.int64)))

    @cached_property
    def _first_edits(self) -> I64:
        return np.append(0, np.cumsum(self.sizes.astype(np.int64)))

    @cached_property
    def _bare_letters(self) -> U32:
        return plain(self.letters)

    def find(self, words: U64) -> U32:
        """Return the number of each word, 0 for unknown ones."""
        return look_up_numbers(words, self.table)

    def collides(self, rows: I64, starts: I64, sizes: I64, bare: CodePoints) -> Bools:
        """Return which words, at ``starts`` with ``rows``, are hash collisions.

        The table keeps only a part of each hash, so one unknown word in thousands gets the row of
        another.  It shows if an edit's letter is no variant of the letter at its position.
        """
        first = self._first_edits[self.first_forms[rows]]
        many = self._first_edits[self.first_forms[rows + 1]] - first
        owner, within = number_runs(many)
        edits = self.edits[first[owner] + within]
        place = (edits >> 10).astype(np.int64)
        present = bare[np.minimum(starts[owner] + place, len(bare) - 1)]
        wrong = (place >= sizes[owner]) | (present != self._bare_letters[edits & 1023])
        return np.bincount(owner[wrong], minlength=len(rows)) > 0

    @cached_property
    def _first_biases(self) -> I64:
        """Return the index of the first bias of each row with several forms, then their number."""
        return np.append(0, np.cumsum(np.where(self.counts > 1, self.counts, 0).astype(np.int64)))

    def biases(self, rows: I64) -> I16:
        """Return the bias of each form of some rows with several forms, (rows, MOST)."""
        if self.today is None:
            return np.zeros((len(rows), MOST), np.int16)
        of_all = len(self.today) == len(self.sizes)
        firsts = (self.first_forms if of_all else self._first_biases)[rows]
        exists = np.arange(MOST) < self.counts[rows][:, None]
        at = np.where(exists, firsts[:, None] + np.arange(MOST), -1)
        return np.append(self.today, np.int16(0))[at]

    def unmarked(self, rows: I64) -> Bools:
        """Return which forms of some rows have no accent, (rows, MOST)."""
        exists = np.arange(MOST) < self.counts[rows][:, None]
        at = np.where(exists, self.first_forms[rows][:, None] + np.arange(MOST), -1)
        return np.asarray(np.append(self.sizes, 1)[at] == 0)

    def with_biases(self, added: I64) -> AccentedForms:
        """Return the forms with ``added`` (forms,) to their biases."""
        several = np.flatnonzero(self.counts > 1)
        today = added[np.repeat(self.counts > 1, self.counts)]
        ranks = np.arange(MOST) < self.counts[several][:, None]
        today += self.biases(several)[ranks]
        limits = np.iinfo(np.int16)
        return replace(self, today=today.clip(limits.min, limits.max).astype(np.int16))

    def write(self, rows: I64, choices: I64, starts: I64, sizes: I64, codes: CodePoints) -> None:
        """Write the forms ``choices`` of the words with ``rows`` at ``starts`` into ``codes``.

        Edits beyond a word's end, which only hash collisions cause, are skipped.
        """
        last = self.counts[rows].astype(np.int64) - 1
        forms = self.first_forms[rows] + np.minimum(choices, last)
        many = self.sizes[forms].astype(np.int64)
        owner, within = number_runs(many)
        edits = self.edits[self._first_edits[forms][owner] + within]
        place = (edits >> 10).astype(np.int64)
        inside = place < sizes[owner]
        codes[(starts[owner] + place)[inside]] = self.letters[(edits & 1023)[inside]]
