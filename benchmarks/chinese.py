"""KRDL's Chinese tagger (1998) beside the linear tagger, on text with words separated and running.

    python -m benchmarks.chinese TRAIN --dev FILE...

The lattice, the chain over characters that stands on it, and the linear tagger ``entities.v1``, all
trained on the same file, each on text whose words are separated by spaces, as the file has it, and
on running text without the spaces.  The words that the lattice makes of running text are scored,
and the rules for dates, times, money and percentages on ``chinese_expressions.txt``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Protocol

from benchmarks.environment import PROFILE
from benchmarks.report import count_words, made, options, say, write_report
from majuscule.entities.chinese.atoms import line_parts
from majuscule.entities.chinese.character_training import running
from majuscule.entities.chinese.patterns import find_patterns
from majuscule.entities.chinese.tagger import ChineseTagger
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, Knowledge
from majuscule.entities.kinds import trainer
from majuscule.measure import Report, Resampling, Table
from majuscule.measure.tables import Cell
from majuscule.reading.annotations import inline
from majuscule.trials.entities import evaluate, label_table, summary_table

LABELS = ("PER", "ORG", "LOC")
EXPRESSIONS = Path(__file__).with_name("chinese_expressions.txt")
KINDS = {
    "chinese": {},
    "chinese-characters": {},
    "entities": {"least": 2, "held_out": 20, "threads": 1},
}


def main() -> None:
    parser = options("krdl-chinese", __doc__)
    parser.add_argument("train", nargs="+")
    parser.add_argument("--dev", nargs="+", required=True)
    given = parser.parse_args()
    corpora = read_corpora(given.train, LABELS, profile=PROFILE)
    rows: list[tuple[str, str, Report]] = []
    words_found: list[Table] = []
    for kind, chosen in KINDS.items():
        print(f"training {kind}", file=sys.stderr)
        tagger = trainer(kind)(corpora, LABELS, Knowledge(), chosen)
        for corpus in read_corpora(given.dev, LABELS, profile=PROFILE):
            if isinstance(tagger, ChineseTagger):
                words_found.append(segmentation(tagger, corpus))
            texts = {"words separated": corpus, "running text": without_spaces(corpus)}
            for name, text in texts.items():
                found = evaluate(tagger, text, conditions=("original",), resampling=Resampling())
                rows.append((f"{corpus.name}, {name}", tagger.kind, found["original"]))
    tables = [replace(summary_table(rows), title="All scores"), *words_found, expressions()]
    for data, how, report in rows:
        tables.append(replace(label_table(report, LABELS), title=f"{data}, {how}"))
    words = count_words(one.text for corpus in corpora for one in corpus.documents)
    names = ", ".join(corpus.name for corpus in corpora)
    about = say("krdl-chinese", "about", names=names, words=words)
    write_report(given.output, "krdl-chinese", [made(), about, *tables])


def without_spaces(corpus: Corpus) -> Corpus:
    """Return a corpus as running text."""
    return replace(corpus, documents=[running(one) for one in corpus.documents])


def expressions() -> Table:
    """Return how many sentences of each part of the list have all their expressions, and no other,
    by the rules alone."""
    rows: list[list[Cell]] = []
    for number, part in enumerate(EXPRESSIONS.read_text("utf-8").split("\n\n"), 1):
        lines = [inline.parse(one) for one in part.splitlines() if not one.startswith("#")]
        right = sum(found_by_rule(one.text) == [m.span for m in one.mentions] for one in lines)
        rows.append([f"part {number}", len(lines), right])
    return Table(("list", "sentences", "right"), rows, title="Dates, times, money, percentages")


def found_by_rule(text: str) -> list[tuple[int, int, str]]:
    """Return what the rules find in a text, by offsets."""
    return [
        (line.starts[first], line.ends[stop - 1], label)
        for line in line_parts(text)
        for first, stop, label in find_patterns(text, line)
    ]


class Segmenter(Protocol):
    """What makes words of running text: the lattice."""

    def segment(self, text: str) -> list[list[tuple[str, str]]]: ...


def segmentation(tagger: Segmenter, corpus: Corpus) -> Table:
    """Return precision, recall and F1 of the words that the lattice makes of running text."""
    right = made = gold = 0
    for document in corpus.documents:
        words = [set(_spans(line.split())) for line in document.text.split("\n")]
        for line, own in zip(document.text.split("\n"), words, strict=True):
            joined = "".join(line.split())
            found = {
                span
                for units in tagger.segment(joined)
                for span in _spans([word for word, _ in units])
            }
            right, made, gold = right + len(found & own), made + len(found), gold + len(own)
    precision, recall = right / made, right / gold
    values = (precision, recall, 2 * right / (made + gold))
    row: list[Cell] = [corpus.name, *(f"{100 * value:.1f}" for value in values), gold]
    return Table(("running text", "P", "R", "F1", "words"), [row], title="Segmentation")


def _spans(words: Sequence[str]) -> list[tuple[int, int]]:
    ends = list(accumulate(map(len, words)))
    return list(zip([0, *ends], ends, strict=False))


if __name__ == "__main__":
    main()
