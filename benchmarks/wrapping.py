"""Measure case, names and accents in hard-wrapped text.

    python -m benchmarks.wrapping [--output BASE]

Spaces become line breaks, so no line is wider than a page and no offset changes.  Each text is read
twice: with line breaks detected, as by default, and with each line by itself.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from benchmarks.entity_training import dev_set
from benchmarks.languages import find, right, without_marks
from benchmarks.report import CASED, DATA, opening, options, write_report
from majuscule.accents.restorer import SUFFIX, AccentRestorer
from majuscule.arrays import I64
from majuscule.detection.languages import known_languages
from majuscule.entities.kinds import load_entities
from majuscule.measure import CaseMetric, Table, case_statistics, score_statistics
from majuscule.measure.metric import Metric
from majuscule.measure.tables import Cell
from majuscule.models import read_model
from majuscule.options import Lines
from majuscule.reading import read_documents
from majuscule.reading.annotations.annotated import join
from majuscule.restore.truecaser import load
from majuscule.text import recase
from majuscule.trials.entities import count_mentions, mention_metric

WIDTHS = (72, 40)
LINES: tuple[Lines, ...] = ("auto", "separate")
TOGETHER = 5
"""Sentences of translated news, or short documents, that make a paragraph."""
SHORT = 400
"""Characters up to which a document is short, on average."""
HEADS = ("unwrapped", *(f"{width} columns{how}" for width in WIDTHS for how in ("", ", apart")))


def wrapped(text: str, width: int) -> str:
    """Return a text of long lines with line breaks in place of some spaces."""
    lines = list[str]()
    for line in text.split("\n") if width else ():
        start, space = 0, -1
        for at, letter in enumerate(line):
            if at - start >= width and space >= start:
                lines.append(line[start:space])
                start = space + 1
            if letter == " ":
                space = at
        lines.append(line[start:])
    return "\n".join(lines) if width else text


def row(score: Callable[[int, Lines], float]) -> Iterator[Cell]:
    """Yield the score of unwrapped text, and both scores of each width."""
    yield score(0, "auto")
    for width in WIDTHS:
        yield from (score(width, how) for how in LINES)


def _f1(metric: Metric, counts: I64) -> float:
    return float(score_statistics(metric, counts, resampling=None)["f1"].value)


def case(name: str, file: str) -> list[Cell]:
    truecaser = load(name)
    documents = ["\n\n".join(one.paragraphs) for one in read_documents([str(CASED / "dev" / file)])]

    def score(width: int, lines: Lines) -> float:
        gold = [wrapped(one, width) for one in documents]
        lower = [recase(one, "lower") for one in gold]
        restored = list(truecaser.restore_many(lower, case="ignore", lines=lines))
        return _f1(CaseMetric(), case_statistics(gold, restored))

    return [file.partition(".")[0], name, *row(score)]


def names(name: str, corpus: str) -> list[Cell]:
    tagger, dev = load_entities(name), dev_set(corpus)
    short = sum(len(one.text) for one in dev.documents) < SHORT * len(dev.documents)
    size = TOGETHER if short else 1
    parts = (join(dev.documents[at : at + size]) for at in range(0, len(dev.documents), size))
    documents = [replace(one, text=one.text.replace("\n", " ")) for one in parts]

    def score(width: int, lines: Lines) -> float:
        texts = [wrapped(recase(one.text, "lower"), width) for one in documents]
        found = tagger.tag_many(texts, lines=lines)
        return _f1(mention_metric(dev.taught), count_mentions(documents, found, dev.taught))

    return [corpus, name, *row(score)]


def accents(language: str) -> list[Cell]:
    restorer = AccentRestorer.from_file(read_model(find(language + SUFFIX, None) or ""))
    news = (DATA / "languages" / language / "dev.txt").read_text("utf-8").split("\n")
    gold = "\n\n".join(" ".join(news[at : at + TOGETHER]) for at in range(0, len(news), TOGETHER))

    def score(width: int, lines: Lines) -> float:
        text = wrapped(gold, width)
        return right(restorer.restore(without_marks(text, language), lines=lines), text)

    return [language, *row(score)]


def main() -> None:
    args = options("wrapping", __doc__).parse_args()
    texts = "wikinews.jsonl", "wikipedia.jsonl", "novels.jsonl"
    sets = "meantime", "gmb", "uner-ewt", "earnings21"
    casers, taggers = ("en", "en-accurate"), ("entities-en", "entities-en-accurate")
    marked = [one for one in known_languages() if find(one + SUFFIX, None)]
    tables = (
        Table(("text", "model", *HEADS), [case(model, one) for one in texts for model in casers]),
        Table(("text", "model", *HEADS), [names(model, one) for one in sets for model in taggers]),
        Table(("language", *HEADS), [accents(language) for language in marked]),
    )
    write_report(args.output, "wrapping", [*opening("wrapping"), *tables])


if __name__ == "__main__":
    main()
