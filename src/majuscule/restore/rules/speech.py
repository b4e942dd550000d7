"""Speech behind a colon and an opening quote begins with a capital: *hij zei: ‘Het is zo.’*

Models of languages whose training text has speech have learnt that; Dutch law has none.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from majuscule.restore.interface import PATTERN, Decisions
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import COLON
from majuscule.text.tokenizing.tokens import WORD

LANGUAGES = ("nl",)
"""Whose models have not learnt it."""
_QUOTES = np.array([ord(mark) for mark in "\"'«‘“„"], np.uint32)


def raise_speech(passage: Passage, found: Decisions) -> Decisions:
    """Return the decisions with a capital where speech begins."""
    tokens = passage.tokens
    at = np.flatnonzero((tokens.positions == COLON) & (tokens.kinds == WORD))
    at = at[(found.classes[at] == case.LC) & (at > 0)]
    firsts = tokens.folded[tokens.starts]
    quoted = np.isin(firsts[at - 1], _QUOTES) & (tokens.ends[at - 1] == tokens.starts[at])
    classes, reasons = found.classes.copy(), found.reasons.copy()
    classes[at[quoted]], reasons[at[quoted]] = case.UC, PATTERN
    return replace(found, classes=classes, reasons=reasons)
