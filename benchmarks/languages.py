"""One table of the languages: case, accents, size, speed, licence.

    python -m benchmarks.languages [--models FOLDER] [--output BASE]

Each model that is there, in ``models/``, installed or in FOLDER (``de.model``,
``de-accurate.model``), which holds those that are made but not shipped, is scored on
``languages/LANG/dev.txt`` of the shared data, a sentence a line: F1 of capitalised words in lower
case, by the linear tagger and by the network, and the share of words that are right when all marks
are taken away; beside it the share that is right without doing anything, and the share that each
word's most frequent form gets right, where the package wordfreq is installed. A second table has
other packages on the same text. Speeds are those of one thread, in processor time.
"""

from __future__ import annotations

import re
import sys
import time
import unicodedata
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.environment import ROOT
from benchmarks.report import DATA, made, options, say, three_figures, write_report
from majuscule.accents.restorer import SUFFIX, AccentRestorer
from majuscule.detection.languages import known_languages
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.models import known_models, model_path, read_model
from majuscule.restore.truecaser import load
from majuscule.text.accents import folded, in_case_of, plain
from majuscule.text.alphabets import alphabet_of
from majuscule.text.codepoints import decode, encode
from majuscule.trials.evaluation import evaluate
from majuscule.trials.report import Block

CASE = {"linear": "tagger.v1", "network": "neural.v1"}
HEADS = (
    "language",
    *(f"{head}{kind}" for kind in CASE for head in ("F1, ", "words/s, ", "MB, ", "shipped, ")),
    *("words right", "plain", "most frequent", "words/s", "MB", "shipped", "licence"),
)
ACCURATE = "-accurate"
PEERS = {"pl": "ogonki"}
"""Packages with a function ``restore`` of their own."""


def find(name: str, folder: Path | None) -> Path | None:
    """Return the file of a model, where there is one."""
    file = f"{name}.model"
    there = [*(ROOT / "models").glob(f"*/*/{file}"), *([folder / file] if folder else [])]
    here = [model_path(name)] if name in known_models() else []
    return next((path for path in (*there, *here) if path.is_file()), None)


def without_marks(text: str, language: str) -> str:
    """Return a text as somebody types it who has no marks on the keyboard."""
    alphabet = alphabet_of(language)
    codes = encode(alphabet.into(text))
    bare = plain(codes)
    return alphabet.out(decode(np.where(bare != folded(codes), in_case_of(codes, bare), codes)))


def speed(work: Callable[[], object], words: int) -> int:
    """Return words per second of processor time, the best of three."""
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return three_figures(words / best)


def right(text: str, gold: str) -> float:
    """Return the share of words, split at spaces, that are as in the original."""
    pairs = list(zip(text.split(), gold.split(), strict=True))
    return sum(one == other for one, other in pairs) / len(pairs)


def library(name: str) -> Any:
    """Return a package that may not be here, or None."""
    try:
        return import_module(name)
    except ImportError:
        return None


def most_frequent(bare: str, language: str) -> str | None:
    """Return a text with each word in the form that is the most frequent by wordfreq."""
    wordfreq = library("wordfreq")
    if wordfreq is None:
        return None
    alphabet = alphabet_of(language)
    best: dict[str, str] = {}
    for word in wordfreq.get_frequency_dict(language, "best"):  # the most frequent first
        read = unicodedata.normalize("NFC", alphabet.into(word))
        best.setdefault(decode(plain(encode(read))), read)
    codes = encode(alphabet.into(bare))
    found = re.sub(
        r"[^\W\d_]+",
        lambda one: best.get(decode(plain(encode(one[0]))), one[0]),
        decode(folded(codes)),
    )
    same = len(found) == len(codes)
    return alphabet.out(decode(in_case_of(codes, encode(found)))) if same else None


def peer(language: str, name: str) -> list[Cell] | None:
    """Return how a package restores the accents of a language."""
    package = library(name)
    if package is None:
        return None
    gold = (DATA / "languages" / language / "dev.txt").read_text("utf-8")
    bare, words = without_marks(gold, language), len(gold.split())
    rate = speed(lambda: package.restore(bare), words)
    return [f"{name} {version(name)}", language, right(package.restore(bare), gold), rate]


def row(language: str, folder: Path | None) -> list[Cell] | None:
    """Return what is said of a language, or None where it has no model."""
    path = DATA / "languages" / language / "dev.txt"
    cases = [find(one, folder) for one in (language, language + ACCURATE)]
    accents = find(language + SUFFIX, folder)
    if not any((*cases, accents)):
        return None
    gold = path.read_text("utf-8")
    words, lines = len(gold.split()), gold.split("\n")
    cells: list[Cell] = [language, *["" for _ in HEADS[1:]]]
    for case in filter(None, cases):
        truecaser = load(case)
        found = evaluate(
            truecaser,
            [str(path)],
            format="lines",
            conditions=["lower"],
            memories=[False],
            resamples=0,
        )
        given = [truecaser.alphabet.recase(line, "lower") for line in lines]
        first = 1 + 4 * [*CASE.values()].index(truecaser.header.kind)
        cells[first : first + 4] = [
            found.scores[0].report["f1"].value,
            speed(lambda: list(truecaser.restore_many(given, case="ignore", jobs=1)), words),  # noqa: B023
            f"{case.stat().st_size / 2**20:.1f}",
            shipped(case),
        ]
        cells[-1] = truecaser.header.licence
    if accents is not None:
        file = read_model(accents)
        restorer = AccentRestorer.from_file(file)
        bare = without_marks(gold, language)
        frequent = most_frequent(bare, language)
        cells[9:15] = [
            right(restorer.restore(bare), gold),
            right(bare, gold),
            "" if frequent is None else right(frequent, gold),
            speed(lambda: restorer.restore(bare), words),
            f"{accents.stat().st_size / 2**20:.1f}",
            shipped(accents),
        ]
        cells[-1] = cells[-1] or file.header.licence
    return cells


def shipped(path: Path) -> str:
    """Tell whether a model is in the repository."""
    return "yes" if path.is_relative_to(ROOT / "models") else "no"


def main() -> None:
    parser = options("languages", __doc__)
    parser.add_argument("--models", type=Path, help="a folder of models that are not installed")
    given = parser.parse_args()
    rows = [row(one, given.models) for one in known_languages() if one != "en"]
    found = [one for one in rows if one is not None]
    if not found:
        sys.exit("no model of a language is here; majuscule model list says how to get one")
    table = Table(HEADS, found, decimals=2)
    others = [one for one in (peer(*each) for each in PEERS.items()) if one is not None]
    parts: list[Block] = [say("languages", "about"), table]
    if others:
        heads = ("package", "language", "words right", "words/s")
        parts += [say("languages", "peers"), Table(heads, others, decimals=2)]
    write_report(given.output, "languages", [*parts, say("languages", "short"), made()])


if __name__ == "__main__":
    main()
