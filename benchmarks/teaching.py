"""Teach an upper-case tagger, and measure the effect of the text's source (Chieu & Ng 2002).

    python -m benchmarks.teaching [--labelled-words N] [--words N] [--iterations N]

Table 3, Figures 3 and 4.  The paper's unlabelled text came from the source of MUC-6, not of MUC-7,
where teaching gained half as much.  Here the labelled text is a part of the Groningen Meaning Bank
(GMB), and the unlabelled text is the rest of it, or as many words of Wikinews.  Both are scored on
the dev part of GMB, and on MEANTIME, which is Wikinews text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from benchmarks.environment import PROFILE
from benchmarks.report import CASED, DATA, NAMES, opening, options, write_report
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, Knowledge
from majuscule.entities.maxent.teaching import Pair, select
from majuscule.measure import Table, score_statistics
from majuscule.measure.tables import Cell
from majuscule.trials.entities import count, mention_metric
from majuscule.trials.report import Chart, ReportPart
from majuscule.trials.teaching import (
    Curve,
    draw_curves,
    first_words,
    run_curve,
    table_3,
    table_of,
    train_pair,
    unlabelled_texts,
)
from majuscule.words.gazetteers.names import read_name_lists

LABELS = ("PER", "ORG", "LOC")
POINTS = (2_500, 5_000, 10_000)
TOGETHER = 20
"""Sentences that count as a document; the corpus does not mark documents."""


def main() -> None:
    parser = options("teaching", __doc__)
    parser.add_argument("--labelled-words", type=int, default=160_000)
    parser.add_argument("--words", type=int, default=300_000, help="of unlabelled text")
    parser.add_argument("--iterations", type=int, default=60, help="of the optimiser")
    args = parser.parse_args()
    (whole,) = read_corpora([str(NAMES / "train" / "gmb.tsv")], LABELS, profile=PROFILE)
    part = first_words(whole, args.labelled_words)
    names = read_name_lists(sorted((DATA / "names").glob("*.csv")))
    pair, gis_pair = (
        train_pair([part], LABELS, Knowledge(names=names), {"iterations": args.iterations, **more})
        for more in ({}, {"optimiser": "gis"})
    )
    dev = [NAMES / "dev" / f"{name}.tsv" for name in ("gmb", "meantime")]
    data = read_corpora(map(str, dev), LABELS, profile=PROFILE)
    sources = {
        "rest of GMB": own_source(whole, part, args.words),
        "Wikinews": unlabelled_texts([str(CASED / "train" / "wikinews.jsonl.xz")], args.words, 1),
    }
    curves = {
        name: run_curve(pair, select(pair.mixed, pair.upper, list(texts)), data, POINTS)
        for name, texts in sources.items()
    }
    sizes = {"labelled": args.labelled_words, "words": args.words, "iterations": args.iterations}
    about = opening("teaching", **sizes)
    trained = by_optimiser({"L-BFGS": pair, "GIS": gis_pair}, data)
    write_report(args.output, "teaching", [*about, *blocks(curves), trained])


def by_optimiser(pairs: dict[str, Pair], data: Sequence[Corpus]) -> Table:
    """Return F of both taggers before teaching, by the optimiser of their weights."""
    rows: list[list[Cell]] = []
    for name, pair in pairs.items():
        for case, tagger, condition in (
            ("mixed", pair.mixed, "original"),
            ("upper", pair.upper, "upper"),
        ):
            scores = (
                score_statistics(mention_metric(one.taught), count(tagger, one, condition))
                for one in data
            )
            rows.append([name, case, *(one["muc f1"] for one in scores)])
    heads = ("optimiser", "case", *(one.name.split(".")[0] for one in data))
    return Table(heads, rows, title="MUC F before teaching, by optimiser")


def own_source(whole: Corpus, part: Corpus, words: int) -> Iterator[str]:
    """Yield the text after the labelled part of a corpus, about ``words`` words."""
    rest = [one.text for one in whole.documents[len(part.documents) :]]
    sizes = np.cumsum([len(text.split()) for text in rest])
    texts = iter(rest[: int(np.searchsorted(sizes, words)) + 1])
    while some := list(islice(texts, TOGETHER)):
        yield "\n".join(some)


def blocks(curves: dict[str, Curve]) -> Iterator[ReportPart]:
    """Yield Table 3 for each source, in both metrics, and the curves on each dev set."""
    for name, curve in curves.items():
        for metric in ("muc", "spans"):
            table = table_3(curve, metric)
            yield replace(table, title=f"{name}: {table.title}")
    first = next(iter(curves.values()))
    taught = {f"taught by {source}": curve for source, curve in curves.items()}
    for number, corpus in enumerate(first.data):
        name = corpus.name.split(".")[0]
        title = f"Exact-span F against selected tokens on {name}"
        yield Chart(draw_curves(taught, number, title), name, title)
        for source, curve in curves.items():
            yield replace(table_of(curve, number), title=f"{corpus.name}, taught by {source}")


if __name__ == "__main__":
    main()
