"""Counting for the bigram HMM on Spark, with exactly the same tables as on one machine.

There are two passes, as on one machine (:mod:`majuscule.restore.hmm.restorer`).  The first collects
the words that occur in both halves of the text and the lexicon of mixed forms, the second counts.
Each partition counts into its own tables, which :mod:`majuscule.spark.tables` sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from majuscule.counts import Counts, Frame, digest_of
from majuscule.counts.tables import CountTable, count_keys
from majuscule.errors import TrainingError
from majuscule.learn.batches import TrainingBatch, check_case
from majuscule.options import read_options
from majuscule.restore.hmm.counts import count_batch, count_halves
from majuscule.restore.hmm.restorer import HmmOptions, HmmRestorer
from majuscule.restore.hmm.tables import HmmTables
from majuscule.spark.documents import PartitionText, documents_frame
from majuscule.spark.tables import SCHEMA, Cut, gather, note_row, table_rows
from majuscule.spark.vocabulary import gathered_tally, tally_rows
from majuscule.text.keys import Keys
from majuscule.words.tables.lexicon import Lexicon, LexiconOptions, LexiconTally

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import Broadcast
    from pyspark.sql import DataFrame

HALVES = ("first", "second")


def train_hmm(
    frame: DataFrame,
    text: str = "text",
    id: str = "id",
    *,
    options: Mapping[str, Any] | None = None,
    keep_cased: bool = True,
) -> HmmRestorer:
    """Return the bigram HMM learnt from a frame of documents, the same as on one machine.

    ``text`` and ``id`` name the columns; lines of a text are paragraphs.  ``keep_cased`` leaves out
    documents that are not well cased.

    Raises :class:`~majuscule.errors.UsageError` for columns that are missing or not text, and
    :class:`~majuscule.errors.TrainingError` for text with nothing to learn.
    """
    chosen = read_options(HmmOptions, options)
    documents = documents_frame(frame, text, id)
    words, tally = _survey(documents, keep_cased)
    tables = _count(documents, words, chosen, keep_cased).tables
    found = LexiconOptions(chosen.lexicon_share, chosen.lexicon_least)
    lexicon = tally.lexicon(found) if chosen.lexicon else Lexicon.empty()
    known, unknown = HmmTables.of(tables, "known_"), HmmTables.of(tables, "unknown_")
    return HmmRestorer(known, unknown, lexicon, chosen)


def count_hmm(
    frame: DataFrame,
    text: str = "text",
    id: str = "id",
    *,
    options: Mapping[str, Any] | None = None,
    keep_cased: bool = True,
) -> Counts:
    """Return the tables that the bigram HMM is made of; arguments as in :func:`train_hmm`.

    They can be written to a file and merged with others of the same vocabulary.
    """
    chosen = read_options(HmmOptions, options)
    documents = documents_frame(frame, text, id)
    words, _ = _survey(documents, keep_cased)
    return _count(documents, words, chosen, keep_cased)


def _survey(documents: DataFrame, keep_cased: bool) -> tuple[Keys, LexiconTally]:
    """Return the results of the first pass: words in both halves, tally of mixed forms."""
    rows = documents.mapInArrow(partial(_survey_partition, keep_cased), SCHEMA)
    tables, notes = gather(rows, Cut())
    totals = notes.get("totals", [])
    tokens, lower = (sum(total[which] for total in totals) for which in (0, 1))
    if not tokens:
        raise TrainingError(
            "there is nothing to learn from: no document is well cased; keep_cased=False learns "
            "from all documents"
        )
    check_case(tokens, lower)
    empty = CountTable.empty()
    halves = [tables.get(name, empty).keys for name in HALVES]
    if not all(map(len, halves)):
        raise TrainingError(
            "all documents fall into one half of the text, so no word can count as unknown; add "
            "documents, each with its own id"
        )
    both = np.intersect1d(halves[0], halves[1], assume_unique=True)
    return both, gathered_tally(tables, notes, tokens)


def _survey_partition(
    keep_cased: bool, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Yield the words of each half and the lexicon's tally of a partition."""
    tally = LexiconTally()

    def read() -> Iterator[TrainingBatch]:
        for batch in PartitionText(batches, keep_cased).batches():
            tally.add(batch)
            yield batch

    halves, tokens, lower = count_halves(read(), lambda batch: batch.documents % np.uint32(2) == 1)
    yield from table_rows(dict(zip(HALVES, halves, strict=True)), Cut())
    yield from tally_rows(tally, Cut())
    yield note_row("totals", [tokens, lower])


def _count(documents: DataFrame, words: Keys, chosen: HmmOptions, keep_cased: bool) -> Counts:
    sent = documents.sparkSession.sparkContext.broadcast(words)
    try:
        work = partial(_count_partition, sent, chosen.sentence_starts, keep_cased)
        tables, _ = gather(documents.mapInArrow(work, SCHEMA), Cut())
    finally:
        sent.destroy()
    units = f"hmm.v1 sentences={chosen.sentence_starts}"
    return Counts(Frame(units, 2, digest_of(words)), tables)


def _count_partition(
    sent: Broadcast[Keys], sentences: bool, keep_cased: bool, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    read = PartitionText(batches, keep_cased).batches()
    tables = count_keys(count_batch(batch, sent.value, sentences) for batch in read)
    yield from table_rows(tables, Cut())
