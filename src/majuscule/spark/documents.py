"""Documents of a data frame as training text, partition by partition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from majuscule.errors import TrainingError, UsageError
from majuscule.learn.batches import TrainingBatch
from majuscule.learn.text import batches_of
from majuscule.reading.documents import Document, paragraphs_of
from majuscule.spark.session import check_pyspark

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame


def find_column(frame: DataFrame, column: str, *, kind: str = "") -> int:
    """Return the number of a column; raises UsageError if it is missing or of another type."""
    check_pyspark()
    names = frame.columns
    if names.count(column) != 1:
        raise UsageError(
            f"the frame must have exactly one column {column!r}; it has {', '.join(names)}"
        )
    at = int(names.index(column))
    found = frame.schema[at].dataType.simpleString()
    if kind not in ("", found):
        raise UsageError(
            f"column {column!r} is of type {found}, not {kind}; choose a column of text"
        )
    return at


def document_of(name: str, text: str) -> Document | None:
    """Return a row as a document, its lines as paragraphs; None if it has no text."""
    lines = tuple(paragraphs_of(text))
    return Document(name, lines) if lines else None


def documents_frame(frame: DataFrame, text: str, id_: str) -> DataFrame:
    """Return the columns ``id`` and ``text`` of a frame's documents, as text, without nulls.

    Raises :class:`~majuscule.errors.UsageError` for columns that are missing or not text.
    """
    find_column(frame, text, kind="string")
    find_column(frame, id_)
    from pyspark.sql.functions import col

    columns = frame.select(col(id_).cast("string").alias("id"), col(text).alias("text"))
    return columns.where("id is not null and text is not null")


@dataclass(frozen=True)
class PartitionText:
    """The training text of a partition: Arrow batches of ``id`` and ``text``, iterable once.

    Each row is a document, its lines are paragraphs.  ``keep_cased``: leave out badly cased
    documents, as training on files does.
    """

    rows: Iterator[pa.RecordBatch]
    keep_cased: bool = True

    def batches(self) -> Iterator[TrainingBatch]:
        found = batches_of(self._documents(), keep_cased=self.keep_cased)
        try:
            yield from found
        except TrainingError:
            return  # no document of this partition is well cased; others may be

    def _documents(self) -> Iterator[Document]:
        for batch in self.rows:
            ids, texts = batch.column(0).to_pylist(), batch.column(1).to_pylist()
            yield from filter(None, map(document_of, ids, texts))
