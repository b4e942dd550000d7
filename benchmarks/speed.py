"""Measure speed: raw text to raw text against the peers, threads, cold start, import.

``python -m benchmarks.speed`` runs everything on lower-cased news text and writes the report
``speed``.  See ``benchmarks/README.md``.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.environment import WORK, machine, own_environment, peers_environment
from benchmarks.measuring import Timed, first_words, time_in_turns
from benchmarks.peers import DEV, read_lines
from benchmarks.processes import Child, cold_start, import_seconds
from benchmarks.report import (
    CASED,
    command,
    count_words,
    machine_line,
    options,
    say,
    three_figures,
    write_report,
)
from benchmarks.rivals import Rival, shipped_rivals, trained_rivals
from benchmarks.systems.baselines import lower
from majuscule.measure import Table
from majuscule.reading import read_documents

PEERS = ("truecase (as shipped)", "sacremoses")
OURS = "majuscule en"


def ratios(contests: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """Return for each row of a peer the ratio of our speed to it, by our row."""
    speeds = {one["name"]: one["words_per_second"] for one in contests}
    ours = [one["name"] for one in contests if one["kind"] == "majuscule"]
    peers = [name for name in speeds if name not in ours]
    return {peer: {our: speeds[our] / speeds[peer] for our in ours} for peer in peers}


def table(found: Mapping[str, Any]) -> Table:
    """Return the table of speeds, with the ratios of our rows to the peers'."""
    ours = [one["name"] for one in found["contests"] if one["kind"] == "majuscule"]
    rows = []
    for one in found["contests"]:
        times = found["ratios"].get(one["name"], {})
        shown = (f"{times[our]:.1f}" if our in times else "—" for our in ours)
        rows.append([one["name"], three_figures(one["words_per_second"]), *shown])
    return Table(("system", "words/s", *(f"× {our}" for our in ours)), rows)


def parts(found: Mapping[str, Any]) -> Iterator[str | Table]:
    about = {"command": found["command"], "machine": machine_line(found["machine"])}
    yield say("speed", "about", text=found["text"], **about)
    yield table(found)
    yield say("speed", "note")
    if threads := found["threads"]:
        one, two = (three_figures(threads["words"] / median(threads[n])) for n in ("one", "two"))
        yield say("speed", "threads", one=one, two=two, gain=threads["gain"])
    yield "## Start"
    if cold := found["cold_start"]:
        wall, memory = cold["wall"], cold["peak_bytes"] / 1e6
        told = {"command": cold["command"], "seconds": median(wall), "runs": len(wall)}
        yield say("speed", "cold", cpu=median(cold["cpu"]), memory=memory, **told)
    imports = found["import_seconds"]
    yield say("speed", "imports", seconds=median(imports), runs=len(imports))


def main() -> None:
    parser = options("speed", __doc__, model="en", rounds=5, work=WORK)
    parser.add_argument("--text", type=Path, default=CASED / "dev" / "wikinews.jsonl")
    parser.add_argument("--train", type=Path, default=DEV, help="what sacremoses learns from")
    parser.add_argument("--words", type=int, default=30_000, help="in one pass of the peers")
    parser.add_argument("--no-ours", action="store_true", help="leave majuscule out, to try this")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    log = args.work / "workers.log"
    documents = [lower(document.text) for document in read_documents(args.text)]
    paragraphs = [line for document in documents for line in document.split("\n")]
    load = os.getloadavg()[0]
    peers, own = peers_environment(args.work), own_environment()
    ours = [] if args.no_ours else [OURS]
    shipped = shipped_rivals(peers, (*PEERS, *ours), args.model)
    rivals = [
        # Our defaults: case detection is a part of the work.
        *(
            replace(one, options={**one.options, "case": "auto"}) if one.is_ours else one
            for one in shipped
        ),
        *trained_rivals(peers, PEERS, read_lines(args.train), args.train.name, args.work),
    ]
    contests = race(rivals, first_words(paragraphs, args.words), documents, args.rounds, log)
    restore = ["majuscule", "restore", *(["--model", args.model] if args.model != "en" else [])]
    words = f"{count_words(documents):,} words in {len(documents)} documents"
    rounds = args.rounds
    found = {
        "command": command(),
        "machine": {**machine(), "load before": f"{load:.1f}"},
        "text": f"{args.text.name}, lower-cased; {words}",
        "contests": contests,
        "ratios": ratios(contests),
        "threads": race_threads(args.model, documents, rounds, log) if ours else None,
        "cold_start": vars(cold_start(own, restore, 2 * rounds)) if ours else None,
        "import_seconds": import_seconds(own, 2 * rounds),
    }
    write_report(args.output, "speed", parts(found), found)


def race(
    rivals: Sequence[Rival],
    lines: Sequence[str],
    documents: Sequence[str],
    rounds: int,
    log: Path,
) -> list[dict[str, Any]]:
    """Time each system in each way of calling it, in turns, ``rounds`` times."""
    with ExitStack() as stack:
        names, entries = [], []
        for rival in rivals:
            child = stack.enter_context(rival.start(log))
            child.warm()
            for name, how, texts in _ways_to_call(rival, lines, documents):
                names.append({"name": f"{rival.name}, {name}", "kind": rival.kind, "how": how})
                entries.append((Timed(count_words(texts)), child, how, texts))
        time_in_turns(entries, rounds)
    timed = (entry[0] for entry in entries)
    return [
        {**named, **vars(one), "words_per_second": one.speed}
        for named, one in zip(names, timed, strict=True)
    ]


def race_threads(model: str, documents: Sequence[str], rounds: int, log: Path) -> dict[str, Any]:
    """Return wall seconds of ``restore_many`` on one thread and on two, in turns, and the median of
    the rounds' ratios."""
    found: dict[str, list[float]] = {"one": [], "two": []}
    request = {"do": "time_threads", "lines": list(documents), "at_least": 1.0}
    with Child(OURS, own_environment(), "majuscule", {"model": model}, log) as child:
        child.warm("text")
        for _ in range(rounds):
            for threads, seconds in enumerate(found.values(), 1):
                seconds.append(child.ask(**request, threads=threads)["wall"])
    gain = median(one / two for one, two in zip(*found.values(), strict=True))
    return {"words": count_words(documents), **found, "gain": gain}


def _ways_to_call(
    rival: Rival, lines: Sequence[str], documents: Sequence[str]
) -> list[tuple[str, str, Sequence[str]]]:
    """Return the ways to call a system: the name of the row, how, and the texts."""
    if rival.is_ours:
        return [
            ("a paragraph a call", "text", lines),
            ("a document a call", "text", documents),
            ("all in one call", "text", ["\n".join(documents)]),
            ("analyze, a document a call", "analyze", documents),
        ]
    return [(_HOW[how], how, lines) for how in rival.hows]


_HOW = {"tokens": "words split at blanks", "text": "raw text, with its own tokenizer"}


if __name__ == "__main__":
    main()
