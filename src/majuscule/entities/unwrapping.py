"""Documents as taggers read them: without soft line breaks, so that a name may cross them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Self

import numpy as np

from majuscule.detection.joined import Joined
from majuscule.errors import UsageError
from majuscule.reading.annotations.mentions import Mention
from majuscule.text import decode
from majuscule.text.tokenizing.views import TextView

LINES = ("auto", "wrapped", "separate")
"""What a line break may mean (:class:`majuscule.restore.policy.Policy`)."""


class Unwrapped(NamedTuple):
    """A document as it is read; ``view``: maps it back, None if nothing is left out."""

    text: str
    view: TextView | None

    @classmethod
    def of(cls, text: str, lines: str) -> Self:
        r"""Return a document without the line breaks that ``lines`` makes soft.

        >>> Unwrapped.of("> they met in new\n> york.", "wrapped").text
        '> they met in new york.'
        """
        if lines not in LINES:
            raise UsageError(f"lines is {lines!r}; it must be {', '.join(LINES[:-1])} or separate")
        if "\n" not in text and text.isascii():
            return cls(text, None)
        view = Joined.of([text], separate=lines == "separate", wrapped=lines == "wrapped").view
        return cls(text if view is None else decode(view.codes), view)

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
