"""Most probable mentions of sequences scored by chains, and their confidences.

The kernels of floor 3 compute with integers: log probabilities are in thousandths, so rounding
changes the score of a sequence of a thousand tokens by at most one unit of log odds, and results
are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from majuscule.arrays import F32, I32, I64, U8, filled
from majuscule.reading.annotations.schemes import Scheme, TokenSpan
from majuscule.tagging.scoring.chain import CLOSED, UNITS, Bounds, Chain, best_tags, posteriors

Transitions = I32


@dataclass(frozen=True)
class ScoredPiece:
    """Scored sequences: tokens from ``start`` on, and their ``bounds``, relative to ``start``."""

    start: int
    bounds: Bounds
    chain: Chain


@cache
def closed_transitions(scheme: Scheme) -> Transitions:
    """Return 0 where a tag may follow another and :data:`CLOSED` where not, (tags, tags)."""
    return np.where(scheme.follows, 0, CLOSED).astype(np.int32)


def repeat_table(table: Transitions, tokens: int) -> Transitions:
    """Return a transition table repeated for each token, as the kernels read it."""
    return np.ascontiguousarray(np.broadcast_to(table, (tokens, *table.shape)))


def take_tables(repeated: Transitions, tokens: int) -> Transitions:
    """Return ``tokens`` repeated tables, as a view if there are enough of them."""
    return repeated[:tokens] if tokens <= len(repeated) else repeat_table(repeated[0], tokens)


def close_borders(chain: Chain, bounds: Bounds, scheme: Scheme) -> Chain:
    """Return the chain without tags that cannot begin or end a sequence at its first and last."""
    emissions = chain.emissions.copy()
    full = filled(bounds)
    # Set, not added: one token may be both first and last.
    for at, shut in ((full[:, 0], scheme.not_first), (full[:, 1] - 1, scheme.not_last)):
        if len(shut):
            emissions[at[:, None], shut] = CLOSED
    return Chain(emissions, chain.transitions)


def close_inadmissible(chain: Chain, bounds: Bounds, scheme: Scheme) -> Chain:
    """Return the chain, whose arrays may be overwritten, with all tags and transitions closed that
    the scheme forbids."""
    np.add(chain.transitions, closed_transitions(scheme), chain.transitions)
    return close_borders(chain, bounds, scheme)


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
    """Yield spans of tokens with their confidence, the least posterior of their tokens.

    ``tag_of`` (states,): the tag of each state, if the chain is of states; ``scale``: log odds per
    unit of score.
    """
    for piece in pieces:
        tags = best_tags(piece.chain, piece.bounds)
        if tag_of is not None:
            tags = tag_of[tags].astype(np.uint8)
        full = bounds_with_mentions(tags, piece.bounds)
        if not len(full):
            continue
        by_tag = posteriors(piece.chain, full, scale)
        if tag_of is not None:
            by_state, by_tag = by_tag, np.zeros((len(tags), len(scheme.tags)), np.float32)
            np.add.at(by_tag.T, tag_of, by_state.T)
        own = by_tag[np.arange(len(tags)), tags]
        for (a, b, label), how in with_confidence(token_spans(tags, full, scheme), own):
            yield (a + piece.start, b + piece.start, label), how


def bounds_with_mentions(tags: U8, bounds: Bounds) -> Bounds:
    """Return the bounds of the sequences that have a tag other than O."""
    before = tags.nonzero()[0].searchsorted(bounds)
    return bounds[before[:, 1] > before[:, 0]]


def with_confidence(spans: Iterable[TokenSpan], own: F32) -> list[tuple[TokenSpan, float]]:
    """Return spans with the least posterior of their tokens' tags, ``own`` (n,)."""
    each = own.tolist()
    return [(one, min(1.0, *each[one[0] : one[1]])) for one in spans]


def span_f1(pieces: Iterable[tuple[Iterable[TokenSpan], Iterable[TokenSpan]]]) -> float:
    """Return F1 over pairs of gold and predicted spans, a pair for each piece of text."""
    correct = total = 0
    for gold, predicted in pieces:
        right, found = set(gold), set(predicted)
        correct += len(right & found)
        total += len(right) + len(found)
    return 2 * correct / max(1, total)


def token_spans(tags: U8, bounds: Bounds, scheme: Scheme) -> list[TokenSpan]:
    """Return the spans of tokens that sequences of tags encode."""
    return [
        (first + a, first + b, label)
        for first, last in bounds_with_mentions(tags, bounds).tolist()
        for a, b, label in scheme.decode(tags[first:last].tolist())
    ]
