"""Training of the case tagger on Spark, by iterative parameter mixing.

McDonald, Hall and Mann 2010 (*Distributed Training Strategies for the Structured Perceptron*,
section 4.2, Figure 3): the text is split into shards; in each epoch, training on each shard starts
from the same weights, and the new weights are the mean over the shards.

Unlike the paper, weights are integers: training changes them by integers, and the mean is rounded.
With ``mix="touched"``, the default, the mean of a weight's change is over the shards that changed
it, because the weights of rare features, which few shards see, would otherwise hardly change.
``mix="uniform"`` is the paper's mean over all shards.

Vocabulary, features and weights come from all shards.  The driver alone computes word classes, from
the neighbours of words in a sample, and calibration constants, from held-out documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from majuscule.arrays import I32, U64
from majuscule.counts.tables import CountTable
from majuscule.errors import UsageError
from majuscule.learn.batches import TrainingBatch
from majuscule.learn.text import DocumentText
from majuscule.options import read_options
from majuscule.reading import Document
from majuscule.restore.linear.restorer import TaggerRestorer, case_spec
from majuscule.restore.linear.training import (
    TaggerOptions,
    calibrated,
    check_features,
    packing_room,
)
from majuscule.spark.documents import document_of, documents_frame
from majuscule.spark.rounds import Rounds
from majuscule.spark.tables import SCHEMA, Cut, gather, table_rows
from majuscule.spark.vocabulary import WordAttributes, gather_vocabulary, read_partition
from majuscule.tagging.scoring.index import KeyIndex
from majuscule.tagging.scoring.packing import PackedWeights, pack, repack
from majuscule.tagging.training.averaging import TrainingOptions
from majuscule.tagging.training.counting import feature_counts
from majuscule.words.neighbours.classes import ClassOptions, find_classes
from majuscule.words.tables.vocabulary import FOLDS, HELD_OUT, encode_text

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import Broadcast
    from pyspark.sql import DataFrame

MIXES = ("touched", "uniform")
SAMPLE = 40_000_000
"""Characters of text from which word classes are learnt, about 7 million words."""

_FEATURES = Cut(bits=4, width=32)


@dataclass(frozen=True)
class Mixing:
    """How training is distributed; like the seed, it affects the model."""

    shards: int = 8  # parts of the text that are trained on separately in each epoch
    mix: str = "touched"

    def __post_init__(self) -> None:
        if self.mix not in MIXES or self.shards < 1:
            raise UsageError(
                f"mix is {self.mix!r} and shards {self.shards}; mix may be {' or '.join(MIXES)}, "
                "and shards must be 1 or more"
            )


def train_tagger(
    frame: DataFrame,
    text: str = "text",
    id: str = "id",
    *,
    options: Mapping[str, Any] | None = None,
    shards: int = 8,
    mix: str = "touched",
) -> TaggerRestorer:
    """Return the case tagger learnt from a frame of documents.

    ``options`` as in :class:`majuscule.restore.linear.training.TaggerOptions`.  The same frame,
    options, ``shards`` and ``mix`` give the same model on any cluster; more shards need more
    epochs.  With one shard the only difference from one machine is the order of the text.

    Raises :class:`~majuscule.errors.UsageError` for columns that are missing or not text, and
    :class:`~majuscule.errors.TrainingError` for text with nothing to learn.
    """
    from pyspark import StorageLevel

    chosen, mixing = read_options(TaggerOptions, options), Mixing(shards, mix)
    documents = documents_frame(frame, text, id)
    held = _held_out(documents, chosen.held_out)
    # Partitioned by id and sorted, so that a repeated task reads exactly the same text.
    kept = documents.where(f"not ({_drawn(chosen.held_out)})") if chosen.held_out else documents
    sharded = (
        kept.repartition(shards, "id")
        .sortWithinPartitions("id", "text")
        .persist(StorageLevel.DISK_ONLY)
    )
    try:
        return _train(sharded, held, chosen, mixing)
    finally:
        sharded.unpersist()


def _train(
    sharded: DataFrame, held: list[TrainingBatch], chosen: TaggerOptions, mixing: Mixing
) -> TaggerRestorer:
    vocabulary, tally = gather_vocabulary(sharded)
    classes = np.zeros(len(vocabulary.words), np.int32)
    if chosen.classes:
        classes = _word_classes(sharded, vocabulary.words, chosen.classes)
    words = vocabulary.table(classes, chosen.words)
    attributes = sharded.sparkSession.sparkContext.broadcast(WordAttributes.of(vocabulary, classes))
    try:
        packed = _learn(sharded, attributes, chosen, mixing)
    finally:
        attributes.destroy()
    model_options = {**chosen.model_options(), **asdict(mixing)}
    return calibrated(packed, words, tally.lexicon(), model_options, held)


def _learn(
    sharded: DataFrame, attributes: Broadcast[WordAttributes], chosen: TaggerOptions, mixing: Mixing
) -> PackedWeights:
    """Count features, train in rounds, pack the weights, and continue training in more rounds."""
    spec = case_spec()
    cut = Cut(_FEATURES.bits, _FEATURES.width, {"features": chosen.least})
    tables, _ = gather(sharded.mapInArrow(partial(_count_partition, attributes), SCHEMA), cut)
    keys = tables.get("features", CountTable.empty()).keys.astype(np.uint32)
    index = KeyIndex.of(check_features(keys, chosen.least))
    run = TrainingOptions(epochs=1, margin=chosen.margin, seed=chosen.seed, threads=1)
    rounds = Rounds(sharded, attributes, index, run, mixing.mix, mixing.shards)
    weights = np.zeros((index.size, spec.tags), np.int32)
    averaged = rounds.train(weights, chosen.epochs)
    room = packing_room(index, chosen)
    packed = pack(index.keys, rounds.groups, averaged, spec, room, seed=chosen.seed)
    if chosen.after_packing:
        slots, start = packed.weights()
        rounds = Rounds(sharded, attributes, slots, run, mixing.mix, mixing.shards, chosen.epochs)
        packed = repack(slots, rounds.train(start, chosen.after_packing), seed=chosen.seed)
    return packed


def _count_partition(
    attributes: Broadcast[WordAttributes], batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    encoded = read_partition(batches)
    if encoded is not None:
        keys, counts = feature_counts(attributes.value.text(encoded), case_spec())
        table = CountTable(keys.astype(np.uint64), counts.astype(np.uint32))
        yield from table_rows({"features": table}, _FEATURES)


def _word_classes(sharded: DataFrame, words: U64, classes: int) -> I32:
    """Return the class of each word, int32 (words,), learnt on the driver from a sample."""
    sample = DocumentText(tuple(_read(sharded.orderBy("id"), SAMPLE)))
    encoded, _ = encode_text(sample)
    at = np.append(-1, np.searchsorted(words, encoded.vocabulary.words)).astype(np.int32)
    return find_classes(at[encoded.ids], len(words), ClassOptions(classes=classes))


def _held_out(documents: DataFrame, one_in: int) -> list[TrainingBatch]:
    """Return the held-out documents, as many as calibration needs."""
    if not one_in:
        return []
    drawn = documents.where(_drawn(one_in)).orderBy("id")
    return list(DocumentText(tuple(_read(drawn, HELD_OUT))).batches())


def _drawn(one_in: int) -> str:
    """Return the SQL condition that draws one document in ``one_in``, as on one machine."""
    return f"floor(crc32(encode(id, 'UTF-8')) / {FOLDS}) % {one_in} = 0"


def _read(documents: DataFrame, limit: int) -> Iterator[Document]:
    """Yield documents up to about ``limit`` characters."""
    size = 0
    for row in documents.toLocalIterator():
        if document := document_of(row["id"], row["text"]):
            yield document
        size += len(row["text"])
        if size > limit:
            return
