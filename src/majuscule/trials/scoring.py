"""Scores of a file against gold, from which it may differ only in case."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from majuscule.errors import CorpusError, UsageError
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
from majuscule.reading import (
    FORMATS,
    Errors,
    Reading,
    format_of,
    open_source,
    read_file_lines,
    units_of,
)
from majuscule.reading.compression import STDIN, shown_name

TABLES = ("classes", "niu")


def score(
    gold: str,
    predicted: str,
    *,
    format: str | None = None,
    fields: Sequence[str] = (),
    header: bool = True,
    delimiter: str | None = None,
    document: str = "line",
    table: str = "classes",
    resamples: int = 1000,
    errors: Errors = "strict",
    encoding: str = "",
) -> Report:
    """Return the scores of a file of cased text against another; ``-`` is standard input.

    ``format``: any that is restored; without it the files' names say it, and standard input has
    that of the other file.  ``document``: what is resampled for the intervals, lines of text or
    what stands between blank lines (``blank``); of JSON lines and tables always records and rows.
    ``table``: measures by case class, or those of Niu et al. 2004 (``niu``); :func:`score_table`
    shows them.

    Raises :class:`~majuscule.errors.CorpusError` that names line and column where the two differ in
    more than case.
    """
    if gold == predicted == STDIN:
        raise UsageError("only one of the two can be standard input")
    if table not in TABLES:
        raise UsageError(f"table is {table!r}; it may be {' or '.join(TABLES)}")
    reading = Reading(None, tuple(fields), header, delimiter, errors, encoding=encoding)
    stdin_format = format_of(predicted if gold == STDIN else gold)
    (right, documents), (guess, _) = (
        _read(one, format or (stdin_format if one == STDIN else format_of(one)), reading, document)
        for one in (gold, predicted)
    )
    if not right:
        raise CorpusError("has no text to score", shown_name(gold))
    statistics = case_statistics(right, guess, name=shown_name(predicted))
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
    name: str, format: str, reading: Reading, document: str
) -> tuple[list[str], list[int] | None]:
    """Return lines (of other formats records, rows, cues or sentences) and each one's document, or
    None if each is its own."""
    if format == "text":
        lines = read_file_lines(name, errors=reading.errors, encoding=reading.encoding)
        texts = [line for _, line in lines]
        blanks = accumulate(int(not line.strip()) for line in texts)
        return texts, list(blanks) if document == "blank" else None
    with open_source(name, format, reading) as opened:
        extracts = list(opened.extracts())
    if FORMATS[format].records:
        return [one.text for one in extracts], list(range(1, len(extracts) + 1))
    return [one.text[unit.start : unit.end] for one in extracts for unit in units_of(one)], None
