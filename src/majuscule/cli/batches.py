"""Several documents in one pass of detection, with the verdicts that each would get alone.

They are laid one below the other with a blank line between; detection is told where each begins.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from majuscule.restore.detection import LineVerdicts, detect_lines
from majuscule.restore.truecaser import Truecaser
from majuscule.text import read_passage


class Batch:
    """Documents laid out as one passage.

    ``lines``: int64, the line that each document begins in; ``begins``: its first code point.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        padded = [text + ("\n" if text.endswith("\n") else "\n\n") for text in texts]
        self.lines = _before([text.count("\n") for text in padded])
        self.begins = _before([len(text) for text in padded])
        self.passage = read_passage("".join(padded))

    def detect(self, truecaser: Truecaser) -> LineVerdicts:
        """Return how each line is written; the blank lines between documents are lines too."""
        evidence = truecaser.restorer.evidence(self.passage)
        return detect_lines(
            self.passage.codes, self.passage.tokens, evidence=evidence, documents=self.lines
        )


def _before(counts: list[int]) -> npt.NDArray[np.int64]:
    """Return for each count the sum of those before it."""
    sums = np.cumsum(np.array(counts, np.int64))
    return sums - np.array(counts, np.int64)
