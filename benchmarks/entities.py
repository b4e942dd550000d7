"""The table of all entity taggers, all dev sets and four conditions, with intervals.

    python -m benchmarks.entities [--data ../shared/data] [--tagger NAME] [--model NAME=FILE] ...

Conditions: the text as it is, in lower case, in capitals, and restored by the shipped truecaser
from lower case.  Each cell, a tagger on a dev set in a condition, is kept under `build/benchmarks`
as counts by document, so a run that was killed goes on where it was; what changes a tagger, its
model or its text, makes its cells anew.  Taggers that have to be trained first are trained on the
same text, number-like mentions marked where a corpus lacks them, and their models are kept too.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

import majuscule
from benchmarks import entity_rivals
from benchmarks.entities_report import Cells, write_report
from benchmarks.environment import ROOT
from majuscule.entities.columns import NO_NAMES, Knowledge
from majuscule.entities.completion import mark_expressions
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus
from majuscule.entities.kinds import trainer
from majuscule.entities.loading import load_entities
from majuscule.entities.mentions import MUC, Mention
from majuscule.entities.names import read_name_lists
from majuscule.entities.word_knowledge import words_of_model
from majuscule.files import atomic_write
from majuscule.measure import SpanMetric, digest_texts
from majuscule.models import ModelHeader, model_path, read_model, write_model

CONDITIONS = ("original", "lower", "upper", "restored")
SETS = ("meantime", "uner-ewt", "gmb", "earnings21", "btc", "wnut17", "sec-filings")
SMALL = ("meantime", "uner-ewt")
"""The sets of taggers that take a minute for each."""


class Finder(Protocol):
    """What is scored: a tagger of ours, or a rival."""

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text."""
        ...


@dataclass(frozen=True)
class Contender:
    """A row of the table: a model file, or a kind that is trained on some of the corpora."""

    name: str
    kind: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    share: int = 1
    """One document in so many of the largest corpus, for kinds whose training is slow."""
    every: int = 1
    """One document in so many of every corpus, for kinds whose training is slower still."""
    sets: tuple[str, ...] = SETS
    file: str = ""


CONTENDERS = (
    Contender("majuscule entities-en", file="entities-en"),
    Contender("CRFsuite", "crfsuite", {}, 8),
    Contender("MaxEnt, mixed case", "maxent.v1", {}, every=16, sets=SMALL),
    Contender("MaxEnt, upper case", "maxent.v1", {"case": False}, every=16, sets=SMALL),
    Contender("MEMM, with case", "memm.v1", {}, every=16, sets=SMALL),
    Contender("MEMM, without case", "memm.v1", {"case": False}, every=16, sets=SMALL),
    Contender("HMM with back-off", "hmm.v1", {}, every=16, sets=SMALL),
)
LARGEST = "gmb.tsv"


def main() -> None:
    """Train what is missing, score what is missing, write the report."""
    arguments = _arguments()
    data, work = Path(arguments.data), Path(arguments.work)
    work.mkdir(parents=True, exist_ok=True)
    wanted = [one for one in CONTENDERS if not arguments.tagger or one.name in arguments.tagger]
    for given in arguments.model:
        name, _, file = given.partition("=")
        wanted.append(Contender(name, file=file))
    devs = [_dev_set(data, name) for name in arguments.set or SETS]
    cells: Cells = {}
    notes: dict[str, str] = {}
    for contender in wanted:
        try:
            tagger, digest, note = _tagger(contender, data, work, arguments.no_training)
        except (majuscule.MajusculeError, ImportError) as error:
            print(f"{contender.name}: left out: {error}", file=sys.stderr)
            continue
        notes[contender.name] = note
        for dev in devs:
            if dev.name not in contender.sets:
                continue
            for condition in CONDITIONS:
                cells[contender.name, dev.name, condition] = _cell(
                    tagger, digest, dev, condition, work
                )
                print(f"{contender.name}, {dev.name}, {condition}", file=sys.stderr)
    command = shlex.join(["python", "-m", "benchmarks.entities", *sys.argv[1:]])
    write_report(Path(arguments.output), cells, devs, notes, command, arguments.resamples)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", default=str(ROOT.parent / "shared" / "data"))
    parser.add_argument("--work", default=str(ROOT / "build" / "benchmarks" / "entities"))
    parser.add_argument("--output", default=str(ROOT / "docs" / "results" / "entities"))
    parser.add_argument("--tagger", action="append", help="only this row; may be repeated")
    parser.add_argument("--model", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--set", action="append", choices=SETS)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--no-training", action="store_true", help="leave out what has no model")
    return parser.parse_args()


def _dev_set(data: Path, name: str) -> Corpus:
    corpus = read_corpora([str(data / "entities" / "en" / "dev" / f"{name}.tsv")], MUC.labels)[0]
    return replace(corpus, name=name)


def _tagger(
    contender: Contender, data: Path, work: Path, no_training: bool
) -> tuple[Callable[[], Finder], str, str]:
    """Return what loads a tagger, the digest of its model, and what it learnt from."""
    if contender.file:
        file = model_path(contender.file)
        header, digest = read_model(file).header, read_model(file).digest
        return lambda: load_entities(file), digest, f"{header.kind}, {header.words:,} words"
    state = json.dumps(
        [contender.kind, dict(contender.options), contender.share, contender.every]
    )
    name = f"{contender.kind}-{hashlib.sha256(state.encode()).hexdigest()[:10]}.model"
    path = work / name
    if not path.exists():
        if no_training:
            raise majuscule.MajusculeError("it has no model yet, and training is switched off")
        print(f"training {contender.name}", file=sys.stderr)
        _train(contender, data, path)
    size = sum(_words(corpus) for corpus in _training(data, contender))
    note = f"{contender.kind}, {size:,} words"
    if contender.kind == "crfsuite":
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        return lambda: entity_rivals.CRFsuite(path), digest, note
    return lambda: load_entities(path), read_model(path).digest, note


def _train(contender: Contender, data: Path, path: Path) -> None:
    corpora = _training(data, contender)
    if contender.kind == "crfsuite":
        entity_rivals.train(corpora, MUC.labels, path)
        return
    names = read_name_lists(sorted((data / "names").glob("*.csv")))
    knowledge = Knowledge(words_of_model("en"), names, NO_NAMES)
    tagger = trainer(contender.kind)(corpora, MUC.labels, knowledge, contender.options)
    header = ModelHeader(tagger.kind, name=contender.name, options=tagger.options())
    write_model(path, header, tagger.arrays())


def _training(data: Path, contender: Contender) -> list[Corpus]:
    corpora = mark_expressions(
        read_corpora([str(data / "entities" / "en" / "train")], MUC.labels), MUC.labels
    )
    steps = [contender.every * (contender.share if c.name == LARGEST else 1) for c in corpora]
    return [
        replace(one, documents=one.documents[::step])
        for one, step in zip(corpora, steps, strict=True)
    ]


def _words(corpus: Corpus) -> int:
    return sum(len(document.text.split()) for document in corpus.documents)


def _cell(
    load: Callable[[], Finder], digest: str, dev: Corpus, condition: str, work: Path
) -> npt.NDArray[np.int64]:
    """Return the counts of a tagger on a dev set in a condition, made once."""
    texts = [document.text for document in dev.documents]
    gold = [[m.span for m in one.mentions if m.label in dev.taught] for one in dev.documents]
    restorer = read_model(model_path("en")).digest if condition == "restored" else ""
    state = json.dumps([digest, digest_texts(texts), gold, condition, restorer])
    path = work / "cells" / f"{hashlib.sha256(state.encode()).hexdigest()[:20]}.npy"
    if path.exists():
        return np.asarray(np.load(path, allow_pickle=False), np.int64)
    tagger = load()
    found = tagger.tag_many(list(_in(condition, dev)), jobs=1)
    spans = [[m.span for m in mentions if m.label in dev.taught] for mentions in found]
    counts = SpanMetric(dev.taught).statistics(gold, spans)
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as out:
        np.save(out, counts)
    return counts


def _in(condition: str, dev: Corpus) -> Iterator[str]:
    if condition != "restored":
        yield from (document.cased(condition).text for document in dev.documents)
        return
    truecaser = majuscule.load()
    for document in dev.documents:
        yield truecaser.restore(document.cased("lower").text)


if __name__ == "__main__":
    main()
