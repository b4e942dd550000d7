"""Constants fitted on held-out documents: the weight of O, for the best F1, and the temperature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import U8, Bools
from majuscule.entities.decoding import token_spans
from majuscule.entities.linear.passages import Constants, PassageTagger, ScoredPassage
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.spans import to_tokens
from majuscule.tagging.scoring.chain import Chain, best_tags, posteriors
from majuscule.text import read_passage

STEPS = np.linspace(-0.6, 0.6, 13)
"""Weights of O that are tried, in typical margins."""

SCALES = np.geomspace(0.2, 10, 24)
"""Temperatures that are tried, in typical margins."""


@dataclass(frozen=True)
class Scored:
    """A piece of a held-out document with its right tags, and which labels it was marked for."""

    piece: ScoredPassage
    gold: U8
    taught: Bools  # tags


def fit_constants(
    tagger: PassageTagger, held_out: Sequence[tuple[AnnotatedText, tuple[str, ...]]]
) -> Constants:
    """Return the constants that are best on held-out documents; defaults where there are none."""
    scored = [one for document in held_out for one in _score(tagger, *document)]
    if not scored:
        return tagger.constants
    typical = _typical_margin(tagger, scored)
    weights = np.rint(STEPS * typical).astype(int).tolist()
    best = max(weights, key=lambda weight: (_f1(tagger, scored, weight), -abs(weight)))
    scales = SCALES / typical
    losses = [_loss(tagger, scored, best, float(scale)) for scale in scales]
    return Constants(float(scales[int(np.argmin(losses))]), int(best))


def _score(tagger: PassageTagger, document: AnnotatedText, taught: tuple[str, ...]) -> list[Scored]:
    marked = np.array([tag == "O" or tag[2:] in taught for tag in tagger.scheme.tags])
    found = []
    for condition in ("original", "lower"):
        passage = read_passage(document.cased(condition).text)
        spans = to_tokens(document.mentions, passage)
        gold = tagger.scheme.encode(spans, len(passage.tokens))
        for piece in tagger.score(passage):
            part = gold[piece.start : piece.start + len(piece.passage.tokens)]
            found.append(Scored(piece, part, marked))
    return found


def _moved(piece: ScoredPassage, weight: int) -> Chain:
    emissions = piece.chain.emissions.copy()
    emissions[:, 0] += weight
    return Chain(emissions, piece.chain.transitions)


def _typical_margin(tagger: PassageTagger, scored: Sequence[Scored]) -> float:
    """Return the median distance between O and the best other tag, of tokens within mentions."""
    distances = [np.zeros(0)]
    for one in scored:
        inside = one.piece.decided()[1][one.gold > 0]
        distances.append(np.abs(inside[:, 0] - inside[:, 1:].max(axis=1)))
    every = np.concatenate(distances)
    return max(1.0, float(np.median(every))) if len(every) else 250.0


def _f1(tagger: PassageTagger, scored: Sequence[Scored], weight: int) -> float:
    correct = proposed = right = 0
    for one in scored:
        lines = one.piece.passage.lines
        tags = best_tags(_moved(one.piece, weight), one.piece.padded.bounds)[one.piece.padded.at]
        gold = set(token_spans(one.gold, lines, tagger.scheme))
        known = {
            span
            for span in token_spans(tags, lines, tagger.scheme)
            if one.taught[1 + 2 * tagger.scheme.labels.index(span[2])]
        }
        correct += len(gold & known)
        proposed += len(known)
        right += len(gold)
    return 2 * correct / max(1, proposed + right)


def _loss(tagger: PassageTagger, scored: Sequence[Scored], weight: int, scale: float) -> float:
    """Return the negative log-likelihood of the right tags; untaught tags count as O."""
    loss = 0.0
    for one in scored:
        chain = _moved(one.piece, weight)
        sure = posteriors(chain, one.piece.padded.bounds, scale)
        sure = sure[one.piece.padded.at]
        sure[:, 0] += sure[:, ~one.taught].sum(axis=1)
        chosen = sure[np.arange(len(one.gold)), one.gold]
        loss -= float(np.log(np.maximum(chosen, 1e-6)).sum())
    return loss
