"""What a restorer is: it decides the case class of each token; everything around it is shared.

The data's way: text -> :class:`~majuscule.text.passages.Passage` -> ``Restorer.decide`` ->
:class:`Decisions` -> :func:`majuscule.text.case_kernel.apply` -> text.  Detection of the input's
case, document memory, plans and formats are the same for every kind.  Kinds are listed in
:mod:`majuscule.restore.kinds`; a new one is its own file and a line there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

import numpy as np
import numpy.typing as npt

from majuscule.learn.batches import Progress, TrainingText
from majuscule.models import ModelFile
from majuscule.text.passages import Passage

MODEL, LEXICON, PATTERN, MEMORY, CONTEXT, LEFT = range(6)
"""What decided a token: the model, the lexicon of mixed forms, a pattern (Mc-), the document's
other mentions, the context classifier, or nothing (left as it came)."""

REASON_NAMES = ("model", "lexicon", "pattern", "memory", "context", "left alone")


@dataclass(frozen=True)
class Decisions:
    """What becomes of each of n tokens.

    ``classes``: uint8, one of LC UC CA MC KEEP; ``masks``: uint64, the form where the class is MC
    (bit k: the k-th code point is a capital); ``margins``: float32, how far the class was ahead of
    the next best, in the restorer's own unit, at least 0; ``reasons``: uint8, what decided.
    ``scores``: float32 (n, 4), log odds of LC UC CA MC against the best (which has 0), or None
    where the restorer has none; document memory works on them.
    """

    classes: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.uint64]
    margins: npt.NDArray[np.float32]
    reasons: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.float32] | None = None


class Restorer(Protocol):
    """A trained model that decides case.  Immutable; may be used from several threads at once."""

    kind: ClassVar[str]

    def decide(self, passage: Passage) -> Decisions:
        """Return the best class of each token; the case of the input plays no part."""
        ...

    def posteriors(self, passage: Passage) -> npt.NDArray[np.float32]:
        """Return the probability of LC, UC, CA and MC for each token, shape (n, 4); rows sum to
        1."""
        ...

    def evidence(self, passage: Passage) -> npt.NDArray[np.float32] | None:
        """Return how often each token's word is capitalised inside sentences, NaN where unknown.

        Case detection uses it; None where the restorer knows nothing of the kind.
        """
        ...

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        ...

    def options(self) -> Mapping[str, Any]:
        """Return the options it was trained with, as JSON data."""
        ...

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the restorer that a model file holds."""
        ...

    @classmethod
    def train(
        cls,
        text: TrainingText,
        options: Mapping[str, Any] | None = None,
        report: Progress | None = None,
    ) -> Self:
        """Learn from text; unknown options and text with nothing to learn raise."""
        ...
