"""Annotated text as the trainer reads it: columns, tags and bounds, each text with and without
case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.entities.annotated import AnnotatedText, Repairs, join
from majuscule.entities.interface import Corpus
from majuscule.entities.knowledge import Knowledge
from majuscule.entities.linear.columns import UNKNOWN_WORD, WORD, Columns, read_columns
from majuscule.entities.schemes import Scheme
from majuscule.entities.spans import to_tokens
from majuscule.errors import TrainingError
from majuscule.tagging.templates import REACH
from majuscule.text import read_passage
from majuscule.text.batches import batches

BATCH = 200_000
"""Characters that are read at once."""


@dataclass(frozen=True)
class EntityText:
    """Training text in padded coordinates.

    ``hidden`` float32 (n,): with what probability each word is hidden in an epoch.
    """

    all_columns: Columns
    tags: npt.NDArray[np.uint8]
    bounds: npt.NDArray[np.int64]
    hidden: npt.NDArray[np.float32]
    seed: int

    def columns(self, start: int, stop: int, epoch: int) -> Columns:
        """Return the columns of some padded tokens, words hidden at random."""
        columns = self.all_columns[:, start:stop].copy()
        drawn = np.random.default_rng((self.seed, epoch, start)).random(stop - start, np.float32)
        columns[WORD, drawn < self.hidden[start:stop]] = UNKNOWN_WORD
        return columns


def encode_texts(
    corpora: Sequence[Corpus],
    scheme: Scheme,
    knowledge: Knowledge,
    *,
    caseless: bool = True,
    hide: float = 1.0,
    seed: int = 1,
    repairs: Repairs | None = None,
) -> EntityText:
    """Return corpora as one text; ``caseless`` adds each once more in lower case."""
    parts: list[Columns] = []
    tags: list[npt.NDArray[np.uint8]] = []
    bounds: list[npt.NDArray[np.int64]] = []
    at = 0
    for corpus in corpora:
        for batch in batches(corpus.documents, BATCH, AnnotatedText.size):
            text = join(batch)
            for condition in ("original", "lower") if caseless else ("original",):
                passage = read_passage(text.cased(condition).text)
                padded = read_columns(passage, knowledge)
                counted = repairs if condition == "original" else None
                spans = to_tokens(text.mentions, passage, counted)
                found = np.zeros(padded.columns.shape[1], np.uint8)
                found[padded.at + REACH] = scheme.encode(spans, len(passage.tokens))
                lines = padded.bounds[padded.bounds[:, 1] > padded.bounds[:, 0]]
                for _ in range(corpus.repeat):
                    parts.append(padded.columns)
                    tags.append(found)
                    bounds.append(lines.astype(np.int64) + REACH + at)
                    at += padded.columns.shape[1]
    if not parts:
        raise TrainingError("the training text is empty")
    columns = np.concatenate(parts, axis=1)
    parts.clear()
    hidden = _hidden(columns[WORD], hide, 2 if caseless else 1)
    return EntityText(columns, np.concatenate(tags), np.concatenate(bounds), hidden, seed)


def _hidden(words: npt.NDArray[np.uint64], hide: float, copies: int) -> npt.NDArray[np.float32]:
    """Return with what probability each word is hidden."""
    _, place, counts = np.unique(words, return_inverse=True, return_counts=True)
    times = np.maximum(1.0, counts / copies)
    return (
        (hide / (hide + times)).astype(np.float32)[place]
        if hide
        else np.zeros(len(words), np.float32)
    )
