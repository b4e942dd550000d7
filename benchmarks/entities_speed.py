"""How fast the shipped entity tagger is: words a second on one core, and from cold to an answer.

    python -m benchmarks.entities_speed [--data ../shared/data] [--model entities-en] [--rounds N]

Words are those between blanks; seconds are processor time of one thread, the best and the median of
some rounds; the start is that of the command, from starting the process to its end, in wall time
and in processor time, which other work on the machine lengthens less.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import majuscule
from benchmarks.environment import ROOT, machine
from majuscule.entities.corpora import read_corpora
from majuscule.entities.mentions import MUC
from majuscule.measure import Table

SENTENCE = "barack obama met angela merkel in berlin on tuesday\n"


def main() -> None:
    """Measure and write the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", default=str(ROOT.parent / "shared" / "data"))
    parser.add_argument("--model", default="entities-en")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--output", default=str(ROOT / "results" / "reports" / "entities-speed"))
    arguments = parser.parse_args()
    rows: list[list[str | int]] = []
    for name in ("meantime", "earnings21"):
        file = Path(arguments.data) / "entities" / "en" / "dev" / f"{name}.tsv"
        documents = read_corpora([str(file)], MUC.labels)[0].documents
        for condition in ("original", "lower"):
            texts = [document.cased(condition).text for document in documents]
            speeds = _speeds(arguments.model, texts, arguments.rounds)
            rows.append([name, condition, *(round(one) for one in speeds)])
    head = ("text", "case", "words/s, median", "words/s, best", "median without memory")
    starts = [_start(arguments.model) for _ in range(arguments.rounds)]
    start = Table(
        ("from cold to the answer", "wall time, s", "processor time, s"),
        [
            [name, *(f"{of(times):.2f}" for times in zip(*starts, strict=True))]
            for name, of in (("median", statistics.median), ("best", min))
        ],
    )
    where = ", ".join(f"{name} {value}" for name, value in machine().items())
    command = "python -m benchmarks.entities_speed " + " ".join(sys.argv[1:])
    text = "\n".join(
        [
            "# Speed of the entity tagger\n",
            "Processor time of one thread; other work on the machine slows it down, too.\n",
            Table(head, rows).markdown(),
            start.markdown(),
            f"Made by `{command.strip()}` on {where}.\n",
        ]
    )
    output = Path(arguments.output)
    output.with_suffix(".md").write_text(text, "utf-8")
    record = {"rows": rows, "starts": starts, "machine": machine()}
    output.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(text)


def _speeds(model: str, texts: list[str], rounds: int) -> tuple[float, float, float]:
    tagger = majuscule.load_entities(model)
    tagger.tag(SENTENCE)
    words = sum(len(text.split()) for text in texts)
    speeds: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(rounds):
        for memory, found in speeds.items():
            begin = time.process_time()
            for _ in tagger.tag_many(texts, memory=memory, jobs=1):
                pass
            found.append(words / (time.process_time() - begin))
    return statistics.median(speeds[True]), max(speeds[True]), statistics.median(speeds[False])


def _start(model: str) -> tuple[float, float]:
    """Return wall time and processor time of the command."""
    command = [sys.executable, "-m", "majuscule", "entities", "tag", "-m", model]
    begin, before = time.perf_counter(), _children()
    subprocess.run(command, input=SENTENCE.encode(), check=True, capture_output=True)
    return time.perf_counter() - begin, _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
