"""Scores of marks at word positions: precision, recall and F1 by mark, of sentence ends, of case.

A word has the mark that stands behind it.  An exclamation mark counts as a full stop; colons,
semicolons and dashes count as nothing, since what recognisers are compared on is ``, . ?``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I64, U8, Bools
from majuscule.measure.metric import FloatArray, IntArray, prf, ratio
from majuscule.text.tokenizing.classes import KEEP, LC
from majuscule.text.tokenizing.marks import COMMA, ENDS, EXCLAMATION, QUESTION, STOP

SCORED = {"comma": COMMA, "stop": STOP, "question": QUESTION}
_PARTS = (*SCORED, "all", "ends", "case")


@dataclass(frozen=True)
class MarkedWords:
    """What n words of a text have: ``marks`` uint8 (n,) as in
    :mod:`majuscule.text.tokenizing.marks`, and ``classes`` uint8 (n,), their case."""

    marks: U8
    classes: U8

    def at(self, places: I64) -> MarkedWords:
        """Return what some of the words have."""
        return MarkedWords(self.marks[places], self.classes[places])


@dataclass(frozen=True)
class MarkMetric:
    """``all_f1`` over ``, . ?``, ``ends_f1`` of sentence ends, ``comma_f1`` and so on, ``case_f1``
    of words with a capital, and ``joint``: words whose mark and case are both right."""

    name: str = "marks"
    columns: tuple[str, ...] = (
        *(f"{part}_{what}" for part in _PARTS for what in ("right", "put", "written")),
        "joint",
        "words",
    )

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        found: dict[str, FloatArray] = {}
        for number, part in enumerate(_PARTS):
            found |= prf(f"{part}_", *np.moveaxis(totals[..., 3 * number : 3 * number + 3], -1, 0))
        return found | {"joint": ratio(totals[..., -2], totals[..., -1])}

    def statistics(self, gold: MarkedWords, put: MarkedWords) -> IntArray:
        """Return the row of counts of one text."""
        row: list[int] = []
        written, found = _scored(gold.marks), _scored(put.marks)
        for mark in SCORED.values():
            row += _counts(written == mark, found == mark)
        both = (written != 0) & (written == found)
        row += [int(both.sum()), int((found != 0).sum()), int((written != 0).sum())]
        row += _counts(np.isin(written, ENDS), np.isin(found, ENDS))
        cased = (gold.classes != KEEP) & (put.classes != KEEP)
        same = gold.classes == put.classes
        upper, raised = cased & (gold.classes != LC), cased & (put.classes != LC)
        row += [int((upper & same).sum()), int(raised.sum()), int(upper.sum())]
        row += [int(((written == found) & (same | ~cased)).sum()), len(written)]
        return np.array(row, np.int64)


def _scored(marks: U8) -> U8:
    found = np.where(marks == EXCLAMATION, STOP, marks)
    return np.where(np.isin(found, list(SCORED.values())), found, 0).astype(np.uint8)


def _counts(written: Bools, found: Bools) -> list[int]:
    return [int((written & found).sum()), int(found.sum()), int(written.sum())]
