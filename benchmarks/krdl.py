"""Compare KRDL's English tagger (1998) as published with our changes: back-off order, tokens.

    python -m benchmarks.krdl TRAIN... --dev FILE... [--names FILE...]

Each variant is trained on PER, ORG and LOC of the same files, and scored on text as it is and in
lower case, by exact spans and by the MUC scorer's rules.  The paper's example is counted too: the
labels of common words that have a capital inside a sentence.
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


def labels_of_common_words(tagger: HmmTagger) -> Table:
    """Return the counts of labels of capitalised common words, beside the paper's."""
    states = tagger.emissions.states
    counts = tagger.emissions.level2.counts(class_identity(COMMON_CAPITAL), len(states))[0]
    labels = [tagger.scheme.tags[tag].rpartition("-")[2] for tag in states.tag]
    rows: list[list[Cell]] = [
        [label, theirs, int(sum(counts[[one == label for one in labels]]))]
        for label, theirs in THEIRS.items()
    ]
    return Table((COMMON_CAPITAL, "Yu et al. (theirs)", "here"), rows)


def main() -> None:
    parser = options("krdl-english", __doc__)
    parser.add_argument("train", nargs="+")
    parser.add_argument("--dev", nargs="+", required=True)
    parser.add_argument("--names", nargs="*", default=[], help="CSV files of names")
    parser.add_argument("--words", default="en", help="the truecaser whose words are used")
    args = parser.parse_args()
    corpora = read_corpora(args.train, LABELS, profile=PROFILE)
    knowledge = Knowledge(words_of_model(args.words), read_name_lists(map(Path, args.names)))
    rows: list[tuple[str, str, Report]] = []
    for name, chosen in VARIANTS.items():
        print(f"training {name}", file=sys.stderr)
        tagger = trainer("hmm")(corpora, LABELS, knowledge, chosen)
        assert isinstance(tagger, HmmTagger)
        common = labels_of_common_words(tagger)
        conditions = ("original", "lower") if name in ("ours", "as printed") else ("original",)
        for corpus in read_corpora(args.dev, LABELS, profile=PROFILE):
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
    write_report(args.output, "krdl-english", [*about, *tables])


if __name__ == "__main__":
    main()
