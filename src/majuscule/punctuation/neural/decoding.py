"""From scores to marks, by thresholds fitted on held-out text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, U8, Array
from majuscule.network.inputs import IGNORED
from majuscule.text.tokenizing.marks import COMMA, DASH, ENDS, MARKS

SHIFTS = np.linspace(-1.5, 1.5, 31)
"""Biases of a mark to try, in log odds."""


@dataclass(frozen=True)
class Thresholds:
    """Log odds (MARKS,) added to the score of each mark, 0 for no mark."""

    marks: tuple[float, ...] = (0.0,) * MARKS


def decide(scores: F32, thresholds: Thresholds) -> tuple[U8, F32]:
    """Return the best mark of each word, uint8 (n,), and probabilities, (n, MARKS).

    A dash is never inserted: it would join its word, or be a word of its own.
    """
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shifted = (scores + np.array(thresholds.marks, np.float32))[:, :DASH]
    return shifted.argmax(axis=1).astype(np.uint8), shares


def fit_thresholds(scores: F32, marks: U8) -> Thresholds:
    """Return the thresholds of best F1 over all marks, by two rounds of coordinate ascent.

    ``scores`` (n, MARKS) of words of held-out text, ``marks`` (n,) as written.
    """
    labelled = marks != IGNORED
    scores, marks = scores[labelled], marks[labelled]
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


def _f1(decided: Array, marks: U8) -> float:
    """Return F1 over commas and sentence-ending marks."""
    counted = (COMMA, *ENDS)
    right = int(((decided == marks) & np.isin(marks, counted)).sum())
    return 2 * right / max(1, int(np.isin(decided, counted).sum() + np.isin(marks, counted).sum()))
