"""The weights of the entity tagger: its heaviest features, a byte for each tag.

A row of weights is eight-bit numbers and a common power of two.  The packed weights of the case
tagger (one of 4,095 vectors for each feature) serve five tags; fifteen tags lost ten points of F1
by them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from majuscule.tagging import (
    feature_kernel,
    posterior_kernel,
    scoring_kernel,
    training_kernel,
)
from majuscule.tagging.index import KeyIndex
from majuscule.tagging.tagger import Bounds, Chain
from majuscule.tagging.templates import REACH
from majuscule.tagging.text import Columns, Spec

UNITS = 64
"""Score units in a unit of a trained weight."""


@dataclass(frozen=True)
class FeatureWeights:
    """``keys`` uint32 (n,), sorted hashes of features; ``rows`` int8 (n, tags); ``shifts`` uint8
    (n,): a weight is ``row << shift``, in score units."""

    keys: npt.NDArray[np.uint32]
    rows: npt.NDArray[np.int8]
    shifts: npt.NDArray[np.uint8]

    @classmethod
    def of(
        cls, keys: npt.NDArray[np.uint32], weights: npt.NDArray[np.float32], most: int
    ) -> FeatureWeights:
        """Return the heaviest features, at most so many, rounded to eight bits.

        >>> kept = FeatureWeights.of(np.array([3, 9], np.uint32), np.array([[0, 1], [8, -4]]), 1)
        >>> kept.keys.tolist(), kept.weights.tolist()
        ([9], [[512, -256]])
        """
        scaled = np.asarray(weights, np.float32) * UNITS
        heavy = np.abs(scaled).max(axis=1)
        order = np.argsort(-heavy, kind="stable")[:most]
        chosen = np.sort(order[heavy[order] >= 1])
        kept, top = scaled[chosen], heavy[chosen]
        shifts = np.maximum(0, np.ceil(np.log2(np.maximum(top, 1) / 127))).astype(np.uint8)
        rows = np.rint(kept / np.exp2(shifts.astype(np.float32))[:, None])
        return cls(keys[chosen], np.clip(rows, -127, 127).astype(np.int8), shifts)

    def fits(self, spec: Spec) -> bool:
        """Tell whether these are weights for some tags, so that no look-up can go astray."""
        n = len(self.keys)
        return (
            self.rows.shape == (n, spec.tags)
            and self.shifts.shape == (n,)
            and bool((self.shifts < 20).all())
            and bool((self.keys[1:] > self.keys[:-1]).all())
        )

    @cached_property
    def weights(self) -> npt.NDArray[np.int32]:
        """Return the weights in score units, made once."""
        return np.left_shift(self.rows.astype(np.int32), self.shifts.astype(np.int32)[:, None])

    @cached_property
    def index(self) -> KeyIndex:
        """Return the index of the features, made once."""
        return KeyIndex.of(self.keys)


@dataclass(frozen=True)
class WeightedTagger:
    """Scores, tags and posteriors of sequences; knows tags by number."""

    spec: Spec
    features: FeatureWeights
    bias: npt.NDArray[np.int32]

    def score(self, columns: Columns) -> Chain:
        """Return the scores of all tokens of padded columns, the outer padding left out."""
        n, tags, spec = columns.shape[1] - 2 * REACH, self.spec.tags, self.spec
        hashes = np.empty((len(spec.templates), n), np.uint32)
        feature_kernel.hash_templates(columns, spec.templates, 0, REACH, REACH + n, hashes)
        links = np.empty((len(spec.links) * tags, n), np.uint32)
        feature_kernel.hash_templates(columns, spec.links, tags, REACH, REACH + n, links)
        emissions = np.empty((n, tags), np.int32)
        transitions = np.empty((n, tags, tags), np.int32)
        index = self.features.index
        training_kernel.decode(
            index.find(hashes, spec.template_groups),
            index.find(links, spec.link_groups),
            self.features.weights,
            np.empty((0, 2), np.int32),  # no sequence: scores only
            np.zeros(n, np.uint8),
            0,
            emissions,
            transitions,
            np.empty((n, tags), np.uint8),
            np.empty(n, np.uint8),
        )
        emissions += self.bias
        return Chain(emissions, transitions)

    def decode(self, chain: Chain, bounds: Bounds) -> npt.NDArray[np.uint8]:
        """Return the best tags (n,); tokens outside the bounds get 0."""
        best = np.zeros(len(chain.emissions), np.uint8)
        scores = np.empty_like(chain.emissions)
        back = np.empty(chain.emissions.shape, np.uint8)
        scoring_kernel.viterbi(chain.emissions, chain.transitions, bounds, scores, back, best)
        return best

    def rivals(
        self, chain: Chain, bounds: Bounds, best: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.int32]:
        """Return what each tag of each token would lose with its neighbours as decided, (n,
        tags)."""
        scores = np.zeros_like(chain.emissions)
        scoring_kernel.local_margins(chain.emissions, chain.transitions, bounds, best, scores)
        return scores

    def posteriors(self, chain: Chain, bounds: Bounds, scale: float) -> npt.NDArray[np.float32]:
        """Return P(tag | sequence), (n, tags); ``scale`` is the inverse temperature of a score
        unit."""
        out = np.zeros(chain.emissions.shape, np.float32)
        scratch = np.empty((2, *chain.emissions.shape), np.float64)
        posterior_kernel.posteriors(
            chain.emissions, chain.transitions, bounds, scale, scratch[0], scratch[1], out
        )
        return out
