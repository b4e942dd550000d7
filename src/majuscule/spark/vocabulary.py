"""The vocabulary of the tagger's training text, from all partitions, and the words' attributes.

The counts are the same as those of :func:`majuscule.words.tables.vocabulary.encode_text` on the
whole text: by fold, so that in training the counts of a word are from other documents only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from majuscule.arrays import I32, U16, U64
from majuscule.counts.tables import CountTable
from majuscule.errors import TrainingError
from majuscule.restore.linear.encoding import CaseText
from majuscule.spark.documents import PartitionText
from majuscule.spark.tables import SCHEMA, Cut, gather, note_row, table_rows
from majuscule.text.tokenizing.classes import CA, LC, MC, UC
from majuscule.words.tables.lexicon import LexiconTally
from majuscule.words.tables.vocabulary import FOLDS, EncodedText, Vocabulary, encode_text

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

_WRITTEN = (LC, UC, CA, MC)


@dataclass(frozen=True)
class WordAttributes:
    """The attributes of the n words of the whole text, which are sent to all executors.

    ``words``: uint64, ascending; ``buckets``: uint16 (FOLDS, n); ``classes``: uint16 (n,).
    """

    words: U64
    buckets: U16
    classes: U16

    @classmethod
    def of(cls, vocabulary: Vocabulary, classes: I32) -> WordAttributes:
        """Return the attributes of a vocabulary with the given word classes (n,)."""
        buckets = np.ascontiguousarray(vocabulary.buckets_by_fold()[:, 1:])
        return cls(vocabulary.words, buckets, classes.astype("u2"))

    def text(self, encoded: EncodedText) -> CaseText:
        """Return a part of the text with the words' buckets and classes in the whole."""
        mine = encoded.vocabulary
        at = np.searchsorted(self.words, mine.words)
        alone = CaseText.of(encoded, np.zeros(len(mine.words), np.int32))
        buckets = np.zeros((FOLDS, len(at) + 1), np.uint16)
        buckets[:, 1:] = self.buckets[:, at]
        classes = np.append(np.uint16(0), self.classes[at])
        return CaseText(encoded, buckets, classes, alone.words, alone.affixes)


def read_partition(
    batches: Iterator[pa.RecordBatch], tally: LexiconTally | None = None
) -> EncodedText | None:
    """Return the encoded text of a partition, or None if it has nothing to learn."""
    try:
        return encode_text(PartitionText(batches), tally)[0]
    except TrainingError:
        return None  # no text, or in one case only


def gather_vocabulary(documents: DataFrame) -> tuple[Vocabulary, LexiconTally]:
    """Return the vocabulary of all documents and their lexicon's tally."""
    tables, notes = gather(documents.mapInArrow(_survey_partition, SCHEMA), Cut())
    if not any(name.startswith("written") for name in tables):
        raise TrainingError("the training text is empty, or has only one case")
    words = np.unique(np.concatenate([table.keys for table in tables.values()]))
    vocabulary = Vocabulary(
        words,
        np.empty((len(words), 0), np.uint64),  # affixes are computed in each partition
        np.zeros((FOLDS, len(words)), np.int32),
        np.zeros((FOLDS, len(_WRITTEN), len(words)), np.int32),
    )
    for name, table in tables.items():
        what, *place = name.split()
        if what != "occurrences":
            fold, *class_ = map(int, place)
            counts = vocabulary.written[fold, class_[0]] if class_ else vocabulary.total[fold]
            counts[np.searchsorted(words, table.keys)] = table.counts
    return vocabulary, gathered_tally(tables, notes)


def tally_rows(tally: LexiconTally, cut: Cut) -> Iterator[pa.RecordBatch]:
    """Yield a lexicon's tally as rows, which :func:`gathered_tally` merges."""
    yield from table_rows({"occurrences": tally.occurrences()}, cut)
    yield note_row("forms", tally.forms())


def gathered_tally(
    tables: Mapping[str, CountTable], notes: Mapping[str, list[Any]], tokens: int = 0
) -> LexiconTally:
    """Return the lexicon's tally of the whole text from the results of :func:`gather`."""
    forms = [tuple(form) for note in notes.get("forms", []) for form in note]
    return LexiconTally.of(tables.get("occurrences", CountTable.empty()), forms, tokens)


def _survey_partition(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    tally = LexiconTally()
    encoded = read_partition(batches, tally)
    if encoded is None:
        return
    vocabulary = encoded.vocabulary
    tables = {}
    for fold in range(FOLDS):
        tables[f"total {fold}"] = _table(vocabulary.words, vocabulary.total[fold])
        for class_ in _WRITTEN:
            name = f"written {fold} {class_}"
            tables[name] = _table(vocabulary.words, vocabulary.written[fold, class_])
    yield from table_rows(tables, Cut(bits=4))
    yield from tally_rows(tally, Cut(bits=4))


def _table(words: U64, counts: I32) -> CountTable:
    seen = counts > 0
    return CountTable(words[seen], counts[seen].astype(np.uint32))
