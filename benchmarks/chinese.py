"""KRDL's Chinese tagger (1998) beside the linear tagger, on text with words separated and running.

    python -m benchmarks.chinese TRAIN --dev FILE... [--dictionary build/benchmarks/jieba/dict.txt]

The lattice and the linear tagger ``entities.v1``, both trained on the same file, each on text whose
words are separated by spaces, as the file has it, and on running text without the spaces.  The
chain over characters, which stands on the lattice, has a report of its own
(:mod:`benchmarks.chinese_model`).  The words that the lattice makes of running text are scored,
and the rules for dates, times, money and percentages on ``chinese_expressions.txt``.  Models and
counts are kept in ``build/benchmarks/chinese``, so a run that was stopped goes on.

KRDL's lists of people, places and organisations are not to be had.  In their place stand the names
of a ``--dictionary`` with parts of speech, as jieba has one (``pip install --no-deps --target
build/benchmarks jieba==0.42.1``): as names that were read, as a component of the entity models, and
as all that the entity models know.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from pathlib import Path

import numpy as np

from benchmarks.environment import PROFILE, WORK
from benchmarks.report import opening, options, write, write_report
from majuscule.entities.chinese.atoms import line_parts
from majuscule.entities.chinese.character_training import running
from majuscule.entities.chinese.patterns import find_patterns
from majuscule.entities.chinese.training import closed_lists
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, Finder, Segmenter
from majuscule.entities.kinds import load_entities, tagger_class
from majuscule.entities.training import train_entities
from majuscule.measure import Report, Resampling, Table, digest_texts, score_statistics
from majuscule.measure.metric import IntArray
from majuscule.measure.tables import Cell
from majuscule.models import read_model
from majuscule.reading.annotations import inline
from majuscule.trials.cells import Cells, digest_code
from majuscule.trials.entities import (
    count,
    label_table,
    mention_metric,
    summary_table,
)

LABELS = ("PER", "ORG", "LOC")
EXPRESSIONS = Path(__file__).with_name("chinese_expressions.txt")
KINDS: dict[str, tuple[str, dict[str, object]]] = {
    "chinese": ("chinese", {}),
    "chinese, names counted as read": ("chinese", {"list_share": 0.0}),
    "chinese, names a component": ("chinese", {}),
    "chinese, names alone": ("chinese", {"list_share": 1.0}),
    "entities": ("entities", {"least": 2, "held_out": 20, "threads": 1}),
}
"""Those with names need a dictionary."""
SEGMENTED = ("chinese", "chinese, names a component")
"""Those whose words are scored."""
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
    kept = Cells.of(WORK / "chinese")
    learnt = digest_texts(one.text for corpus in corpora for one in corpus.documents)
    for shown in given.row or [one for one in KINDS if listed or "names" not in one]:
        kind, chosen = KINDS[shown]
        lists = [str(names)] if "names" in shown else []
        code = digest_code(tagger_class(kind), "majuscule.entities")
        key = {"tagger": [kind, chosen, learnt, digest_texts(listed) if lists else "", code]}
        path = kept.path(key, ".model")
        if not path.exists():
            print(f"training {shown}", file=sys.stderr)
            train_entities(corpora, path, kind=kind, labels=LABELS, options=chosen, names=lists)
        tagger = load_entities(path)
        key["model"] = [read_model(path).digest]
        for corpus in read_corpora(given.dev, LABELS, profile=PROFILE):
            texts = {"words separated": corpus, "running text": without_spaces(corpus)}
            for name, text in texts.items():
                own = {**key, "text": [digest_texts(one.text for one in text.documents)]}
                print(f"{shown}, {name}", file=sys.stderr)
                counts = kept.filled(own, partial(counted, tagger, text))["counts"]
                report = score_statistics(
                    mention_metric(text.taught), counts, resampling=Resampling()
                )
                rows.append((f"{corpus.name}, {name}", shown, report))
            if shown in SEGMENTED and isinstance(tagger, Segmenter):
                own = {**key, "words": [digest_texts(one.text for one in corpus.documents)]}
                right = kept.filled(own, partial(words_made, tagger, corpus))["words"]
                words_found.append([shown, corpus.name, *shares(*right.tolist())])
    heads = ("running text", "data", "P", "R", "F1", "words")
    words_table = Table(heads, words_found, title="Segmentation")
    scores = replace(summary_table(rows), title="All scores", notes=())
    tables = [scores, words_table, expressions()]
    tables += [label_table(report, LABELS, f"{data}, {how}") for data, how, report in rows]
    sizes = Counter(listed.values())
    known = ", ".join(f"{sizes[label]:,} {label}" for label in LABELS) if listed else "none"
    trained = ", ".join(corpus.name for corpus in corpora)
    words = sum(corpus.words for corpus in corpora)
    about = opening("krdl-chinese", names=trained, words=words, listed=known)
    write_report(given.output, "krdl-chinese", [*about, *tables])


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


def counted(tagger: Finder, corpus: Corpus) -> dict[str, IntArray]:
    """Return what a tagger has right, finds and should find in each document."""
    return {"counts": count(tagger, corpus)}


def words_made(tagger: Segmenter, corpus: Corpus) -> dict[str, IntArray]:
    """Return how many words made of running text are right, how many are made, and how many there
    are; a name found is one word."""
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
    return {"words": np.array([right, made, gold])}


def shares(right: int, made: int, gold: int) -> list[Cell]:
    """Return precision, recall and F1 in per cent, and how many words there are."""
    values = (right / made, right / gold, 2 * right / (made + gold))
    return [*(f"{100 * value:.1f}" for value in values), gold]


def _spans(words: Sequence[str]) -> list[tuple[int, int]]:
    ends = list(accumulate(map(len, words)))
    return list(zip([0, *ends], ends, strict=False))


if __name__ == "__main__":
    main()
