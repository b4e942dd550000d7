"""The answer for people: each token with its form, class, confidence, rivals and reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from majuscule.restore.plan import Plan


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
