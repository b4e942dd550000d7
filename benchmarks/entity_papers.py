"""The papers' entity taggers on dev sets.

    python -m benchmarks.entity_papers chinese TRAIN --dev FILE
    python -m benchmarks.entity_papers english TRAIN... --names FILE... --words MODEL --dev FILE...
    python -m benchmarks.entity_papers exclusion TRAIN... --names FILE... --dev FILE...

Chinese (KRDL 1998): the lattice, and the linear tagger ``entities.v1`` trained on the same file,
each on text whose words are separated by spaces, as the file has it, and on running text without
the spaces.  English (KRDL 1998): the HMM on text as it is, in lower case and in capitals.
Exclusion (Niu et al. 2004, section 3.4.2): the Markov model and the maximum-entropy tagger, each
trained with case features and without, on text as written and in lower case; Table 4 of the paper
for the Markov model.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

from benchmarks.environment import PROFILE
from benchmarks.report import REPORTS, count_words, made, write_report
from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, EntityTagger, Knowledge, Training
from majuscule.entities.interface import trainer as trained
from majuscule.entities.kinds import trainer
from majuscule.entities.linear.training import complete_corpora
from majuscule.entities.lists.names import read_name_lists
from majuscule.entities.maxent.training import MaxEntOptions
from majuscule.entities.mentions import MUC
from majuscule.measure import (
    Difference,
    Report,
    Resampling,
    SpanMetric,
    Table,
    compare,
    score_statistics,
)
from majuscule.measure.tables import Cell
from majuscule.trials.entities import evaluate, label_table, summary_table
from majuscule.trials.teaching import Statistics, count, first_words
from majuscule.words.learning import words_of_model

LABELS = ("PER", "ORG", "LOC")
SCORES = ("precision", "recall", "f1")
RESAMPLING = Resampling()
EXCLUDED = {"MEMM": "memm", "MaxEnt": "maxent"}
RETRAINED = ((True, "original"), (False, "lower"))
LINEAR = {"least": 2, "held_out": 20, "threads": 1}

Row = tuple[str, str, Report]


def main() -> None:
    """Train, score, write the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", choices=WORK)
    parser.add_argument("train", nargs="+")
    parser.add_argument("--names", nargs="*", default=[])
    parser.add_argument("--words", default="", help="a model that knows words")
    parser.add_argument("--labelled-words", type=int, default=0, help="of all corpora together")
    parser.add_argument("--dev", nargs="+", required=True)
    parser.add_argument("--output", type=Path, help="where the report goes, without suffix")
    given = parser.parse_args()
    title, name, labels, work = WORK[given.what]
    knowledge = Knowledge(names=read_name_lists(Path(name) for name in given.names))
    if given.words:
        knowledge = replace(knowledge, words=words_of_model(given.words))
    corpora = read_corpora(given.train, labels, profile=PROFILE)
    if given.labelled_words:
        share = given.labelled_words // len(corpora)
        corpora = [first_words(corpus, share) for corpus in corpora]
    size = count_words(one.text for corpus in corpora for one in corpus.documents)
    head = f"Trained on {', '.join(corpus.name for corpus in corpora)}: {size:,} words."
    for tables in work(corpora, read_corpora(given.dev, labels, profile=PROFILE), knowledge):
        # written each time, so that a run that is stopped leaves what it found
        write_report(given.output or REPORTS / name, title, [made(), head, *tables])


def chinese(
    corpora: Sequence[Corpus], data: Sequence[Corpus], knowledge: Knowledge
) -> Iterator[list[Table]]:
    """Yield the scores of both taggers on both kinds of text."""
    rows: list[Row] = []
    for kind, options in (("chinese", {}), ("entities", LINEAR)):
        print(f"training {kind}", file=sys.stderr)
        tagger = trainer(kind)(corpora, LABELS, knowledge, options)
        for corpus in data:
            for name, text in (
                ("words separated", corpus),
                ("running text", without_spaces(corpus)),
            ):
                rows.append((f"{corpus.name}, {name}", tagger.kind, score(tagger, text)))
                yield _tables(rows)


def english(
    corpora: Sequence[Corpus], data: Sequence[Corpus], knowledge: Knowledge
) -> Iterator[list[Table]]:
    """Yield the scores of the HMM in three conditions."""
    rows: list[Row] = []
    tagger = trainer("hmm")(corpora, LABELS, knowledge, {})
    for corpus in data:
        print(f"scoring {corpus.name}", file=sys.stderr)
        for condition, report in evaluate(tagger, corpus, resampling=RESAMPLING).items():
            rows.append((corpus.name, condition, report))
        yield _tables(rows)


def score(tagger: EntityTagger, corpus: Corpus) -> Report:
    """Return the scores of a tagger on text as it is."""
    found = evaluate(tagger, corpus, conditions=("original",), resampling=RESAMPLING)
    return found["original"]


def without_spaces(corpus: Corpus) -> Corpus:
    """Return a corpus as running text: spaces stay only between letters or digits of Latin."""
    return replace(corpus, documents=[_without_spaces(one) for one in corpus.documents])


def _without_spaces(document: AnnotatedText) -> AnnotatedText:
    text, places, kept = document.text, [], []
    for at, character in enumerate(document.text):
        places.append(len(kept))
        beside = text[max(0, at - 1)] + text[min(at + 1, len(text) - 1)]
        if character != " " or (beside.isascii() and beside.isalnum()):
            kept.append(character)
    mentions = tuple(
        replace(one, start=places[one.start], end=places[one.end - 1] + 1)
        for one in document.mentions
    )
    return replace(document, text="".join(kept), mentions=mentions)


@trained(MaxEntOptions)
def _complete(given: Training[MaxEntOptions]) -> list[Corpus]:
    return complete_corpora(given)


def exclusion(
    corpora: Sequence[Corpus], data: Sequence[Corpus], knowledge: Knowledge
) -> Iterator[list[Table]]:
    """Yield the tables of feature exclusion."""
    full = _complete(corpora, MUC.labels, knowledge)
    counts: dict[tuple[str, bool, str, str], Statistics] = {}
    reports: dict[tuple[str, bool, str, str], Report] = {}
    for kind, case in product(EXCLUDED, (True, False)):
        print(f"training {kind}, {'with' if case else 'without'} case", file=sys.stderr)
        tagger = trainer(EXCLUDED[kind])(full, MUC.labels, knowledge, {"case": case})
        for corpus, condition in product(data, ("original", "lower")):
            cell = kind, case, corpus.name, condition
            counts[cell] = count(tagger, corpus, condition)
            metric = SpanMetric(corpus.taught)
            reports[cell] = score_statistics(metric, counts[cell], resampling=RESAMPLING)
    rows: list[list[Cell]] = [
        [name, kind, "with" if case else "without", how, *(report[one] for one in SCORES)]
        for corpus in data
        for (kind, case, name, how), report in reports.items()
        if name == corpus.name
    ]
    heads = ("data", "tagger", "case features", "input", "P", "R", "F1")
    tables = [Table(heads, rows, title="All scores")]
    for corpus in data:
        systems = [("MEMM", case, corpus.name, how) for case, how in RETRAINED]
        lost = compare(
            SpanMetric(corpus.taught), *(counts[one] for one in systems), resampling=RESAMPLING
        )
        tables.append(_table_4(corpus, [reports[one] for one in systems], lost))
    yield tables


def _table_4(corpus: Corpus, reports: Sequence[Report], lost: Mapping[str, Difference]) -> Table:
    """Return Table 4: baseline on text as written, re-trained without case on lower case."""
    rows: list[list[Cell]] = [
        [label, *(report[f"{label} {one}"].value for report in reports for one in SCORES)]
        for label in corpus.taught
    ]
    rows.append(["overall", *(report[one] for report in reports for one in SCORES)])
    rows.append(["degradation", None, None, None, *(lost[one] for one in SCORES)])
    heads = ("type", "P", "R", "F1", "re-trained P", "re-trained R", "re-trained F1")
    return Table(heads, rows, title=f"{corpus.name}: degradation by feature exclusion (Table 4)")


def _tables(rows: Sequence[Row]) -> list[Table]:
    """Return all scores, and those by class."""
    return [
        replace(summary_table(rows), title="All scores"),
        *(
            replace(label_table(report, LABELS), title=f"{data}, {how}")
            for data, how, report in rows
        ),
    ]


WORK = {
    "chinese": ("KRDL's taggers: Chinese", "krdl-chinese", LABELS, chinese),
    "english": ("KRDL's taggers: English", "krdl-english", LABELS, english),
    "exclusion": ("Feature exclusion", "feature-exclusion", MUC.labels, exclusion),
}
"""Title, name of the report, labels and tables of each."""


if __name__ == "__main__":
    main()
