"""Batches of training text, the common input of all trainers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from majuscule.arrays import U8, U32, U64, Bools
from majuscule.errors import TrainingError
from majuscule.text.tokenizing.classes import KEEP
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import FIXED


@dataclass(frozen=True)
class CorrectedText:
    """A document after correction.

    ``batch``: its text; ``checked``: bool (n,), the tokens whose form a person set or confirmed.
    """

    batch: TrainingBatch
    checked: Bools


@dataclass(frozen=True)
class TrainingBatch:
    """Lines of well-cased text, with the case of their tokens.

    ``classes``: uint8 (n,), the class of each token, KEEP for those without cased letters;
    ``masks``: uint64 (n,), the capitals of each token; ``documents``: uint32 (lines,), a hash of
    each line's document; ``times``: uint8 (lines,), weights of lines, for trainers that use them,
    or None if all are 1.
    """

    passage: Passage
    classes: U8
    masks: U64
    documents: U32
    times: U8 | None = None

    @property
    def prose(self) -> U8:
        """Return the class of each token, KEEP for machine text too."""
        fixed = self.passage.tokens.kinds == FIXED
        return np.where(fixed, np.uint8(KEEP), self.classes)

    def for_counting(self, *, letters: bool) -> TrainingBatch:
        """Return the batch without what counting does not need, to save memory: text, affixes and,
        unless ``letters``, the letters of the tokens."""
        tokens, none = self.passage.tokens, np.empty(0, np.uint32)
        affixes = np.empty((len(tokens), 0), np.uint64)
        kept = replace(tokens, affixes=affixes, folded=tokens.folded if letters else none)
        return replace(self, passage=Passage(none, kept, self.passage.lines))


class TrainingText(Protocol):
    """Text to train on, which can be iterated repeatedly, always in the same order."""

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the text in batches of a few hundred thousand tokens."""
        ...


def check_case(tokens: int, lower: int) -> None:
    """Raise :class:`TrainingError` for text from which nothing about case can be learnt.

    ``lower``: how many of its ``tokens`` are in lower case.
    """
    if not tokens:
        raise TrainingError("there is no text to learn from: every document is empty")
    if not lower:
        raise TrainingError(
            "the text has no word in lower case, so nothing can be learnt from its capitals; "
            "train on text in normal case"
        )
