"""KRDL's Chinese tagger (1998) beside the linear tagger, on text with words separated and running.

    python -m benchmarks.chinese TRAIN --dev FILE...

The lattice, and the linear tagger ``entities.v1`` trained on the same file, each on text whose
words are separated by spaces, as the file has it, and on running text without the spaces.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from benchmarks.environment import PROFILE
from benchmarks.report import count_words, made, options, say, write_report
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, Knowledge
from majuscule.entities.kinds import trainer
from majuscule.measure import Report, Resampling
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.trials.entities import evaluate, label_table, summary_table

LABELS = ("PER", "ORG", "LOC")
KINDS = {"chinese": {}, "entities": {"least": 2, "held_out": 20, "threads": 1}}


def main() -> None:
    parser = options("krdl-chinese", __doc__)
    parser.add_argument("train", nargs="+")
    parser.add_argument("--dev", nargs="+", required=True)
    given = parser.parse_args()
    corpora = read_corpora(given.train, LABELS, profile=PROFILE)
    rows: list[tuple[str, str, Report]] = []
    for kind, chosen in KINDS.items():
        print(f"training {kind}", file=sys.stderr)
        tagger = trainer(kind)(corpora, LABELS, Knowledge(), chosen)
        for corpus in read_corpora(given.dev, LABELS, profile=PROFILE):
            texts = {"words separated": corpus, "running text": without_spaces(corpus)}
            for name, text in texts.items():
                found = evaluate(tagger, text, conditions=("original",), resampling=Resampling())
                rows.append((f"{corpus.name}, {name}", tagger.kind, found["original"]))
    tables = [replace(summary_table(rows), title="All scores")]
    for data, how, report in rows:
        tables.append(replace(label_table(report, LABELS), title=f"{data}, {how}"))
    words = count_words(one.text for corpus in corpora for one in corpus.documents)
    names = ", ".join(corpus.name for corpus in corpora)
    about = say("krdl-chinese", "about", names=names, words=words)
    write_report(given.output, "krdl-chinese", [made(), about, *tables])


def without_spaces(corpus: Corpus) -> Corpus:
    """Return a corpus as running text: spaces stay only between letters or digits of Latin."""
    return replace(corpus, documents=[_without_spaces(one) for one in corpus.documents])


def _without_spaces(document: AnnotatedText) -> AnnotatedText:
    text, places = document.text, []
    kept: list[str] = []
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


if __name__ == "__main__":
    main()
