"""From scores to marks: odds of each mark, thresholds that were fitted on held-out text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, U8, Array
from majuscule.network.inputs import IGNORED
from majuscule.text.tokenizing.marks import COMMA, DASH, ENDS, MARKS

SHIFTS = np.linspace(-1.5, 1.5, 31)
"""Log odds on top of a mark that are tried."""


@dataclass(frozen=True)
class Thresholds:
    """What each mark gets on top of its log odds against no mark (MARKS,)."""

    marks: tuple[float, ...] = (0.0,) * MARKS


def decide(scores: F32, thresholds: Thresholds) -> tuple[U8, F32]:
    """Return the best mark of each word, uint8 (n,), and the probability of each, (n, MARKS).

    A dash is known and never put in: it would join its word, or be a word of its own.
    """
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    shifted = (scores + np.array(thresholds.marks, np.float32))[:, :DASH]
    return shifted.argmax(axis=1).astype(np.uint8), chances


def fit_thresholds(scores: F32, marks: U8) -> Thresholds:
    """Return what each mark gets on top for the best F1 over all marks, mark by mark, twice over.

    ``scores`` (n, MARKS) of words of held-out text, ``marks`` (n,) as written.
    """
    asked = marks != IGNORED
    scores, marks = scores[asked], marks[asked]
    shifts = np.zeros(MARKS, np.float32)
    for _ in range(2):
        for mark in range(1, DASH):
            reached = []
            for shift in SHIFTS.tolist():
                tried = shifts.copy()
                tried[mark] = shift
                reached.append(_f1((scores + tried)[:, :DASH].argmax(axis=1), marks))
            good = np.flatnonzero(np.array(reached) >= max(reached) - 0.0002)
            shifts[mark] = min(SHIFTS[good], key=abs)
    return Thresholds(tuple(round(float(one), 4) for one in shifts))


def _f1(found: Array, marks: U8) -> float:
    """Return F1 over commas and marks that end sentences."""
    counted = (COMMA, *ENDS)
    right = int(((found == marks) & np.isin(marks, counted)).sum())
    return 2 * right / max(1, int(np.isin(found, counted).sum() + np.isin(marks, counted).sum()))
