"""Constants fitted on held-out text: the bias towards capitals, and the temperature.

The bias, added to every tag but LC and INNER, trades precision for recall; it is the one with the
best F1.  The temperature calibrates the posteriors (Guo et al. 2017): it minimises the negative
log-likelihood of the written classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from majuscule.arrays import I32, U8
from majuscule.learn.batches import TrainingBatch
from majuscule.restore.linear.columns import BUCKET, read_columns
from majuscule.restore.linear.fitting import TURNS, bias_of, f1_of_capitals
from majuscule.restore.linear.restorer import Calibration, TaggerRestorer
from majuscule.tagging.scoring.chain import Bounds, Chain, best_tags, max_marginals, posteriors
from majuscule.text.tokenizing.classes import KEEP, LC, MC, UC
from majuscule.text.tokenizing.tokens import WORD
from majuscule.words.tables.table import origins_of, restrict_to_known_forms
from majuscule.words.tables.tags import INNER

STEPS = 41
"""Number of biases to try, evenly spaced around 0, in a range measured in typical margins."""
LEAST_WORDS = 10_000
"""Held-out words from which the bias is fitted: on fewer it is noise, and cost up to 5 points."""
RULED_OUT = 1 << 20
"""Penalty in score units, as in decision_kernel.py."""

SCALES = np.geomspace(0.1, 10, 33)
"""Inverse temperatures to try, divided by the typical margin."""

Scored = tuple[Bounds, Chain, U8]
"""Line bounds, scores and written classes of a batch."""


def fit_calibration(
    restorer: TaggerRestorer, held_out: Sequence[TrainingBatch], *, by_sort: bool = False
) -> Calibration:
    """Return the constants that are best on held-out text; the present ones if there is none.

    ``by_sort``: words known only from other languages, and unseen words, get a bias of their own:
    for text with more names than the training text.
    """
    scored: list[Scored] = []
    sorts: list[U8] = []
    for batch in held_out:
        padded = read_columns(batch.passage, restorer.words)
        words = batch.passage.tokens.kinds == WORD
        chain = restorer.tagger.score(padded.columns, padded.places, words)
        buckets = np.where(words, padded.columns[BUCKET][padded.places], 0)
        restrict_to_known_forms(chain.emissions, buckets, RULED_OUT)
        scored.append((padded.bounds, chain, batch.classes))
        sorts.append(np.where(words, origins_of(buckets), 0).astype(np.uint8))
    if not scored:
        return restorer.calibration
    if by_sort:
        return fit_by_sort(scored, sorts)
    words = sum(np.count_nonzero(written != KEEP) for _, _, written in scored)
    return fit_constants(scored, biased=words >= LEAST_WORDS)


def fit_by_sort(scored: Sequence[Scored], sorts: Sequence[U8]) -> Calibration:
    """Return the biases of best F1 for all words and for two sorts of words, fitted alternately."""

    def shifted(found: Calibration) -> list[Scored]:
        chosen = []
        for (bounds, chain, written), sort in zip(scored, sorts, strict=True):
            emissions = chain.emissions.copy()
            emissions[:, UC : MC + 1] += found.of_sorts[sort][:, None]
            chosen.append((bounds, Chain(emissions, chain.transitions), written))
        return chosen

    found = Calibration()
    tried = np.rint(np.linspace(-1, 1, STEPS) * _typical_margin(scored)).astype(int).tolist()
    for _ in range(TURNS):
        at = best_bias(shifted(found), tried)
        for name in ("elsewhere", "unseen"):
            found = max(
                (replace(found, **{name: one}) for one in tried),
                key=lambda one: (_f1(shifted(one), at), -abs(one.elsewhere) - abs(one.unseen)),
            )
    last = shifted(found)
    bias = _bias(best_bias(last, tried))
    return replace(found, scale=_scale(last, bias), bias=tuple(bias.tolist()))


def fit_constants(scored: Sequence[Scored], *, biased: bool = True) -> Calibration:
    """Return the bias of best F1 (without ``biased`` none), and the temperature of least loss."""
    # Scores grow with margin, text and epochs, so search ranges are in units of their spread.
    tried = np.rint(np.linspace(-0.5, 0.5, STEPS) * _typical_margin(scored)).astype(int).tolist()
    bias = _bias(best_bias(scored, tried) if biased else 0)
    return Calibration(_scale(scored, bias), tuple(bias.tolist()))


def best_bias(scored: Sequence[Scored], tried: Sequence[int]) -> int:
    """Return the bias of capitals with the best F1, the smallest in a tie."""
    return max(tried, key=lambda bias: (_f1(scored, bias), -abs(bias)))


def _scale(scored: Sequence[Scored], bias: I32) -> float:
    """Return the inverse temperature of least loss."""
    scales = SCALES / max(1.0, _typical_margin(scored))
    losses = [_loss(scored, bias, float(scale)) for scale in scales]
    return float(scales[int(np.argmin(losses))])


def _typical_margin(scored: Sequence[Scored]) -> float:
    """Return the median distance between LC and the best capital, in score units."""
    distances = []
    for bounds, chain, written in scored:
        scores = max_marginals(chain, bounds)[written != KEEP]
        lower = np.maximum(scores[:, LC], scores[:, INNER])
        distances.append(np.abs(lower - scores[:, UC : MC + 1].max(axis=1)))
    return float(np.median(np.concatenate(distances)))


def _bias(of_capitals: int) -> I32:
    return np.array(bias_of(of_capitals), np.int32)


def _f1(scored: Sequence[Scored], bias_of_capitals: int) -> float:
    bias = _bias(bias_of_capitals)
    decided, classes = [], []
    for bounds, chain, written in scored:
        found = best_tags(Chain(chain.emissions + bias, chain.transitions), bounds)
        cased = written != KEEP
        decided.append(np.where(found == INNER, LC, found)[cased])
        classes.append(written[cased])
    return f1_of_capitals(np.concatenate(decided), np.concatenate(classes))


def _loss(scored: Sequence[Scored], bias: I32, scale: float) -> float:
    """Return the negative log-likelihood of the written classes."""
    loss = 0.0
    for bounds, chain, written in scored:
        chain = Chain(chain.emissions + bias, chain.transitions)
        found = posteriors(chain, bounds, scale)
        found[:, LC] += found[:, INNER]
        cased = written != KEEP
        chosen = found[cased][np.arange(int(cased.sum())), written[cased]]
        loss -= float(np.log(np.maximum(chosen, 1e-9)).sum())
    return loss
