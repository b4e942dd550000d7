"""Constants fitted on held-out text: a bias of capitals for the best F1, and a temperature."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, U8
from majuscule.text.classes import LC, UC
from majuscule.words.tags import INNER, TAGS

BIASES = np.linspace(-1.5, 1.5, 31)
"""Log odds on top of capitals that are tried."""

TOLERANCE = 0.0005
"""F1 that is given up for a smaller bias: the optimum is flat, and other texts have another one."""

SCALES = np.geomspace(0.4, 2.5, 25)
"""Inverse temperatures that are tried."""


@dataclass(frozen=True)
class NeuralCalibration:
    """Constants fitted on held-out text: ``scale`` is an inverse temperature, ``bias`` what each
    tag gets on top, in log odds, for the best F1."""

    scale: float = 1.0
    bias: tuple[float, ...] = (0.0,) * TAGS


def calibrated(scores: F32, calibration: NeuralCalibration) -> F32:
    """Return log odds of the four classes from scores of tags; INNER counts as LC."""
    odds = scores * np.float32(calibration.scale) + np.array(calibration.bias, np.float32)
    odds[:, LC] = np.logaddexp(odds[:, LC], odds[:, INNER])
    odds = odds[:, :INNER]
    return np.asarray(odds - odds.max(axis=1, keepdims=True))


def fit_calibration(scores: F32, classes: U8) -> NeuralCalibration:
    """Return the bias of capitals that gives the best F1, and the temperature that then makes
    posteriors mean what they say.

    ``scores`` (n, TAGS) of cased tokens of held-out text and their ``classes`` (n,) as written.
    """
    biases = [_bias(float(bias)) for bias in BIASES]
    reached = [_f1(calibrated(scores, _scaled(1.0, bias)), classes) for bias in biases]
    good = [
        bias for bias, f1 in zip(biases, reached, strict=True) if f1 >= max(reached) - TOLERANCE
    ]
    best = min(good, key=lambda bias: abs(bias[UC]))
    # Dividing all by one temperature changes no decision, so the bias is scaled with it.
    losses = []
    for scale in SCALES.tolist():
        odds = calibrated(scores, _scaled(scale, best))
        chances = odds - np.log(np.exp(odds).sum(axis=1, keepdims=True))
        losses.append(-float(chances[np.arange(len(classes)), classes].mean()))
    return _scaled(float(SCALES[int(np.argmin(losses))]), best)


def _bias(of_capitals: float) -> tuple[float, ...]:
    return tuple(0.0 if tag in (LC, INNER) else round(of_capitals, 6) for tag in range(TAGS))


def _scaled(scale: float, bias: tuple[float, ...]) -> NeuralCalibration:
    return NeuralCalibration(round(scale, 6), tuple(round(scale * value, 6) for value in bias))


def _f1(odds: F32, classes: U8) -> float:
    """Return F1 of capitalised tokens."""
    decided = odds.argmax(axis=1)
    correct = int(((classes != LC) & (decided == classes)).sum())
    return 2 * correct / max(1, int((classes != LC).sum()) + int((decided != LC).sum()))
