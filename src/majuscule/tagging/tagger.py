"""The trained tagger: packed weights and templates; tags, and margins of sequences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from majuscule.arrays import I16, I32, I64, U64, Bools
from majuscule.tagging import scoring_kernel
from majuscule.tagging.chain import CLOSED, Chain
from majuscule.tagging.packing import PackedWeights
from majuscule.tagging.templates import REACH
from majuscule.tagging.text import Columns, Spec
from majuscule.text.tokens import number_keys

BLOCK = 2048
"""Tokens that a template is worked through at once: their hashes and codes stay in the first
cache."""

_NONE = np.empty(0, np.int32)

LINK_VALUES = 1024
"""Values that the column of a transition may have; larger ones count as the last."""


@dataclass(frozen=True)
class _Group:
    """Templates that are worked through together.

    ``templates``: their rows; ``numbers``: their numbers among all of the tagger; ``planes``: which
    of a token's sums each adds to; ``offsets``: the place that each sum is for, seen from where the
    templates look.
    """

    templates: I32
    numbers: I32
    planes: I32
    offsets: I32


def _group(templates: I32, numbers: list[int], offsets: list[int]) -> _Group:
    """Return the group of some templates, each moved back by one of the ``offsets``, ascending."""
    found, planes = np.unique(np.array(offsets, np.int32), return_inverse=True)
    moved = templates[numbers]
    for row, offset in zip(moved, offsets, strict=True):
        row[3 : 2 + 2 * row[1] : 2] -= offset
    return _Group(moved, np.array(numbers, np.int32), planes.astype(np.int32), found)


@dataclass(frozen=True)
class LinearTagger:
    """A linear-chain tagger with exact first-order Viterbi decoding; knows tags by number.

    Immutable; may be used from several threads.  All scores are whole numbers in 1/64 of a training
    unit.  ``bias`` (tags,) is added to each token's scores.
    """

    spec: Spec
    packed: PackedWeights
    bias: I32

    @cached_property
    def codebook(self) -> I16:
        """Return the codebook with its rows padded to whole groups of eight, made once."""
        tags = self.spec.tags
        padded = np.zeros((len(self.packed.codebook), -(-tags // 8) * 8), np.int16)
        padded[:, :tags] = self.packed.codebook
        return padded

    @cached_property
    def groups(self) -> tuple[_Group, _Group, _Group]:
        """Return the templates that look at one token, those that look at several, and all."""
        templates = self.spec.templates
        one: list[tuple[int, int]] = []
        several: list[int] = []
        for number, row in enumerate(templates.tolist()):
            offsets = set(row[3 : 2 + 2 * row[1] : 2])
            if len(offsets) == 1:
                one.append((offsets.pop(), number))
            else:
                several.append(number)
        one.sort()
        every = list(range(len(templates)))
        return (
            _group(templates, [number for _, number in one], [offset for offset, _ in one]),
            _group(templates, several, [0] * len(several)),
            _group(templates, every, [0] * len(every)),
        )

    @cached_property
    def links(self) -> I32:
        """Return the transitions that each value of each link's column gives, made once."""
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

    def score(
        self,
        columns: Columns,
        places: I64 | None = None,
        open_: Bools | None = None,
        keys: U64 | None = None,
    ) -> Chain:
        """Return the scores of the tokens at some places of padded columns, in order.

        ``places``: none: all tokens, the outer padding left out; ``open_``: those whose tag is
        open, the others surely have tag 0; ``keys`` (padded tokens,): tokens with the same key have
        the same columns; what a token gives by itself is then scored once for all its occurrences.
        """
        if places is None:
            places = np.arange(REACH, columns.shape[1] - REACH)
        if open_ is None:
            open_ = np.ones(len(places), np.bool_)
        chosen = places[open_]
        alone, several, every = self.groups
        if keys is None:
            offsets, numbers, single = _NONE, _NONE, np.empty((0, 0, 0), np.int32)
            sums = self._sums(columns, every, chosen)
        else:
            numbers, firsts = number_keys(keys)
            offsets, single = alone.offsets, self._sums(columns, alone, firsts)
            sums = self._sums(columns, several, chosen)
        n, tags = len(places), self.spec.tags
        emissions = np.empty((n, tags), np.int32)
        transitions = np.empty((n, tags * tags), np.int32)
        scoring_kernel.lay_out(
            sums,
            single,
            offsets,
            numbers,
            open_.view(np.uint8),
            CLOSED,
            self.bias,
            self.links,
            self.spec.links,
            columns,
            places,
            emissions,
            transitions,
        )
        return Chain(emissions, transitions.reshape(n, tags, tags))

    def _sums(self, columns: Columns, group: _Group, at: I64) -> I32:
        """Return what some templates give to tokens at some places of the columns."""
        sums = np.zeros((len(at), len(group.offsets), self.codebook.shape[1]), np.int32)
        block = min(BLOCK, len(at))
        scoring_kernel.score(
            columns,
            group.templates,
            group.numbers,
            group.planes,
            self.packed.regions,
            self.packed.table,
            self.codebook,
            at,
            np.empty((8, block), np.uint32),
            np.empty((4, block), np.uint32),
            sums,
        )
        return sums
