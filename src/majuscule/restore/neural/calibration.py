"""Constants fitted on held-out text: a bias of capitals for the best F1, and a temperature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from majuscule.arrays import F32, U8, U32
from majuscule.text.tokenizing.classes import LC, MC, UC
from majuscule.words.tables.table import sorts_of, write_as_elsewhere
from majuscule.words.tables.tags import INNER, TAGS

BIASES = np.linspace(-1.5, 1.5, 31)
"""Log odds on top of capitals that are tried."""

TOLERANCE = 0.0005
"""F1 that is given up for a smaller bias: the optimum is flat, and other texts have another one."""

SCALES = np.geomspace(0.4, 2.5, 25)
"""Inverse temperatures that are tried."""


CERTAIN = 30
"""Log odds against what is ruled out."""

TURNS = 2
"""How often each sort of words gets its bias, with those of the others as they are."""


@dataclass(frozen=True)
class NeuralCalibration:
    """Constants fitted on held-out text: ``scale`` is an inverse temperature, ``bias`` what each
    tag gets on top, in log odds, for the best F1; ``elsewhere``, ``unseen``: what capitals get on
    top of that in words that another language alone knows, and in words that nobody knows."""

    scale: float = 1.0
    bias: tuple[float, ...] = (0.0,) * TAGS
    elsewhere: float = 0.0
    unseen: float = 0.0

    @property
    def of_sorts(self) -> F32:
        """Return what capitals get by :func:`majuscule.words.tables.table.sorts_of`."""
        return np.array([0.0, self.elsewhere, self.unseen], np.float32)

    def scaled(self, scale: float) -> NeuralCalibration:
        """Return constants that decide alike at another temperature."""
        bias = tuple(round(scale * value, 6) for value in self.bias)
        sorts = (round(scale * value, 6) for value in (self.elsewhere, self.unseen))
        return NeuralCalibration(round(scale, 6), bias, *sorts)


def calibrated(scores: F32, calibration: NeuralCalibration, buckets: U32) -> F32:
    """Return log odds of the four classes from scores of tags; INNER counts as LC.

    ``buckets`` (n,) of the words: what another language alone knows is written as it is there.
    """
    odds = scores * np.float32(calibration.scale) + np.array(calibration.bias, np.float32)
    odds[:, UC : MC + 1] += calibration.of_sorts[sorts_of(buckets)][:, None]
    odds[:, LC] = np.logaddexp(odds[:, LC], odds[:, INNER])
    odds = odds[:, :INNER]
    write_as_elsewhere(odds, buckets, CERTAIN)
    return np.asarray(odds - odds.max(axis=1, keepdims=True))


def fit_calibration(
    scores: F32, classes: U8, buckets: U32, *, by_sort: bool = False
) -> NeuralCalibration:
    """Return the biases of capitals that give the best F1, and the temperature that then makes
    posteriors mean what they say.

    ``scores`` (n, TAGS) of cased tokens of held-out text and their ``classes`` (n,) as written;
    ``buckets`` (n,) of the words.  ``by_sort``: each sort of words has a bias of its own, fitted in
    turns.
    """

    def f1(tried: NeuralCalibration) -> float:
        return _f1(calibrated(scores, tried, buckets), classes)

    best = NeuralCalibration()
    for _ in range(TURNS if by_sort else 1):
        best = _best([replace(best, bias=_bias(one)) for one in BIASES.tolist()], f1)
        for name in ("elsewhere", "unseen") if by_sort else ():
            best = _best([replace(best, **{name: one}) for one in (2 * BIASES).tolist()], f1)
    # Dividing all by one temperature changes no decision, so the biases are scaled with it.
    losses = []
    for scale in SCALES.tolist():
        odds = calibrated(scores, best.scaled(scale), buckets)
        chances = odds - np.log(np.exp(odds).sum(axis=1, keepdims=True))
        losses.append(-float(chances[np.arange(len(classes)), classes].mean()))
    return best.scaled(float(SCALES[int(np.argmin(losses))]))


def _best(
    tried: Sequence[NeuralCalibration], f1: Callable[[NeuralCalibration], float]
) -> NeuralCalibration:
    """Return the smallest of those that are nearly the best."""
    reached = [f1(one) for one in tried]
    good = [one for one, f in zip(tried, reached, strict=True) if f >= max(reached) - TOLERANCE]
    return min(good, key=lambda one: abs(one.bias[UC]) + abs(one.elsewhere) + abs(one.unseen))


def _bias(of_capitals: float) -> tuple[float, ...]:
    return tuple(0.0 if tag in (LC, INNER) else round(of_capitals, 6) for tag in range(TAGS))


def _f1(odds: F32, classes: U8) -> float:
    """Return F1 of capitalised tokens."""
    decided = odds.argmax(axis=1)
    correct = int(((classes != LC) & (decided == classes)).sum())
    return 2 * correct / max(1, int((classes != LC).sum()) + int((decided != LC).sum()))
