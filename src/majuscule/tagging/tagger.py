"""The trained tagger: packed weights and templates; tags, margins and posteriors of sequences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from majuscule.tagging import posterior_kernel, scoring_kernel
from majuscule.tagging.packing import PackedWeights
from majuscule.tagging.templates import REACH
from majuscule.tagging.text import Columns, Spec

BLOCK = 512
"""Tokens that a template is worked through at once: their hashes and codes stay in the first cache."""

Bounds = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Chain:
    """Scores of tokens: ``emissions`` int32 (n, tags), ``transitions`` int32 (n, previous, tag)."""

    emissions: npt.NDArray[np.int32]
    transitions: npt.NDArray[np.int32]


@dataclass(frozen=True)
class LinearTagger:
    """A linear-chain tagger with exact first-order Viterbi decoding; knows tags by number.

    Immutable; may be used from several threads.  All scores are whole numbers in 1/64 of a training
    unit.  ``bias`` (tags,) is added to each token's scores.
    """

    spec: Spec
    packed: PackedWeights
    bias: npt.NDArray[np.int32]

    @cached_property
    def entries(self) -> npt.NDArray[np.uint32]:
        """Return the slots as scoring reads them, made once."""
        entries = np.empty(len(self.packed.table), np.uint32)
        scoring_kernel.widen(self.packed.table, entries)
        return entries

    @cached_property
    def codebook(self) -> npt.NDArray[np.int16]:
        """Return the codebook with its rows padded to whole groups of eight, made once."""
        tags = self.spec.tags
        padded = np.zeros((len(self.packed.codebook), -(-tags // 8) * 8), np.int16)
        padded[:, :tags] = self.packed.codebook
        return padded

    def score(self, columns: Columns) -> Chain:
        """Return the scores of all tokens of padded columns, the outer padding left out."""
        n, tags = columns.shape[1] - 2 * REACH, self.spec.tags
        codebook = self.codebook
        width = codebook.shape[1]
        emissions = np.zeros((n, width), np.int32)
        transitions = np.zeros((n * tags, width), np.int32)
        scoring_kernel.score(
            columns,
            self.spec.templates,
            self.spec.links,
            tags,
            self.packed.regions,
            self.entries,
            codebook,
            REACH,
            REACH + n,
            np.empty(BLOCK, np.uint64),
            np.empty(BLOCK, np.uint32),
            emissions,
            transitions,
        )
        return Chain(
            emissions[:, :tags] + self.bias,
            np.ascontiguousarray(transitions.reshape(n, tags, width)[:, :, :tags]),
        )

    def decode(self, chain: Chain, bounds: Bounds) -> npt.NDArray[np.uint8]:
        """Return the best tags (n,); tokens outside the bounds get 0."""
        best = np.zeros(len(chain.emissions), np.uint8)
        scoring_kernel.viterbi(
            chain.emissions,
            chain.transitions,
            bounds,
            np.empty_like(chain.emissions),
            np.empty(chain.emissions.shape, np.uint8),
            best,
        )
        return best

    def rivals(
        self, chain: Chain, bounds: Bounds, best: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.int32]:
        """Return what each tag of each token would lose with its neighbours as decided, (n, tags)."""
        scores = np.zeros_like(chain.emissions)
        scoring_kernel.local_margins(chain.emissions, chain.transitions, bounds, best, scores)
        return scores

    def posteriors(self, chain: Chain, bounds: Bounds, scale: float) -> npt.NDArray[np.float32]:
        """Return P(tag | sequence), (n, tags); ``scale`` is the inverse temperature of a score unit."""
        out = np.zeros(chain.emissions.shape, np.float32)
        scratch = np.empty((2, *chain.emissions.shape), np.float64)
        posterior_kernel.posteriors(
            chain.emissions, chain.transitions, bounds, scale, scratch[0], scratch[1], out
        )
        return out
