"""A view of a text: what restorers read of it, and where each code point of that stands.

Line breaks that only fill a page, quote marks, soft hyphens and the like are not there for who
decides.  What is decided is a pattern over the code points of the view, and is laid over the text
through their places: what the view leaves out cannot change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from majuscule.arrays import I64, U64, Array, Bools
from majuscule.text.characters.codepoints import CodePoints

_BREAK, _SPACE = 0x0A, 0x20
UNSEEN = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
"""Soft hyphen, space of no width, marks of direction, word joiner, byte-order mark."""


@dataclass(frozen=True)
class TextView:
    """What is read of a text.

    ``codes``: what is read; ``places``: where each of its code points stands in the text,
    ascending; ``lines``: of each line of the text, which line of the view it is in.
    """

    text: CodePoints
    codes: CodePoints
    places: I64
    lines: I64

    @classmethod
    def joined(
        cls, text: CodePoints, soft: Bools, starts: Array, ends: Array, spaces: Array
    ) -> Self:
        """Return the view without some spans and with spaces in some places.

        ``soft`` (lines,): the lines of the text that go on from the one before.
        """
        steps = np.zeros(len(text) + 1, np.int8)
        steps[starts] += 1
        steps[ends] -= 1
        places = np.flatnonzero(np.cumsum(steps[:-1], dtype=np.int8) == 0)
        shown = text.copy()
        shown[spaces] = _SPACE
        return cls(text, shown[places], places, np.cumsum(~soft) - 1)

    @classmethod
    def of(cls, text: CodePoints) -> Self:
        """Return the view of a whole text."""
        return cls(text, text, np.arange(len(text)), np.arange(int((text == _BREAK).sum()) + 1))

    def without_unseen(self) -> TextView:
        """Return the view without characters of no width, such as soft hyphens inside words."""
        shown = ~np.isin(self.codes, [ord(sign) for sign in UNSEEN])
        return replace(self, codes=self.codes[shown], places=self.places[shown])

    def lay(self, codes: CodePoints) -> CodePoints:
        """Return the text with the view's code points as they have become."""
        changed = np.flatnonzero(codes != self.codes)
        text = self.text.copy()
        text[self.places[changed]] = codes[changed]
        return text

    def spans(self, starts: Array, ends: Array) -> tuple[Array, Array]:
        """Return where spans of the view that are not empty stand in the text."""
        places = self.places
        return places[starts].astype(starts.dtype), (places[ends - 1] + 1).astype(ends.dtype)

    def masks(self, starts: Array, ends: Array, masks: U64) -> U64:
        """Return the masks of spans of the view over the text: a word that is parted has gaps."""
        found = masks.copy()
        first, last = self.spans(starts, ends)
        for at in np.flatnonzero((last - first != ends - starts) & (masks != 0)).tolist():
            moved = self.places[starts[at] : ends[at]] - first[at]
            bits = [int(to) for bit, to in enumerate(moved.tolist()) if int(masks[at]) >> bit & 1]
            found[at] = sum(1 << bit for bit in bits if bit < 64)
        return found
