"""Constants fitted on held-out text: a bias of capitals for the best F1, and a temperature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from majuscule.arrays import F32, U8, U32
from majuscule.restore.linear.fitting import TURNS, bias_of, f1_of_capitals
from majuscule.text.tokenizing.classes import LC, MC, UC
from majuscule.words.tables.table import origins_of, restrict_to_known_forms
from majuscule.words.tables.tags import INNER, TAGS

BIASES = np.linspace(-1.5, 1.5, 31).round(6)
"""Biases of capitals to try, in log odds."""

TOLERANCE = 0.0005
"""Loss of F1 accepted for a smaller bias: the optimum is flat and differs between texts."""

SCALES = np.geomspace(0.4, 2.5, 25)
"""Inverse temperatures to try."""

CERTAIN = 30
"""Log odds against classes that are ruled out."""


@dataclass(frozen=True)
class NeuralCalibration:
    """Constants fitted on held-out text.

    ``scale``: inverse temperature; ``bias``: log odds added to each tag, for the best F1;
    ``elsewhere``, ``unseen``: added to capitals too, in words known only from other languages and
    in unseen words."""

    scale: float = 1.0
    bias: tuple[float, ...] = (0.0,) * TAGS
    elsewhere: float = 0.0
    unseen: float = 0.0

    @property
    def of_sorts(self) -> F32:
        """Return the bias of capitals by :func:`majuscule.words.tables.table.origins_of`."""
        return np.array([0.0, self.elsewhere, self.unseen], np.float32)

    def scaled(self, scale: float) -> NeuralCalibration:
        """Return constants for another temperature that make the same decisions."""
        bias = tuple(round(scale * value, 6) for value in self.bias)
        sorts = (round(scale * value, 6) for value in (self.elsewhere, self.unseen))
        return NeuralCalibration(round(scale, 6), bias, *sorts)


def calibrated(scores: F32, calibration: NeuralCalibration, buckets: U32) -> F32:
    """Return log odds (n, 4) of the classes from scores (n, TAGS) of tags; INNER counts as LC.

    ``buckets`` (n,) of the words: those known only from other languages are written as there.
    """
    odds = scores * np.float32(calibration.scale) + np.array(calibration.bias, np.float32)
    odds[:, UC : MC + 1] += calibration.of_sorts[origins_of(buckets)][:, None]
    odds[:, LC] = np.logaddexp(odds[:, LC], odds[:, INNER])
    odds = odds[:, :INNER]
    restrict_to_known_forms(odds, buckets, CERTAIN)
    return np.asarray(odds - odds.max(axis=1, keepdims=True))


def fit_calibration(
    scores: F32, classes: U8, buckets: U32, *, by_sort: bool = False
) -> NeuralCalibration:
    """Return the biases of capitals with the best F1, and the temperature of least loss given them.

    ``scores`` (n, TAGS) of cased tokens of held-out text, their ``classes`` (n,) as written,
    ``buckets`` (n,) of the words.  ``by_sort``: each sort of words has a bias of its own, fitted
    alternately.
    """

    def f1(tried: NeuralCalibration) -> float:
        decided = calibrated(scores, tried, buckets).argmax(axis=1).astype(np.uint8)
        return f1_of_capitals(decided, classes)

    best = NeuralCalibration()
    for _ in range(TURNS if by_sort else 1):
        best = _best([replace(best, bias=tuple(bias_of(one))) for one in BIASES.tolist()], f1)
        for name in ("elsewhere", "unseen") if by_sort else ():
            tried: list[dict[str, Any]] = [{name: one} for one in (2 * BIASES).tolist()]
            best = _best([replace(best, **one) for one in tried], f1)
    # Scaling scores and biases alike changes no decision.
    losses = []
    for scale in SCALES.tolist():
        odds = calibrated(scores, best.scaled(scale), buckets)
        log_posteriors = odds - np.log(np.exp(odds).sum(axis=1, keepdims=True))
        losses.append(-float(log_posteriors[np.arange(len(classes)), classes].mean()))
    return best.scaled(float(SCALES[int(np.argmin(losses))]))


def _best(
    tried: Sequence[NeuralCalibration], f1: Callable[[NeuralCalibration], float]
) -> NeuralCalibration:
    """Return the constants with the smallest biases among those within TOLERANCE of the best F1."""
    reached = [f1(one) for one in tried]
    good = [one for one, f in zip(tried, reached, strict=True) if f >= max(reached) - TOLERANCE]
    return min(good, key=lambda one: abs(one.bias[UC]) + abs(one.elsewhere) + abs(one.unseen))
