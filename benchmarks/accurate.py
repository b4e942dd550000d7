"""Measure the linear tagger, the network and the cascade: F1 against words/s, start, memory.

``python -m benchmarks.accurate`` writes the report ``neural`` and draws the curve.  Speed is from
raw text to raw text on one thread, in processor time, which other work on the machine disturbs
little; the models take turns, and the median is reported.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.environment import machine, own_environment
from benchmarks.measuring import first_words
from benchmarks.processes import output_of, take_turns
from benchmarks.report import CASED, DATA, count_words, opening, options, say, write, write_report
from majuscule.measure import CaseMetric, Estimate, Table, case_statistics, draw_lines
from majuscule.reading import read_documents
from majuscule.restore.neural.cascade import CascadeRestorer
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text.characters.codepoints import recase
from majuscule.text.tokenizing.sentences import without_final_mark
from majuscule.trials.texts import lacks_capitals

THRESHOLDS = (0.06, 0.04, 0.03, 0.02, 0.012, 0.006, -1.0)
CURVE_TEXTS = ("EN-Wiki dev", "Wikinews dev")
SPEED_WORDS = 60_000

START = """
import json, resource, sys, time
begin = time.perf_counter()
import majuscule
truecaser = majuscule.load(sys.argv[1])
loaded = time.perf_counter()
truecaser.restore("the first line makes it ready.")
ready = time.perf_counter()
times = []
for k in range(50):
    at = time.perf_counter()
    truecaser.restore(f"angela merkel met the un in new york on tuesday, said {k} people.")
    times.append(time.perf_counter() - at)
peak = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(json.dumps([loaded - begin, ready - loaded, sorted(times)[25], int(peak[0]) / 1024]))
"""


@dataclass(frozen=True)
class DevText:
    """A named dev set; each of its documents is restored on its own."""

    name: str
    documents: tuple[str, ...]

    @property
    def words(self) -> int:
        return count_words(self.documents)


def read_dev() -> list[DevText]:
    turns = "\n".join(_documents(CASED / "dev" / "talk.jsonl")).split("\n")
    talk = tuple(turn for turn in turns if turn)
    cased = tuple(turn for turn in talk if not lacks_capitals(turn))
    calls = sorted((DATA / "speech" / "reference").glob("*.nlp"))
    return [
        DevText("EN-Wiki dev", _lines("coster-kauchak-dev.txt")),
        DevText("Wikinews dev", _documents(CASED / "dev" / "wikinews.jsonl")),
        DevText("Wikipedia dev", _documents(CASED / "dev" / "wikipedia.jsonl")),
        DevText("EWT dev (web)", _lines("ewt-dev.txt")),
        DevText("Earnings calls (speech)", _documents(*calls)),
        DevText("Novels dev", _documents(CASED / "dev" / "novels.jsonl")),
        DevText("Talk dev", talk),
        DevText("Talk dev, written with capitals", cased),
        DevText("Talk dev, no final marks", tuple(map(without_final_mark, talk))),
    ]


def _lines(name: str) -> tuple[str, ...]:
    text = (CASED / "dev" / name).read_text("utf-8")
    return tuple(line for line in text.split("\n") if line)


def _documents(*paths: Path) -> tuple[str, ...]:
    return tuple(document.text for document in read_documents(map(str, paths)))


def main() -> None:
    parser = options("neural", __doc__, rounds=5)
    for name, model in (("linear", "en"), ("network", "en-accurate"), ("cascade", "en-cascade")):
        parser.add_argument(f"--{name}", default=model, help="name or path")
    parser.add_argument("--beside", action="append", default=[], help="another model, by its path")
    args = parser.parse_args()
    texts = read_dev()
    named = {name: load(name) for name in (args.linear, args.network, args.cascade, *args.beside)}
    points = {f"cascade at {t:g}": at_threshold(named[args.cascade], t) for t in THRESHOLDS}
    news = next(text for text in texts if text.name == "Wikinews dev")
    result: dict[str, Any] = {
        "machine": machine(),
        "digests": {name: one.digest for name, one in named.items()},
        "f1": {name: scores(one, texts) for name, one in named.items()},
        "words": {text.name: text.words for text in texts},
        "words/s": race({**named, **points}, news, args.rounds),
        "curve": {
            name: scores(one, [text for text in texts if text.name in CURVE_TEXTS])
            for name, one in points.items()
        },
        "starts": {name: start(name) for name in named},
    }
    picture = args.output.with_name(f"{args.output.name}-curve.svg")
    lines = {
        f"{text}: {what}": [
            (result["words/s"][name], Estimate(found[text] / 100))
            for name, found in result[rows].items()
        ]
        for text in CURVE_TEXTS
        for what, rows in (("cascade", "curve"), ("models", "f1"))
    }
    write_report(args.output, "neural", parts(result, picture.name), result)
    write(picture, draw_lines(lines, "F1 against speed, dev sets, one thread", "words/s"))


def scores(truecaser: Truecaser, texts: list[DevText]) -> dict[str, float]:
    """Return F1 on each dev text, lower-cased, with document memory."""
    f1 = {}
    for text in texts:
        inputs = [recase(document, "lower") for document in text.documents]
        restored = list(truecaser.restore_many(inputs, case="ignore", jobs=1))
        totals = case_statistics(text.documents, restored).sum(axis=0)
        f1[text.name] = 100 * float(CaseMetric().measures(totals)["f1"])
    return f1


def at_threshold(truecaser: Truecaser, threshold: float) -> Truecaser:
    restorer = truecaser.restorer
    if not isinstance(restorer, CascadeRestorer):
        raise SystemExit("--cascade names a model that is no cascade")
    return replace(truecaser, restorer=replace(restorer, threshold=threshold))


def race(truecasers: dict[str, Truecaser], text: DevText, rounds: int) -> dict[str, float]:
    """Return words per second of each, the median of the rounds, in which all take turns."""
    documents = [one.lower() for one in first_words(text.documents, SPEED_WORDS)]

    def restore(truecaser: Truecaser) -> None:
        for _ in truecaser.restore_many(documents, case="ignore", jobs=1):
            pass

    works = {name: partial(restore, one) for name, one in truecasers.items()}
    words = count_words(documents)
    return {name: words / median(times) for name, times in take_turns(works, rounds).items()}


def start(name: str) -> dict[str, float]:
    """Return seconds to load and to the first answer, ms per line after that, and peak MB."""
    command = [sys.executable, "-c", START, name]
    runs = [json.loads(output_of(command, own_environment())) for _ in range(5)]
    load_s, first_s, line_s, memory = (median(column) for column in zip(*runs, strict=True))
    return {"load s": load_s, "first s": first_s, "line ms": 1000 * line_s, "memory MB": memory}


def parts(result: dict[str, Any], picture: str) -> Iterator[str | Table]:

    def rows(of: str) -> list[list[Any]]:
        return [
            [
                name.removeprefix("cascade at "),
                *(value / 100 for value in found.values()),
                int(round(result["words/s"][name], -3)),
            ]
            for name, found in result[of].items()
        ]

    yield from opening("neural")
    yield Table(["model", *result["words"], "words/s"], rows("f1"), decimals=2)
    yield say("neural", "curve")
    yield Table(["threshold", *CURVE_TEXTS, "words/s"], rows("curve"), decimals=2)
    yield f"![F1 against words/s]({picture})"
    yield Table(
        ["model", "load (s)", "first answer (s)", "a line after that (ms)", "peak memory (MB)"],
        [
            [name, *(f"{value:.2f}" for value in values.values())]
            for name, values in result["starts"].items()
        ],
    )
    digests = ", ".join(f"{name} `{value[:12]}`" for name, value in result["digests"].items())
    yield f"Models: {digests}."


if __name__ == "__main__":
    main()
