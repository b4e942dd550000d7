"""A view of a text: the code points that restorers read, and their offsets in the text.

Views leave out soft line breaks, quote marks, soft hyphens and the like, compose letters with their
accents (NFC), and show all hyphens as one sign, and all signs for an apostrophe as another.
Restored code points of the view are written back to the text by their offsets, so what the view
leaves out cannot change.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from majuscule.arrays import I64, U64, Array, Bools
from majuscule.text.characters import case_kernel
from majuscule.text.characters.accents import in_case_of
from majuscule.text.characters.codepoints import CodePoints, fold

_BREAK, _SPACE = 0x0A, 0x20
_DOT = "\u0307"
_UNSEEN = [ord(sign) for sign in "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"]
_UNSEEN += [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]
"""Soft hyphen, zero-width space, joiners, marks of direction, word joiner, byte-order mark."""
_SHOWN = {ord(sign): ord(shown) for sign, shown in zip("´ʼ′‐\u2011", "’’’--", strict=True)}
_ODD = [*_UNSEEN, *_SHOWN]
_UNREADABLE = np.zeros(max(_ODD) + 1, np.uint8)
_UNREADABLE[[*_ODD, *range(0x300, 0x370)]] = 1
"""Marks what :meth:`TextView.readable` may leave out, compose or show as another sign."""


def _whole(letter: str, accent: str) -> int:
    """Return the letter with its accent as one code point, 0 if its other case has none.

    An *i* is whole without its dot, and so is *İ*, which the Turkish alphabet maps to *I*.
    """
    if accent == _DOT and letter in "iI":
        return ord(letter)
    small, capital = (unicodedata.normalize("NFC", one + accent) for one in _cases(letter))
    if {len(one) for one in (small, capital, small.upper())} != {1} or small != capital.lower():
        return 0
    return ord(unicodedata.normalize("NFC", letter + accent))


def _cases(letter: str) -> tuple[str, str]:
    return letter.lower(), letter.upper()


def is_readable(codes: CodePoints) -> bool:
    """Return whether :meth:`TextView.readable` would certainly change nothing."""
    return not case_kernel.holds(codes, _UNREADABLE)


def in_one_line(text: str) -> str:
    """Return a part of a text without its line breaks and the quote signs after them.

    >>> in_one_line("New\\n> > York")
    'New York'
    """
    return " ".join(re.sub(r"\n[ \t]*[>|][ \t>|]*", "\n", text).split())


def _is_accent(codes: CodePoints) -> Bools:
    return np.asarray(codes - np.uint32(0x300) < 0x70)  # below 0x300 it wraps around


@dataclass(frozen=True, eq=False)
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

    def readable(self) -> TextView:
        """Return the view without zero-width characters, such as soft hyphens inside words, with
        composed letters and plain hyphens and apostrophes; itself if that changes nothing."""
        at = np.flatnonzero(self.codes >= min(_ODD))
        signs, view = self.codes[at], self
        if np.isin(signs, _ODD).any():
            codes, unseen = self.codes.copy(), at[np.isin(signs, _UNSEEN)]
            for sign, shown in _SHOWN.items():
                codes[at[signs == sign]] = shown
            places = np.delete(self.places, unseen)
            view = replace(self, codes=np.delete(codes, unseen), places=places)
        return view._composed() if _is_accent(signs).any() else view

    def _composed(self) -> TextView:
        """Return the view with composed letters in place of letters before accents."""
        view = self
        while True:  # a letter may have several accents
            at = np.flatnonzero(_is_accent(view.codes[1:])) + 1
            pairs, which = np.unique(view.codes[[at - 1, at]], axis=1, return_inverse=True)
            whole = [_whole(chr(a), chr(b)) for a, b in pairs.T.tolist()]
            letters = np.array(whole, np.uint32)
            at, letters = at[letters[which] > 0], letters[which][letters[which] > 0]
            if not len(at):
                return view
            codes = view.codes.copy()
            codes[at - 1] = letters
            view = replace(view, codes=np.delete(codes, at), places=np.delete(view.places, at))

    def without(self, spans: list[tuple[int, int]], codes: CodePoints) -> TextView:
        """Return the view with other code points, ``codes``, but without those in spans of it."""
        shown = np.ones(len(codes), np.bool_)
        for start, end in spans:
            shown[start:end] = False
        return replace(self, codes=codes[shown], places=self.places[shown])

    def lay(self, codes: CodePoints) -> CodePoints:
        """Return the text with the view's code points replaced by ``codes``."""
        changed = np.flatnonzero(codes != self.codes)
        text, places, new = self.text.copy(), self.places[changed], codes[changed]
        own = text[places]  # of a composed letter, the letter before its accents
        text[places] = np.where(own == self.codes[changed], new, in_case_of(new, fold(own)))
        return text

    def spans(self, starts: Array, ends: Array) -> tuple[Array, Array]:
        """Return the spans in the text of non-empty spans of the view."""
        places = np.append(self.places, len(self.text))
        last, following = places[ends - 1] + 1, places[ends]
        last = np.where(_is_accent(self.text[following - 1]), following, last)
        return places[starts].astype(starts.dtype), last.astype(ends.dtype)

    def past_unseen(self, ends: I64) -> I64:
        """Return offsets in the text moved past the zero-width characters that they precede."""
        text, moved = np.append(self.text, 0), ends
        while (unseen := np.isin(text[moved], _UNSEEN)).any():
            moved = moved + unseen
        return moved

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
