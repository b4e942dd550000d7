"""The answer for people: each token with its form, class, confidence, rivals and reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from majuscule.restore.interface import LEFT, MODEL, REASON_NAMES, Decisions
from majuscule.restore.plan import Plan
from majuscule.text import classes as case
from majuscule.text.classes import CLASS_NAMES, KEEP, LC, MC, UC
from majuscule.text.codepoints import decode
from majuscule.text.passages import Passage
from majuscule.text.sentences import sentence_starts

REASONS = (*REASON_NAMES, "sentence start")

LEAST = 0.001
"""Alternatives that are less probable are not worth a reader's time."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to write a token, and how probable the model finds it."""

    form: str
    class_: str
    probability: float

    def to_json(self) -> dict[str, Any]:
        """Return the alternative as JSON data."""
        return {name.rstrip("_"): getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class AnalyzedToken:
    """One token of the input and what becomes of it.

    ``start`` and ``end`` are offsets into the input string.  ``confidence`` is the calibrated
    probability that the class is right.  ``reason`` is one of model, lexicon, pattern, memory,
    context, sentence start, left alone.
    """

    start: int
    end: int
    text: str
    form: str
    class_: str
    confidence: float
    reason: str
    alternatives: tuple[Alternative, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the token as JSON data."""
        found = {name.rstrip("_"): getattr(self, name) for name in self.__slots__}
        return {**found, "alternatives": [other.to_json() for other in self.alternatives]}


@dataclass(frozen=True)
class Analysis:
    """What was found out about a text."""

    text: str  # restored
    tokens: tuple[AnalyzedToken, ...]
    plan: Plan

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as JSON data."""
        return {"text": self.text, "tokens": [token.to_json() for token in self.tokens]}


def explain(passage: Passage, decisions: Decisions, text: str, below: float | None) -> Analysis:
    """Return the analysis of a passage's ``text``; ``decisions`` hold posteriors or leave it all.

    ``below``: only the tokens whose confidence is lower.
    """
    restored = decode(decisions.apply(passage))
    tokens = tuple(_tokens(passage, decisions, text, restored, below))
    return Analysis(restored, tokens, Plan.of(passage, decisions.classes, decisions.masks))


def _tokens(
    passage: Passage, decisions: Decisions, text: str, restored: str, below: float | None
) -> Iterator[AnalyzedToken]:
    tokens = passage.tokens
    written = case.classes_of(passage.codes, tokens.starts, tokens.ends)
    beginning = sentence_starts(tokens.positions)
    forms = _forms(passage, decisions)
    posteriors = decisions.posteriors
    if posteriors is None:
        posteriors = np.zeros((len(tokens), KEEP), np.float32)
    judged = (written != KEEP) & (decisions.reasons != LEFT)
    rated = judged & (decisions.classes != KEEP)
    own = np.where(rated, decisions.classes, 0)
    confidences = np.where(rated, posteriors[np.arange(len(own)), own], 1.0)
    wanted = np.arange(len(tokens)) if below is None else np.flatnonzero(confidences < below)
    sentence_start = beginning & (decisions.reasons == MODEL) & (decisions.classes == UC)
    columns = (
        tokens.starts,
        tokens.ends,
        np.where(decisions.classes != KEEP, decisions.classes, written),
        decisions.masks,
        np.where(sentence_start, len(REASON_NAMES), decisions.reasons),
        judged,
        confidences,
        posteriors,
        np.argsort(-posteriors, axis=1, kind="stable"),
    )
    rows = zip(*(column[wanted].tolist() for column in columns), strict=True)
    for start, end, class_, mask, reason, cased, sure, probable, order in rows:
        form = restored[start:end]
        rivals: dict[str, Alternative] = {}
        for other in order if cased else ():
            probability = probable[other]
            spelt = forms[other][start:end]
            formless = spelt == form or (other == MC and not mask)
            if probability >= LEAST and spelt not in rivals and not formless:
                rivals[spelt] = Alternative(spelt, CLASS_NAMES[other], round(probability, 4))
        yield AnalyzedToken(
            start,
            end,
            text[start:end],
            form,
            CLASS_NAMES[class_],
            round(sure, 4),
            REASONS[reason],
            tuple(rivals.values()),
        )


def _forms(passage: Passage, decisions: Decisions) -> list[str]:
    """Return the whole text in each class, so that a token's forms are slices."""
    n = len(passage.tokens)
    each = (np.full(n, class_, np.uint8) for class_ in range(LC, MC + 1))
    return [decode(replace(decisions, classes=one).apply(passage)) for one in each]
