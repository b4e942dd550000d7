"""The answer for people: each token with its form, class, confidence, rivals and reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.restore.interface import LEFT, MODEL, REASON_NAMES, Decisions
from majuscule.restore.plan import Plan
from majuscule.text import classes as case
from majuscule.text.classes import CLASS_NAMES, KEEP, LC, MC, UC
from majuscule.text.codepoints import decode
from majuscule.text.passages import Passage
from majuscule.text.sentences import sentence_starts

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
        return {"form": self.form, "class": self.class_, "probability": self.probability}


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
        return {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "form": self.form,
            "class": self.class_,
            "confidence": self.confidence,
            "reason": self.reason,
            "alternatives": [other.to_json() for other in self.alternatives],
        }


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
    for index in wanted.tolist():
        start, end = int(tokens.starts[index]), int(tokens.ends[index])
        class_, mask = int(decisions.classes[index]), int(decisions.masks[index])
        reason = REASON_NAMES[decisions.reasons[index]]
        if decisions.reasons[index] == MODEL and beginning[index] and class_ == UC:
            reason = "sentence start"
        spelt = [form[start:end] for form in forms]
        rivals = _rivals(spelt, restored[start:end], posteriors[index], mask)
        yield AnalyzedToken(
            start,
            end,
            text[start:end],
            restored[start:end],
            CLASS_NAMES[class_ if class_ != KEEP else written[index]],
            round(float(confidences[index]), 4),
            reason,
            tuple(rivals) if judged[index] else (),
        )


def _rivals(
    forms: list[str], chosen: str, probabilities: npt.NDArray[np.float32], mask: int
) -> Iterator[Alternative]:
    """Yield the other forms of a token, the most probable first."""
    seen = {chosen}
    for class_ in np.argsort(-probabilities, kind="stable").tolist():
        probability, formless = float(probabilities[class_]), class_ == MC and not mask
        if forms[class_] not in seen and probability >= LEAST and not formless:
            seen.add(forms[class_])
            yield Alternative(forms[class_], CLASS_NAMES[class_], round(probability, 4))


def _forms(passage: Passage, decisions: Decisions) -> list[str]:
    """Return the whole text in each class, so that a token's forms are slices."""
    n = len(passage.tokens)
    each = (np.full(n, class_, np.uint8) for class_ in range(LC, MC + 1))
    return [decode(replace(decisions, classes=one).apply(passage)) for one in each]
