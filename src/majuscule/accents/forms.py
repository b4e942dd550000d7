"""The forms of words without marks: *peche* is *pêche*, *péché* or *pêché*.

A form is a list of edits, each a letter of the word and what it becomes; plain is no edit.  Forms
of a word stand most frequent first, and their number there is what the tagger chooses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from majuscule.arrays import I16, I64, U8, U16, U32, U64, Bools
from majuscule.models.stored import stored
from majuscule.text.characters.accents import plain
from majuscule.text.characters.codepoints import CodePoints
from majuscule.words.tables.table import look_up_numbers

MOST = 4
"""Forms that a word may have: the tags of the tagger."""
PLAIN, FIRST = 1, 2
"""Numbers of the table: a word that is always plain; the first of the others."""
LONGEST = 64
"""Letters of a word; longer ones are left alone."""


@dataclass(frozen=True)
class AccentedForms:
    """The words a language knows, and how they are written with marks.

    ``table``: a number for each known word (:func:`majuscule.words.tables.table.number_table`):
    PLAIN, or FIRST plus its row.  ``counts`` (rows,): how many forms a word has; ``sizes``
    (forms,): how many edits a form has; ``edits``: place in the word times 1,024 plus the row of
    ``letters``;
    ``groups`` (rows,): words with the same choice and ending, such as *-o* or *-ó*; ``today``
    (forms,): what a form gets on top where people write it more often today than the text does that
    the rest was learnt from; none in older models.
    """

    table: U32 = stored("<u4", name="words")
    counts: U8 = stored("|u1")
    sizes: U8 = stored("|u1")
    edits: U16 = stored("<u2")
    groups: U16 = stored("<u2")
    letters: U32 = stored("<u4")
    today: I16 | None = stored("<i2", optional=True)

    def fits(self) -> bool:
        """Tell whether no look-up can go astray."""
        return (
            len(self.sizes) == int(self.counts.sum())
            and len(self.edits) == int(self.sizes.sum())
            and len(self.groups) == len(self.counts)
            and (self.today is None or len(self.today) == len(self.sizes))
            and bool((self.counts > 0).all() and (self.counts <= MOST).all())
            and bool(((self.edits & 1023) < max(1, len(self.letters))).all())
            and int((self.table & 0x7FFFF).max(initial=0)) < FIRST + len(self.counts)
        )

    @cached_property
    def first_forms(self) -> I64:
        """Return the number of the first form of each row, and of all forms."""
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

    def misread(self, rows: I64, starts: I64, sizes: I64, bare: CodePoints) -> Bools:
        """Tell which words, with these ``rows`` at ``starts``, are not those of the table.

        A look-up keeps part of a word's hash only, so one unknown word in thousands finds the row
        of another.  It tells by an edit that is no mark on the letter that stands there.
        """
        first = self._first_edits[self.first_forms[rows]]
        many = self._first_edits[self.first_forms[rows + 1]] - first
        owner = np.repeat(np.arange(len(rows)), many)
        within = np.arange(len(owner)) - np.repeat(np.cumsum(many) - many, many)
        edits = self.edits[first[owner] + within]
        place = (edits >> 10).astype(np.int64)
        stands = bare[np.minimum(starts[owner] + place, len(bare) - 1)]
        wrong = (place >= sizes[owner]) | (stands != self._bare_letters[edits & 1023])
        return np.bincount(owner[wrong], minlength=len(rows)) > 0

    def on_top(self, rows: I64) -> I16:
        """Return what each form of some rows gets on top, (rows, MOST)."""
        if self.today is None:
            return np.zeros((len(rows), MOST), np.int16)
        forms = self.first_forms[rows][:, None] + np.arange(MOST)
        held = np.arange(MOST) < self.counts[rows][:, None]
        return np.append(self.today, np.int16(0))[np.where(held, forms, -1)]

    def with_today(self, more: I64) -> AccentedForms:
        """Return the forms with more on top of each."""
        held = np.iinfo(np.int16)
        today = (0 if self.today is None else self.today) + more
        return replace(self, today=today.clip(held.min, held.max).astype(np.int16))

    def write(self, rows: I64, choices: I64, starts: I64, sizes: I64, codes: CodePoints) -> None:
        """Write forms into small letters: of words with these ``rows`` at ``starts``.

        An edit beyond a word's end, which only a misread word can have, is left out.
        """
        last = self.counts[rows].astype(np.int64) - 1
        forms = self.first_forms[rows] + np.minimum(choices, last)
        many = self.sizes[forms].astype(np.int64)
        owner = np.repeat(np.arange(len(rows)), many)
        within = np.arange(len(owner)) - np.repeat(np.cumsum(many) - many, many)
        edits = self.edits[self._first_edits[forms][owner] + within]
        place = (edits >> 10).astype(np.int64)
        inside = place < sizes[owner]
        codes[(starts[owner] + place)[inside]] = self.letters[(edits & 1023)[inside]]
