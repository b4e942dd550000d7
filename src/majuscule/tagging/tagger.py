"""The trained tagger: packed weights and templates; tags, and margins of sequences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from majuscule.arrays import I16, I32, I64, U64
from majuscule.tagging import scoring_kernel
from majuscule.tagging.chain import CLOSED, Chain
from majuscule.tagging.packing import PackedWeights
from majuscule.tagging.templates import REACH
from majuscule.tagging.text import Columns, Spec
from majuscule.text.tokens import number_keys

BLOCK = 2048
"""Tokens that a template is worked through at once: their hashes and codes stay in the first
cache."""

LINK_VALUES = 1024
"""Values that the column of a transition may have; larger ones count as the last."""


@dataclass(frozen=True)
class _Alone:
    """Templates by what they look at: one token at some offset, or several tokens.

    ``templates`` and ``groups``: for each of the ``offsets``, the templates of that one token, as
    if it were their own, and their numbers; ``rest``: the numbers of the others.
    """

    offsets: I32
    templates: tuple[I32, ...]
    groups: tuple[npt.NDArray[np.intp], ...]
    rest: npt.NDArray[np.intp]


def _split(templates: I32) -> _Alone:
    """Return the templates of one token apart from the others."""
    by_offset: dict[int, list[int]] = {}
    rest = []
    for number, row in enumerate(templates.tolist()):
        offsets = set(row[3 : 2 + 2 * row[1] : 2])
        if len(offsets) == 1:
            by_offset.setdefault(offsets.pop(), []).append(number)
        else:
            rest.append(number)
    moved = templates.copy()
    moved[:, 3::2] = 0
    groups = tuple(np.array(numbers) for numbers in by_offset.values())
    return _Alone(
        np.array(list(by_offset), np.int32),
        tuple(moved[numbers] for numbers in groups),
        groups,
        np.array(rest, np.intp),
    )


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
    def alone(self) -> _Alone:
        """Return the templates that look at one token only, made once."""
        return _split(self.spec.templates)

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

    def score(self, columns: Columns, chosen: I64 | None = None, keys: U64 | None = None) -> Chain:
        """Return the scores of all tokens of padded columns, the outer padding left out.

        ``chosen``: the tokens (ascending, without the outer padding) whose tag is open; the others
        surely have tag 0.  ``keys`` (padded tokens,): tokens with the same key have the same
        columns; what a token gives by itself is then scored once for all its occurrences.
        """
        n, tags = columns.shape[1] - 2 * REACH, self.spec.tags
        if chosen is None:
            chosen = np.arange(n)
        at = chosen + REACH
        if keys is None:
            every = np.arange(len(self.spec.templates))
            scores = self._sums(columns, self.spec.templates, every, at)
        else:
            alone = self.alone
            rest = alone.rest
            scores = self._sums(columns, self.spec.templates[rest], rest, at)
            numbers, firsts = number_keys(keys)
            sums = [
                self._sums(columns, templates, groups, firsts)
                for templates, groups in zip(alone.templates, alone.groups, strict=True)
            ]
            if sums:
                scoring_kernel.spread(np.stack(sums), alone.offsets, numbers, at, scores)
        emissions = np.full((n, tags), CLOSED, np.int32)
        emissions[:, 0] = 0
        emissions[chosen] = scores[:, :tags] + self.bias
        transitions = np.empty((n, tags * tags), np.int32)
        scoring_kernel.add_links(self.links, self.spec.links, columns, REACH, transitions)
        return Chain(emissions, transitions.reshape(n, tags, tags))

    def _sums(self, columns: Columns, templates: I32, groups: npt.NDArray[np.intp], at: I64) -> I32:
        """Return what some templates give to tokens at some places of the columns."""
        scores = np.zeros((len(at), self.codebook.shape[1]), np.int32)
        scoring_kernel.score(
            columns,
            templates,
            groups.astype(np.int32),
            self.packed.regions,
            self.packed.table,
            self.codebook,
            at,
            np.empty(BLOCK, np.uint64),
            np.empty((4, BLOCK), np.uint32),
            scores,
        )
        return scores
