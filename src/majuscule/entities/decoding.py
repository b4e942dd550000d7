"""Best mentions of sequences whose scores are a chain, and how sure they are.

The kernels of floor 3 count in whole numbers; a log probability is taken in thousandths, so a
sequence of a thousand tokens is decided to within one unit of log odds, and the same on every
machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from majuscule.arrays import F32, I32, I64, U8
from majuscule.reading.annotations.schemes import Scheme, TokenSpan
from majuscule.tagging.scoring.chain import CLOSED, UNITS, Bounds, Chain, best_tags, posteriors

Transitions = I32


@dataclass(frozen=True)
class ScoredPiece:
    """Some sequences with their scores: tokens from ``start`` on, ``bounds`` counted from there."""

    start: int
    bounds: Bounds
    chain: Chain


@cache
def closed_transitions(scheme: Scheme) -> Transitions:
    """Return 0 where a tag may follow another and :data:`CLOSED` where not, (tags, tags)."""
    return np.where(scheme.follows, 0, CLOSED).astype(np.int32)


def for_each_token(table: Transitions, tokens: int) -> Transitions:
    """Return a transition table once for each token, as the kernels read it."""
    return np.ascontiguousarray(np.broadcast_to(table, (tokens, *table.shape)))


def take_tokens(held: Transitions, tokens: int) -> Transitions:
    """Return the table that is held for many tokens for some, seldom for more."""
    return held[:tokens] if tokens <= len(held) else for_each_token(held[0], tokens)


def close_borders(chain: Chain, bounds: Bounds, scheme: Scheme) -> Chain:
    """Return the chain with tags closed that cannot begin or end a sequence."""
    emissions = chain.emissions.copy()
    full = bounds[bounds[:, 1] > bounds[:, 0]]
    # Set, not added: one token may be both first and last.
    for at, shut in ((full[:, 0], scheme.not_first), (full[:, 1] - 1, scheme.not_last)):
        if len(shut):
            emissions[at[:, None], shut] = CLOSED
    return Chain(emissions, chain.transitions)


def admit(chain: Chain, bounds: Bounds, scheme: Scheme) -> Chain:
    """Return the chain with all that the scheme forbids closed."""
    transitions = chain.transitions + closed_transitions(scheme)
    return close_borders(Chain(chain.emissions, transitions), bounds, scheme)


def decode_tags(pieces: Iterable[ScoredPiece], tokens: int) -> U8:
    tags = np.zeros(tokens, np.uint8)
    for piece in pieces:
        found = best_tags(piece.chain, piece.bounds)
        tags[piece.start : piece.start + len(found)] = found
    return tags


def decode_spans(
    pieces: Iterable[ScoredPiece],
    scheme: Scheme,
    tag_of: I64 | None = None,
    *,
    scale: float = 1 / UNITS,
) -> Iterator[tuple[TokenSpan, float]]:
    """Yield spans of tokens with their confidences: the least posterior of their tokens.

    ``tag_of`` (states,): the tag of each state, where the scores are of states; ``scale``: log odds
    in a unit of score.
    """
    for piece in pieces:
        tags = best_tags(piece.chain, piece.bounds)
        if tag_of is not None:
            tags = tag_of[tags].astype(np.uint8)
        full = with_mentions(tags, piece.bounds)
        if not len(full):
            continue
        sure = posteriors(piece.chain, full, scale)
        if tag_of is not None:
            by_state, sure = sure, np.zeros((len(tags), len(scheme.tags)), np.float32)
            np.add.at(sure.T, tag_of, by_state.T)
        for (a, b, label), how in surely(token_spans(tags, full, scheme), tags, sure):
            yield (a + piece.start, b + piece.start, label), how


def with_mentions(tags: U8, bounds: Bounds) -> Bounds:
    """Return the bounds of those sequences that have a tag other than O."""
    before = tags.nonzero()[0].searchsorted(bounds)
    return bounds[before[:, 1] > before[:, 0]]


def surely(spans: Iterable[TokenSpan], tags: U8, sure: F32) -> list[tuple[TokenSpan, float]]:
    """Return spans with the least posterior of their tokens' tags."""
    own = sure[np.arange(len(tags)), tags].tolist()
    return [(one, min(1.0, *own[one[0] : one[1]])) for one in spans]


def f1_of(pieces: Iterable[tuple[Iterable[TokenSpan], Iterable[TokenSpan]]]) -> float:
    """Return F1 over pieces of text, of each the right spans and those that were found."""
    correct = every = 0
    for gold, guess in pieces:
        right, found = set(gold), set(guess)
        correct += len(right & found)
        every += len(right) + len(found)
    return 2 * correct / max(1, every)


def token_spans(tags: U8, bounds: Bounds, scheme: Scheme) -> list[TokenSpan]:
    """Return the spans of tokens in sequences of tags."""
    return [
        (first + a, first + b, label)
        for first, last in with_mentions(tags, bounds).tolist()
        for a, b, label in scheme.decode(tags[first:last].tolist())
    ]
