"""Document memory: each word's decision is revised in the light of its other occurrences.

A restorer decides each word from its line.  Elsewhere in the document the same word may occur where
its case is plain (``Mr. Port said`` helps ``sex with port``), so a damped mean of the log odds of
the other occurrences is added to a word's own.  Words at sentence starts neither give nor receive
evidence: their capital is due to the position.  Parts of a name (``Port`` of ``Johann Port``) get
no special treatment.

A word in capitals alone in brackets is an abbreviation that the text introduces: wherever it has a
capital, all its letters get one, even at the start of a sentence; a plural of the words before it
keeps its small s (``national security letters (NSLs)``).  A capitalised word after a title
(``Mr. Port``) is a name wherever no sentence begins, unless the text has it after an article.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from functools import cached_property

import numpy as np

from majuscule.arrays import I64
from majuscule.restore.interface import GLOSSARY, Decisions
from majuscule.restore.rules.memory_kernel import Memory
from majuscule.scratch import Scratch
from majuscule.text.keys import GOLDEN
from majuscule.text.tokenizing.passages import Passage


@dataclass(frozen=True)
class MemoryOptions:
    """How much the other occurrences count; tuned on Wikinews dev, see docs/method/tagger.md."""

    weight: float = 1.0  # of the other occurrences' mean log odds
    limit: float = 1.5  # log odds of one occurrence are clipped here, so that none outvotes all
    introduced: float = 4.25  # log odds that an abbreviation or name is written as introduced

    @cached_property
    def memories(self) -> Scratch[Memory]:
        """Return the pool of memory kernels; each is used by one thread at a time."""
        return Scratch(self.new_memory)

    def new_memory(self) -> Memory:
        """Return a memory kernel with these options."""
        return Memory(*astuple(self))


DEFAULT = MemoryOptions()
_KEPT = 1 << 16
"""Largest kernel, in tokens, that goes back to the pool: some 60 bytes a token."""


def recall(
    passage: Passage,
    decisions: Decisions,
    options: MemoryOptions = DEFAULT,
    documents: I64 | None = None,
) -> Decisions:
    """Return the decisions revised by document memory; without scores, nothing changes.

    ``documents``: the indices of the lines that begin a document, 0 among them; None: the passage
    is one document.
    """
    scores, tokens = decisions.scores, passage.tokens
    if scores is None or not len(tokens):
        return decisions
    words = tokens.words
    if documents is not None and len(documents) > 1:
        # Hash in the document, so that documents share no evidence.
        words = words ^ (passage.owners(documents).astype(np.uint64) * np.uint64(GOLDEN))
    classes, masks, reasons = decisions.classes, decisions.masks, decisions.reasons
    spans = tokens.folded, tokens.starts, tokens.ends
    memory = options.memories.take()
    if found := memory.find(*spans, words, tokens.kinds, tokens.positions, classes, scores):
        classes, masks, reasons = classes.copy(), masks.copy(), reasons.copy()
        memory.change(classes, masks, reasons)
        kept = decisions.reasons == GLOSSARY  # of a line's own language
        classes[kept], masks[kept] = decisions.classes[kept], decisions.masks[kept]
        reasons[kept] = GLOSSARY
    options.memories.give(memory, memory.tokens <= _KEPT)
    if not found:
        return decisions
    return replace(decisions, classes=classes, masks=masks, reasons=reasons)
