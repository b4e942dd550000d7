"""Quoted speech after a colon begins with a capital: *hij zei: ‘Het is zo.’*

Models learn this from training text with speech; the Dutch model's, legal text, has none.
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
"""Languages whose models have not learnt it."""
_QUOTES = np.array([ord(mark) for mark in "\"'«‘“„"], np.uint32)


def raise_speech(passage: Passage, decisions: Decisions, language: str) -> Decisions:
    """Return the decisions with a capital where quoted speech begins after a colon."""
    if language.partition("-")[0] not in LANGUAGES:
        return decisions
    tokens = passage.tokens
    at = np.flatnonzero((tokens.positions == COLON) & (tokens.kinds == WORD))
    at = at[(decisions.classes[at] == case.LC) & (at > 0)]
    firsts = tokens.folded[tokens.starts]
    quoted = np.isin(firsts[at - 1], _QUOTES) & (tokens.ends[at - 1] == tokens.starts[at])
    classes, reasons = decisions.classes.copy(), decisions.reasons.copy()
    classes[at[quoted]], reasons[at[quoted]] = case.UC, PATTERN
    return replace(decisions, classes=classes, reasons=reasons)
