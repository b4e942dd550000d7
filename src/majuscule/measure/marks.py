"""Scores of punctuation marks of words: precision, recall and F1 by mark, sentence end and case.

The mark of a word is the one that follows it.  An exclamation mark counts as a full stop; colons,
semicolons and dashes count as no mark, since recognisers are compared on ``, . ?`` only.
Exclamation marks and colons are counted by themselves too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from majuscule.arrays import F64, I64, U8, Bools
from majuscule.measure.metric import prf, ratio
from majuscule.text.tokenizing.classes import KEEP, LC
from majuscule.text.tokenizing.marks import COLON, COMMA, ENDS, EXCLAMATION, QUESTION, STOP

SCORED = {"comma": COMMA, "stop": STOP, "question": QUESTION}
ALONE = {"exclamation": EXCLAMATION, "colon": COLON}
_PARTS = (*SCORED, *ALONE, "all", "ends", "case")


@dataclass(frozen=True)
class MarkedWords:
    """The ``marks`` of n words, uint8 (n,), as in :mod:`majuscule.text.tokenizing.marks`, and
    their case ``classes``, uint8 (n,)."""

    marks: U8
    classes: U8

    def at(self, places: I64) -> MarkedWords:
        """Return the marks and classes of some of the words."""
        return MarkedWords(self.marks[places], self.classes[places])


@dataclass(frozen=True)
class MarkMetric:
    """``all_f1`` over ``, . ?``, ``ends_f1`` of sentence ends, ``comma_f1`` and so on, ``colon_f1``
    and ``exclamation_f1``, ``case_f1`` of words with a capital, and ``joint``: words whose mark
    and case are both right."""

    name: str = "marks"
    columns: tuple[str, ...] = (
        *(f"{part}_{what}" for part in _PARTS for what in ("right", "put", "written")),
        "joint",
        "words",
    )

    def measures(self, totals: I64) -> dict[str, F64]:
        result: dict[str, F64] = {}
        for number, part in enumerate(_PARTS):
            result |= prf(f"{part}_", *np.moveaxis(totals[..., 3 * number : 3 * number + 3], -1, 0))
        return result | {"joint": ratio(totals[..., -2], totals[..., -1])}

    def statistics(self, gold: MarkedWords, put: MarkedWords) -> I64:
        """Return the row of counts of one text."""
        row: list[int] = []
        gold_marks, put_marks = _scored(gold.marks), _scored(put.marks)
        for mark in SCORED.values():
            row += _counts(gold_marks == mark, put_marks == mark)
        for mark in ALONE.values():
            row += _counts(gold.marks == mark, put.marks == mark)
        same_mark = gold_marks == put_marks
        row += _counts(gold_marks != 0, put_marks != 0, same_mark)
        row += _counts(np.isin(gold_marks, ENDS), np.isin(put_marks, ENDS))
        cased = (gold.classes != KEEP) & (put.classes != KEEP)
        same_case = gold.classes == put.classes
        row += _counts(cased & (gold.classes != LC), cased & (put.classes != LC), same_case)
        row += [int((same_mark & (same_case | ~cased)).sum()), len(gold_marks)]
        return np.array(row, np.int64)


def _scored(marks: U8) -> U8:
    """Return marks with exclamation marks as full stops, and 0 for those that do not count."""
    marks = np.where(marks == EXCLAMATION, STOP, marks)
    return np.where(np.isin(marks, list(SCORED.values())), marks, 0).astype(np.uint8)


def _counts(gold: Bools, put: Bools, same: Bools | Literal[True] = True) -> list[int]:
    """Return how many words are in both (and ``same``), in ``put``, and in ``gold``."""
    return [int((gold & put & same).sum()), int(put.sum()), int(gold.sum())]
