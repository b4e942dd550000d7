"""Teaching an upper-case tagger, and its experiment (Chieu & Ng 2002, section 5): F against
selected tokens, and Table 3."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import I64
from majuscule.entities.corpora import Profile, open_profile, read_corpora
from majuscule.entities.interface import Corpus, Knowledge, Training, trainer
from majuscule.entities.maxent.teaching import Pair, Selection, select, teach, train_both
from majuscule.entities.maxent.training import MaxEntOptions, prepare
from majuscule.entities.training import corpus_sources, file_source
from majuscule.errors import UsageError
from majuscule.measure import (
    METRICS,
    Difference,
    Estimate,
    MentionMetric,
    Table,
    compare,
    draw_lines,
    estimate_derived,
    gap_closed,
    measure_of,
    score_statistics,
)
from majuscule.measure.metric import PRF
from majuscule.measure.tables import Cell
from majuscule.models import model_output
from majuscule.models.card import Card
from majuscule.options import Progress, no_progress
from majuscule.reading import Errors, find_files, read_documents
from majuscule.reading.annotations.annotated import Repairs
from majuscule.reading.annotations.mentions import MUC, LabelSet
from majuscule.trials.entities import count, mention_metric
from majuscule.trials.report import Chart, ReportPart, WrittenReport
from majuscule.words.gazetteers.names import read_name_lists

POINTS = (5_000, 10_000, 20_000, 30_000, 46_000, 67_000, 100_000, 150_000, 200_000)
"""Numbers of selected tokens to train with; the paper selected 46,000 and 67,000 in all."""

TITLES = {
    "spans": "F by system (Table 3 of the paper)",
    "muc": "F by system as the MUC scorer counts (Table 3 of the paper)",
}


@dataclass(frozen=True)
class Point:
    """A taught tagger: its selected tokens, out of how many ``read``, and its counts by dev set."""

    selected: int
    read: int
    counts: tuple[I64, ...]


@dataclass(frozen=True)
class Curve:
    """The experiment: the counts of both taggers and of taught ones, by dev set and document."""

    data: tuple[Corpus, ...]
    mixed: tuple[I64, ...]
    upper: tuple[I64, ...]
    points: tuple[Point, ...]

    def metric(self, number: int) -> MentionMetric:
        """Return the metric of a dev set: labels that it does not mark are not scored."""
        return mention_metric(self.data[number].taught)

    def f1(self, number: int, counts: Sequence[I64]) -> float:
        """Return F on a dev set of a tagger with the given counts."""
        return float(self.metric(number).measures(counts[number].sum(axis=0))["f1"])

    def best(self, number: int) -> Point:
        """Return the taught tagger with the best F on a dev set."""
        return max(self.points, key=lambda point: self.f1(number, point.counts))


def run_curve(
    pair: Pair,
    selection: Selection,
    data: Sequence[Corpus],
    points: Sequence[int] = POINTS,
    tell: Progress = no_progress,
) -> Curve:
    """Train with more and more of the selected tokens, and count mentions on each dev set."""
    sizes = [*(point for point in sorted(points) if point < len(selection)), len(selection)]
    results: list[Point] = []
    start = None
    for number, tokens in enumerate(sizes):
        tell(f"teaching with {tokens:,} tokens", number / len(sizes))
        part = selection.first(tokens)
        taught = teach(pair, part, start=start)
        start = taught.model
        counts = tuple(count(taught, corpus, "upper") for corpus in data)
        results.append(Point(tokens, int(part.read[-1]), counts))
    return Curve(
        tuple(data),
        tuple(count(pair.mixed, corpus, "original") for corpus in data),
        tuple(count(pair.upper, corpus, "upper") for corpus in data),
        tuple(results),
    )


def gap_reduction(
    curve: Curve, number: int, point: Point, measure: str = "f1"
) -> tuple[Estimate, Difference]:
    """Return the share of the gap that teaching closes, and the gain in F with its p-value.

    Both by the paired bootstrap over documents; ``measure``: F of exact spans, or ``muc f1``.
    """
    metric = curve.metric(number)
    upper, taught = curve.upper[number], point.counts[number]
    closed = estimate_derived(metric, [curve.mixed[number], upper, taught], gap_closed(measure))
    return closed, compare(metric, taught, upper)[measure]


def table_3(curve: Curve, metric: str = "spans") -> Table:
    """Return Table 3 of the paper, with intervals, in one of the two metrics; the paper's is muc.

    As in the paper, the best taught tagger is chosen on the set that it is scored on, in both
    metrics by F of exact spans.
    """
    measure = measure_of(metric, "f1")
    best = [curve.best(number) for number in range(len(curve.data))]
    closed = [gap_reduction(curve, number, point, measure)[0] for number, point in enumerate(best)]
    rows: list[list[Cell]] = [
        ["Baseline upper case NER", *_scores(curve, curve.upper, measure)],
        [
            "Best taught upper case NER",
            *_scores(curve, [point.counts[n] for n, point in enumerate(best)], measure),
        ],
        ["Mixed case NER", *_scores(curve, curve.mixed, measure)],
        ["Reduction in relative error", *closed],
    ]
    return Table(("Systems", *_names(curve)), rows, title=TITLES[metric])


def table_of_choices(curve: Curve) -> Table:
    """Return the gain of teaching, by the way to choose the number of selected tokens.

    It is chosen on the scored set itself, as in Table 3; on another dev set, so that the scored set
    is not used; or not at all (all tokens).
    """
    sets = range(len(curve.data))
    best = [curve.best(number) for number in sets]
    choices = {"on the set itself": best, "none: all tokens": [curve.points[-1]] * len(sets)}
    if len(sets) > 1:
        choices["on another set"] = [best[1 if number == 0 else 0] for number in sets]
    rows: list[list[Cell]] = []
    for name, points in choices.items():
        for number, point in enumerate(points):
            closed, gain = gap_reduction(curve, number, point)
            rows.append([_names(curve)[number], name, point.selected, closed, gain])
    heads = ("data", "number chosen", "selected tokens", "reduction of the gap", "gain in F1")
    return Table(heads, rows, title="Reduction of the gap between mixed and upper case")


def _names(curve: Curve) -> list[str]:
    return [corpus.name.split(".")[0] for corpus in curve.data]


def _scores(curve: Curve, counts: Sequence[I64], measure: str) -> list[Cell]:
    return [
        score_statistics(curve.metric(number), own)[measure] for number, own in enumerate(counts)
    ]


def table_of(curve: Curve, number: int) -> Table:
    """Return precision, recall and F against selected tokens on one dev set."""
    rows: list[list[Cell]] = [["upper", 0, 0, *_prf(curve, number, curve.upper[number])]]
    rows += [
        ["taught", point.selected, point.read, *_prf(curve, number, point.counts[number])]
        for point in curve.points
    ]
    rows.append(["mixed", 0, 0, *_prf(curve, number, curve.mixed[number])])
    heads = ("tagger", "selected tokens", "of tokens", "P", "R", "F1", "MUC F1")
    return Table(heads, rows, title=curve.data[number].name)


def table_of_labels(curve: Curve, number: int) -> Table:
    """Return F of each label on one dev set: upper, taught with all tokens, mixed."""
    metric = curve.metric(number)
    systems = (curve.upper[number], curve.points[-1].counts[number], curve.mixed[number])
    measured = [metric.measures(counts.sum(axis=0)) for counts in systems]
    rows: list[list[Cell]] = [
        [label, *(float(one[f"{label} f1"]) for one in measured)] for label in metric.labels
    ]
    heads = ("label", "upper", "taught", "mixed")
    return Table(heads, rows, title=f"{curve.data[number].name}, F by label, all selected tokens")


def _prf(curve: Curve, number: int, counts: I64) -> list[Cell]:
    report = score_statistics(curve.metric(number), counts)
    return [report[name] for name in (*PRF, measure_of("muc", "f1"))]


def write_report(curve: Curve, folder: Path, facts: Mapping[str, Any], stem: str) -> None:
    """Write tables as Markdown and JSON, and a chart for each dev set, to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = "\n".join(f"- {name}: {value}" for name, value in facts.items() if name != "title")
    blocks: list[ReportPart] = [listed, *(table_3(curve, metric) for metric in METRICS)]
    blocks.append(table_of_choices(curve))
    for number, name in enumerate(_names(curve)):
        drawn = draw_curves(
            {"upper case, taught": curve},
            number,
            f"{curve.data[number].name}: F against selected tokens",
        )
        blocks.append(Chart(drawn, name, f"F against selected tokens on {name}"))
    for number in range(len(curve.data)):
        blocks += [table_of(curve, number), table_of_labels(curve, number)]
    tables = [one.as_dict() for one in blocks if isinstance(one, Table)]
    data = {"facts": dict(facts), "tables": tables}
    WrittenReport(str(facts["title"]), blocks, (), data).write(folder / stem)


def draw_curves(curves: Mapping[str, Curve], number: int, title: str) -> str:
    """Return a chart of F on a dev set against selected tokens: a line for each curve of taught
    taggers, and one for each untaught tagger."""
    first = next(iter(curves.values()))
    taught = {
        name: [(one.selected, Estimate(curve.f1(number, one.counts))) for one in curve.points]
        for name, curve in curves.items()
    }
    places = sorted({place for line in taught.values() for place, _ in line})
    mixed, upper = (
        [(place, Estimate(first.f1(number, counts))) for place in places]
        for counts in (first.mixed, first.upper)
    )
    lines = {"mixed case": mixed, **taught, "upper case": upper}
    return draw_lines(lines, title, "selected tokens")


def teach_entities(
    labelled: Sequence[str],
    unlabelled: Sequence[str],
    output: str | os.PathLike[str] | None = None,
    *,
    labels: Sequence[str] = MUC.labels,
    options: Mapping[str, Any] | None = None,
    profile: Profile | str | os.PathLike[str] | None = None,
    format: str | None = None,
    encoding: str = "",
    errors: Errors = "strict",
    names: Sequence[str] = (),
    labelled_words: int = 0,
    words: int = 0,
    tokens: int | None = None,
    seed: int = 1,
    dev: Sequence[str] = (),
    curve: str | os.PathLike[str] | None = None,
    card: Card | None = None,
    report: Progress = no_progress,
    repairs: Repairs | None = None,
) -> Selection:
    """Let a mixed-case tagger teach one that sees no case; return the selected tokens.

    The taught tagger is written to ``output``, and F against selected tokens on the ``dev`` files
    to ``curve`` (``.md``, ``.json``, charts).  ``labelled_words`` and ``words`` limit the labelled
    and unlabelled text (0: all), ``tokens`` the selection (None: all); ``seed`` gives the order of
    the unlabelled documents.  Other arguments as in
    :func:`~majuscule.entities.training.train_entities`.
    """
    if output is None and curve is None:
        raise UsageError("say where to write the taught model (-o), the report (--curve), or both")
    if curve is not None and not dev:
        raise UsageError("the report (--curve) needs an annotated file to score on (--dev)")
    card, target = card or Card(), model_output(output)
    wanted, known = LabelSet(tuple(labels)).labels, open_profile(profile)
    decoded: Any = {"encoding": encoding, "errors": errors}
    how: Any = {"profile": known, "format": format, **decoded}
    corpora = read_corpora(labelled, wanted, repairs=repairs, **how)
    if labelled_words:
        corpora = [first_words(corpus, labelled_words // len(corpora)) for corpus in corpora]
    knowledge = Knowledge(names=read_name_lists(Path(name) for name in names))
    pair = train_pair(corpora, wanted, knowledge, options, report=report, repairs=repairs)
    report("selecting tokens", 0.0)
    texts = list(unlabelled_texts(unlabelled, words, seed, **decoded))
    selection = select(pair.mixed, pair.upper, texts, tokens)
    if curve is not None:
        data = read_corpora(dev, wanted, **how)
        found = run_curve(pair, selection, data, tell=report)
        facts = {
            "title": card.description or "Teaching an upper-case tagger",
            "labelled text": f"{_names_of(labelled)}, {len(pair.tags):,} tokens",
            "unlabelled text": f"{_names_of(unlabelled)}, {len(texts):,} documents",
            "features": _features_of(pair),
            "command": f"`{card.command}`",
        }
        write_report(found, Path(curve).parent, facts, Path(curve).name)
    if target is not None:
        report(f"teaching with {len(selection):,} tokens", 0.0)
        tagger = teach(pair, selection, tell=report)
        sources = [
            *corpus_sources(corpora, known),
            *(file_source(file, known) for file in find_files(unlabelled)),
        ]
        metadata = {"names": [Path(name).name for name in names]}
        card.write(tagger, target, sources, metadata)
    return selection


@trainer(MaxEntOptions)
def train_pair(given: Training[MaxEntOptions]) -> Pair:
    """Return a mixed-case tagger and one that sees no case, trained on the same labelled text."""
    text, view = prepare(given, "bceu", given.options.grouped)
    return train_both(text, view, given.options, given.report)


def _names_of(files: Sequence[str]) -> str:
    return ", ".join(Path(name).name for name in files)


def _features_of(pair: Pair) -> str:
    mixed, upper, options = pair.mixed, pair.upper, pair.options
    return (
        f"{len(mixed.model.keys):,} with case, {len(upper.model.keys):,} without "
        f"(cut-off {options.cutoff}, prior {options.prior}); iterations "
        f"{mixed.trained_with['done']} and {upper.trained_with['done']}"
    )


def first_words(corpus: Corpus, words: int) -> Corpus:
    """Return the first documents of a corpus that together have at least ``words`` words."""
    sizes = np.cumsum([len(document.text.split()) for document in corpus.documents])
    kept = int(np.searchsorted(sizes, words)) + 1
    return replace(corpus, documents=corpus.documents[:kept])


def unlabelled_texts(names: Sequence[str], words: int, seed: int, **how: Any) -> Iterator[str]:
    """Yield documents, title first, in random order until they have ``words`` words (0: all).

    ``how`` as in :func:`~majuscule.reading.read_documents`.
    """
    documents = list(read_documents(list(names), **how))
    seen = 0
    for number in np.random.default_rng(seed).permutation(len(documents)).tolist():
        text = "\n".join(documents[number].lines())
        yield text
        seen += len(text.split())
        if words and seen >= words:
            return
