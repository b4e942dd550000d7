"""Evaluation of punctuation, on well-written text and on a recogniser's output.

Marks and case are removed from well-written text and restored; the words stay the same, so all
places are compared.  A recogniser's words are aligned with the transcript's, and marks are compared
where the words agree.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from majuscule.errors import CorpusError, UsageError
from majuscule.files import Names, several
from majuscule.measure.alignment import WordErrorMetric, align
from majuscule.measure.marks import MarkedWords, MarkMetric
from majuscule.measure.report import Report, score_statistics
from majuscule.measure.resampling import Resampling
from majuscule.measure.signature import Signature, digest_texts
from majuscule.measure.tables import Cell, Table
from majuscule.models import Score
from majuscule.options import Progress, no_progress
from majuscule.punctuation.punctuator import Punctuator, load_punctuator
from majuscule.reading import Errors, format_of, read_documents
from majuscule.text.characters.codepoints import decode, encode
from majuscule.text.editing.edits import EditedText
from majuscule.text.tokenizing.classes import classes_of
from majuscule.text.tokenizing.marks import DASH, GLUED, NONE, SIGNS, Words, words_of
from majuscule.text.tokenizing.passages import Passage, read_passage
from majuscule.trials.evaluation import ConditionScores, read_data


def bare_text(text: str, *, lines: bool = True) -> tuple[str, MarkedWords, list[int]]:
    """Return a text without marks and case, the words' marks and case, and their end offsets in it.

    ``lines``: keep line breaks; otherwise the result is one line.

    >>> bare, gold, ends = bare_text('He said: "No, O\\'Neill!"')
    >>> bare, gold.marks.tolist(), ends
    ("he said no o'neill", [0, 5, 1, 0, 4], [2, 7, 10, 13, 18])
    """
    passage = read_passage(text)
    words, tokens = words_of(passage), passage.tokens
    spans = list(tokens.spans(words.at))
    parts: list[str] = []
    ends: list[int] = []
    size = 0
    for number, (start, stop) in enumerate(spans):
        parts.append(decode(tokens.folded[start:stop]))
        size += stop - start
        ends.append(size)
        if number + 1 == len(spans):
            break
        between = "\n" if lines and words.lines[number] else " "
        if words.after[number] == GLUED:
            between = text[stop : spans[number + 1][0]]
        parts.append(between)
        size += len(between)
    return "".join(parts), _marked(passage, words), ends


def _marked(passage: Passage, words: Words) -> MarkedWords:
    spans = passage.tokens.starts[words.at], passage.tokens.ends[words.at]
    return MarkedWords(words.marks, classes_of(passage.codes, *spans))


def marks_of(made: EditedText, ends: Sequence[int]) -> MarkedWords:
    """Return the marks that were added to a bare text, and the case of its words."""
    put = {edit.start: SIGNS.index(edit.text) for edit in made.edits}
    marks = np.array([put.get(end, NONE) for end in ends], np.uint8)
    stops = np.array(ends, np.int32)
    starts = np.concatenate([[0], stops[:-1]]).astype(np.int32)
    # Spans may begin before the word: what is between words has no case.
    return MarkedWords(marks, classes_of(encode(made.before), starts, stops))


def full_tokens(text: str) -> list[str]:
    """Return the tokens of a word error rate that counts marks and case: words as written, and the
    marks between them.

    >>> full_tokens('He said: "No, Ann!"')
    ['He', 'said', ':', 'No', ',', 'Ann', '!']
    """
    passage = read_passage(text)
    words, tokens = words_of(passage), passage.tokens
    found: list[str] = []
    for (start, stop), after in zip(tokens.spans(words.at), words.after.tolist(), strict=True):
        found.append(text[start:stop])
        if NONE < after < DASH:
            found.append(SIGNS[after])
    return found


def score_marks(
    punctuator: Punctuator,
    texts: Iterable[str],
    *,
    lines: bool = True,
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen
) -> Report:
    """Remove marks and case from texts, restore both, and return the scores.

    Each text is a document.  The measures are those of
    :class:`~majuscule.measure.marks.MarkMetric`, and ``wer``, the word error rate with marks and
    case; intervals come from resampling documents.
    """
    gold = [one for one in texts if one.strip()]
    bare = [bare_text(one, lines=lines) for one in gold]
    punctuated = punctuator.punctuate_many([one[0] for one in bare], lines="separate")
    metric, errors = MarkMetric(), WordErrorMetric()
    rows, words = [], []
    for text, (_, wanted, ends), found in zip(gold, bare, punctuated, strict=True):
        rows.append(metric.statistics(wanted, marks_of(found, ends)))
        words += [*errors.statistics([full_tokens(text)], [full_tokens(found)])]
    condition = "no-marks" if lines else "no-marks+one-line"
    signature = Signature(metric.name, "words", condition, punctuator.digest, digest_texts(gold))
    report = score_statistics(metric, np.stack(rows), signature, resampling=resampling)
    error_report = score_statistics(errors, np.stack(words), signature, resampling=resampling)
    return replace(report, estimates={**report.estimates, "wer": error_report["wer"]})


@dataclass(frozen=True)
class Untouched:
    """Counts of what punctuating changes in punctuated texts.

    ``same``: texts that stay unchanged; ``kept``: of their ``marks``; ``added``: new marks;
    ``changed``: of their ``characters``.
    """

    texts: int
    same: int
    marks: int
    kept: int
    added: int
    characters: int
    changed: int

    def sentence(self) -> str:
        return (
            f"given as they are, {self.same:,} of {self.texts:,} documents come back untouched: "
            f"{self.kept / max(1, self.marks):.2%} of {self.marks:,} marks stay, {self.added:,} "
            f"are put in, and {self.changed:,} of {self.characters:,} characters change"
        )


@dataclass(frozen=True)
class MarkEvaluation:
    """A punctuation model's scores on some data sets, and its effect on them if they keep marks."""

    scores: Sequence[ConditionScores]
    untouched: Mapping[str, Untouched]

    def as_json(self) -> str:
        """Return the evaluation as JSON."""
        untouched = {name: asdict(one) for name, one in self.untouched.items()}
        found = {"scores": [one.as_dict() for one in self.scores], "untouched": untouched}
        return json.dumps(found, ensure_ascii=False, indent=2)

    def markdown(self, *, details: bool = True) -> str:
        """Return a table in Markdown; without ``details`` F1, sentence ends, case and errors."""
        chosen = [(name, head) for name, head in MEASURES.items() if details or name in SUMMARY]
        rows: list[list[Cell]] = [
            [one.data, one.condition, one.words, *(one.report[name] for name, _ in chosen)]
            for one in self.scores
        ]
        notes = "\n".join(f"`{one.report.signature}`" for one in self.scores)
        heads = ["data", "input", "words", *(head for _, head in chosen)]
        lines = "".join(f"{name}: {one.sentence()}\n" for name, one in self.untouched.items())
        return f"{Table(heads, rows, '', [notes]).markdown()}\n{lines}"

    def card_scores(self) -> list[Score]:
        """Return F1 over ``, . ?`` and of sentence ends for a model's card."""
        return [each for one in self.scores for each in one.card_scores(("all_f1", "ends_f1"))]


MEASURES = {
    "all_f1": "F1 , . ?",
    "ends_f1": "ends",
    "comma_f1": "comma",
    "stop_f1": "full stop",
    "question_f1": "question",
    "case_f1": "case F1",
    "joint": "joint",
    "wer": "WER",
}
"""Measure -> its heading in tables."""
BY_MARK = {
    "comma": "comma",
    "stop": "full stop, or !",
    "question": "question mark",
    "exclamation": "exclamation mark",
    "colon": "colon",
}
"""Part of the measures -> its mark."""
BY_MARK_HEADS = ("mark", "precision", "recall", "F1", "in the text", "inserted")
SUMMARY = ("all_f1", "ends_f1", "case_f1", "wer")


def evaluate_marks(
    model: str | os.PathLike[str] | Punctuator,
    files: Names,
    *,
    format: str | None = None,
    field: str | None = None,
    header: bool = True,
    errors: Errors = "strict",
    encoding: str = "",
    apart: bool = False,
    resamples: int = 1000,
    report: Progress = no_progress,
) -> MarkEvaluation:
    """Return what a punctuation model scores on files of punctuated, well-cased text.

    Removes and restores both, with the line breaks of the text and as one line.  Arguments and
    errors as in :func:`majuscule.evaluate`.
    """
    marks = model if isinstance(model, Punctuator) else load_punctuator(model)
    resampling = Resampling(resamples) if resamples else None
    scores, untouched = [], {}
    how: Any = {"format": format, "field": field, "errors": errors}
    how |= {"header": header, "encoding": encoding, "apart": apart}
    for name in several(files):
        data = read_data(name, **how)
        for number, (condition, lines) in enumerate((("lines kept", True), ("one line", False))):
            report(f"evaluating {data.name}", number / 3)
            found = score_marks(marks, data.documents, lines=lines, resampling=resampling)
            scores.append(ConditionScores(data.name, condition, found.totals["words"], found))
        report(f"evaluating {data.name}", 2 / 3)
        untouched[data.name] = count_untouched(marks, data.documents)
    if not scores:
        raise UsageError("there is nothing to evaluate on; name a file")
    return MarkEvaluation(scores, untouched)


def count_untouched(punctuator: Punctuator, texts: Sequence[str]) -> Untouched:
    """Punctuate texts that have their marks, and return the counts of changes."""
    counts = np.zeros(6, np.int64)
    for text, punctuated in zip(texts, punctuator.punctuate_many(texts), strict=True):
        marks = int((_read(text)[0].marks != NONE).sum())
        lost = sum(one.end > one.start for one in punctuated.edits)
        added = sum(one.end == one.start for one in punctuated.edits)
        letters = sum(a != b for a, b in zip(text, punctuated.before, strict=True))
        counts += (str(punctuated) == text, marks, marks - lost, added, len(text), letters + lost)
    return Untouched(len(texts), *counts.tolist())


def score_marked(
    gold: str,
    predicted: str,
    *,
    format: str | None = None,
    errors: Errors = "strict",
    encoding: str = "",
    resamples: int = 1000,
) -> Report:
    """Return the scores of the marks in a file against those in another, whose words may differ.

    ``format``: any that is restored; without it the files' names say it.  Words are aligned, and
    compared where they agree.  ``wer`` is the word error rate with marks and
    case, ``wer_words`` without.  Intervals come from resampling documents.

    Raises :class:`~majuscule.errors.CorpusError` if the files do not have as many documents.
    """
    how: Any = {"errors": errors, "encoding": encoding}
    right, made = (
        [one.text for one in read_documents([name], format=format or format_of(name), **how)]
        for name in (gold, predicted)
    )
    if len(right) != len(made):
        many = "1 document" if len(made) == 1 else f"{len(made):,} documents"
        raise CorpusError(
            f"has {many}, but {gold} has {len(right):,}; give both in the same format, with the "
            "same blank lines",
            predicted,
        )
    if not right:
        raise CorpusError("has no text to score", gold)
    metric, words = MarkMetric(), WordErrorMetric()
    rows, edits, folded = [], [], []
    for one, other in zip(right, made, strict=True):
        wanted, found = _read(one), _read(other)
        pairs = align(wanted[1], found[1])
        same = np.array(
            [
                (a, b)
                for a, b in pairs.pairs.tolist()
                if min(a, b) >= 0 and wanted[1][a] == found[1][b]
            ],
            np.int64,
        ).reshape(-1, 2)
        rows.append(metric.statistics(wanted[0].at(same[:, 0]), found[0].at(same[:, 1])))
        edits += [*words.statistics([full_tokens(one)], [full_tokens(other)])]
        folded.append(pairs.counts)
    signature = Signature(metric.name, "words", "marked", data=digest_texts(right))
    resampling = Resampling(resamples) if resamples else None
    report, whole, bare = (
        score_statistics(kind, np.stack(counts), signature, resampling=resampling)
        for kind, counts in ((metric, rows), (words, edits), (words, folded))
    )
    error_rates = {"wer": whole["wer"], "wer_words": bare["wer"]}
    return replace(report, estimates={**report.estimates, **error_rates})


def _read(text: str) -> tuple[MarkedWords, list[str]]:
    """Return the marks and case of a text's words, and the words folded, for alignment."""
    passage = read_passage(text)
    words, tokens = words_of(passage), passage.tokens
    folded = [decode(tokens.folded[a:b]) for a, b in tokens.spans(words.at)]
    return _marked(passage, words), folded


def mark_rows(report: Report) -> list[list[Cell]]:
    """Return precision, recall, F1 and counts of each mark, as BY_MARK_HEADS says."""
    return [
        [
            mark,
            *(report[f"{part}_{what}"] for what in ("precision", "recall", "f1")),
            *(report.totals[f"{part}_{what}"] for what in ("written", "put")),
        ]
        for part, mark in BY_MARK.items()
    ]


def marked_table(report: Report) -> str:
    """Return a report of :func:`score_marked` in Markdown."""
    heads = {**MEASURES, "wer_words": "WER of words alone"}
    row = [report[name] for name in heads]
    table = Table(list(heads.values()), [row], "", [f"`{report.signature}`"])
    return f"{table.markdown()}\n{Table(BY_MARK_HEADS, mark_rows(report)).markdown()}"
