"""Compare the Chinese tagger's chain over characters with the lattice that it is built on.

    python -m benchmarks.chinese_model --dev FILE... [--model entities-zh]

Each text is tagged with its words apart, as in the files, and as running text.  The mentions of the
chain are compared with those on the lattice's best path, and on running text the words of that path
with the segmentation by the dictionary alone.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from time import process_time

from benchmarks.chinese import LABELS, shares, without_spaces
from benchmarks.entities_report import short
from benchmarks.entity_mistakes import KINDS, count_mistakes
from benchmarks.environment import PROFILE
from benchmarks.report import opening, options, write_report
from majuscule.arrays import I64
from majuscule.entities.chinese.characters import CharacterTagger
from majuscule.entities.chinese.columns import AtomColumns, read_columns
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus
from majuscule.entities.kinds import load_entities
from majuscule.errors import UsageError
from majuscule.measure import Report, Resampling, Table, compare, score_statistics
from majuscule.measure.tables import Cell
from majuscule.models import model_path, read_model
from majuscule.trials.entities import label_table, mention_metric, summary_table

Span = tuple[int, int, str]


def main() -> None:
    parser = options("entities-zh", __doc__, model="entities-zh")
    parser.add_argument("--dev", nargs="+", required=True)
    args = parser.parse_args()
    tagger = load_entities(args.model)
    if not isinstance(tagger, CharacterTagger):
        raise UsageError(f"{args.model} is no tagger of Chinese over characters")
    metric = mention_metric(LABELS)
    rows: list[tuple[str, str, Report]] = []
    leads: list[list[Cell]] = []
    fates: list[list[Cell]] = []
    words: list[list[Cell]] = []
    characters, seconds = 0, 0.0
    for corpus in read_corpora(args.dev, LABELS, profile=PROFILE):
        for how, text in {"words apart": corpus, "running text": without_spaces(corpus)}.items():
            start = process_time()
            read = [read_columns(d.text, tagger.lattice, tagger.dictionary) for d in text.documents]
            chain = [[m.span for m in tagger.names(one)] for one in read]
            seconds += process_time() - start
            characters += sum(len(d.text) for d in text.documents)
            lattice = [_of_lattice(one) for one in read]
            gold = [[m.span for m in d.mentions if m.label in LABELS] for d in text.documents]
            counts = {
                name: metric.statistics(gold, found)
                for name, found in (("chain", chain), ("lattice", lattice))
            }
            rows += [(f"{corpus.name}, {how}", name, _scored(one)) for name, one in counts.items()]
            lead = compare(metric, counts["chain"], counts["lattice"], resampling=Resampling())
            test = f"{short(lead['f1'])}, p = {lead['f1'].p_value:.3f}"
            leads.append([corpus.name, how, test])
            for label, mistakes in zip(LABELS, count_mistakes(gold, chain, LABELS), strict=True):
                mentions = int(mistakes[:-1].sum())
                fates.append(
                    [how, label, mentions, *(f"{100 * n / max(1, mentions):.1f}" for n in mistakes)]
                )
        words += words_made_of(corpus, text, read, tagger)
    speed = f"{characters / seconds:,.0f}"
    path = model_path(args.model)
    name, size = read_model(path).header.name, f"{path.stat().st_size / 1e6:.1f}"
    parts: list[str | Table] = [
        *opening("entities-zh", model=name, speed=speed, size=size),
        summary_table(rows),
        Table(("data", "text", "F1 of the chain minus the lattice's"), leads),
        Table(("text", "class", "mentions", *KINDS), fates, title="What becomes of mentions, %"),
        Table(("running text", "words by", "P", "R", "F1"), words, title="Segmentation"),
        *(label_table(report, LABELS, f"{data}, {name}") for data, name, report in rows),
    ]
    write_report(args.output, "entities-zh", parts)


def _scored(counts: I64) -> Report:
    return score_statistics(mention_metric(LABELS), counts, resampling=Resampling())


def _of_lattice(read: AtomColumns) -> list[Span]:
    return [
        (line.starts[edge.start], line.ends[edge.end - 1], edge.tag)
        for line, path in zip(read.lines, read.paths, strict=True)
        for edge in path
        if edge.tag in LABELS
    ]


def words_made_of(
    corpus: Corpus, joined: Corpus, read: Sequence[AtomColumns], tagger: CharacterTagger
) -> list[list[Cell]]:
    """Return precision, recall and F1 of the segmentation of running text, by the path
    of the lattice and by the dictionary."""
    totals = {"lattice": [0, 0, 0], "dictionary": [0, 0, 0]}
    for document, text, columns in zip(corpus.documents, joined.documents, read, strict=True):
        gold: set[tuple[int, int]] = set()
        at = 0
        for words in map(str.split, document.text.split("\n")):
            ends = list(accumulate(map(len, words), initial=at))
            gold |= set(pairwise(ends))
            at = ends[-1]
        bare = list(accumulate((not c.isspace() for c in text.text), initial=0))
        predicted: dict[str, set[tuple[int, int]]] = {name: set() for name in totals}
        for line, path in zip(columns.lines, columns.paths, strict=True):
            cuts = {
                "lattice": [(edge.start, edge.end) for edge in path],
                "dictionary": [(a, b) for a, b, _ in tagger.dictionary.cut(line.symbols)],
            }
            for name, cut in cuts.items():
                predicted[name] |= {(bare[line.starts[a]], bare[line.ends[b - 1]]) for a, b in cut}
        for name, spans in predicted.items():
            for k, n in enumerate((len(spans & gold), len(spans), len(gold))):
                totals[name][k] += n
    return [[corpus.name, name, *shares(*counts)[:3]] for name, counts in totals.items()]


if __name__ == "__main__":
    main()
