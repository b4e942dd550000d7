"""Linear chains: scores, the best tags (Viterbi), max-marginals, and posteriors
(forward-backward)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F32, F64, I32, U8
from majuscule.tagging.scoring import chain_kernel

UNITS = 1000
"""Score units per unit of log probability."""

LEAST = -20.0
"""Log probabilities are clipped here: only the labelling scheme makes a tag impossible."""

CLOSED = -(1 << 22)
"""The score of an impossible tag: far below any sum of weights."""

Bounds = I32


class Chain(NamedTuple):
    """Scores of tokens: ``emissions`` int32 (n, tags), ``transitions`` int32 (n, previous, tag)."""

    emissions: I32
    transitions: I32


def pieces_of(sequences: Bounds, most: int = 4096) -> Iterator[tuple[int, int, Bounds]]:
    """Yield groups of sequences of about ``most`` tokens: first token, end, bounds from the first.

    Transitions of 29 tags take three kilobytes per token, too much for a whole text.
    """
    first = 0
    while first < len(sequences):
        start = int(sequences[first, 0])
        stop = int(np.searchsorted(sequences[:, 1], start + most))
        stop = min(max(stop, first + 1), len(sequences))
        yield start, int(sequences[stop - 1, 1]), sequences[first:stop] - np.int32(start)
        first = stop


def score_units(log_probabilities: npt.NDArray[np.floating]) -> I32:
    """Return log probabilities as scores.

    >>> score_units(np.array([-0.0004, -0.5, -np.inf])).tolist()
    [0, -500, -20000]
    """
    return np.asarray(np.rint(UNITS * np.maximum(log_probabilities, LEAST)), np.int32)


def log_normalised(scores: npt.NDArray[np.floating]) -> F32:
    """Return ``scores - logsumexp(scores)`` along the last axis."""
    shifted = scores - scores.max(axis=-1, keepdims=True, initial=-np.inf)
    shifted -= np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return np.asarray(shifted, np.float32)


def best_tags(chain: Chain, bounds: Bounds) -> U8:
    """Return the best tags (n,) of sequences of tokens; tokens outside the bounds get 0."""
    best = np.zeros(len(chain.emissions), np.uint8)
    scores = np.empty_like(chain.emissions)
    back = np.empty(chain.emissions.shape, np.uint8)
    chain_kernel.find_best(chain.emissions, chain.transitions, bounds, scores, back, best)
    return best


def max_marginals(chain: Chain, bounds: Bounds) -> I32:
    """Return the score of the best sequence with each tag, minus that of the best sequence, int32
    (n, tags); 0 outside the bounds."""
    scores, lost = np.empty_like(chain.emissions), np.zeros_like(chain.emissions)
    back, best = np.empty(chain.emissions.shape, np.uint8), np.empty(len(scores), np.uint8)
    chain_kernel.find_marginals(*chain, bounds, scores, back, best, lost)
    return lost


def posteriors(chain: Chain, bounds: Bounds, scale: float = 1 / UNITS) -> F32:
    """Return P(tag | sequence) over the admissible sequences, (n, tags).

    ``scale``: the log probability of one score unit, an inverse temperature.
    """
    out = np.zeros(chain.emissions.shape, np.float32)
    forward, backward = np.empty((2, *chain.emissions.shape), np.float64)
    longest = int((bounds[:, 1] - bounds[:, 0]).max(initial=0))
    steps = np.empty((longest, *chain.transitions.shape[1:]), np.float64)
    chain_kernel.posteriors(*chain, bounds, scale, powers_of(scale), forward, backward, steps, out)
    return out


@lru_cache(maxsize=16)
def powers_of(scale: float) -> F64:
    """Return ``exp(scale * score)`` of multiples of 1,024 and of rests; the product of one of each
    is that of a score between, and costs less than its own exponential."""
    scores = np.concatenate([np.arange(-512, 512) << 10, np.arange(1024)])
    with np.errstate(over="ignore"):
        return np.exp(scale * scores)
