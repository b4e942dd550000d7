"""The training text of the case tagger: encoded words and their feature columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I32, I64, U8, U16, U64
from majuscule.restore.linear.columns import (
    AFFIX,
    BUCKET,
    CAPITALS,
    CLASS,
    COLUMNS,
    POSITION,
    WORD,
    Columns,
)
from majuscule.words.tables.table import (
    ELSEWHERE,
    NO_CLASS,
    PADDING_BUCKET,
    PADDING_CAPITALS,
    PADDING_WORD,
    UNKNOWN_WORD,
    UNSEEN,
    capitals_column,
    class_column,
)
from majuscule.words.tables.vocabulary import EncodedText


@dataclass(frozen=True)
class CaseText:
    """Encoded text with its feature columns, as the trainer reads it.

    Indexed by word number, of which 0 is padding: ``buckets`` uint16 (FOLDS, n + 1), ``classes``
    uint16 (n + 1,), ``words`` uint64 (n + 1,), ``affixes`` uint64 (n + 1, 8).
    """

    encoded: EncodedText
    buckets: U16
    classes: U16
    words: U64
    affixes: U64

    @classmethod
    def of(cls, encoded: EncodedText, classes: I32) -> CaseText:
        """Return the text with ``classes`` (n,) as its word classes."""
        vocabulary = encoded.vocabulary
        return cls(
            encoded,
            vocabulary.buckets_by_fold(),
            np.append(0, classes).astype(np.uint16),
            np.append(np.uint64(PADDING_WORD), vocabulary.words),
            np.concatenate([np.zeros((1, 8), np.uint64), vocabulary.affixes]),
        )

    @property
    def bounds(self) -> I64:
        """Return the spans of the lines in padded tokens."""
        return self.encoded.bounds

    @property
    def tags(self) -> U8:
        return self.encoded.tags

    @property
    def times(self) -> U8 | None:
        """Return the number of times each line is seen in an epoch."""
        return self.encoded.times

    def columns(self, start: int, stop: int, epoch: int) -> Columns:
        """Return the columns of the padded tokens ``start`` to ``stop`` in an ``epoch``."""
        ids = self.encoded.ids[start:stop]
        padding = ids == 0
        buckets = self.buckets[self.encoded.folds[start:stop], ids]
        unseen = (buckets == UNSEEN) | (buckets >= ELSEWHERE)
        columns = np.empty((len(COLUMNS), stop - start), np.uint64)
        columns[WORD] = np.where(unseen & ~padding, np.uint64(UNKNOWN_WORD), self.words[ids])
        columns[BUCKET] = np.where(padding, PADDING_BUCKET, buckets)
        columns[POSITION] = self.encoded.positions[start:stop]
        columns[AFFIX : AFFIX + 8] = self.affixes[ids].T
        classes = class_column(np.where(unseen, 0, self.classes[ids]), buckets)
        columns[CLASS] = np.where(padding, NO_CLASS, classes)
        columns[CAPITALS] = np.where(padding, PADDING_CAPITALS, capitals_column(buckets))
        return columns
