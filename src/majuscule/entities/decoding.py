"""Best tags and posteriors of sequences whose scores are log probabilities.

The kernels of floor 3 count in whole numbers; a log probability is taken in thousandths, so a
sequence of a thousand tokens is decided to within one unit of log odds, and the same on every
machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.entities.schemes import Scheme, TokenSpan
from majuscule.tagging import posterior_kernel, scoring_kernel
from majuscule.tagging.tagger import CLOSED, Bounds, Chain

UNITS = 1000
"""Score units in a unit of log probability."""

LEAST = -20.0
"""Log probabilities are cut off here: a tag is improbable, only the scheme forbids."""


@dataclass(frozen=True)
class Piece:
    """Some sequences with their scores: tokens from ``start`` on, ``bounds`` counted from there."""

    start: int
    bounds: Bounds
    chain: Chain


def pieces_of(sequences: Bounds, most: int = 4096) -> Iterator[tuple[int, int, Bounds]]:
    """Yield sequences in groups of about so many tokens: first token, last, bounds from there.

    Transitions of 29 tags take three kilobytes a token, so they are not made for a whole text.
    """
    first = 0
    while first < len(sequences):
        start = int(sequences[first, 0])
        stop = int(np.searchsorted(sequences[:, 1], start + most))
        stop = min(max(stop, first + 1), len(sequences))
        yield start, int(sequences[stop - 1, 1]), sequences[first:stop] - np.int32(start)
        first = stop


def score_units(log_probabilities: npt.NDArray[np.floating]) -> npt.NDArray[np.int32]:
    """Return log probabilities as scores.

    >>> score_units(np.array([-0.0004, -0.5, -np.inf])).tolist()
    [0, -500, -20000]
    """
    return np.asarray(np.rint(UNITS * np.maximum(log_probabilities, LEAST)), np.int32)


def closed_transitions(scheme: Scheme) -> npt.NDArray[np.int32]:
    """Return 0 where a tag may follow another and :data:`CLOSED` where not, (tags, tags)."""
    return np.where(scheme.follows, 0, CLOSED).astype(np.int32)


def close_borders(chain: Chain, bounds: Bounds, scheme: Scheme) -> Chain:
    """Return the chain with tags closed that cannot begin or end a sequence."""
    emissions = chain.emissions.copy()
    full = bounds[bounds[:, 1] > bounds[:, 0]]
    # Set, not added: one token may be both first and last.
    for at, is_open in ((full[:, 0], scheme.begins), (full[:, 1] - 1, scheme.ends)):
        emissions[at] = np.where(is_open, emissions[at], CLOSED)
    return Chain(emissions, chain.transitions)


def best_tags(chain: Chain, bounds: Bounds) -> npt.NDArray[np.uint8]:
    """Return the best tags (n,) of sequences of tokens; tokens outside the bounds get 0."""
    best = np.zeros(len(chain.emissions), np.uint8)
    scores = np.empty_like(chain.emissions)
    back = np.empty(chain.emissions.shape, np.uint8)
    scoring_kernel.viterbi(chain.emissions, chain.transitions, bounds, scores, back, best)
    return best


def posteriors(chain: Chain, bounds: Bounds) -> npt.NDArray[np.float32]:
    """Return P(tag | sequence) over the admissible sequences, (n, tags)."""
    out = np.zeros(chain.emissions.shape, np.float32)
    scratch = np.empty((2, *chain.emissions.shape), np.float64)
    posterior_kernel.posteriors(
        chain.emissions, chain.transitions, bounds, 1 / UNITS, scratch[0], scratch[1], out
    )
    return out


def decode_tags(pieces: Iterable[Piece], tokens: int) -> npt.NDArray[np.uint8]:
    """Return the best tags of all tokens."""
    tags = np.zeros(tokens, np.uint8)
    for piece in pieces:
        found = best_tags(piece.chain, piece.bounds)
        tags[piece.start : piece.start + len(found)] = found
    return tags


def decode_spans(pieces: Iterable[Piece], scheme: Scheme) -> Iterator[tuple[TokenSpan, float]]:
    """Yield spans of tokens with their confidences: the least posterior of their tokens."""
    for piece in pieces:
        tags = best_tags(piece.chain, piece.bounds)
        if not tags.any():
            continue
        before = np.concatenate([[0], np.cumsum(tags > 0)])
        full = piece.bounds[before[piece.bounds[:, 1]] > before[piece.bounds[:, 0]]]
        sure = posteriors(piece.chain, full)
        for (a, b, label), how in spans_of(tags, sure, full, scheme):
            yield (a + piece.start, b + piece.start, label), how


def spans_of(
    tags: npt.NDArray[np.uint8],
    sure: npt.NDArray[np.float32],
    bounds: Bounds,
    scheme: Scheme,
) -> list[tuple[TokenSpan, float]]:
    """Return spans of tokens with their confidences: the least posterior of their tokens.

    ``sure`` (n, tags): posteriors.
    """
    found: list[tuple[TokenSpan, float]] = []
    for first, last in bounds.tolist():
        for a, b, label in scheme.decode(tags[first:last].tolist()):
            own = sure[np.arange(first + a, first + b), tags[first + a : first + b]]
            found.append(((first + a, first + b, label), min(1.0, float(own.min()))))
    return found
