"""Measure speed: raw text to raw text beside the peers, threads, cold start, import.

``python -m benchmarks.speed`` runs everything on lower-cased news text and writes
``results/reports/speed.md`` and ``.json``.  See ``benchmarks/README.md``.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from benchmarks.child import Child
from benchmarks.environment import ROOT, WORK, machine, own_environment, peers_environment
from benchmarks.measuring import AT_LEAST, first_words
from benchmarks.peers import DEV, read_lines
from benchmarks.processes import cold_start, import_seconds
from benchmarks.rivals import Rival, shipped_rivals, trained_rivals
from benchmarks.speed_report import Contest, SpeedReport, Threads
from benchmarks.systems.baselines import lower
from majuscule.files import atomic_write_text
from majuscule.reading import read_documents

NEWS = DEV.with_name("wikinews.jsonl")
REPORT = ROOT / "results" / "reports" / "speed"
PEERS = ("truecase (as shipped)", "sacremoses")
OURS = "majuscule en"


@click.command()
@click.option("--text", type=click.Path(path_type=Path), default=NEWS, help="Documents.")
@click.option(
    "--train", type=click.Path(path_type=Path), default=DEV, help="What sacremoses learns from."
)
@click.option("--model", default="en", help="Our model: a name or a path.")
@click.option("--words", default=30_000, help="How much of the text one pass of the peers takes.")
@click.option("--rounds", type=click.IntRange(1), default=5, help="How often each is measured.")
@click.option("--work", type=click.Path(path_type=Path), default=WORK, help="Work folder, kept.")
@click.option("--output", type=click.Path(path_type=Path), default=REPORT, help="Without suffix.")
@click.option("--ours/--no-ours", default=True, help="Leave majuscule out: only for trying this.")
def main(
    text: Path,
    train: Path,
    model: str,
    words: int,
    rounds: int,
    work: Path,
    output: Path,
    ours: bool,
) -> None:
    """Measure speed and write OUTPUT.md and OUTPUT.json."""
    work.mkdir(parents=True, exist_ok=True)
    log = work / "workers.log"
    documents = [lower(document.text) for document in read_documents(text)]
    paragraphs = [line for document in documents for line in document.split("\n")]
    load = os.getloadavg()[0]
    peers = peers_environment(work)
    rivals = [
        *shipped_rivals(peers, (*PEERS, *([OURS] if ours else [])), model),
        *trained_rivals(peers, PEERS, read_lines(train), train.name, work),
    ]
    contests = race(rivals, first_words(paragraphs, words), documents, rounds, log)
    own = own_environment()
    command = ["majuscule", "restore", *(["--model", model] if model != "en" else [])]
    report = SpeedReport(
        contests=contests,
        threads=race_threads(model, documents, rounds, log) if ours else None,
        cold=cold_start(own, command, 2 * rounds) if ours else None,
        imports=import_seconds(own, 2 * rounds),
        command=shlex.join(["python", "-m", "benchmarks.speed", *sys.argv[1:]]),
        machine={**machine(), "load before": f"{load:.1f}"},
        text=f"{text.name}, lower-cased; {_words(documents):,} words in {len(documents)} documents",
    )
    output.parent.mkdir(parents=True, exist_ok=True)
    for suffix, content in (
        (".md", report.markdown()),
        (".json", json.dumps(report.as_dict(), ensure_ascii=False, indent=1) + "\n"),
    ):
        with atomic_write_text(output.with_suffix(suffix)) as out:
            out.write(content)
    click.echo(report.markdown())


def race(
    rivals: Sequence[Rival],
    lines: Sequence[str],
    documents: Sequence[str],
    rounds: int,
    log: Path,
) -> list[Contest]:
    """Time every system in every manner it has, all taking turns, ``rounds`` times."""
    with ExitStack() as stack:
        entries: list[tuple[Contest, Child, str, Sequence[str]]] = []
        for rival in rivals:
            child = stack.enter_context(rival.start(log))
            child.warm()
            for name, how, texts in _manners(rival, lines, documents):
                contest = Contest(f"{rival.name}, {name}", rival.kind, how, _words(texts))
                entries.append((contest, child, how, texts))
        for _ in range(rounds):
            for contest, child, how, texts in entries:
                spent = child.ask(do="time", lines=list(texts), how=how, at_least=AT_LEAST)
                contest.cpu.append(spent["cpu"])
                contest.wall.append(spent["wall"])
    return [entry[0] for entry in entries]


def race_threads(model: str, documents: Sequence[str], rounds: int, log: Path) -> Threads:
    """Time ``restore_many`` over all documents with one thread and with two, by turns."""
    result = Threads(_words(documents))
    with Child(OURS, own_environment(), "majuscule", {"model": model}, log) as child:
        child.warm("text")
        for _ in range(rounds):
            for threads, seconds in ((1, result.one), (2, result.two)):
                spent = child.ask(
                    do="time_threads", lines=list(documents), threads=threads, at_least=1.0
                )
                seconds.append(spent["wall"])
    return result


def _manners(
    rival: Rival, lines: Sequence[str], documents: Sequence[str]
) -> list[tuple[str, str, Sequence[str]]]:
    """Return the ways to call a system: what to call the row, how, and with which texts."""
    if not rival.is_ours:
        return [(_HOW[how], how, lines) for how in rival.hows]
    return [
        ("a paragraph a call", "text", lines),
        ("a document a call", "text", documents),
        ("all in one call", "text", ["\n".join(documents)]),
    ]


_HOW = {"tokens": "words split at blanks", "text": "raw text, with its own tokenizer"}


def _words(texts: Sequence[str]) -> int:
    return sum(len(text.split()) for text in texts)


if __name__ == "__main__":
    main()
