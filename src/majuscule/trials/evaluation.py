"""Take the case of cased text away, restore it, and score what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from majuscule.errors import CorpusError
from majuscule.measure import (
    CalibrationMetric,
    Report,
    Resampling,
    Signature,
    Table,
    class_table,
    score_case,
    score_statistics,
)
from majuscule.measure.calibration import Bin
from majuscule.measure.tables import Cell
from majuscule.reading import Errors, read_documents
from majuscule.reading.opening import STDIN
from majuscule.restore.interface import LEFT, REASON_NAMES
from majuscule.restore.truecaser import Truecaser
from majuscule.text import decode, encode
from majuscule.text.batches import batches
from majuscule.text.codepoints import CodePoints, case_tables

CONDITIONS = ("lower", "upper")
PART = 1 << 18


@dataclass(frozen=True)
class Data:
    """Documents of a file; each is a text of lines."""

    name: str
    documents: tuple[str, ...]
    unit: str  # what a document is: "document", or "line" in the format lines


@dataclass(frozen=True)
class Evaluation:
    """What a model scores on some data under one condition."""

    data: str
    condition: str
    memory: bool
    words: int
    report: Report


def read_data(
    name: str, *, format: str | None = None, field: str | None = None, errors: Errors = "strict"
) -> Data:
    """Return the documents of a file; titles are left out."""
    found = read_documents([name], format=format, field=field, errors=errors)
    documents = tuple(document.text for document in found)
    if not documents:
        raise CorpusError("there is no text in it to evaluate on", name)
    shown = "<stdin>" if name == STDIN else name
    return Data(shown, documents, "line" if format == "lines" else "document")


def evaluate(
    truecaser: Truecaser,
    data: Data,
    conditions: Sequence[str] = CONDITIONS,
    *,
    memories: Sequence[bool] = (True, False),
    case: str = "ignore",
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen
    progress: Callable[[float], None] | None = None,
) -> list[Evaluation]:
    """Return a score for each condition with and without memory.

    The score is that of words split at spaces (:class:`majuscule.measure.CaseMetric`); intervals
    come from resampling documents.
    """
    results = []
    todo = [(condition, memory) for condition in conditions for memory in memories]
    words = sum(len(text.split()) for text in data.documents)
    for number, (condition, memory) in enumerate(todo):
        restored: list[str] = []
        for part in batches(data.documents, PART, len):
            given = [recase(text, condition) for text in part]
            restored += truecaser.restore_many(given, case=case, memory=memory, jobs=1)
            if progress is not None:
                progress((number + len(restored) / len(data.documents)) / len(todo))
        told = [condition]
        told += [] if case == "ignore" else [case]
        told += [] if memory else ["no-memory"]
        signature = Signature(metric="case", condition="+".join(told), model=truecaser.digest)
        documents = range(len(restored)) if data.unit == "document" else None
        report = score_case(
            data.documents, restored, documents, signature, resampling, name=data.name
        )
        results.append(Evaluation(data.name, condition, memory, words, report))
    return results


def count_unchanged(truecaser: Truecaser, data: Data) -> tuple[int, int]:
    """Return how many paragraphs detection leaves untouched as they are, and how many there are."""
    same = total = 0
    for part in batches(data.documents, PART, len):
        for text, restored in zip(part, truecaser.restore_many(part, jobs=1), strict=True):
            pairs = zip(text.split("\n"), restored.split("\n"), strict=True)
            outcomes = [before == after for before, after in pairs]
            same += sum(outcomes)
            total += len(outcomes)
    return same, total


@dataclass(frozen=True)
class Reliability:
    """Whether confidences on some data mean what they say: measures, and the bins behind them."""

    data: str
    tokens: int
    report: Report
    bins: list[Bin]


def reliability(
    truecaser: Truecaser,
    data: Data,
    condition: str = "lower",
    *,
    bins: int = 10,
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen
) -> Reliability:
    """Return how well the confidences of an analysis are calibrated on data whose case is known.

    Counted are the tokens that were decided, each against its form in the data; numbers,
    punctuation and machine text have no case and are left out.
    """
    metric = CalibrationMetric(bins=bins)
    said: list[float] = []
    right: list[bool] = []
    owners: list[int] = []
    left = REASON_NAMES[LEFT]
    for number, text in enumerate(data.documents):
        for token in truecaser.analyze(recase(text, condition), case="ignore").tokens:
            if token.reason != left and token.form.lower() != token.form.upper():
                said.append(token.confidence)
                right.append(token.form == text[token.start : token.end])
                owners.append(number)
    statistics = metric.statistics(said, right, owners)
    signature = Signature(metric="calibration", condition=condition, model=truecaser.digest)
    report = score_statistics(metric, statistics, signature, None, resampling)
    return Reliability(data.name, len(said), report, metric.table(statistics.sum(axis=0)))


def reliability_table(one: Reliability) -> Table:
    """Return how often confidences of each size were right."""
    rows: list[list[Cell]] = [
        [f"{each.low:.1f}-{each.high:.1f}", each.count, each.confidence, each.accuracy]
        for each in one.bins
        if each.count
    ]
    measures = ", ".join(f"{name} {one.report[name]}" for name in ("ece", "brier"))
    title = f"{one.data}: what confidences mean, {one.tokens:,} tokens ({measures})"
    notes = [f"`{one.report.signature}`"]
    return Table(["confidence", "tokens", "said", "right"], rows, title, notes, decimals=2)


def recase(text: str, condition: str) -> str:
    """Return the text in lower or upper case, letter by letter: no length changes.

    >>> recase("Straße in Ulm", "upper")
    'STRAßE IN ULM'
    """
    tables = case_tables()
    codes = encode(text)
    table = tables.lower if condition == "lower" else tables.upper
    return decode(_look_up(codes, table))


def _look_up(codes: CodePoints, table: CodePoints) -> CodePoints:
    out = codes.copy()
    known = codes < len(table)
    out[known] = table[codes[known]]
    return out


def summary_table(results: Iterable[Evaluation], decimals: int = 2) -> Table:
    """Return a row for each data set, condition and memory."""
    rows = []
    notes = []
    for one in results:
        report = one.report
        rows.append(
            [
                one.data,
                one.condition,
                "with" if one.memory else "without",
                one.words,
                report["accuracy"].value,
                report["precision"].value,
                report["recall"].value,
                report["f1"],
            ]
        )
        notes.append(f"`{report.signature}`")
    columns = ["data", "input", "memory", "words", "accuracy", "P", "R", "F1 [95 %]"]
    return Table(columns, rows, notes=["\n".join(notes)], decimals=decimals)


def detail_table(one: Evaluation) -> Table:
    """Return precision, recall and F1 of each case class."""
    memory = "with memory" if one.memory else "without memory"
    return class_table(one.report, f"{one.data}, from {one.condition} case, {memory}")
