"""Score all entity taggers on all dev sets in four conditions, with intervals.

    python -m benchmarks.entities [--tagger NAME] [--model NAME=FILE] ...

Conditions: the text as it is, in lower case, in capitals, and restored by the shipped truecaser
from lower case.  The counts by document of each cell, a tagger on a dev set in a condition, are
kept under `build/benchmarks`, so a killed run can be resumed; a cell is recomputed when its tagger,
model or text changes.  Taggers without a model are trained on the text of the shipped tagger
(:mod:`benchmarks.entity_training`), and their models are kept too.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import majuscule
from benchmarks.entities_report import ACCURATE, SHIPPED, CountedCells, write_tables
from benchmarks.entity_mistakes import KINDS, count_mistakes
from benchmarks.entity_rivals import RivalTagger
from benchmarks.entity_training import (
    CRFSUITE,
    LOADED,
    MIXED,
    SPACY,
    TAUGHT_UPPER,
    UPPER,
    Recipe,
    School,
    dev_set,
)
from benchmarks.environment import WORK
from benchmarks.processes import fastest
from benchmarks.report import DATA, count_words, options
from majuscule.arrays import I64
from majuscule.entities.interface import Corpus, Finder
from majuscule.entities.kinds import load_entities
from majuscule.measure import Resampling, digest_texts, score_statistics
from majuscule.models import Score, model_path, read_model
from majuscule.models.card import record_scores
from majuscule.trials.cells import Cells
from majuscule.trials.entities import load_tagger, mention_metric

CONDITIONS = ("original", "lower", "upper", "restored")
RECORDED = ("meantime", "uner-ewt", "gmb", "earnings21")
SETS = ("meantime", "uner-ewt", "gmb", "earnings21", "btc", "wnut17", "sec-filings")


Tagger = Finder | RivalTagger
Load = Callable[[], Tagger]


@dataclass(frozen=True)
class Contender:
    """A row of the table: a model file, or the recipe that trains one."""

    name: str
    recipe: Recipe | None = None
    file: str = ""
    restored: str = ""  # a truecaser: caseless lines are tagged a second time, restored


CONTENDERS = (
    Contender(SHIPPED, file="entities-en"),
    Contender(ACCURATE, file="entities-en-accurate"),
    Contender(f"{ACCURATE}, read twice", file="entities-en-accurate", restored="en"),
    Contender("CRFsuite", Recipe(CRFSUITE)),
    Contender("spaCy", Recipe(SPACY)),
    Contender("MaxEnt, mixed case", MIXED),
    Contender("MaxEnt, upper case", UPPER),
    Contender("MaxEnt, upper case, taught", TAUGHT_UPPER),
    Contender("MEMM, with case", Recipe("memm.v1")),
    Contender("MEMM, without case", Recipe("memm.v1", {"case": False})),
    Contender("HMM with back-off", Recipe("hmm.v1")),
)


def main() -> None:
    args = _arguments()
    school = School(DATA, args.work, args.share, args.every, args.words)
    rows = {one.name: one for one in CONTENDERS}
    for name, _, file in (one.partition("=") for one in args.model):
        rows[name] = Contender(name, file=file)
    devs = [dev_set(name) for name in args.set or SETS]
    cells: CountedCells = {}
    mistakes: CountedCells = {}
    kept = Cells.of(args.work / "cells")
    notes: dict[str, tuple[str, str, str]] = {}
    for contender in rows.values():
        if args.tagger and contender.name not in args.tagger:
            continue
        try:
            tagger, digest, note, size = _tagger(contender, school, not args.no_training)
        except (majuscule.MajusculeError, ImportError) as error:
            print(f"{contender.name}: left out: {error}", file=sys.stderr)
            continue
        speed = f"{_speed(tagger(), devs[0]):,.0f}"
        notes[contender.name] = note, f"{size / 1e6:.1f}", speed
        for dev, condition in product(devs, CONDITIONS):
            print(f"{contender.name}, {dev.name}, {condition}", file=sys.stderr)
            found = _cell(tagger, digest, dev, condition, kept)
            cells[contender.name, dev.name, condition] = found["counts"]
            mistakes[contender.name, dev.name, condition] = found["mistakes"]
    write_tables(args.output, cells, mistakes, devs, notes, args.resamples)
    if args.record:
        record(cells, devs, args.resamples)


def record(cells: CountedCells, devs: Sequence[Corpus], resamples: int) -> None:
    scores = []
    for dev, condition in product(devs, CONDITIONS):
        if dev.name in RECORDED and condition != "restored":
            counts = cells[SHIPPED, dev.name, condition]
            f1 = score_statistics(
                mention_metric(dev.taught), counts, resampling=Resampling(resamples)
            )
            scores.append(Score(dev.name, condition, "F1 of spans", *f1["f1"].points()))
    record_scores(model_path("entities-en"), scores)


def _arguments() -> argparse.Namespace:
    parser = options("entities", __doc__, work=WORK / "entities", resamples=1000)
    add = parser.add_argument
    add("--tagger", action="append", help="only this row; may be repeated")
    add("--model", action="append", default=[], metavar="NAME=FILE", help="one more row")
    add("--share", type=int, default=4, help="train on every Nth document of gmb")
    add("--every", type=int, default=1, help="train on every Nth document of all corpora")
    add("--words", type=int, default=400_000, help="unlabelled words for the taught tagger")
    add("--set", action="append", choices=SETS)
    add("--record", action="store_true", help="write the shipped tagger's scores into its card")
    add("--no-training", action="store_true", help="leave out what has no model")
    return parser.parse_args()


def _tagger(contender: Contender, school: School, training: bool) -> tuple[Load, str, str, int]:
    """Return a loader of the tagger, its digest, its training text in words, and its bytes on disk,
    without those of the truecaser that it may use."""
    if contender.recipe is None:
        file = model_path(contender.file)
        header, digest = read_model(file).header, read_model(file).digest
        note = f"{header.kind}, {header.words:,} words"
        if contender.restored:
            digest += read_model(model_path(contender.restored)).digest
            note += f"; lines without case also as restored by {contender.restored}"
        load = lambda: load_tagger(file, contender.restored)  # noqa: E731
        return load, digest, note, file.stat().st_size
    path, note = school.model(contender.recipe, training=training)
    size = path.stat().st_size
    if rival := LOADED.get(contender.recipe.kind):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        return lambda: rival(path), digest, note, size
    return lambda: load_entities(path), read_model(path).digest, note, size


def _speed(tagger: Tagger, dev: Corpus) -> float:
    """Return words per second of processor time on lower-case documents, in one call."""
    texts = list(_texts_in("lower", dev))
    list(tagger.tag_many(texts[:1], jobs=1))
    return count_words(texts) / fastest(lambda: list(tagger.tag_many(texts, jobs=1)), 1)


def _cell(load: Load, digest: str, dev: Corpus, condition: str, cells: Cells) -> dict[str, I64]:
    """Return the counts and mistakes of a tagger on a dev set in a condition; computed once."""
    gold = [[m.span for m in one.mentions if m.label in dev.taught] for one in dev.documents]

    def count() -> dict[str, I64]:
        found = load().tag_many(list(_texts_in(condition, dev)), jobs=1)
        spans = [[m.span for m in mentions if m.label in dev.taught] for mentions in found]
        return {
            "counts": mention_metric(dev.taught).statistics(gold, spans),
            "mistakes": count_mistakes(gold, spans, dev.taught),
        }

    key = {
        "metric": mention_metric(dev.taught).name,
        "tagger": digest,
        "texts": digest_texts([document.text for document in dev.documents]),
        "gold": gold,
        "condition": condition,
        "restorer": read_model(model_path("en")).digest if condition == "restored" else "",
        "mistakes": KINDS,
    }
    return cells.filled(key, count)


def _texts_in(condition: str, dev: Corpus) -> Iterator[str]:
    if condition != "restored":
        yield from (document.cased(condition).text for document in dev.documents)
        return
    truecaser = majuscule.load()
    for document in dev.documents:
        yield truecaser.restore(document.cased("lower").text)


if __name__ == "__main__":
    main()
