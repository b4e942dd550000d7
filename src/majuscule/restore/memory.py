"""Document memory: a second look at each word with how its other occurrences were decided.

A restorer decides each word from its line.  Elsewhere in the same document the same word may stand
where its case is plain (``Mr. Port said`` helps ``sex with port``), so the log odds of the other
occurrences are added to a word's own, damped.  Words at sentence starts neither give nor take
evidence: their capital is due to the place.  Left out: parts of a name (``Port`` of
``Johann Port``) are words like any other.

A word in capitals alone in brackets is an abbreviation that the text introduces: wherever it has a
capital, all its letters get one, be it at the start of a sentence; a plural of the words before it
keeps its s small (``national security letters (NSLs)``).  A capitalised word behind a title
(``Mr. Port``) is a name wherever no sentence begins, if no article stands before it in the text.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from functools import cached_property

import numpy as np

from majuscule.arrays import I64
from majuscule.restore.interface import Decisions
from majuscule.scratch import Scratch
from majuscule.text.keys import GOLDEN
from majuscule.text.tokenizing.passages import Passage
from majuscule.words.memory_kernel import Memory


@dataclass(frozen=True)
class MemoryOptions:
    """How much the other occurrences count; tuned on Wikinews dev, see docs/method/tagger.md."""

    weight: float = 1.0  # of the mean of the other occurrences' log odds
    growth: float = 0.0  # how the weight grows with their number: n ** growth
    limit: float = 1.5  # log odds of one occurrence are cut off here, so that none outvotes all
    introduced: float = 4.5  # log odds that abbreviations and names are written as introduced

    @cached_property
    def memories(self) -> Scratch[Memory]:
        """Return what looks again, for one thread at a time each."""
        return Scratch(self.new_memory)

    def new_memory(self) -> Memory:
        """Return what looks again."""
        return Memory(*astuple(self))


DEFAULT = MemoryOptions()
KEPT = 1 << 16
"""Tokens of a text for which scratch is kept; there are some 60 bytes for each."""


def recall(
    passage: Passage,
    decisions: Decisions,
    options: MemoryOptions = DEFAULT,
    documents: I64 | None = None,
) -> Decisions:
    """Return the decisions after the second look.

    ``documents``: the numbers of the lines that begin a document (0 is one); the passage is one
    document without it.
    """
    scores, tokens = decisions.scores, passage.tokens
    if scores is None or not len(tokens):
        return decisions
    words = tokens.words
    if documents is not None and len(documents) > 1:
        # The same word in two documents is two words.
        words = words ^ (passage.owners(documents).astype(np.uint64) * np.uint64(GOLDEN))
    classes, masks, reasons = decisions.classes, decisions.masks, decisions.reasons
    spans = tokens.folded, tokens.starts, tokens.ends
    memory = options.memories.take()
    if found := memory.find(*spans, words, tokens.kinds, tokens.positions, classes, scores):
        classes, masks, reasons = classes.copy(), masks.copy(), reasons.copy()
        memory.change(classes, masks, reasons)
    options.memories.give(memory, memory.tokens <= KEPT)
    if not found:
        return decisions
    return replace(decisions, classes=classes, masks=masks, reasons=reasons)
