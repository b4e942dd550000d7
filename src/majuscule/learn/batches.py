"""training text: what every kind learns from"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from majuscule.arrays import U8, U32, U64, Bools
from majuscule.errors import TrainingError
from majuscule.text.tokenizing.passages import Passage


@dataclass(frozen=True)
class CorrectedText:
    """A document as people left it.

    ``batch``: its text; ``checked``: bool (n,), the tokens whose form someone set or confirmed.
    """

    batch: TrainingBatch
    checked: Bools


@dataclass(frozen=True)
class TrainingBatch:
    """Some lines of well-cased text with the case they are written in.

    ``classes``: uint8 (n,), the class of each token as written, KEEP where it has no cased letter;
    ``masks``: uint64 (n,), the capitals of each token; ``documents``: uint32 (lines,), a hash of
    each line's document; ``times``: uint8 (lines,), how often a kind that weighs text learns from
    each line, none where all count alike.
    """

    passage: Passage
    classes: U8
    masks: U64
    documents: U32
    times: U8 | None = None

    def for_counting(self, *, letters: bool) -> TrainingBatch:
        """Return the batch without text and affixes: batches wait for their turn in memory.

        ``letters``: whether those of the tokens are needed.
        """
        tokens, none = self.passage.tokens, np.empty(0, np.uint32)
        affixes = np.empty((len(tokens), 0), np.uint64)
        kept = replace(tokens, affixes=affixes, folded=tokens.folded if letters else none)
        return replace(self, passage=Passage(none, kept, self.passage.lines))


class TrainingText(Protocol):
    """Text to train on: may be gone through as often as needed, always in the same order."""

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the text in batches of a few hundred thousand tokens."""
        ...


def check_case(tokens: int, lower: int) -> None:
    """Raise :class:`TrainingError` for a text that can teach nothing about case.

    ``lower``: how many of its tokens are written in lower case.
    """
    if not tokens:
        raise TrainingError("there is no text to learn from: every document is empty")
    if not lower:
        raise TrainingError(
            "the text has no word in lower case, so nothing can be learnt from its capitals; "
            "train on text in normal case"
        )
