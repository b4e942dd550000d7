"""What a restorer is: it decides the case class of each token; everything around it is shared.

The data's way: text -> :class:`~majuscule.text.passages.Passage` -> ``Restorer.decide`` ->
:class:`Decisions` -> :func:`majuscule.text.case_kernel.apply` -> text.  Detection of the input's
case, document memory, plans and formats are the same for every kind.  Kinds are listed in
:mod:`majuscule.restore.kinds`; a new one is its own file and a line there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

import numpy as np
import numpy.typing as npt

from majuscule.models import ModelFile
from majuscule.text.passages import Passage

LC, UC, CA, MC, KEEP = range(5)
"""Case classes (Lita et al. 2003, section 2); KEEP leaves a token as it came."""

CLASS_NAMES = ("LC", "UC", "CA", "MC", "keep")

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


@dataclass(frozen=True)
class TrainingBatch:
    """Some lines of well-cased text with the case they are written in.

    ``classes``: uint8 (n,), the class of each token as written, KEEP where it has no cased letter;
    ``masks``: uint64 (n,), the capitals of each token; ``documents``: uint32 (lines,), a hash of
    each line's document; ``times``: uint8 (lines,), how often a kind that weighs text learns from
    each line, none where all count alike.
    """

    passage: Passage
    classes: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.uint64]
    documents: npt.NDArray[np.uint32]
    times: npt.NDArray[np.uint8] | None = None


class TrainingText(Protocol):
    """Text to train on: may be gone through as often as needed, always in the same order."""

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the text in batches of a few hundred thousand tokens."""
        ...


Report = Callable[[str, float], None]
"""Progress: what is being done, and how much of it is done (0 to 1)."""


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
        cls, text: TrainingText, options: Mapping[str, Any] | None = None, report: Report | None =
        None
    ) -> Self:
        """Learn from text; unknown options and text with nothing to learn raise."""
        ...
