"""The taggers of KRDL 1998 on dev sets: Chinese and English.

    python -m benchmarks.krdl chinese TRAIN --dev FILE -o BASE
    python -m benchmarks.krdl english TRAIN... --names FILE... --words MODEL --dev FILE... -o BASE

Chinese: the lattice, and the linear tagger ``entities.v1`` trained on the same file, each on text
whose words are parted by spaces, as the file has it, and on running text, the spaces taken out.
English: the HMM on text as it is, in lower case and in capitals.  Writes BASE.md and BASE.json.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, EntityTagger
from majuscule.entities.kinds import trainer
from majuscule.entities.knowledge import Knowledge
from majuscule.entities.lists.names import read_name_lists
from majuscule.files import atomic_write_text
from majuscule.measure import Report, Resampling, Table
from majuscule.trials.entities import evaluate, label_table, summary_table
from majuscule.words.learning import no_words, words_of_model

LABELS = ("PER", "ORG", "LOC")
RESAMPLING = Resampling()
LINEAR = {"least": 2, "held_out": 20, "threads": 1}

Row = tuple[str, str, Report]
Rows = list[Row]


def main(arguments: Sequence[str]) -> None:
    """Train, score, write."""
    parser = argparse.ArgumentParser(description=__doc__, prog="benchmarks.krdl")
    parser.add_argument("language", choices=["chinese", "english"])
    parser.add_argument("train", nargs="+")
    parser.add_argument("--names", nargs="*", default=[])
    parser.add_argument("--words", default="")
    parser.add_argument("--dev", nargs="+", required=True)
    parser.add_argument("-o", "--output", required=True)
    given = parser.parse_args(arguments)
    words = words_of_model(given.words) if given.words else no_words()
    knowledge = Knowledge(words, read_name_lists(Path(name) for name in given.names))
    corpora = read_corpora(given.train, LABELS)
    data = read_corpora(given.dev, LABELS)
    work = chinese if given.language == "chinese" else english
    command = "python -m benchmarks.krdl " + shlex.join(arguments)
    rows: Rows = []
    for row in work(corpora, data, knowledge):
        rows.append(row)
        # written each time, so that a run that is stopped leaves what it found
        write(Path(given.output), given.language, command, corpora, rows)


def chinese(
    corpora: Sequence[Corpus], data: Sequence[Corpus], knowledge: Knowledge
) -> Iterator[Row]:
    """Yield the scores of both taggers on both kinds of text."""
    for kind, options in (("chinese", {}), ("entities", LINEAR)):
        print(f"training {kind}", file=sys.stderr)
        tagger = trainer(kind)(corpora, LABELS, knowledge, options)
        for corpus in data:
            for name, text in (("words parted", corpus), ("running text", without_spaces(corpus))):
                yield f"{corpus.name}, {name}", tagger.kind, score(tagger, text)


def english(
    corpora: Sequence[Corpus], data: Sequence[Corpus], knowledge: Knowledge
) -> Iterator[Row]:
    """Yield the scores of the HMM in three conditions."""
    tagger = trainer("hmm")(corpora, LABELS, knowledge, {})
    for corpus in data:
        print(f"scoring {corpus.name}", file=sys.stderr)
        for condition, report in evaluate(tagger, corpus, resampling=RESAMPLING).items():
            yield corpus.name, condition, report


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


def write(base: Path, title: str, command: str, corpora: Sequence[Corpus], rows: Rows) -> None:
    """Write all scores, and those by class."""
    words = sum(len(one.text.split()) for corpus in corpora for one in corpus.documents)
    tables: list[Table] = [replace(summary_table(rows), title="All scores")]
    tables += [
        replace(label_table(report, LABELS), title=f"{data}, {how}") for data, how, report in rows
    ]
    names = ", ".join(corpus.name for corpus in corpora)
    facts = [
        f"# KRDL's taggers: {title}\n",
        f"Trained on {names}: {words:,} words. Command:\n\n```text\n{command}\n```\n",
    ]
    base.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write_text(base.with_name(base.name + ".md")) as out:
        out.write("\n".join([*facts, *(table.markdown() for table in tables)]))
    record = {"command": command, "words": words, "tables": [one.as_dict() for one in tables]}
    with atomic_write_text(base.with_name(base.name + ".json")) as out:
        out.write(json.dumps(record, indent=1, allow_nan=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
