"""Token sequences shifted by one, as n-gram counts need them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.counts.tables import Keys
from majuscule.text.passages import Passage
from majuscule.text.sentences import sentence_starts


def sequence_starts(passage: Passage, sentences: bool) -> npt.NDArray[np.bool_]:
    """Tell for each token whether a sequence begins there: a line, or also each sentence."""
    if sentences:
        starts = sentence_starts(passage.tokens.positions)
    else:
        starts = np.zeros(len(passage.tokens), np.bool_)
    lines = passage.lines
    starts[lines[lines[:, 0] < lines[:, 1], 0]] = True
    return starts


def shifted(values: Keys, starts: npt.NDArray[np.bool_], first: np.uint64) -> Keys:
    """Return what stands before each token, ``first`` where a sequence starts."""
    before = np.empty_like(values)
    before[1:] = values[:-1]
    before[starts] = first
    return before
