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
from majuscule.tagging.chain import best_tags, posteriors
from majuscule.tagging.tagger import CLOSED, Bounds, Chain


@dataclass(frozen=True)
class Piece:
    """Some sequences with their scores: tokens from ``start`` on, ``bounds`` counted from there."""

    start: int
    bounds: Bounds
    chain: Chain


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
