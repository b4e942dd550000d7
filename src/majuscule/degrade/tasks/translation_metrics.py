"""Cased BLEU (Papineni et al. 2002) and chrF (Popović 2015) as sums of counts of segments, as
sacrebleu has them: so intervals and paired tests are those of all metrics here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.measure.metric import FloatArray, IntArray
from majuscule.measure.ratios import ratio

ORDER = 4
CHARACTERS, BETA = 6, 2
"""The longest n-grams of characters in chrF, and how much more recall counts than precision."""


@dataclass(frozen=True)
class BleuMetric:
    """Corpus BLEU (Papineni et al. 2002) and its n-gram precisions, as sacrebleu has them.

    Columns: matches and n-grams of each order, length of output and of the closest reference; a row
    is a sentence.
    """

    name: str = "bleu"
    columns: tuple[str, ...] = (
        *(f"{n}-gram {what}" for n in range(1, ORDER + 1) for what in ("matches", "total")),
        "length",
        "reference length",
    )

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return ``bleu``, precisions and the brevity penalty, of shape ``[...]``."""
        counts = totals[..., :-2].reshape(*totals.shape[:-1], ORDER, 2).astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            precisions = counts[..., 0] / counts[..., 1]
            logs = np.log(precisions).mean(axis=-1)
            ratio = totals[..., -1] / totals[..., -2]
        brevity = np.exp(np.minimum(0.0, 1.0 - ratio))
        found = {"bleu": np.exp(logs) * brevity, "brevity": brevity}
        return found | {f"{n + 1}-gram precision": precisions[..., n] for n in range(ORDER)}


@dataclass(frozen=True)
class ChrfMetric:
    """Corpus chrF2: F of n-grams of characters, blanks aside, averaged over orders.

    Columns: n-grams of output, of the reference, and of both, of each order; a row is a segment.
    """

    name: str = "chrf"
    columns: tuple[str, ...] = tuple(
        f"{n} characters {what}"
        for n in range(1, CHARACTERS + 1)
        for what in ("total", "reference", "matches")
    )

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return ``chrf``, of shape ``[...]``."""
        counts = totals.reshape(*totals.shape[:-1], CHARACTERS, 3)
        total, reference, matches = np.moveaxis(counts, -1, 0)
        used = (total > 0) & (reference > 0)  # orders that a text is too short for do not count
        orders = used.sum(axis=-1)
        precision = ratio(np.where(used, ratio(matches, total), 0.0).sum(axis=-1), orders)
        recall = ratio(np.where(used, ratio(matches, reference), 0.0).sum(axis=-1), orders)
        weight = BETA**2
        found = ratio((1 + weight) * precision * recall, weight * precision + recall)
        return {"chrf": np.nan_to_num(found)}


@dataclass(frozen=True)
class TranslationMetric:
    """BLEU and chrF side by side."""

    name: str = "bleu+chrf"
    columns: tuple[str, ...] = (*BleuMetric().columns, *ChrfMetric().columns)

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return the measures of both, of shape ``[...]``."""
        width = len(BleuMetric().columns)
        bleu = BleuMetric().measures(totals[..., :width])
        return bleu | ChrfMetric().measures(totals[..., width:])
