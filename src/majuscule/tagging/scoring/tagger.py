"""The trained tagger: packed weights and templates; scores of sequences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count

import numpy as np

from majuscule.arrays import I16, I32, I64, U64, Bools
from majuscule.scratch import Scratch
from majuscule.tagging.features.templates import REACH
from majuscule.tagging.features.text import Columns, Spec
from majuscule.tagging.scoring import scoring_kernel
from majuscule.tagging.scoring.chain import Chain
from majuscule.tagging.scoring.packing import PackedWeights

LINK_VALUES = 1024
"""Number of values of a transition's column; larger values count as the last."""


@dataclass(frozen=True, eq=False)
class LinearTagger:
    """A linear-chain tagger with first-order transitions; tags are numbers.

    Immutable and thread-safe.  Scores are integers in units of ``packed.scale`` per trained unit.
    ``bias`` (tags,) is added to the scores of each token.
    """

    spec: Spec
    packed: PackedWeights
    bias: I32

    @cached_property
    def codebook(self) -> I16:
        """Return the codebook with its rows padded to a multiple of eight, made once."""
        return self.packed.book(-(-self.spec.tags // 8) * 8)

    @cached_property
    def _layout(self) -> tuple[I32, I32, I32, tuple[int, int, int], I32]:
        """Return the template arguments of
        :class:`~majuscule.tagging.scoring.scoring_kernel.Scorer`."""
        ordered = []
        for number, row in enumerate(self.spec.templates.tolist()):
            offsets = {*row[3 : 2 + 2 * row[1] : 2]}
            if len(offsets) == 1:
                ordered.append((0, min(offsets), number))
            elif offsets == {-1, 0} or offsets == {0, 1}:
                ordered.append((2 + min(offsets), min(offsets), number))
            else:
                ordered.append((3, 0, number))
        ordered.sort()
        sorts, moves, numbers = np.array(ordered, np.int32).reshape(-1, 3).T.copy()
        templates = self.spec.templates[numbers]
        for row, move in zip(templates, moves.tolist(), strict=True):
            row[3 : 2 + 2 * row[1] : 2] -= move
        own, planes = np.unique(moves[sorts == 0], return_inverse=True)
        planes = np.concatenate([planes, (sorts[sorts > 0] == 2)])
        one, second, first = np.searchsorted(sorts, (1, 2, 3)).tolist()
        cuts = one, second, first
        return templates, numbers, planes.astype(np.int32), cuts, own.astype(np.int32)

    @cached_property
    def _scorers(self) -> tuple[Scratch[scoring_kernel.Scorer], Scratch[scoring_kernel.Scorer]]:
        """Return pools of scorers, one for each concurrent thread: without and with caches."""
        return Scratch(partial(self.scorer, 0)), Scratch(self.scorer)

    @cached_property
    def _calls(self) -> Iterator[int]:
        """Return the numbers of the calls without keys."""
        return count(1)

    @cached_property
    def links(self) -> I32:
        """Return the transition weights by value of each link's column, made once."""
        spec = self.spec
        tables = np.empty((len(spec.links), LINK_VALUES, spec.tags**2), np.int32)
        regions = self.packed.regions[len(spec.templates) :]
        scoring_kernel.link_weights(
            spec.links,
            len(spec.templates),
            LINK_VALUES,
            spec.tags,
            regions,
            self.packed.table,
            self.codebook,
            tables,
        )
        return tables

    def scorer(self, remembered: int = scoring_kernel.REMEMBERED) -> scoring_kernel.Scorer:
        """Return a new scorer, for one thread at a time; ``remembered``: bytes of each cache."""
        packed, spec = self.packed, self.spec
        model = (packed.regions, packed.table, self.codebook, self.bias, self.links, spec.links)
        return scoring_kernel.Scorer(*self._layout, model, remembered)

    def score(
        self,
        columns: Columns,
        places: I64 | None = None,
        open_: Bools | None = None,
        keys: U64 | None = None,
    ) -> Chain:
        """Return the scores of the tokens at ``places`` of padded columns, in order.

        ``places``: None: all tokens but the outer padding; ``open_``: whether a token's tag is
        open; the others have tag 0; ``keys`` (padded tokens,): equal keys mean equal columns, in
        all calls, so that the sums of tokens and pairs can be cached.
        """
        if places is None:
            places = np.arange(REACH, columns.shape[1] - REACH)
        if open_ is None:
            open_ = np.ones(len(places), np.bool_)
        scorers = self._scorers[keys is not None]
        if keys is None:  # none equal to those of another call
            keys = np.arange(columns.shape[1], dtype=np.uint64)
            keys += np.uint64(next(self._calls) << 40)
        scorer = scorers.take()
        n, tags = len(places), self.spec.tags
        emissions = np.empty((n, tags), np.int32)
        transitions = np.empty((n, tags * tags), np.int32)
        one_row, width = columns.reshape(-1), columns.shape[1]
        scorer.score(one_row, width, keys, places, open_.view(np.uint8), emissions, transitions)
        scorers.give(scorer)
        return Chain(emissions, transitions.reshape(n, tags, tags))
