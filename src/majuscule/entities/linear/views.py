"""Caseless text read twice: as it is, and as restored by a truecaser.

A tagger's knowledge of capitals is useless without them; a truecaser, trained on far more text,
restores them.  As it makes errors, neither reading decides alone: in lines without case
information, the scores of both are averaged (a combination of views, as in Chieu and Ng's and
Mayhew et al.'s remedies for caseless text).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import Bools
from majuscule.entities.interface import Finder
from majuscule.entities.linear.columns import CASELESS, line_modes
from majuscule.entities.linear.passages import PassageTagger, ScoredPassage, StackedTagger
from majuscule.errors import UsageError
from majuscule.models import ModelFile
from majuscule.tagging.scoring.chain import Chain
from majuscule.text import Passage, classes_of, decode, encode, recase

Restore = Callable[[str], str]
"""Restores the case of lines, each independently."""


@dataclass(frozen=True, repr=False, eq=False)
class TwiceReadingTagger(StackedTagger):
    """A tagger that reads caseless lines twice; ``weight``: that of the restored reading."""

    restore: Restore
    weight: float = 0.5

    kind: ClassVar[str] = "read twice"

    def score(self, passage: Passage) -> Iterator[ScoredPassage]:
        tokens = passage.tokens
        classes = classes_of(passage.codes, tokens.starts, tokens.ends)
        bare = line_modes(passage, classes) == CASELESS
        bare &= passage.lines[:, 1] > passage.lines[:, 0]
        if not bare.any():
            yield from self.base.score(passage)
            return
        again = replace(passage, codes=encode(self._restored(passage, bare)))
        chosen = np.repeat(bare, passage.lines[:, 1] - passage.lines[:, 0])
        for one, other in zip(self.base.score(passage), self.base.score(again), strict=True):
            own = chosen[one.start : one.start + len(one.passage.tokens)]
            yield self._averaged(one, other, own)

    def _restored(self, passage: Passage, bare: Bools) -> str:
        """Return the text with its caseless lines restored from lower case."""
        lines = decode(passage.codes).split("\n")
        lower = recase("\n".join(lines), "lower").split("\n")
        at = np.flatnonzero(bare).tolist()
        restored = self.restore("\n".join(lower[k] for k in at)).split("\n")
        for k, line in zip(at, restored, strict=True):
            lines[k] = line
        return "\n".join(lines)

    def _averaged(self, one: ScoredPassage, other: ScoredPassage, chosen: Bools) -> ScoredPassage:
        """Return a piece with the scores of the ``chosen`` tokens averaged over both readings."""
        at, weight = one.padded.at[chosen], self.weight
        parts = []
        for own, restored in zip(one.chain, other.chain, strict=True):
            mixed = own.copy()
            mixed[at] = np.rint((1 - weight) * own[at] + weight * restored[at])
            parts.append(mixed)
        return replace(one, chain=Chain(*parts))

    def options(self) -> Mapping[str, Any]:
        raise UsageError(
            "a tagger that reads twice has no file of its own; save its model and the truecaser"
        )

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        raise UsageError(f"{file.path}: a tagger that reads twice has no file of its own")


def read_twice(tagger: Finder, restore: Restore, weight: float = 0.5) -> Finder:
    """Return a tagger that reads caseless lines both as they are and as ``restore`` returns them.

    Raises :class:`~majuscule.errors.UsageError` for a kind whose scores cannot be averaged.
    """
    if not isinstance(tagger, PassageTagger):
        raise UsageError("only linear and neural entity taggers can read text twice")
    if not 0 <= weight <= 1:
        raise UsageError(f"the weight of the restored reading is {weight}; it must be from 0 to 1")
    return TwiceReadingTagger(tagger, restore, weight)
