"""Score one file against another that may differ from it in case only."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from majuscule.errors import UsageError
from majuscule.measure import (
    CaseMetric,
    NiuMetric,
    Report,
    Resampling,
    Signature,
    case_statistics,
    class_table,
    digest_texts,
    niu_table,
    score_statistics,
)
from majuscule.reading import Errors, open_bytes, read_lines
from majuscule.reading.formats import format_of
from majuscule.reading.formats.jsonl import read_record
from majuscule.reading.opening import STDIN

TABLES = ("classes", "niu")


def score(
    gold: str,
    predicted: str,
    *,
    format: str | None = None,
    fields: Sequence[str] = (),
    document: str = "line",
    table: str = "classes",
    resamples: int = 1000,
    errors: Errors = "strict",
) -> Report:
    """Return the scores of a file of cased text against another; ``-`` is standard input.

    ``format``: ``text`` or ``jsonl``; without it the files' names say it.  ``document``: what is
    resampled for the intervals, lines or what stands between blank lines (``blank``); of JSON lines
    always records.  ``table``: measures by case class, or those of Niu et al. 2004 (``niu``);
    :func:`score_table` shows them.

    Raises :class:`~majuscule.errors.CorpusError` that names line and column where the two differ in
    more than case.
    """
    if gold == predicted == STDIN:
        raise UsageError("only one of the two can be standard input")
    if table not in TABLES:
        raise UsageError(f"table is {table!r}; it may be {' or '.join(TABLES)}")
    right, documents = _read(gold, format, fields, document, errors)
    guess, _ = _read(predicted, format, fields, document, errors)
    statistics = case_statistics(right, guess, name=_shown(predicted))
    metric = NiuMetric() if table == "niu" else CaseMetric()
    signature = Signature(metric=metric.name, data=digest_texts(right))
    resampling = Resampling(resamples) if resamples else None
    return score_statistics(metric, statistics, signature, documents, resampling)


def score_table(report: Report, table: str = "classes") -> str:
    """Return a report of :func:`score` in Markdown."""
    if table == "niu":
        return niu_table({"": report}).markdown()
    return f"accuracy {report['accuracy']}\n\n{class_table(report).markdown()}"


def _read(
    name: str, format: str | None, fields: Sequence[str], document: str, errors: Errors
) -> tuple[list[str], list[int] | None]:
    """Return the lines of a file, or the texts of its records, and the document of each."""
    texts: list[str] = []
    documents: list[int] = []
    records = (format or format_of(name)) == "jsonl"
    number = 0
    with closing(open_bytes(name)) as stream:
        for line, text in read_lines(stream, _shown(name), errors=errors):
            if records:
                text = read_record(text, line, fields, _shown(name)).text
            if records or not text.strip():
                number += 1
            texts.append(text)
            documents.append(number)
    return texts, documents if records or document == "blank" else None


def _shown(name: str) -> str:
    return "<stdin>" if name == STDIN else name
