"""Evaluation of a model: remove the case of text, restore it, and score the result."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

from majuscule.errors import CorpusError, UsageError
from majuscule.files import Names, several
from majuscule.measure import (
    CalibrationMetric,
    LineMetric,
    Report,
    Resampling,
    Signature,
    Table,
    class_table,
    line_statistics,
    score_case,
    score_statistics,
)
from majuscule.measure.calibration import Bin
from majuscule.measure.tables import Cell
from majuscule.models import Score
from majuscule.options import Progress, no_progress
from majuscule.reading import Errors, read_documents
from majuscule.reading.compression import shown_name
from majuscule.restore.interface import LEFT, REASON_NAMES
from majuscule.restore.policy import Case
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text.batches import batches
from majuscule.trials.texts import CONDITIONS, INPUTS, lacks_capitals

PART = 1 << 18
"""Characters of the documents that are restored in one call."""
CAPITALS = ", written with capitals"
"""Added to the name of data without the texts that lack capitals."""


@dataclass(frozen=True)
class Data:
    """The documents of a file."""

    name: str
    documents: tuple[str, ...]
    unit: str = "document"  # what one is: "document", or "line" if each line is one


@dataclass(frozen=True)
class ConditionScores:
    """A model's scores on some data in one condition.

    ``memory``: with or without document memory, None for models that have none; ``lines``: for data
    restored line by line, the shares of ``right`` lines and of lines with a ``capital too many``.
    """

    data: str
    condition: str
    words: int
    report: Report
    memory: bool | None = None
    lines: Report | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return all scores as JSON data."""
        return {
            "data": self.data,
            "input": self.condition,
            **({} if self.memory is None else {"memory": self.memory}),
            "words": self.words,
            **self.report.as_dict(),
            **({} if self.lines is None else {"lines": self.lines.as_dict()}),
        }

    def card_scores(self, measures: Sequence[str]) -> Iterator[Score]:
        """Yield some measures in the form of a model's card."""
        condition = self.condition + (", no memory" if self.memory is False else "")
        signature = str(self.report.signature)
        for measure in measures:
            yield Score(self.data, condition, measure, *self.report[measure].points(), signature)


@dataclass(frozen=True)
class Reliability:
    """The calibration of confidences on some data: measures, and their bins."""

    data: str
    tokens: int
    report: Report
    bins: list[Bin]


@dataclass(frozen=True)
class Evaluation:
    """A model's scores on some data sets.

    ``unchanged``: for each data set, how many well-cased paragraphs restoring leaves unchanged, and
    how many there are.
    """

    scores: list[ConditionScores] = field(default_factory=list)
    unchanged: dict[str, tuple[int, int]] = field(default_factory=dict)
    calibrations: list[Reliability] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return all scores as JSON data."""
        return {
            "scores": [one.as_dict() for one in self.scores],
            "unchanged": {
                name: {"paragraphs": total, "same": same}
                for name, (same, total) in self.unchanged.items()
            },
            "calibration": [
                {"data": one.data, "tokens": one.tokens, **one.report.as_dict()}
                for one in self.calibrations
            ],
        }

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2)

    def markdown(self, *, details: bool = True) -> str:
        """Return tables in Markdown, with ``details`` one by case class for each condition."""
        tables = [summary_table(self.scores)]
        tables += [detail_table(one) for one in self.scores if details]
        tables += [reliability_table(one) for one in self.calibrations]
        lines = [
            f"{name}: given as they are, {same:,} of {total:,} paragraphs "
            f"({same / total:.2%}) come back untouched\n"
            for name, (same, total) in self.unchanged.items()
        ]
        return "\n".join([*(table.markdown() for table in tables), "".join(lines)])

    def card_scores(self) -> list[Score]:
        """Return F1 and accuracy for a model's card.

        :func:`majuscule.models.card.record_scores` writes them there.
        """
        return [each for one in self.scores for each in one.card_scores(("f1", "accuracy"))]


def evaluate(
    model: str | os.PathLike[str] | Truecaser,
    files: Names,
    *,
    format: str | None = None,
    field: str | None = None,
    header: bool = True,
    errors: Errors = "strict",
    encoding: str = "",
    conditions: Sequence[str] = CONDITIONS,
    memories: Sequence[bool] = (True, False),
    case: Case = "ignore",
    apart: bool = False,
    small: bool = True,
    resamples: int = 1000,
    calibration: bool = False,
    report: Progress = no_progress,
) -> Evaluation:
    """Return what a model scores on files of well-cased text, under each condition.

    ``conditions``: what is done to the text first (:data:`majuscule.trials.texts.INPUTS`), such as
    ``lower`` or ``upper``.  ``memories``: with or without document memory.  ``case="auto"`` also
    measures case detection.  ``apart``: restore each paragraph on its own.  ``small=False`` skips
    documents (with ``apart``, paragraphs) whose writer left out capitals
    (:func:`majuscule.trials.texts.lacks_capitals`).  ``resamples=0``: no intervals.
    ``calibration``: also measure how often confidences are right.  ``report`` is called with the
    current step and the share done, from 0 to 1.

    Raises :class:`~majuscule.errors.CorpusError` for a file without text.

    >>> import majuscule
    >>> majuscule.evaluate("en", ["articles.jsonl"]).markdown()  # doctest: +SKIP
    """
    truecaser = model if isinstance(model, Truecaser) else load(model)
    for one in several(conditions):
        if one not in INPUTS:
            raise UsageError(f"condition is {one!r}; it may be {', '.join(INPUTS)}")
    language = truecaser.header.language
    how: dict[str, Any] = {"format": format, "field": field, "errors": errors}
    how |= {"header": header, "encoding": encoding, "apart": apart}
    texts = [read_data(name, small=small, language=language, **how) for name in several(files)]
    if not texts:
        raise UsageError("there is nothing to evaluate on; name a file")
    resampling = Resampling(resamples) if resamples else None
    evaluation = Evaluation()
    for data in texts:
        label = f"evaluating {data.name}"
        report(label, 0.0)
        scores = score_data(
            truecaser,
            data,
            several(conditions),
            memories=memories,
            case=case,
            resampling=resampling,
            progress=partial(report, label),
        )
        evaluation.scores.extend(scores)
        evaluation.unchanged[data.name] = count_unchanged(truecaser, data)
        if calibration:
            evaluation.calibrations.append(reliability(truecaser, data, resampling=resampling))
    return evaluation


def read_data(
    name: str,
    *,
    format: str | None = None,
    field: str | None = None,
    header: bool = True,
    errors: Errors = "strict",
    encoding: str = "",
    apart: bool = False,
    small: bool = True,
    language: str = "en",
) -> Data:
    """Return the documents of a file, or with ``apart`` their paragraphs; titles are left out.

    Without ``small``, those whose writer left out capitals are left out too: whether people do so
    in chat is a matter of taste, which no model can predict.
    """
    read = read_documents(
        [name], format=format, field=field, header=header, errors=errors, encoding=encoding
    )
    texts = (document.paragraphs if apart else (document.text,) for document in read)
    parts = chain.from_iterable(texts)
    documents = tuple(text for text in parts if small or not lacks_capitals(text, language))
    if not documents:
        raise CorpusError("has no text to evaluate on", name)
    unit = "line" if apart or format == "lines" else "document"
    return Data(shown_name(name) + ("" if small else CAPITALS), documents, unit)


def score_data(
    truecaser: Truecaser,
    data: Data,
    conditions: Sequence[str] = CONDITIONS,
    *,
    memories: Sequence[bool] = (True, False),
    case: Case = "ignore",
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen
    progress: Callable[[float], None] = lambda _share: None,
) -> list[ConditionScores]:
    """Return a score for each condition with and without memory.

    The score is that of words split at spaces (:class:`majuscule.measure.CaseMetric`); intervals
    come from resampling documents.
    """
    results = []
    runs = [(condition, memory) for condition in conditions for memory in memories]
    words = sum(len(text.split()) for text in data.documents)
    for number, (condition, memory) in enumerate(runs):
        gold: list[str] = []
        restored: list[str] = []
        for part in batches(data.documents, PART, len):
            into, out = truecaser.alphabet.into, truecaser.alphabet.out
            pairs = [INPUTS[condition](into(text)) for text in part]
            # Turkish is compared as mapped by its alphabet, in which the case tables pair i and İ.
            gold += [wanted for wanted, _ in pairs]
            inputs = [out(text) for _, text in pairs]
            outputs = truecaser.restore_many(inputs, case=case, memory=memory, jobs=1)
            restored += map(into, outputs)
            progress((number + len(restored) / len(data.documents)) / len(runs))
        label = condition + ("" if case == "ignore" else f"+{case}")
        label += "" if memory else "+no-memory"
        signature = Signature(metric="case", condition=label, model=truecaser.digest)
        documents = range(len(restored)) if data.unit == "document" else None
        report = score_case(gold, restored, documents, signature, resampling, name=data.name)
        lines = None
        if data.unit == "line":
            statistics = line_statistics(gold, restored)
            lines = score_statistics(LineMetric(), statistics, signature, None, resampling)
        results.append(ConditionScores(data.name, condition, words, report, memory, lines))
    return results


def count_unchanged(truecaser: Truecaser, data: Data) -> tuple[int, int]:
    """Return how many paragraphs stay unchanged with case detection, and how many there are."""
    same = total = 0
    for part in batches(data.documents, PART, len):
        for text, restored in zip(part, truecaser.restore_many(part, jobs=1), strict=True):
            pairs = zip(text.split("\n"), restored.split("\n"), strict=True)
            outcomes = [before == after for before, after in pairs]
            same += sum(outcomes)
            total += len(outcomes)
    return same, total


def reliability(
    truecaser: Truecaser,
    data: Data,
    *,
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen
) -> Reliability:
    """Return the calibration of an analysis' confidences, on lower-cased data.

    Each decided token is compared with its form in the data; numbers, punctuation and machine text
    have no case and do not count.
    """
    metric = CalibrationMetric()
    claimed: list[float] = []
    right: list[bool] = []
    owners: list[int] = []
    undecided, recase = REASON_NAMES[LEFT], truecaser.alphabet.recase
    for number, text in enumerate(data.documents):
        for token in truecaser.analyze(recase(text, "lower"), case="ignore").tokens:
            if token.reason != undecided and token.form.lower() != token.form.upper():
                claimed.append(token.confidence)
                right.append(token.form == text[token.start : token.end])
                owners.append(number)
    statistics = metric.statistics(claimed, right, owners)
    signature = Signature(metric="calibration", condition="lower", model=truecaser.digest)
    report = score_statistics(metric, statistics, signature, None, resampling)
    return Reliability(data.name, len(claimed), report, metric.table(statistics.sum(axis=0)))


def reliability_table(one: Reliability) -> Table:
    """Return the table of the accuracy in each bin of confidences."""
    rows: list[list[Cell]] = [
        [f"{each.low:.1f}-{each.high:.1f}", each.count, each.confidence, each.accuracy]
        for each in one.bins
        if each.count
    ]
    measures = ", ".join(f"{name} {one.report[name]}" for name in ("ece", "brier"))
    title = f"{one.data}: what confidences mean, {one.tokens:,} tokens ({measures})"
    notes = [f"`{one.report.signature}`"]
    return Table(["confidence", "tokens", "said", "right"], rows, title, notes, decimals=2)


def summary_table(results: Iterable[ConditionScores]) -> Table:
    """Return a row for each data set, condition and memory."""
    results = list(results)
    by_line = any(one.lines is not None for one in results)
    rows = [
        [
            one.data,
            one.condition,
            "with" if one.memory else "without",
            one.words,
            *(one.report[name].value for name in ("accuracy", "precision", "recall")),
            one.report["f1"],
            *([one.lines["capital too many"] if one.lines is not None else None] * by_line),
        ]
        for one in results
    ]
    notes = "\n".join(f"`{one.report.signature}`" for one in results)
    columns = ["data", "input", "memory", "words", "accuracy", "P", "R", "F1 [95 %]"]
    columns += ["lines with a capital too many"] * by_line
    return Table(columns, rows, notes=[notes], decimals=2)


def detail_table(one: ConditionScores) -> Table:
    """Return precision, recall and F1 of each case class."""
    memory = "with memory" if one.memory else "without memory"
    return class_table(one.report, f"{one.data}, from {one.condition} case, {memory}")
