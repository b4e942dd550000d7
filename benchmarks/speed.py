"""Measure speed: raw text to raw text beside the peers, threads, cold start, import.

``python -m benchmarks.speed`` runs everything on lower-cased news text and writes the report
``speed``.  See ``benchmarks/README.md``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.environment import WORK, machine, own_environment, peers_environment
from benchmarks.measuring import AT_LEAST, first_words
from benchmarks.peers import DEV, read_lines
from benchmarks.processes import Child, ColdStart, cold_start, import_seconds
from benchmarks.report import CASED, command, count_words, options, three_figures, write_report
from benchmarks.rivals import Rival, shipped_rivals, trained_rivals
from benchmarks.systems.baselines import lower
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.reading import read_documents

PEERS = ("truecase (as shipped)", "sacremoses")
OURS = "majuscule en"


@dataclass(frozen=True)
class Contest:
    """One system in one manner: processor and wall seconds of a pass over ``words``."""

    name: str
    kind: str
    how: str
    words: int
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @property
    def speed(self) -> float:
        """Return words over processor seconds, median of the rounds."""
        return self.words / median(self.cpu)


@dataclass(frozen=True)
class Threads:
    """Wall seconds of a pass of ``restore_many`` over ``words``, with one thread and with two."""

    words: int
    one: list[float] = field(default_factory=list)
    two: list[float] = field(default_factory=list)

    @property
    def gain(self) -> float:
        """Return how many times as fast two threads are: median of the ratios of the rounds."""
        return median(one / two for one, two in zip(self.one, self.two, strict=True))


@dataclass(frozen=True)
class SpeedReport:
    """All that was measured."""

    contests: Sequence[Contest]
    threads: Threads | None
    cold: ColdStart | None
    imports: Sequence[float]
    command: str
    machine: Mapping[str, str]
    text: str

    def ratios(self) -> dict[str, dict[str, float]]:
        """Return, by the peer's row, our speed over the peer's for each of our rows."""
        return {
            peer.name: {ours.name: ours.speed / peer.speed for ours in self._ours()}
            for peer in self.contests
            if peer.kind != "majuscule"
        }

    def table(self) -> Table:
        """Return speeds, and how many times as fast each of our rows is as the row."""
        ours, ratios = self._ours(), self.ratios()
        rows: list[Sequence[Cell]] = [
            (
                one.name,
                three_figures(one.speed),
                *(
                    f"{ratios[one.name][our.name]:.1f}" if one.name in ratios else "—"
                    for our in ours
                ),
            )
            for one in self.contests
        ]
        return Table(("system", "words/s", *(f"× {our.name}" for our in ours)), rows)

    def _ours(self) -> list[Contest]:
        return [contest for contest in self.contests if contest.kind == "majuscule"]

    def parts(self) -> Iterator[str | Table]:
        machine = ", ".join(f"{name} {value}" for name, value in self.machine.items())
        yield f"- Command: `{self.command}`\n- Machine: {machine}\n- Text: {self.text}"
        yield "## Raw text to raw text, one core"
        yield self.table()
        yield _NOTE
        if self.threads:
            one, two = (
                three_figures(self.threads.words / median(seconds))
                for seconds in (self.threads.one, self.threads.two)
            )
            yield "## Threads"
            yield (
                f"`restore_many` over all documents, wall time: one thread {one:,} words/s, two "
                f"threads {two:,} words/s, **{self.threads.gain:.2f} times** (median of the "
                "rounds' ratios)."
            )
        yield "## Start"
        if self.cold:
            yield (
                f"`{self.cold.command}`: **{self.cold.seconds:.2f} s** from start to end (median "
                f"of {len(self.cold.wall)} fresh processes, {median(self.cold.cpu):.2f} s of "
                f"processor time), at most **{self.cold.peak_bytes / 1e6:.0f} MB** of memory."
            )
        yield (
            f"`import majuscule`: **{median(self.imports):.3f} s** (median of {len(self.imports)} "
            "fresh processes)."
        )

    def as_dict(self) -> dict[str, Any]:
        return {
            "command": self.command,
            "machine": dict(self.machine),
            "text": self.text,
            "contests": [{**vars(one), "words_per_second": one.speed} for one in self.contests],
            "ratios": self.ratios(),
            "threads": {**vars(self.threads), "gain": self.threads.gain} if self.threads else None,
            "cold_start": vars(self.cold) if self.cold else None,
            "import_seconds": list(self.imports),
        }


_NOTE = """\
Words (split at blanks) over seconds of processor time of the process, median of the rounds, all
systems taking turns: on an idle machine wall time on one core. The peers get a paragraph a call;
on words split at blanks they do without a tokenizer, which is faster and worse, and punctuation
stays on the words. A column headed × says how many times as fast that row of ours is. Ours
differ in what one call gets: each call costs something whatever its length."""


def main() -> None:
    parser = options("speed", __doc__)
    parser.add_argument("--text", type=Path, default=CASED / "dev" / "wikinews.jsonl")
    parser.add_argument("--train", type=Path, default=DEV, help="what sacremoses learns from")
    parser.add_argument("--model", default="en", help="ours: a name or a path")
    parser.add_argument("--words", type=int, default=30_000, help="in one pass of the peers")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    parser.add_argument("--work", type=Path, default=WORK, help="folder, kept")
    parser.add_argument("--no-ours", action="store_true", help="leave majuscule out, to try this")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    log = given.work / "workers.log"
    documents = [lower(document.text) for document in read_documents(given.text)]
    paragraphs = [line for document in documents for line in document.split("\n")]
    load = os.getloadavg()[0]
    peers, own = peers_environment(given.work), own_environment()
    ours = [] if given.no_ours else [OURS]
    rivals = [
        *shipped_rivals(peers, (*PEERS, *ours), given.model),
        *trained_rivals(peers, PEERS, read_lines(given.train), given.train.name, given.work),
    ]
    contests = race(rivals, first_words(paragraphs, given.words), documents, given.rounds, log)
    restore = ["majuscule", "restore", *(["--model", given.model] if given.model != "en" else [])]
    words = f"{count_words(documents):,} words in {len(documents)} documents"
    report = SpeedReport(
        contests=contests,
        threads=race_threads(given.model, documents, given.rounds, log) if ours else None,
        cold=cold_start(own, restore, 2 * given.rounds) if ours else None,
        imports=import_seconds(own, 2 * given.rounds),
        command=command(),
        machine={**machine(), "load before": f"{load:.1f}"},
        text=f"{given.text.name}, lower-cased; {words}",
    )
    write_report(given.output, "Speed", list(report.parts()), report.as_dict())


def race(
    rivals: Sequence[Rival],
    lines: Sequence[str],
    documents: Sequence[str],
    rounds: int,
    log: Path,
) -> list[Contest]:
    """Time every system in every manner it has, all taking turns, ``rounds`` times."""
    with ExitStack() as stack:
        entries: list[tuple[Contest, Child, Sequence[str]]] = []
        for rival in rivals:
            child = stack.enter_context(rival.start(log))
            child.warm()
            for name, how, texts in _manners(rival, lines, documents):
                words = count_words(texts)
                contest = Contest(f"{rival.name}, {name}", rival.kind, how, words)
                entries.append((contest, child, texts))
        for _ in range(rounds):
            for contest, child, texts in entries:
                how = contest.how
                spent = child.ask(do="time", lines=list(texts), how=how, at_least=AT_LEAST)
                contest.cpu.append(spent["cpu"])
                contest.wall.append(spent["wall"])
    return [entry[0] for entry in entries]


def race_threads(model: str, documents: Sequence[str], rounds: int, log: Path) -> Threads:
    """Time ``restore_many`` over all documents with one thread and with two, by turns."""
    result = Threads(count_words(documents))
    request = {"do": "time_threads", "lines": list(documents), "at_least": 1.0}
    with Child(OURS, own_environment(), "majuscule", {"model": model}, log) as child:
        child.warm("text")
        for _ in range(rounds):
            for threads, seconds in ((1, result.one), (2, result.two)):
                seconds.append(child.ask(**request, threads=threads)["wall"])
    return result


def _manners(
    rival: Rival, lines: Sequence[str], documents: Sequence[str]
) -> list[tuple[str, str, Sequence[str]]]:
    """Return the ways to call a system: what to call the row, how, and with which texts."""
    ours = {
        "a paragraph a call": lines,
        "a document a call": documents,
        "all in one call": ["\n".join(documents)],
    }
    if rival.is_ours:
        return [(name, "text", texts) for name, texts in ours.items()]
    return [(_HOW[how], how, lines) for how in rival.hows]


_HOW = {"tokens": "words split at blanks", "text": "raw text, with its own tokenizer"}


if __name__ == "__main__":
    main()
