"""Measure the models of all languages, for case and for accents: quality, speed, size.

    python -m benchmarks.languages [--models FOLDER] [--sayings FOLDER] [--output BASE]

Models are taken from ``models/``, from installed packages and from FOLDER, for those that do not
ship (``de.model``, ``de-accurate.model``).  They are scored on ``languages/LANG/dev.txt`` of the
shared data, a sentence a line.  Case: F1 from lower case, by the most frequent form of each word in
the recipe's text, by the linear tagger, by the network and by their cascade.  Accents: the share of
right words when all accents were removed, with two baselines: doing nothing, and each word's most
frequent form (if the package wordfreq is installed); their speed alone, and with case, by the
linear tagger where there is one.  A third table scores other packages on the same text.  Speeds are
of one thread, in processor time.

A fourth table is of text that was not collected for this project: sayings and jokes of Debian's
packages fortunes-de, -es, -it, -br, -cs and -pl, unpacked (``dpkg -x``) into the folder SAYINGS;
case and accents as above.
"""

import random
import re
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.environment import ROOT
from benchmarks.processes import fastest
from benchmarks.report import DATA, made, options, say, three_figures, write_report
from majuscule.accents.restorer import SUFFIX, AccentRestorer
from majuscule.detection.languages import known_languages
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.models import known_models, model_path, read_model
from majuscule.recipes import Recipe
from majuscule.restore.training import train
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text.characters.accents import in_case_of, plain
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.characters.codepoints import decode, encode, fold
from majuscule.trials.evaluation import evaluate
from majuscule.trials.report import ReportPart

KINDS = {"tagger.v1": "linear", "neural.v1": "network", "cascade.v1": "both"}
SUFFIXES = ("", "-accurate", "-cascade")
CASE = (
    "language",
    "F1, unigrams",
    *(f"{head}, {kind}" for kind in KINDS.values() for head in ("F1", "words/s")),
    *("MB", "shipped", "licence"),
)
RATES = "words/s", "words/s, with case"
ACCENTS = (
    *("language", "words right", "plain", "most frequent", "as written"),
    *(*RATES, "MB", "shipped"),
)
PEERS = {"pl": "ogonki"}
"""Language -> another package, with a function ``restore``."""
SAYING = re.compile(r"(?=[^\W\d_])(?!.*[<>{}\\|_=]|.*http).{41,599}(?<=[.!?\"»])")


def find(name: str, folder: Path | None) -> Path | None:
    """Return a model's file, or None."""
    file = f"{name}.model"
    uninstalled = [*(ROOT / "models").glob(f"*/*/{file}"), *([folder / file] if folder else [])]
    installed = [model_path(name)] if name in known_models() else []
    return next((path for path in (*uninstalled, *installed) if path.is_file()), None)


def without_marks(text: str, language: str) -> str:
    """Return a text as typed on a keyboard without accents."""
    alphabet = alphabet_of(language)
    codes = encode(alphabet.into(text))
    bare = plain(codes)
    return alphabet.out(decode(np.where(bare != fold(codes), in_case_of(codes, bare), codes)))


def speed(work: Callable[[], object], words: int) -> int:
    """Return words per second of processor time, the best of three runs."""
    return three_figures(words / fastest(work))


def right(text: str, gold: str) -> float:
    """Return the share of words, split at blanks, that equal the gold text's."""
    pairs = list(zip(text.split(), gold.split(), strict=True))
    return sum(one == other for one, other in pairs) / len(pairs)


def library(name: str) -> Any:
    """Return a package, or None if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return None


def most_frequent(bare: str, language: str) -> str | None:
    """Return a text with each word in its most frequent accented form, by wordfreq; None if that is
    not installed, or if a length changed."""
    wordfreq = library("wordfreq")
    if wordfreq is None:
        return None
    alphabet = alphabet_of(language)
    best: dict[str, str] = {}
    for word in wordfreq.get_frequency_dict(language, "best"):  # the most frequent first
        form = unicodedata.normalize("NFC", alphabet.into(word))
        best.setdefault(decode(plain(encode(form))), form)
    codes = encode(alphabet.into(bare))
    restored = re.sub(
        r"[^\W\d_]+",
        lambda one: best.get(decode(plain(encode(one[0]))), one[0]),
        decode(fold(codes)),
    )
    same = len(restored) == len(codes)
    return alphabet.out(decode(in_case_of(codes, encode(restored)))) if same else None


def peer(language: str, name: str, said: Path | None) -> list[Cell] | None:
    """Return the row of another package that restores accents, also on the sayings in ``said``, or
    None if it is not installed."""
    package = library(name)
    if package is None:
        return None
    gold = (DATA / "languages" / language / "dev.txt").read_text("utf-8")
    bare, words = without_marks(gold, language), len(gold.split())
    rate = speed(lambda: package.restore(bare), words)
    row: list[Cell] = [
        f"{name} {version(name)}",
        language,
        right(package.restore(bare), gold),
        rate,
    ]
    lines = sayings(said, language) if said else []
    restored = (package.restore(without_marks(line, language)) for line in lines)
    return [*row, right("\n".join(restored), "\n".join(lines)) if lines else ""]


def case_row(language: str, folder: Path | None) -> list[Cell] | None:
    """Return the row of the case models of a language, or None if it has none."""
    path = DATA / "languages" / language / "dev.txt"
    files = [one for suffix in SUFFIXES if (one := find(language + suffix, folder))]
    if not files:
        return None
    gold = path.read_text("utf-8")
    words, lines = len(gold.split()), gold.split("\n")
    cells: dict[str, Cell] = {"F1, unigrams": score(unigrams(language), path)}
    for file in files:
        truecaser = load(file)
        inputs = [truecaser.alphabet.recase(line, "lower") for line in lines]
        kind = KINDS[truecaser.header.kind]
        cells[f"F1, {kind}"] = score(truecaser, path)
        cells[f"words/s, {kind}"] = speed(
            lambda: list(truecaser.restore_many(inputs, case="ignore", jobs=1)),  # noqa: B023
            words,
        )
        cells["licence"] = truecaser.header.licence
    cells |= {"language": language, "MB": megabytes(*files), "shipped": shipped(*files)}
    return [cells.get(head, "") for head in CASE]


def unigrams(language: str) -> Truecaser:
    """Return what gives each word its most frequent form in the text of a language's recipe."""
    _, how = Recipe.read(ROOT / "models" / language).trained(DATA)
    text = {
        name: value for name, value in how.items() if name not in ("kind", "options", "sources")
    }
    return train(**text, kind="unigram").with_rules(alone=True)


def sayings(folder: Path, language: str) -> list[str]:
    """Return up to 1,500 sayings of a language, without their authors: prose that begins with a
    capital and has few more."""
    found = set()
    for path in sorted(folder.rglob("games/fortunes/**/*")):
        own = "pt" if path.name.startswith("brasil") else path.parent.name
        if own != language or not path.is_file() or path.suffix in (".dat", ".u8"):
            continue
        data = path.read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = data.decode("iso8859-2" if language in ("cs", "pl") else "latin-1")
        for one in re.split(r"\n%\n", text):
            said = " ".join(re.sub(r"\n\s*-- .*", "", one, flags=re.DOTALL).split())
            shouts = sum(map(str.isupper, said)) >= 0.12 * len(said)
            if SAYING.fullmatch(said) and said[0].isupper() and not shouts:
                found.add(said)
    return random.Random(1).sample(sorted(found), min(1_500, len(found)))


def sayings_row(language: str, folder: Path | None, said: Path) -> list[Cell] | None:
    """Return the F1 of the case models of a language on its sayings, and the shares of words with
    the right accents as in :func:`accents_row`; or None without models or sayings."""
    lines = sayings(said, language)
    files = [one for suffix in SUFFIXES if (one := find(language + suffix, folder))]
    if not lines or not files:
        return None
    with TemporaryDirectory() as made_in:
        path = Path(made_in) / "sayings.txt"
        path.write_text("\n".join(lines), "utf-8")
        found = {KINDS[one.header.kind]: score(one, path) for one in map(load, files)}
    row: list[Cell] = [language, len(lines), *(found.get(kind, "") for kind in KINDS.values())]
    accents = find(language + SUFFIX, folder)
    return row + (["", ""] if accents is None else shares(accents, language, "\n".join(lines)))


def shares(model: Path, language: str, gold: str) -> list[Cell]:
    """Return the shares of words right by a model of accents and by their most frequent forms."""
    bare = without_marks(gold, language)
    frequent = most_frequent(bare, language)
    restored = AccentRestorer.from_file(read_model(model)).restore(bare)
    return [right(restored, gold), "" if frequent is None else right(frequent, gold)]


def score(truecaser: Truecaser, path: Path) -> float:
    """Return F1 on the lines of a file, lower-cased and restored one by one."""
    evaluation = evaluate(
        truecaser,
        [str(path)],
        format="lines",
        conditions=["lower"],
        memories=[False],
        resamples=0,
    )
    return float(evaluation.scores[0].report["f1"].value)


def accents_row(language: str, folder: Path | None) -> list[Cell] | None:
    """Return the row of the accent model of a language, or None if it has none."""
    model = find(language + SUFFIX, folder)
    if model is None:
        return None
    gold = (DATA / "languages" / language / "dev.txt").read_text("utf-8")
    restorer = AccentRestorer.from_file(read_model(model))
    bare, words = without_marks(gold, language), len(gold.split())
    share, frequent = shares(model, language, gold)
    both = replace(load(find(language, folder) or language), accents=restorer)
    lower = both.alphabet.recase(bare, "lower")
    return [
        language,
        share,
        right(bare, gold),
        frequent,
        right(restorer.restore(gold), gold),
        speed(lambda: restorer.restore(bare), words),
        speed(lambda: both.restore(lower, accents=True, case="ignore"), words),
        megabytes(model),
        shipped(model),
    ]


def megabytes(*files: Path) -> str:
    """Return the total size of some models, in millions of bytes."""
    return f"{sum(one.stat().st_size for one in files) / 1e6:.1f}"


def shipped(*files: Path) -> str:
    """Return whether all files are in the repository: "yes" or "no"."""
    return "yes" if all(one.is_relative_to(ROOT / "models") for one in files) else "no"


def main() -> None:
    parser = options("languages", __doc__)
    parser.add_argument("--models", type=Path, help="a folder of models that are not installed")
    parser.add_argument("--sayings", type=Path, help="a folder with the packages of sayings")
    args = parser.parse_args()
    languages = [one for one in known_languages() if one != "en"]
    tables = [
        Table(heads, found, decimals=2)
        for heads, make in ((CASE, case_row), (ACCENTS, accents_row))
        if (found := [one for one in (make(each, args.models) for each in languages) if one])
    ]
    if not tables:
        sys.exit("no model of a language is here; majuscule model list says how to get one")
    names = (one + suffix for one in languages for suffix in (*SUFFIXES, SUFFIX))
    total = megabytes(*(one for name in names if (one := find(name, args.models))))
    others = [
        one for one in (peer(*each, args.sayings) for each in PEERS.items()) if one is not None
    ]
    parts: list[ReportPart] = [
        say("languages", "about"),
        *tables,
        say("languages", "size", total=total),
    ]
    if others:
        heads = ("package", "language", "words right", "words/s", "sayings")
        parts += [say("languages", "peers"), Table(heads, others, decimals=2)]
    if args.sayings:
        rows = [sayings_row(one, args.models, args.sayings) for one in languages]
        kinds = (f"F1, {kind}" for kind in KINDS.values())
        columns = ("language", "sayings", *kinds, "accents", "most frequent")
        said = Table(columns, [row for row in rows if row], decimals=2)
        parts += [say("languages", "sayings"), said]
    write_report(args.output, "languages", [*parts, say("languages", "short"), made()])


if __name__ == "__main__":
    main()
