"""Take the case of cased text away, restore it, and score what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from majuscule.cli.batches import restore_documents
from majuscule.corpus import Errors, read_documents
from majuscule.corpus.opening import STDIN
from majuscule.errors import CorpusError
from majuscule.measure import Report, Resampling, Signature, Table, class_table, score_case
from majuscule.restore.truecaser import Truecaser
from majuscule.text import decode, encode
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
        for part in _parts(data.documents):
            given = [recase(text, condition) for text in part]
            restored += restore_documents(truecaser, given, case=case, memory=memory)
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
    for part in _parts(data.documents):
        for text, restored in zip(part, restore_documents(truecaser, part), strict=True):
            pairs = zip(text.split("\n"), restored.split("\n"), strict=True)
            outcomes = [before == after for before, after in pairs]
            same += sum(outcomes)
            total += len(outcomes)
    return same, total


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


def _parts(documents: Sequence[str]) -> Iterable[list[str]]:
    part: list[str] = []
    size = 0
    for text in documents:
        part.append(text)
        size += len(text)
        if size >= PART:
            yield part
            part, size = [], 0
    if part:
        yield part
