"""The trained tagger: packed weights and templates; tags, margins and posteriors of sequences."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.tagging import posterior_kernel, scoring_kernel
from majuscule.tagging.packing import PackedWeights
from majuscule.tagging.templates import REACH
from majuscule.tagging.text import Columns, Spec

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

    def score(self, columns: Columns) -> Chain:
        """Return the scores of all tokens of padded columns, the outer padding left out."""
        n = columns.shape[1] - 2 * REACH
        tags = self.spec.tags
        chain = Chain(np.empty((n, tags), np.int32), np.empty((n, tags, tags), np.int32))
        scoring_kernel.score(
            columns,
            self.spec.templates,
            self.spec.links,
            self.packed.regions,
            self.packed.table,
            self.packed.codebook,
            REACH,
            REACH + n,
            chain.emissions,
            chain.transitions,
        )
        chain.emissions[...] += self.bias
        return chain

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
