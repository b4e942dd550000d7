"""Feature exclusion (Niu et al. 2004, section 3.4.2): taggers trained with and without case.

    python -m benchmarks.feature_exclusion LABELLED... --names FILE... --dev FILE... -o BASE

Trains the Markov model and the maximum-entropy tagger on the same text, each with case features and
without, and scores them on the dev sets as written and in lower case.  Writes BASE.md and
BASE.json: all scores, and Table 4 of the paper for the Markov model.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, read_order
from majuscule.entities.kinds import trainer
from majuscule.entities.knowledge import Knowledge
from majuscule.entities.linear.training import complete_corpora
from majuscule.entities.lists.names import read_name_lists
from majuscule.entities.maxent.training import MaxEntOptions
from majuscule.entities.mentions import MUC
from majuscule.files import atomic_write_text
from majuscule.measure import Report, Resampling, SpanMetric, Table, compare, score_statistics
from majuscule.measure.tables import Cell
from majuscule.trials.lessons import first_words
from majuscule.trials.teaching import count
from majuscule.words.learning import no_words

KINDS = {"MEMM": "memm", "MaxEnt": "maxent"}
CONDITIONS = ("original", "lower")
RESAMPLING = Resampling()


def main(arguments: Sequence[str]) -> None:
    """Train, score, write."""
    parser = argparse.ArgumentParser(description=__doc__, prog="benchmarks.feature_exclusion")
    parser.add_argument("labelled", nargs="+")
    parser.add_argument("--names", nargs="*", default=[])
    parser.add_argument("--dev", nargs="+", required=True)
    parser.add_argument("--labelled-words", type=int, default=0)
    parser.add_argument("-o", "--output", required=True)
    given = parser.parse_args(arguments)
    knowledge = Knowledge(no_words(), read_name_lists(Path(name) for name in given.names))
    corpora = read_corpora(given.labelled, MUC.labels)
    if given.labelled_words:
        share = given.labelled_words // len(corpora)
        corpora = [first_words(corpus, share) for corpus in corpora]
    full = complete_corpora(read_order(MaxEntOptions, {}, corpora, MUC.labels, None), knowledge)
    words = sum(len(one.text.split()) for corpus in full for one in corpus.documents)
    data = read_corpora(given.dev, MUC.labels)
    found = {}
    for name, kind in KINDS.items():
        for case in (True, False):
            print(f"training {name}, {'with' if case else 'without'} case", file=sys.stderr)
            tagger = trainer(kind)(full, MUC.labels, knowledge, {"case": case})
            for corpus in data:
                for condition in CONDITIONS:
                    found[name, case, corpus.name, condition] = count(tagger, corpus, condition)
    tables = [_scores(found, data)]
    tables += [_table_4(found, corpus) for corpus in data]
    command = "python -m benchmarks.feature_exclusion " + shlex.join(arguments)
    facts = [
        "# Feature exclusion\n",
        f"Labelled text: {', '.join(Path(name).name for name in given.labelled)}, {words:,} words. "
        f"Command: `{command}`\n",
    ]
    base = Path(given.output)
    base.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write_text(base.with_name(base.name + ".md")) as out:
        out.write("\n".join([*facts, *(table.markdown() for table in tables)]))
    with atomic_write_text(base.with_name(base.name + ".json")) as out:
        record = {"command": command, "words": words, "tables": [one.as_dict() for one in tables]}
        out.write(json.dumps(record, indent=1, allow_nan=False) + "\n")


def _report(found: dict, corpus: Corpus, name: str, case: bool, condition: str) -> Report:
    statistics = found[name, case, corpus.name, condition]
    return score_statistics(SpanMetric(corpus.taught), statistics, resampling=RESAMPLING)


def _scores(found: dict, data: Sequence[Corpus]) -> Table:
    """Return P, R and F of every tagger on every set as written and in lower case."""
    rows: list[list[Cell]] = []
    for corpus in data:
        for name in KINDS:
            for case in (True, False):
                for condition in CONDITIONS:
                    report = _report(found, corpus, name, case, condition)
                    scores = [report[one] for one in ("precision", "recall", "f1")]
                    how = "with" if case else "without"
                    rows.append([corpus.name, name, how, condition, *scores])
    heads = ("data", "tagger", "case features", "input", "P", "R", "F1")
    return Table(heads, rows, title="All scores")


def _table_4(found: dict, corpus: Corpus) -> Table:
    """Return Table 4: baseline on text as written, re-trained without case on lower case."""
    systems = [("MEMM", True, "original"), ("MEMM", False, "lower")]
    reports = [_report(found, corpus, *system) for system in systems]
    kinds = ("precision", "recall", "f1")
    rows: list[list[Cell]] = [
        [label, *(report[f"{label} {one}"].value for report in reports for one in kinds)]
        for label in corpus.taught
    ]
    rows.append(["overall", *(report[one] for report in reports for one in kinds)])
    metric = SpanMetric(corpus.taught)
    statistics = [found[name, case, corpus.name, how] for name, case, how in systems]
    lost = compare(metric, statistics[0], statistics[1], resampling=RESAMPLING)
    rows.append(["degradation", None, None, None, *(lost[one] for one in kinds)])
    heads = ("type", "P", "R", "F1", "re-trained P", "re-trained R", "re-trained F1")
    return Table(heads, rows, title=f"{corpus.name}: degradation by feature exclusion (Table 4)")


if __name__ == "__main__":
    main(sys.argv[1:])
