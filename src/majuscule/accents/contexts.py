"""Choosing among the forms of a word by its context: the interface, and the linear tagger."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from majuscule.accents.columns import word_columns, word_places, word_spec
from majuscule.accents.forms import AccentedForms
from majuscule.arrays import I32, I64, U16, U32
from majuscule.models.stored import part, stored
from majuscule.tagging.scoring.packing import PackedWeights
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.text.tokenizing.passages import Passage

UNIT = 1000
"""Score units of a natural logarithm, exactly for the network and nearly for the tagger."""


class Context(Protocol):
    """Scores the forms of words, whose arrays are stored."""

    def scores(self, passage: Passage, forms: AccentedForms, numbers: U32, at: I64) -> I32:
        """Return the score of each form of the tokens ``at``, (len(at), MOST).

        ``numbers`` (n,): of all tokens, in the table of forms; ``at``: tokens with several forms,
        in order.
        """
        ...


@dataclass(frozen=True)
class LinearContext:
    """The linear tagger, with the two words to each side as features.

    ``groups`` (rows,): number of the words with the same choice of endings, such as *-o* or *-ó*.
    """

    weights: PackedWeights = part(PackedWeights, "context_")
    groups: U16 = stored("<u2")
    rows: int = 0

    def fits(self) -> bool:
        """Return whether the weights fit the templates, and the groups the ``rows`` of forms."""
        spec = word_spec(len(self.weights.regions))
        return self.weights.fits_spec(spec) and len(self.groups) == self.rows

    def scores(self, passage: Passage, forms: AccentedForms, numbers: U32, at: I64) -> I32:
        columns = word_columns(passage, self.groups, numbers, at)
        return self._tagger.score(columns, word_places(len(at))).emissions

    @cached_property
    def _tagger(self) -> LinearTagger:
        spec = word_spec(len(self.weights.regions))
        return LinearTagger(spec, self.weights, np.zeros(spec.tags, np.int32))
