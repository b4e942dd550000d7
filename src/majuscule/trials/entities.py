"""Scores of an entity tagger on annotated text as written, in lower case and in capitals."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from majuscule.arrays import I64
from majuscule.entities.corpora import Profile, read_corpora
from majuscule.entities.interface import Corpus, Finder
from majuscule.entities.kinds import load_entities
from majuscule.entities.linear.views import read_twice
from majuscule.errors import CorpusError
from majuscule.measure import (
    METRICS,
    MentionMetric,
    Report,
    Resampling,
    Signature,
    Table,
    digest_texts,
    labels_of,
    measure_of,
    score_statistics,
)
from majuscule.measure.metric import PRF
from majuscule.measure.tables import Cell
from majuscule.models import model_path, read_model
from majuscule.reading import Errors
from majuscule.reading.annotations import read_annotated
from majuscule.reading.annotations.annotated import CONDITIONS, AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import ELEMENTS, Mention
from majuscule.restore.truecaser import load


def load_tagger(name: str | os.PathLike[str], restored: str = "") -> Finder:
    """Return an entity tagger; with a truecaser ``restored``, it tags caseless lines a second time,
    restored (:mod:`majuscule.entities.linear.views`)."""
    tagger = load_entities(name)
    if not restored:
        return tagger
    return read_twice(tagger, partial(load(restored).restore, memory=False))


def evaluate(
    tagger: Finder,
    corpus: Corpus,
    *,
    model: str = "",
    conditions: Sequence[str] = CONDITIONS,
    memory: bool = True,
    resampling: Resampling | None = None,
) -> dict[str, Report]:
    """Return a report for each condition; labels that the corpus does not mark are not scored.

    Intervals come from resampling documents.
    """
    reports = {}
    for condition in conditions:
        counts = count(tagger, corpus, condition, memory=memory)
        signature = Signature(
            metric=MentionMetric.name,
            tokenizer="characters",
            condition=condition,
            model=model,
            data=digest_texts([text.text for text in corpus.documents]),
        )
        metric = mention_metric(corpus.taught)
        reports[condition] = score_statistics(metric, counts, signature, resampling=resampling)
    return reports


def count(
    tagger: Finder, corpus: Corpus, condition: str = "original", *, memory: bool = True
) -> I64:
    """Return the counts of a tagger on each document of a corpus, recased by the condition."""
    texts = (document.cased(condition).text for document in corpus.documents)
    return count_mentions(corpus.documents, tagger.tag_many(texts, memory=memory), corpus.taught)


def mention_metric(labels: Sequence[str]) -> MentionMetric:
    """Return the metric of mentions of some labels: exact spans and MUC's, also by element."""
    return MentionMetric(tuple(labels), ELEMENTS)


def count_mentions(
    gold: Sequence[AnnotatedText], found: Iterable[Sequence[Mention]], labels: tuple[str, ...]
) -> I64:
    """Return the counts of right, found and gold mentions of some labels, a row per document."""
    return mention_metric(labels).statistics(
        [[m.span for m in document.mentions if m.label in labels] for document in gold],
        [[m.span for m in mentions if m.label in labels] for mentions in found],
    )


def align_documents(
    gold: Sequence[AnnotatedText], predicted: Sequence[AnnotatedText], name: str
) -> None:
    """Raise :class:`CorpusError` if the annotations in the file ``name`` are not of the same texts,
    case aside."""
    if len(gold) != len(predicted):
        raise CorpusError(
            f"its number of documents is {len(predicted)}, that of the gold file {len(gold)}; "
            "score the same documents",
            name,
        )
    for right, guess in zip(gold, predicted, strict=True):
        if right.cased("lower").text != guess.cased("lower").text:
            raise CorpusError(
                f"its text is not that of {right.where or right.id}; only case may differ",
                guess.where or guess.id,
            )


def summary_table(
    rows: Sequence[tuple[str, str, Report]], metrics: Sequence[str] = METRICS, title: str = ""
) -> Table:
    """Return a table of (data, condition, report): precision, recall, F1 and MUC's other two F
    scores, by metric."""
    cells: list[list[Cell]] = [
        [
            data,
            condition,
            metric,
            *(report[measure_of(metric, name)] for name in PRF),
            *(report[measure_of(metric, name)].value for name in ("2P&R", "P&2R")),
        ]
        for data, condition, report in rows
        for metric in metrics
    ]
    notes = [str(report.signature) for _, _, report in rows]
    heads = ("data", "input", "metric", "P", "R", "F1", "2P&R", "P&2R")
    return Table(heads, cells, title, notes)


def label_table(report: Report, labels: Sequence[str], title: str = "") -> Table:
    """Return precision, recall and F1 of each label."""
    return _by_part(report, "label", {label: label for label in labels}, title)


def element_table(report: Report, labels: Sequence[str], title: str = "") -> Table:
    """Return MUC's precision, recall and F1 of each element: ENAMEX, TIMEX and NUMEX."""
    elements = mention_metric(labels).slots.groups
    return _by_part(report, "element", {one: measure_of("muc", one) for one in elements}, title)


def _by_part(report: Report, head: str, parts: Mapping[str, str], title: str) -> Table:
    """Return precision, recall and F1 of parts; ``parts``: name -> prefix of its measures."""
    cells: list[list[Cell]] = [
        [name, *(report[f"{prefix} {measure}"] for measure in PRF), report.totals[f"{prefix} gold"]]
        for name, prefix in parts.items()
    ]
    return Table((head, "P", "R", "F1", "gold"), cells, title)


def score_files(
    gold: Sequence[str],
    model: str = "entities-en",
    predicted: str | None = None,
    *,
    profile: Profile | str | os.PathLike[str] | None = None,
    format: str | None = None,
    encoding: str = "",
    errors: Errors = "strict",
    resamples: int = 1000,
    memory: bool = True,
    by_label: bool = False,
    metrics: Sequence[str] = (),
    restored: str = "",
) -> str:
    """Return tables of scores of a model, or of a file of predicted mentions, as Markdown.

    ``profile``: the labels that the files mark (:mod:`majuscule.entities.corpora`); ``metrics``:
    ``spans``, ``muc``, empty for both; ``restored``: see :func:`load_tagger`.
    """
    chosen = [metric for metric in METRICS if metric in metrics] or METRICS
    resampling = Resampling(resamples) if resamples else None
    rows: list[tuple[str, str, Report]] = []
    labels: dict[str, tuple[str, ...]] = {}
    repairs = Repairs()
    how: Any = {"format": format, "encoding": encoding, "errors": errors, "repairs": repairs}
    if predicted is not None:
        right, guess = list(read_annotated(gold, **how)), list(read_annotated([predicted], **how))
        align_documents(right, guess, predicted)
        spans = [[m.span for m in one.mentions] for one in (*right, *guess)]
        found_labels = labels[predicted] = labels_of(spans)
        if not found_labels:
            raise CorpusError("neither this nor the gold file holds a mention", predicted)
        counts = count_mentions(right, (document.mentions for document in guess), found_labels)
        report = score_statistics(mention_metric(found_labels), counts, resampling=resampling)
        rows.append((predicted, "as given", report))
    else:
        tagger, digest = load_tagger(model, restored), read_model(model_path(model)).digest
        if restored:
            digest += f", {restored} {read_model(model_path(restored)).digest}"
        for corpus in read_corpora(gold, tagger.labels, profile=profile, **how):
            _check_gold(corpus, tagger.labels, repairs)
            labels[corpus.name] = corpus.taught
            reports = evaluate(tagger, corpus, model=digest, memory=memory, resampling=resampling)
            rows += [(corpus.name, condition, report) for condition, report in reports.items()]
    tables = [summary_table(rows, chosen)]
    by = {"spans": label_table, "muc": element_table}
    if by_label:
        tables += [
            table
            for data, condition, report in rows
            for metric in chosen
            if (table := by[metric](report, labels[data], f"{data}, {condition}, {metric}")).rows
        ]
    text = "\n".join(table.markdown() for table in tables)
    return text + (f"\nRepairs: {repairs}\n" if repairs.counts else "")


def _check_gold(corpus: Corpus, labels: tuple[str, ...], repairs: Repairs) -> None:
    """Raise :class:`CorpusError` if a corpus cannot be scored; note labels that are not."""
    if not corpus.documents:
        raise CorpusError("holds no document to score", corpus.name)
    found = Counter(m.label for document in corpus.documents for m in document.mentions)
    if not found:
        repairs.add("corpora without a mention, whose recall is not defined")
    unknown = {label: n for label, n in found.items() if label not in labels}
    if unknown and len(unknown) == len(found):
        raise CorpusError(
            f"the model gives none of its labels ({', '.join(sorted(unknown))}), only "
            f"{', '.join(labels)}",
            corpus.name,
        )
    for label, n in unknown.items():
        repairs.add(f"mentions of {label}, which the model does not give, not scored", n)
