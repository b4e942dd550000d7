"""Fitting two constants on held-out documents: the weight of O, for the best F1, and the scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import U8, Bools
from majuscule.entities.corpora import labelled_passages
from majuscule.entities.decoding import span_f1, token_spans
from majuscule.entities.interface import Corpus
from majuscule.entities.linear.passages import Constants, PassageTagger, ScoredPassage
from majuscule.reading.annotations.schemes import TokenSpan

STEPS = np.linspace(-0.6, 0.6, 13)
"""Candidate weights of O, in typical margins."""

SCALES = np.geomspace(0.2, 10, 24)
"""Candidate inverse temperatures, per typical margin."""


@dataclass(frozen=True)
class Scored:
    """A scored piece of a held-out document: its gold tags, and which tags its corpus teaches."""

    piece: ScoredPassage
    gold: U8
    taught: Bools  # (tags,)


def fit_constants(tagger: PassageTagger, held_out: Sequence[Corpus]) -> Constants:
    """Return the best constants on held-out documents, or those of the tagger without any."""
    scored = [one for corpus in held_out for one in _score(tagger, corpus)]
    if not scored:
        return tagger.constants
    typical = _typical_margin(scored)
    weights = np.rint(STEPS * typical).astype(int).tolist()
    best = max(weights, key=lambda weight: (_f1(tagger, scored, weight), -abs(weight)))
    scales = SCALES / typical
    losses = [_loss(scored, best, float(scale)) for scale in scales]
    return Constants(float(scales[int(np.argmin(losses))]), int(best))


def _score(tagger: PassageTagger, corpus: Corpus) -> Iterator[Scored]:
    taught = np.array([tag == "O" or tag[2:] in corpus.taught for tag in tagger.scheme.tags])
    one_by_one = labelled_passages([corpus], tagger.scheme, 1, caseless=True)
    for passage, gold, _ in one_by_one:
        for piece in tagger.score(passage):
            yield Scored(piece, gold[piece.tokens], taught)


def _weighted(one: Scored, weight: int) -> ScoredPassage:
    """Return a piece with a weight added to the scores of O."""
    gain = np.zeros(len(one.taught), np.int32)
    gain[0] = weight
    return one.piece.raised(gain)


def _typical_margin(scored: Sequence[Scored]) -> float:
    """Return the median distance between O and the best other tag, over tokens in mentions."""
    distances = [np.zeros(0)]
    for one in scored:
        inside = one.piece.losses()[one.gold > 0]
        distances.append(np.abs(inside[:, 0] - inside[:, 1:].max(axis=1)))
    every = np.concatenate(distances)
    return max(1.0, float(np.median(every))) if len(every) else 250.0


def _f1(tagger: PassageTagger, scored: Sequence[Scored], weight: int) -> float:
    scheme = tagger.scheme

    def spans(one: Scored) -> tuple[list[TokenSpan], list[TokenSpan]]:
        lines, tags = one.piece.passage.lines, _weighted(one, weight).best()
        found = token_spans(tags, lines, scheme)
        taught = [span for span in found if one.taught[1 + 2 * scheme.labels.index(span[2])]]
        return token_spans(one.gold, lines, scheme), taught

    return span_f1(map(spans, scored))


def _loss(scored: Sequence[Scored], weight: int, scale: float) -> float:
    """Return the negative log-likelihood of the gold tags; untaught tags count as O."""
    loss = 0.0
    for one in scored:
        posteriors = _weighted(one, weight).posteriors(scale)
        posteriors[:, 0] += posteriors[:, ~one.taught].sum(axis=1)
        chosen = posteriors[np.arange(len(one.gold)), one.gold]
        loss -= float(np.log(np.maximum(chosen, 1e-6)).sum())
    return loss
