"""KRDL's Chinese tagger (1998) beside the linear tagger, on text with words separated and running.

    python -m benchmarks.chinese TRAIN --dev FILE... [--dictionary build/benchmarks/jieba/dict.txt]

The lattice, the chain over characters that stands on it, and the linear tagger ``entities.v1``, all
trained on the same file, each on text whose words are separated by spaces, as the file has it, and
on running text without the spaces.  The words that the lattice makes of running text are scored,
and the rules for dates, times, money and percentages on ``chinese_expressions.txt``.

KRDL's lists of people, places and organisations are not to be had.  In their place stand the names
of a ``--dictionary`` with parts of speech, as jieba has one (``pip install --no-deps --target
build/benchmarks jieba==0.42.1``): as names that were read, as a component of the entity models, and
as all that the entity models know.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from benchmarks.environment import PROFILE, WORK
from benchmarks.report import count_words, made, options, say, write, write_report
from majuscule.entities.chinese.atoms import line_parts
from majuscule.entities.chinese.character_training import running
from majuscule.entities.chinese.patterns import find_patterns
from majuscule.entities.chinese.tagger import ChineseTagger
from majuscule.entities.chinese.training import closed_lists
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, Segmenter
from majuscule.entities.training import train_entities
from majuscule.measure import Report, Resampling, Table
from majuscule.measure.tables import Cell
from majuscule.reading.annotations import inline
from majuscule.trials.entities import evaluate, label_table, summary_table

LABELS = ("PER", "ORG", "LOC")
EXPRESSIONS = Path(__file__).with_name("chinese_expressions.txt")
KINDS: dict[str, tuple[str, dict[str, object]]] = {
    "chinese": ("chinese", {}),
    "chinese, names counted as read": ("chinese", {"list_share": 0.0}),
    "chinese, names a component": ("chinese", {}),
    "chinese, names alone": ("chinese", {"list_share": 1.0}),
    "chinese-characters": ("chinese-characters", {}),
    "entities": ("entities", {"least": 2, "held_out": 20, "threads": 1}),
}
"""Those with names need a dictionary."""
TAGS = {"nr": "PER", "nrfg": "PER", "ns": "LOC", "nt": "ORG"}
"""Parts of speech of names."""


def main() -> None:
    parser = options("krdl-chinese", __doc__)
    parser.add_argument("train", nargs="+")
    parser.add_argument("--dev", nargs="+", required=True)
    parser.add_argument("--row", choices=KINDS, action="append", help="only this; may be repeated")
    parser.add_argument("--dictionary", type=Path, help="words with frequency and part of speech")
    given = parser.parse_args()
    corpora = read_corpora(given.train, LABELS, profile=PROFILE)
    rows: list[tuple[str, str, Report]] = []
    words_found: list[list[Cell]] = []
    listed = names_of(given.dictionary.read_text("utf-8")) if given.dictionary else {}
    names = WORK / "chinese-names.txt"
    write(names, "".join(f"{name}\t{label}\n" for name, label in listed.items()))
    wanted = given.row or [one for one in KINDS if listed or "names" not in one]
    for shown in wanted:
        kind, chosen = KINDS[shown]
        print(f"training {shown}", file=sys.stderr)
        lists = [str(names)] if "names" in shown else []
        tagger = train_entities(corpora, kind=kind, labels=LABELS, options=chosen, names=lists)
        for corpus in read_corpora(given.dev, LABELS, profile=PROFILE):
            if isinstance(tagger, ChineseTagger):
                words_found.append([shown, *segmentation(tagger, corpus)])
            texts = {"words separated": corpus, "running text": without_spaces(corpus)}
            for name, text in texts.items():
                found = evaluate(tagger, text, conditions=("original",), resampling=Resampling())
                rows.append((f"{corpus.name}, {name}", shown, found["original"]))
    heads = ("running text", "data", "P", "R", "F1", "words")
    words_table = Table(heads, words_found, title="Segmentation")
    tables = [replace(summary_table(rows), title="All scores"), words_table, expressions()]
    for data, how, report in rows:
        tables.append(replace(label_table(report, LABELS), title=f"{data}, {how}"))
    words = count_words(one.text for corpus in corpora for one in corpus.documents)
    counted = Counter(listed.values())
    known = ", ".join(f"{counted[label]:,} {label}" for label in LABELS) if listed else "none"
    trained = ", ".join(corpus.name for corpus in corpora)
    about = say("krdl-chinese", "about", names=trained, words=words, listed=known)
    write_report(given.output, "krdl-chinese", [made(), about, *tables])


def names_of(dictionary: str) -> dict[str, str]:
    """Return the names among lines of words, frequencies and parts of speech, with their labels.

    People need one of the surnames that come along and two to four characters, since jieba has
    idioms among them; other names need two.
    """
    surnames, _ = closed_lists()
    found = {}
    for line in dictionary.splitlines():
        word, _, tag = line.split()
        label = TAGS.get(tag, "")
        person = word.startswith(surnames) and 2 <= len(word) <= 4
        if label and (person if label == "PER" else len(word) > 1):
            found[word] = label
    return found


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


def segmentation(tagger: Segmenter, corpus: Corpus) -> list[Cell]:
    """Return precision, recall and F1 of the words that the lattice makes of running text, with the
    name of the corpus before them and its words behind; a name found is one word."""
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
    return [corpus.name, *(f"{100 * value:.1f}" for value in values), gold]


def _spans(words: Sequence[str]) -> list[tuple[int, int]]:
    ends = list(accumulate(map(len, words)))
    return list(zip([0, *ends], ends, strict=False))


if __name__ == "__main__":
    main()
