"""Documents as taggers read them: without soft line breaks, so that a name may cross them, without
the signs that begin quoted lines and list items, and with a single space between words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Self, get_args

import numpy as np

from majuscule.detection.joined import Joined
from majuscule.errors import UsageError
from majuscule.options import Lines
from majuscule.reading.annotations.mentions import Mention
from majuscule.text import decode, encode
from majuscule.text.tokenizing.views import TextView

_SPACES = str.maketrans(dict.fromkeys("\xa0\u1680\u202f\u205f\u3000", " "))
_SPACES |= dict.fromkeys(range(0x2000, 0x200B), " ")
_UNREAD = re.compile(
    r"^[ \t]*(?:(?:>|[-–*•]|\d{1,2}[.)])[ \t]+|\d{1,2}、)+|(?<= ) +|\r(?=[ \n])", re.M
)
"""Quote signs, signs and numbers of list items, further spaces, and half of a line end."""


class Unwrapped(NamedTuple):
    """A document as it is read; ``view``: maps it back, None if nothing is left out."""

    text: str
    view: TextView | None

    @classmethod
    def of(cls, text: str, lines: str) -> Self:
        r"""Return a document without the line breaks that ``lines`` makes soft.

        >>> Unwrapped.of("> they met  in new\n> york.", "wrapped").text
        'they met in new york.'
        """
        if lines not in get_args(Lines):
            raise UsageError(f"lines is {lines!r}; it must be auto, wrapped or separate")
        view = None
        if "\n" in text.strip("\n") or not text.isascii():
            view = Joined.of([text], lines).view
        shown = text if view is None else decode(view.codes)
        spaced = shown.translate(_SPACES)
        unread = [one.span() for one in _UNREAD.finditer(spaced)]
        if unread or spaced != shown:
            view = (view or TextView.of(encode(text))).without(unread, encode(spaced))
            spaced = decode(view.codes)
        return cls(spaced.rstrip("\n"), view)

    def placed(self, mentions: Sequence[Mention]) -> list[Mention]:
        """Return mentions with their offsets in the document as given."""
        if self.view is None or not mentions:
            return list(mentions)
        spans = np.array([one.span[:2] for one in mentions])
        starts, ends = (side.tolist() for side in self.view.spans(*spans.T))
        return [
            replace(one, start=start, end=end)
            for one, start, end in zip(mentions, starts, ends, strict=True)
        ]
