"""Restore, punctuate and tag a column of a data frame; each value is a document.

Text is passed to the Python workers in Arrow batches.  Null stays null, other columns stay as they
are, and the result is that of :meth:`majuscule.Truecaser.restore` on each value.

Spark copies a file of ``SparkContext.addFile`` to each executor when its first task needs it, even
to executors that replace lost ones.  All Python workers of an executor map the same copy, so a
model is in memory once.  The copy's name has the model's digest, which is checked on mapping.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from majuscule.entities.interface import EntityTagger
from majuscule.entities.kinds import tagger_of
from majuscule.errors import ModelError
from majuscule.models import ModelFile, model_path, read_model
from majuscule.punctuation.policy import MarkPolicy, checked_marks
from majuscule.punctuation.punctuator import Punctuator, punctuator_of
from majuscule.restore.policy import Policy, checked_policy
from majuscule.restore.truecaser import Truecaser, truecaser_of
from majuscule.spark.documents import find_column
from majuscule.text.protecting.protection import Patterns
from majuscule.words.glossaries.glossary import Glossary

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

MENTIONS = "array<struct<start: int, end: int, label: string, confidence: double>>"
"""The type of a column of mentions; offsets are in code points."""

Rules = tuple[Glossary, Patterns]

Work = Callable[[list[str]], Iterator[Any]]
"""A function from the texts of a batch to a result for each."""


@dataclass(frozen=True)
class Shipped:
    """A model file that was sent to the executors: its name there, and its expected digest."""

    file: str
    digest: str

    def read(self) -> ModelFile:
        """Return the model in a task; raises :class:`ModelError` if it is not the one sent."""
        from pyspark import SparkFiles

        return _read(SparkFiles.get(self.file), self.digest)


def restore(
    frame: DataFrame,
    column: str,
    *,
    model: str | os.PathLike[str] = "en",
    output: str | None = None,
    glossary: Glossary | Iterable[str] | str | os.PathLike[str] = (),
    protect: Patterns | Iterable[str] | str = (),
    **policy: Unpack[Policy],
) -> DataFrame:
    """Return the frame with a column of text restored, in place or in the column ``output``.

    ``model``: as for :func:`majuscule.load`; the other options as in
    :meth:`majuscule.Truecaser.restore`, ``glossary`` and ``protect`` as in
    :meth:`majuscule.Truecaser.with_rules`.  The model is sent to each executor once.  Nothing is
    computed before the result is asked for.

    Raises :class:`~majuscule.errors.UsageError` for a column that is missing or not text, and
    :class:`~majuscule.errors.ModelError` for a model that cannot be read.
    """
    chosen = checked_policy(policy)
    at = find_column(frame, column, kind="string")
    sent = ship(frame.sparkSession, model)
    rules = Glossary.of(glossary), Patterns.of(protect)
    work = partial(_restored, sent, rules, chosen)
    return _map(frame, at, output or column, "string", work)


def punctuate(
    frame: DataFrame,
    column: str,
    *,
    model: str | os.PathLike[str] = "en-speech",
    output: str | None = None,
    glossary: Glossary | Iterable[str] | str | os.PathLike[str] = (),
    protect: Patterns | Iterable[str] | str = (),
    **policy: Unpack[MarkPolicy],
) -> DataFrame:
    """Return the frame with marks in a column of text, in place or in the column ``output``.

    ``model``: as for :func:`majuscule.load_punctuator`; the other options as in
    :meth:`majuscule.Punctuator.punctuate`; the rest, and errors, as in :func:`restore`.
    """
    chosen = checked_marks(policy)
    at = find_column(frame, column, kind="string")
    sent = ship(frame.sparkSession, model)
    rules = Glossary.of(glossary), Patterns.of(protect)
    return _map(frame, at, output or column, "string", partial(_marked, sent, rules, chosen))


def tag_entities(
    frame: DataFrame,
    column: str,
    *,
    model: str | os.PathLike[str] = "entities-en",
    output: str = "entities",
    memory: bool = True,
) -> DataFrame:
    """Return the frame with a column of the mentions in a column of text (type ``MENTIONS``).

    Arguments and errors as in :func:`restore`.
    """
    at = find_column(frame, column, kind="string")
    sent = ship(frame.sparkSession, model)
    return _map(frame, at, output, MENTIONS, partial(_mentions, sent, memory))


def _restored(sent: Shipped, rules: Rules, policy: Policy, texts: Iterable[str]) -> Iterator[str]:
    return _truecaser(sent, rules).restore_many(texts, jobs=1, **policy)


def _marked(sent: Shipped, rules: Rules, policy: MarkPolicy, texts: Iterable[str]) -> Iterator[str]:
    return map(str, _punctuator(sent, rules).punctuate_many(texts, jobs=1, **policy))


def _mentions(sent: Shipped, memory: bool, texts: Iterable[str]) -> Iterator[list[dict[str, Any]]]:
    for mentions in _tagger(sent).tag_many(texts, memory=memory, jobs=1):
        yield list(map(asdict, mentions))


@cache
def _truecaser(sent: Shipped, rules: Rules) -> Truecaser:
    glossary, protect = rules
    return truecaser_of(sent.read()).with_rules(glossary=glossary, protect=protect)


@cache
def _punctuator(sent: Shipped, rules: Rules) -> Punctuator:
    glossary, protect = rules
    return punctuator_of(sent.read()).with_rules(glossary=glossary, protect=protect)


@cache
def _tagger(sent: Shipped) -> EntityTagger:
    return tagger_of(sent.read())


def _map(frame: DataFrame, at: int, output: str, kind: str, work: Work) -> DataFrame:
    """Return the frame with the column ``output`` computed from column number ``at``."""
    from pyspark.sql.pandas.types import to_arrow_type
    from pyspark.sql.types import DataType, StructField, StructType

    names = frame.columns
    to = names.index(output) if output in names else len(names)
    type_ = DataType.fromDDL(kind)
    fields = list(frame.schema.fields)
    fields[to : to + 1] = [StructField(output, type_, nullable=True)]
    make = partial(_map_batches, at, to, output, to_arrow_type(type_), work)
    return frame.mapInArrow(make, StructType(fields))


def _map_batches(
    at: int, to: int, output: str, kind: Any, work: Work, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Yield each batch with column number ``to`` computed from column ``at``; null gives null."""
    import pyarrow as pa

    for batch in batches:
        columns, names = list(batch.columns), list(batch.schema.names)
        texts = batch.column(at).to_pylist()
        results = work([text for text in texts if text is not None])
        values = [None if text is None else next(results) for text in texts]
        columns[to : to + 1] = [pa.array(values, kind)]
        names[to : to + 1] = [output]
        yield pa.RecordBatch.from_arrays(columns, names=names)


def ship(session: SparkSession, name: str | os.PathLike[str]) -> Shipped:
    """Send a model, a shipped one by name or a file by path, to all executors.

    Raises :class:`ModelError` if it cannot be read on the driver.
    """
    model = read_model(model_path(name))
    file = f"majuscule-{model.digest[:24]}.model"
    copy = _outbox() / file
    if not copy.exists():
        shutil.copyfile(model.path, copy)
    context = session.sparkContext
    if not any(sent.endswith("/" + file) for sent in context.listFiles):
        context.addFile(str(copy))
    return Shipped(file, model.digest)


@cache
def _outbox() -> Path:
    """Return a folder that exists until the driver ends, because executors may fetch from it."""
    folder = tempfile.mkdtemp(prefix="majuscule-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@cache
def _read(path: str, digest: str) -> ModelFile:
    model = read_model(path)
    if model.digest != digest:
        raise ModelError(
            f"{path}: is not the model that was sent to this executor; restart the executor"
        )
    return model
