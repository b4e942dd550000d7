"""Compare KRDL's Chinese tagger (1998) with the linear tagger, on segmented and on running text.

    python -m benchmarks.chinese TRAIN --dev FILE... [--dictionary build/benchmarks/jieba/dict.txt]

The lattice and the linear tagger ``entities.v1`` are trained on the same file and scored on text
whose words are separated by spaces, as in the file, and on running text.  The lattice's
segmentation of running text is scored too, and the rules for dates, times, money and percentages on
``chinese_expressions.txt``.  The chain over characters, which is built on the lattice, has a report
of its own (:mod:`benchmarks.chinese_model`).  Models and counts are kept in
``build/benchmarks/chinese``, so a stopped run can be resumed.

KRDL's lists of people, places and organisations are not available.  The names of a ``--dictionary``
with parts of speech replace them, such as jieba's (``pip install --no-deps --target
build/benchmarks jieba==0.42.1``): counted like names in the training text, as a component of the
entity models, and as all that the entity models know.
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
from majuscule.arrays import I64
from majuscule.entities.chinese.atoms import line_parts
from majuscule.entities.chinese.character_training import running
from majuscule.entities.chinese.patterns import find_patterns
from majuscule.entities.chinese.training import closed_lists
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, Finder, Segmenter
from majuscule.entities.kinds import load_entities, tagger_class
from majuscule.entities.training import train_entities
from majuscule.measure import Report, Resampling, Table, digest_texts, score_statistics
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
"""Row -> kind and options; rows with "names" in their title need a dictionary."""
SEGMENTED = ("chinese", "chinese, names a component")
"""Rows whose segmentation is scored."""
TAGS = {"nr": "PER", "nrfg": "PER", "ns": "LOC", "nt": "ORG"}
"""Parts of speech of names."""


def main() -> None:
    parser = options("krdl-chinese", __doc__)
    parser.add_argument("train", nargs="+")
    parser.add_argument("--dev", nargs="+", required=True)
    parser.add_argument("--row", choices=KINDS, action="append", help="only this; may be repeated")
    parser.add_argument("--dictionary", type=Path, help="words with frequency and part of speech")
    args = parser.parse_args()
    corpora = read_corpora(args.train, LABELS, profile=PROFILE)
    rows: list[tuple[str, str, Report]] = []
    segmentation: list[list[Cell]] = []
    listed = names_of(args.dictionary.read_text("utf-8")) if args.dictionary else {}
    names = WORK / "chinese-names.txt"
    write(names, "".join(f"{name}\t{label}\n" for name, label in listed.items()))
    cells = Cells.of(WORK / "chinese")
    text_digest = digest_texts(one.text for corpus in corpora for one in corpus.documents)
    for shown in args.row or [one for one in KINDS if listed or "names" not in one]:
        kind, chosen = KINDS[shown]
        lists = [str(names)] if "names" in shown else []
        code = digest_code(tagger_class(kind), "majuscule.entities")
        key = {"tagger": [kind, chosen, text_digest, digest_texts(listed) if lists else "", code]}
        path = cells.path(key, ".model")
        if not path.exists():
            print(f"training {shown}", file=sys.stderr)
            train_entities(corpora, path, kind=kind, labels=LABELS, options=chosen, names=lists)
        tagger = load_entities(path)
        key["model"] = [read_model(path).digest]
        for corpus in read_corpora(args.dev, LABELS, profile=PROFILE):
            texts = {"words separated": corpus, "running text": without_spaces(corpus)}
            for name, text in texts.items():
                cell_key = {**key, "text": [digest_texts(one.text for one in text.documents)]}
                print(f"{shown}, {name}", file=sys.stderr)
                counts = cells.filled(cell_key, partial(counted, tagger, text))["counts"]
                report = score_statistics(
                    mention_metric(text.taught), counts, resampling=Resampling()
                )
                rows.append((f"{corpus.name}, {name}", shown, report))
            if shown in SEGMENTED and isinstance(tagger, Segmenter):
                cell_key = {**key, "words": [digest_texts(one.text for one in corpus.documents)]}
                word_counts = cells.filled(cell_key, partial(words_made, tagger, corpus))["words"]
                segmentation.append([shown, corpus.name, *shares(*word_counts.tolist())])
    heads = ("running text", "data", "P", "R", "F1", "words")
    words_table = Table(heads, segmentation, title="Segmentation")
    scores = replace(summary_table(rows), title="All scores", notes=())
    tables = [scores, words_table, expressions()]
    tables += [label_table(report, LABELS, f"{data}, {how}") for data, how, report in rows]
    sizes = Counter(listed.values())
    name_counts = ", ".join(f"{sizes[label]:,} {label}" for label in LABELS) if listed else "none"
    trained = ", ".join(corpus.name for corpus in corpora)
    words = sum(corpus.words for corpus in corpora)
    about = opening("krdl-chinese", names=trained, words=words, listed=name_counts)
    write_report(args.output, "krdl-chinese", [*about, *tables])


def names_of(dictionary: str) -> dict[str, str]:
    """Return name -> label from lines of word, frequency and part of speech.

    A person must have two to four characters and begin with a surname of the closed lists, because
    jieba tags idioms as people too; other names need at least two characters.
    """
    surnames, _ = closed_lists()
    names = {}
    for line in dictionary.splitlines():
        word, _, tag = line.split()
        label = TAGS.get(tag, "")
        person = word.startswith(surnames) and 2 <= len(word) <= 4
        if label and (person if label == "PER" else len(word) > 1):
            names[word] = label
    return names


def without_spaces(corpus: Corpus) -> Corpus:
    """Return a corpus as running text."""
    return replace(corpus, documents=[running(one) for one in corpus.documents])


def expressions() -> Table:
    """Return in how many sentences of each part of the list the rules find exactly the gold."""
    rows: list[list[Cell]] = []
    for number, part in enumerate(EXPRESSIONS.read_text("utf-8").split("\n\n"), 1):
        lines = [inline.parse(one) for one in part.splitlines() if not one.startswith("#")]
        right = sum(found_by_rule(one.text) == [m.span for m in one.mentions] for one in lines)
        rows.append([f"part {number}", len(lines), right])
    return Table(("list", "sentences", "right"), rows, title="Dates, times, money, percentages")


def found_by_rule(text: str) -> list[tuple[int, int, str]]:
    """Return the mentions that the rules find: start, end (offsets in the text), label."""
    return [
        (line.starts[first], line.ends[stop - 1], label)
        for line in line_parts(text)
        for first, stop, label in find_patterns(text, line)
    ]


def counted(tagger: Finder, corpus: Corpus) -> dict[str, I64]:
    """Return the counts of right, found and gold mentions by document, for a cell."""
    return {"counts": count(tagger, corpus)}


def words_made(tagger: Segmenter, corpus: Corpus) -> dict[str, I64]:
    """Return the counts of right, predicted and gold words of running text; a name is one word."""
    right = made = gold = 0
    for document in corpus.documents:
        words = [set(_spans(line.split())) for line in document.text.split("\n")]
        for line, line_gold in zip(document.text.split("\n"), words, strict=True):
            joined = "".join(line.split())
            predicted = {
                span
                for units in tagger.segment(joined)
                for span in _spans([word for word, _ in units])
            }
            right += len(predicted & line_gold)
            made += len(predicted)
            gold += len(line_gold)
    return {"words": np.array([right, made, gold])}


def shares(right: int, made: int, gold: int) -> list[Cell]:
    """Return precision, recall and F1 in per cent, and the number of gold words."""
    values = (right / made, right / gold, 2 * right / (made + gold))
    return [*(f"{100 * value:.1f}" for value in values), gold]


def _spans(words: Sequence[str]) -> list[tuple[int, int]]:
    ends = list(accumulate(map(len, words)))
    return list(zip([0, *ends], ends, strict=False))


if __name__ == "__main__":
    main()
