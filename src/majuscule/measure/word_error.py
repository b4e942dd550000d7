"""Word error rate: edits a reference word, from the alignment of each segment."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.errors import CorpusError
from majuscule.measure.alignment import align
from majuscule.measure.metric import FloatArray, IntArray
from majuscule.measure.ratios import ratio


@dataclass(frozen=True)
class WordErrorMetric:
    """``wer`` and its three parts, each as a share of the reference words."""

    name: str = "wer"
    columns: tuple[str, ...] = ("matches", "substitutions", "insertions", "deletions")

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return measures of shape ``[...]`` from totals of shape ``[..., 4]``."""
        matches, substitutions, insertions, deletions = np.moveaxis(totals, -1, 0)
        reference = matches + substitutions + deletions
        return {
            "wer": ratio(substitutions + insertions + deletions, reference),
            "substitutions": ratio(substitutions, reference),
            "insertions": ratio(insertions, reference),
            "deletions": ratio(deletions, reference),
        }

    def statistics(
        self,
        reference: Sequence[Sequence[Hashable]],
        hypothesis: Sequence[Sequence[Hashable]],
    ) -> IntArray:
        """Return a row of counts for each segment of tokens.

        >>> WordErrorMetric().statistics([["a", "b", "c"]], [["a", "x"]]).tolist()
        [[1, 1, 0, 1]]
        """
        if len(reference) != len(hypothesis):
            raise CorpusError(
                f"there are {len(hypothesis)} segments where the reference has "
                f"{len(reference)}: score the same recordings",
                "hypothesis",
            )
        rows = []
        for right, guess in zip(reference, hypothesis, strict=True):
            found = align(right, guess)
            rows.append((found.matches, found.substitutions, found.insertions, found.deletions))
        return np.array(rows, dtype=np.int64).reshape(len(rows), 4)
