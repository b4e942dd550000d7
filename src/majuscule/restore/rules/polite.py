"""German polite forms in a document that instructs its reader: *Sie* and *Ihr*.

A line alone seldom tells *ihre Daten* from *Ihre Daten*; a manual full of *Klicken Sie* does.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from majuscule.arrays import I64
from majuscule.restore.interface import PATTERN, Decisions
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import hash_words

LANGUAGE = "de"
_LEAST = 5
"""How many requests (``Klicken Sie``) such a document has at least, and more than small forms."""
_SURE = np.log(0.05)
"""From which log odds of a capital on *sie* may be polite, unless *Sie* is the word before it."""
_FORMS = np.sort(hash_words(("ihnen", "ihr", "ihre", "ihrem", "ihren", "ihrer", "ihres", "sie")))
_SIE = hash_words(("sie",))[0]
_ASKED = re.compile(r"n\W+sie\b", re.IGNORECASE)


def may_address(text: str, language: str) -> bool:
    """Return whether a text may have enough requests, in German."""
    german = language.partition("-")[0] == LANGUAGE
    return german and len(_ASKED.findall(text)) >= _LEAST


def raise_polite(
    passage: Passage, decisions: Decisions, language: str, documents: I64 | None = None
) -> Decisions:
    """Return the decisions with the polite forms of documents full of requests, in German."""
    scores, tokens = decisions.scores, passage.tokens
    if scores is None or language.partition("-")[0] != LANGUAGE:
        return decisions
    at = np.flatnonzero(np.isin(tokens.words, _FORMS) & ~sentence_starts(tokens.positions))
    polite, small = (decisions.classes[at] == one for one in (case.UC, case.LC))
    verbs = tokens.folded[np.maximum(tokens.ends[at - 1] - 1, 0)] == ord("n")
    asked = polite & verbs & sentence_starts(tokens.positions[at - 1])
    owners = passage.owners(documents)[at]
    requests, others = np.bincount(owners, asked), np.bincount(owners, small)
    addressed = (requests >= _LEAST) & (requests > others)
    lead = scores[at, case.UC] - scores[at, case.LC]
    things = (tokens.words[at] == _SIE) & ((lead < _SURE) | (tokens.words[at - 1] == _SIE))
    raised = at[small & addressed[owners] & ~things]
    if not len(raised):
        return decisions
    classes, reasons = decisions.classes.copy(), decisions.reasons.copy()
    classes[raised], reasons[raised] = case.UC, PATTERN
    return replace(decisions, classes=classes, reasons=reasons)
