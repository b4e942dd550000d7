"""Score one file against another that should differ in case only."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from majuscule.cli.restoring import Source
from majuscule.measure import (
    CaseMetric,
    NiuMetric,
    Report,
    Resampling,
    Signature,
    Table,
    case_statistics,
    class_table,
    digest_texts,
    niu_table,
    score_statistics,
)
from majuscule.reading import Errors, open_bytes, read_lines
from majuscule.reading.formats.jsonl import read_record


@dataclass(frozen=True)
class Segments:
    """Lines of text, or the texts of records, and the document of each."""

    name: str
    texts: tuple[str, ...]
    documents: tuple[int, ...] | None


def read_segments(
    source: Source, *, fields: Sequence[str] = (), how: str = "line", errors: Errors = "strict"
) -> Segments:
    """Return the lines of a file, by ``how``: each alone, or as documents parted by blank lines.

    A line of JSON lines is a document whatever ``how`` says.
    """
    texts: list[str] = []
    documents: list[int] = []
    number = 0
    with closing(open_bytes(source.name)) as stream:
        for line, text in read_lines(stream, source.shown, errors=errors):
            if source.format == "jsonl":
                text = read_record(text, line, fields, source.shown).text
                number += 1
            elif not text.strip():
                number += 1
            texts.append(text)
            documents.append(number)
    known = source.format == "jsonl" or how == "blank"
    return Segments(source.shown, tuple(texts), tuple(documents) if known else None)


def score_files(
    gold: Segments,
    predicted: Segments,
    table: str = "classes",
    resampling: Resampling | None = None,
) -> Report:
    """Return the scores of ``predicted``: those of classes, or of the rows of Niu et al."""
    statistics = case_statistics(gold.texts, predicted.texts, name=predicted.name)
    metric = NiuMetric() if table == "niu" else CaseMetric()
    signature = Signature(metric=metric.name, data=digest_texts(gold.texts))
    return score_statistics(metric, statistics, signature, gold.documents, resampling)


def score_table(report: Report, table: str) -> Table:
    """Return the table of a report of :func:`score_files`."""
    return niu_table({"": report}) if table == "niu" else class_table(report)
