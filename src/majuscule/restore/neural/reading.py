"""A passage as the network reads it: the rows of tokens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from majuscule.restore.neural.inputs import affix_rows, input_rows
from majuscule.restore.neural.phrases import PhraseTable
from majuscule.text.passages import Passage
from majuscule.words.table import WordTable


@dataclass(frozen=True)
class Tables:
    """What the model knows of words before their context.

    ``words``: buckets and classes; ``rows``: the numbers of the words that have a vector, as a
    table like the former; ``phrases``: pairs of neighbours; ``frequent``: how many words have a
    vector.
    """

    words: WordTable
    rows: WordTable
    phrases: PhraseTable
    frequent: int

    def read(self, passage: Passage, at: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """Return the rows of some tokens, int32, shape (len(at), PARTS)."""
        tokens = passage.tokens
        words = tokens.words[at]
        buckets, classes = self.words.look_up(words)
        high, low = self.rows.look_up(words)
        begins = np.zeros(len(tokens) + 1, np.bool_)
        begins[passage.lines.reshape(-1)] = True
        left = self.phrases.look_up(tokens.words[np.maximum(at - 1, 0)], words)
        right = self.phrases.look_up(words, tokens.words[np.minimum(at + 1, len(tokens) - 1)])
        left[begins[at]] = 0
        right[begins[at + 1]] = 0
        return input_rows(
            buckets,
            classes,
            tokens.positions[at],
            affix_rows(tokens.affixes[:, at]),
            (left, right),
            np.minimum((high << np.uint32(10)) | low, np.uint32(self.frequent)),
        )
