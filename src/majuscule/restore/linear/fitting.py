"""What fitting constants on held-out text has in common, whatever the scores of the tags."""

from __future__ import annotations

from majuscule.arrays import U8
from majuscule.text.tokenizing.classes import LC
from majuscule.words.tables.tags import INNER, TAGS

TURNS = 2
"""Rounds of coordinate ascent: in each, every sort's bias is fitted with the others fixed."""


def bias_of(capitals: float) -> list[float]:
    """Return the bias of each tag: that of capitals, and none for LC and INNER."""
    return [0 if tag in (LC, INNER) else capitals for tag in range(TAGS)]


def f1_of_capitals(decided: U8, written: U8) -> float:
    """Return F1 of capitalised tokens."""
    correct = int(((written != LC) & (decided == written)).sum())
    return 2 * correct / max(1, int((written != LC).sum()) + int((decided != LC).sum()))
