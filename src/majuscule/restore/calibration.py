"""Constants fitted on held-out text: the bias against small letters, and the temperature.

The bias is added to every tag but LC and INNER; it trades precision for recall, and the best F1 on held-out
text picks it.  The temperature makes posteriors mean what they say (Guo et al. 2017): it minimises the
negative log-likelihood of the written classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from majuscule.restore.columns import PaddedPassage, read_columns
from majuscule.restore.encoding import INNER, TAGS
from majuscule.restore.interface import KEEP, LC, TrainingBatch
from majuscule.restore.tagger import Calibration, TaggerRestorer
from majuscule.tagging.packing import SCALE
from majuscule.tagging.tagger import Chain, LinearTagger

STEPS = range(-12, 49, 2)
"""Biases that are tried, in training units."""

SCALES = np.geomspace(0.0005, 0.03, 25)
"""Inverse temperatures that are tried, for a score unit."""

Scored = tuple[PaddedPassage, Chain, npt.NDArray[np.uint8]]


def fit_calibration(restorer: TaggerRestorer, held_out: Sequence[TrainingBatch]) -> Calibration:
    """Return the constants that are best on held-out text; the defaults where there is none."""
    scored: list[Scored] = []
    for batch in held_out:
        padded = read_columns(batch.passage, restorer.words)
        scored.append((padded, restorer.tagger.score(padded.columns), batch.classes))
    if not scored:
        return restorer.calibration
    best = max(STEPS, key=lambda step: (_f1(restorer.tagger, scored, step), -abs(step)))
    bias = _bias(best)
    tagger = replace(restorer.tagger, bias=bias)
    losses = [_loss(tagger, scored, bias, float(scale)) for scale in SCALES]
    return Calibration(float(SCALES[int(np.argmin(losses))]), tuple(bias.tolist()))


def _bias(step: int) -> npt.NDArray[np.int32]:
    bias = np.full(TAGS, step * SCALE, np.int32)
    bias[[LC, INNER]] = 0
    return bias


def _f1(tagger: LinearTagger, scored: Sequence[Scored], step: int) -> float:
    """Return F1 of capitalised tokens."""
    bias = _bias(step)
    proposed = gold = correct = 0
    for padded, chain, written in scored:
        tags = tagger.decode(Chain(chain.emissions + bias, chain.transitions), padded.bounds)
        found = tags[padded.at]
        found[(found == INNER) | (written == KEEP)] = LC
        capital = (written != LC) & (written != KEEP)
        proposed += int((found != LC).sum())
        gold += int(capital.sum())
        correct += int((capital & (found == written)).sum())
    return 2 * correct / max(1, proposed + gold)


def _loss(
    tagger: LinearTagger, scored: Sequence[Scored], bias: npt.NDArray[np.int32], scale: float
) -> float:
    """Return the negative log-likelihood of the written classes."""
    loss = 0.0
    for padded, chain, written in scored:
        chain = Chain(chain.emissions + bias, chain.transitions)
        found = tagger.posteriors(chain, padded.bounds, scale)[padded.at]
        found[:, LC] += found[:, INNER]
        cased = written != KEEP
        chosen = found[cased][np.arange(int(cased.sum())), written[cased]]
        loss -= float(np.log(np.maximum(chosen, 1e-9)).sum())
    return loss
