"""A view of a text: the code points that restorers read, and their offsets in the text.

Views leave out soft line breaks, quote marks, soft hyphens and the like.  Restored code points of
the view are written back to the text by their offsets, so what the view leaves out cannot change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from majuscule.arrays import I64, U64, Array, Bools
from majuscule.text.characters.codepoints import CodePoints

_BREAK, _SPACE = 0x0A, 0x20
UNSEEN = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
"""Soft hyphen, zero-width space, direction marks, word joiner, byte-order mark."""


@dataclass(frozen=True)
class TextView:
    """``codes``: the code points of the view; ``places``: their offsets in ``text``, ascending;
    ``lines``: the line of the view that each line of the text is in."""

    text: CodePoints
    codes: CodePoints
    places: I64
    lines: I64

    @classmethod
    def joined(
        cls, text: CodePoints, soft: Bools, starts: Array, ends: Array, spaces: Array
    ) -> Self:
        """Return the view without the spans ``starts`` to ``ends``, and with spaces at the offsets
        ``spaces``.

        ``soft`` (lines,): whether a line of the text continues the one before.
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
        """Return the view without zero-width characters, such as soft hyphens inside words."""
        shown = ~np.isin(self.codes, [ord(sign) for sign in UNSEEN])
        return replace(self, codes=self.codes[shown], places=self.places[shown])

    def lay(self, codes: CodePoints) -> CodePoints:
        """Return the text with the view's code points replaced by ``codes``."""
        changed = np.flatnonzero(codes != self.codes)
        text = self.text.copy()
        text[self.places[changed]] = codes[changed]
        return text

    def spans(self, starts: Array, ends: Array) -> tuple[Array, Array]:
        """Return the spans in the text of non-empty spans of the view."""
        places = self.places
        return places[starts].astype(starts.dtype), (places[ends - 1] + 1).astype(ends.dtype)

    def masks(self, starts: Array, ends: Array, masks: U64) -> U64:
        """Return masks of spans of the view as masks of spans of the text, where words may have
        gaps."""
        found = masks.copy()
        first, last = self.spans(starts, ends)
        for at in np.flatnonzero((last - first != ends - starts) & (masks != 0)).tolist():
            moved = self.places[starts[at] : ends[at]] - first[at]
            bits = [int(to) for bit, to in enumerate(moved.tolist()) if int(masks[at]) >> bit & 1]
            found[at] = sum(1 << bit for bit in bits if bit < 64)
        return found
