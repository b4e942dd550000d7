"""KRDL's English tagger (1998) beside what is ours in it: the order of back-off, joined tokens.

    python -m benchmarks.krdl TRAIN... --dev FILE... [--names FILE...]

Each variant is trained on the same files, PER, ORG and LOC, and scored as they are and in lower
case, by exact spans and as the MUC scorer counts.  What the paper counts for an example is counted
too: what common words are that begin with a capital inside a sentence.
"""

import sys
from pathlib import Path
from typing import Any

from benchmarks.environment import PROFILE
from benchmarks.report import opening, options, write_report
from majuscule.entities.corpora import read_corpora
from majuscule.entities.hmm.classes import class_identity
from majuscule.entities.hmm.tagger import HmmTagger
from majuscule.entities.interface import Knowledge
from majuscule.entities.kinds import trainer
from majuscule.measure import Report, Resampling, Table
from majuscule.measure.tables import Cell
from majuscule.trials.entities import evaluate, label_table, summary_table
from majuscule.words.gazetteers.names import read_name_lists
from majuscule.words.learning import words_of_model

LABELS = ("PER", "ORG", "LOC")
VARIANTS: dict[str, dict[str, Any]] = {
    "ours": {},
    "classes after both tags first": {"classes_first": True},
    "tokens joined": {"joined": True},
    "as printed": {"classes_first": True, "joined": True},
}

COMMON_CAPITAL = "CommonWordInitCap"
THEIRS = {"ORG": 7525, "O": 8493, "LOC": 896, "PER": 195}


def what_common_words_are(tagger: HmmTagger) -> Table:
    """Return how often a class of words was seen with each label, as the paper does."""
    states = tagger.emissions.states
    found = tagger.emissions.level2.counts(class_identity(COMMON_CAPITAL), len(states))[0]
    labels = [tagger.scheme.tags[tag].rpartition("-")[2] for tag in states.tag]
    rows: list[list[Cell]] = [
        [label, theirs, int(sum(found[[one == label for one in labels]]))]
        for label, theirs in THEIRS.items()
    ]
    return Table((COMMON_CAPITAL, "Yu et al. (theirs)", "here"), rows)


def main() -> None:
    parser = options("krdl-english", __doc__)
    parser.add_argument("train", nargs="+")
    parser.add_argument("--dev", nargs="+", required=True)
    parser.add_argument("--names", nargs="*", default=[], help="CSV files of names")
    parser.add_argument("--words", default="en", help="the truecaser whose words are used")
    given = parser.parse_args()
    corpora = read_corpora(given.train, LABELS, profile=PROFILE)
    known = Knowledge(words_of_model(given.words), read_name_lists(map(Path, given.names)))
    rows: list[tuple[str, str, Report]] = []
    for name, chosen in VARIANTS.items():
        print(f"training {name}", file=sys.stderr)
        tagger = trainer("hmm")(corpora, LABELS, known, chosen)
        assert isinstance(tagger, HmmTagger)
        common = what_common_words_are(tagger)
        conditions = ("original", "lower") if name in ("ours", "as printed") else ("original",)
        for corpus in read_corpora(given.dev, LABELS, profile=PROFILE):
            found = evaluate(tagger, corpus, conditions=conditions, resampling=Resampling(300))
            data = f"{corpus.name}, {name}"
            rows += [(data, condition, report) for condition, report in found.items()]
    tables = [summary_table(rows, title="All scores")]
    tables += [
        label_table(report, LABELS, f"{data}, {how}")
        for data, how, report in rows
        if data.endswith(", as printed")
    ]
    tables.append(common)
    names, words = ", ".join(one.name for one in corpora), sum(one.words for one in corpora)
    about = opening("krdl-english", names=names, words=words)
    write_report(given.output, "krdl-english", [*about, *tables])


if __name__ == "__main__":
    main()
