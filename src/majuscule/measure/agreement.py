"""Agreement with the original, token by token: punctuation counts as tokens of its own.

Lita et al. 2003 give the sizes of their test sets in tokens, so their agreement is of tokens; that
of words (:class:`~majuscule.measure.case_scores.CaseMetric`) leaves punctuation with the words.
"""

from __future__ import annotations

from dataclasses import dataclass

from majuscule.measure.metric import FloatArray, IntArray
from majuscule.measure.ratios import ratio


@dataclass(frozen=True)
class AgreementMetric:
    """The share of tokens that are as in the original."""

    name: str = "agreement"
    columns: tuple[str, ...] = ("tokens", "equal")

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return measures of shape ``[...]`` from totals of shape ``[..., 2]``."""
        return {"agreement": ratio(totals[..., 1], totals[..., 0])}
