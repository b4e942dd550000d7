"""A restorer whose decisions a context classifier overrules (Niu et al. 2004, section 3.3).

The classifier decides only words for which it beat the restorer on held-out text
(:mod:`majuscule.restore.context.training`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import F32, Array
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, read_stored
from majuscule.restore.context.classifier import PREFIX, ContextClassifier
from majuscule.restore.interface import (
    CONTEXT,
    MODEL,
    Below,
    Decisions,
    Restorer,
    describe,
    likelihoods,
)
from majuscule.text.tokenizing.passages import Passage
from majuscule.words.evidence import log_odds


@dataclass(frozen=True, repr=False)
class ContextRestorer:
    """A base restorer, overruled by a context classifier on the classifier's words."""

    base: Restorer
    classifier: ContextClassifier

    kind: ClassVar[str] = "context.v1"

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        base = self.base.decide(passage, posteriors=posteriors)
        at, _, likely = self.classifier.classify(passage)
        by_model = base.reasons[at] == MODEL
        at, likely = at[by_model], likely[by_model]
        if not len(at):
            return base
        classes, margins = base.classes.copy(), base.margins.copy()
        reasons, masks = base.reasons.copy(), base.masks.copy()
        ordered = np.sort(likely, axis=1)
        classes[at] = likely.argmax(axis=1)
        margins[at] = np.minimum(ordered[:, -1] - ordered[:, -2], 1e6)
        masks[at], reasons[at] = 0, CONTEXT
        scores, shares = base.scores, base.posteriors
        if scores is not None:
            against = np.zeros((len(at), 4))
            against[:, :3] = np.exp(likely - ordered[:, -1:])
            scores = scores.copy()
            scores[at] = log_odds(against, np.ones(len(at), np.bool_))
        if shares is not None:
            shares = shares.copy()
            shares[at, :3], shares[at, 3] = likelihoods(likely - ordered[:, -1:]), 0
        return Decisions(classes, masks, margins, reasons, scores, shares)

    def evidence(self, passage: Passage) -> F32 | None:
        return self.base.evidence(passage)

    def arrays(self) -> Mapping[str, Array]:
        return {**self.base.arrays(), **arrays_of(self.classifier, PREFIX)}

    def options(self) -> Mapping[str, Any]:
        return {"below": describe(self.base)}

    @classmethod
    def from_file(cls, file: ModelFile, below: Below) -> Self:
        base = below.read_base(file, cls.kind, PREFIX)
        return cls(base, read_stored(ContextClassifier, file, PREFIX))
