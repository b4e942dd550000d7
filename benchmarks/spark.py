"""Rates on Spark: restoring on one executor and on two, counting, training in shards.

``python -m benchmarks.spark`` runs clusters of one and of two executors (one core each, processes
of their own) in turns and writes the report ``spark.json``; ``python -m scripts.write_docs`` then
does the arithmetic of ``results/scale.md``.  It wants two idle cores.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.environment import ROOT, WORK, machine
from benchmarks.report import CASED, command, options, write_json
from majuscule.reading import read_documents

CORPUS = CASED / "train" / "wikipedia-00.jsonl.xz"
SETTINGS = {
    "spark_ui_enabled": "false",
    "spark_ui_showConsoleProgress": "false",
    "spark_driver_host": "127.0.0.1",
    "spark_driver_bindAddress": "127.0.0.1",
    "spark_executor_memory": "1g",
    "spark_sql_shuffle_partitions": "8",
}


def make_table(path: Path, words: int, partitions: int) -> int:
    """Write a table of documents, as written and in lower case; return how many words it has."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.mkdir(parents=True)
    ids, texts, seen = [], [], 0
    for document in read_documents([str(CORPUS)]):
        ids.append(document.id)
        texts.append(document.text)
        seen += len(document.text.split())
        if seen >= words:
            break
    for part in range(partitions):
        mine = texts[part::partitions]
        lower = [text.lower() for text in mine]
        table = pa.table({"id": ids[part::partitions], "text": mine, "lower": lower})
        pq.write_table(table, path / f"part-{part:03d}.parquet")
    return seen


def restore_seconds(frame: Any, passes: int) -> list[float]:
    """Return wall seconds of each pass over the column, written nowhere."""
    from majuscule.spark import restore

    seconds = []
    for _ in range(passes + 1):
        begin = time.perf_counter()
        restored = restore(frame, "lower").select("lower")
        restored.write.format("noop").mode("overwrite").save()
        seconds.append(time.perf_counter() - begin)
    return seconds[1:]  # the first loads the model and warms up the machine


def child(table: Path, executors: int, passes: int) -> dict[str, Any]:
    """Measure on a cluster of so many executors."""
    from majuscule.spark import start

    session = start(f"local-cluster[{executors},1,2048]", **SETTINGS)
    session.sparkContext.setLogLevel("OFF")
    frame = session.read.parquet(str(table)).repartition(8).cache()
    frame.count()
    found = {"executors": executors, "restore": restore_seconds(frame, passes)}
    session.stop()
    return found


def map_rates(table: Path, words: int) -> dict[str, Any]:
    """Return what one core does with the text in one partition, without Spark around it."""
    import pyarrow.parquet as pq

    from majuscule.restore.linear.restorer import case_spec
    from majuscule.spark.counting import HALVES, _survey_partition
    from majuscule.spark.vocabulary import Known
    from majuscule.tagging.counting import feature_counts

    def batches() -> Iterator[Any]:
        for path in sorted(table.glob("*.parquet")):
            yield from pq.read_table(path, columns=["id", "text"]).to_batches(500)

    begin = time.process_time()
    rows = list(_survey_partition(True, batches()))
    survey = time.process_time() - begin
    both = _both(rows, HALVES)
    begin = time.process_time()
    counted = _counted(both, batches())
    count = time.process_time() - begin
    return {
        "words": words,
        "restore": {"seconds": _restoring(table)},
        "survey": {"seconds": survey, "bytes": _bytes(rows)},
        "count": {"seconds": count, "bytes": _bytes(counted), "ngrams": _rows(counted)},
        **_training(batches(), Known, feature_counts, case_spec),
    }


def _restoring(table: Path) -> float:
    """Return the seconds of restoring the column as a Spark worker does."""
    import pyarrow.parquet as pq

    from majuscule.restore.truecaser import load

    truecaser, seconds = load("en"), 0.0
    for path in sorted(table.glob("*.parquet")):
        texts = pq.read_table(path, columns=["lower"]).column(0).to_pylist()
        begin = time.process_time()
        for _text in truecaser.restore_many(texts, jobs=1):
            pass
        seconds += time.process_time() - begin
    return seconds


def _both(rows: list[Any], halves: tuple[str, ...]) -> Any:
    import numpy as np

    found: dict[str, list[Any]] = {name: [] for name in halves}
    for row in rows:
        name = row.column(0)[0].as_py()
        if name in found:
            found[name].append(np.frombuffer(row.column(2)[0].as_py(), "<u8"))
    first, second = (np.concatenate(found[name]) for name in halves)
    return np.intersect1d(first, second, assume_unique=True)


def _counted(both: Any, batches: Iterator[Any]) -> list[Any]:
    from types import SimpleNamespace

    from majuscule.spark.counting import _count_partition

    sent: Any = SimpleNamespace(value=both)
    return list(_count_partition(sent, True, True, batches))


def _training(batches: Iterator[Any], known: Any, feature_counts: Any, spec: Any) -> dict[str, Any]:
    """Return seconds of encoding, of counting features and of an epoch, and the weights' size."""
    import numpy as np

    from majuscule.spark.vocabulary import read_partition
    from majuscule.tagging.index import KeyIndex
    from majuscule.tagging.training import TrainingOptions, train

    begin = time.process_time()
    encoded = read_partition(batches)
    encode = time.process_time() - begin
    nothing = np.zeros(len(encoded.vocabulary.words), np.int32)
    text = known.of(encoded.vocabulary, nothing).text(encoded)
    begin = time.process_time()
    keys, counts = feature_counts(text, spec())
    features = time.process_time() - begin
    index = KeyIndex.of(keys[counts >= 6])
    begin = time.process_time()
    train(text, spec(), index, TrainingOptions(epochs=1, margin=40, threads=1))
    epoch = time.process_time() - begin
    return {
        "encode": {"seconds": encode, "words": len(encoded.vocabulary.words)},
        "features": {"seconds": features, "distinct": len(keys), "kept": index.size},
        "epoch": {"seconds": epoch, "bytes": index.size * spec().tags * 4},
    }


def _bytes(rows: list[Any]) -> int:
    return sum(len(row.column(2)[0].as_py()) + len(row.column(3)[0].as_py()) for row in rows)


def _rows(rows: list[Any]) -> int:
    return sum(len(row.column(3)[0].as_py()) // 4 for row in rows)


def main() -> None:
    parser = options("spark", __doc__)
    parser.add_argument("--words", type=int, default=4_000_000, help="words of text")
    parser.add_argument("--passes", type=int, default=3, help="timed passes of each cluster")
    parser.add_argument("--rounds", type=int, default=2, help="turns of both clusters")
    parser.add_argument("--no-clusters", action="store_true", help="start no clusters")
    parser.add_argument("--child", type=int, help="used by the benchmark itself")
    given = parser.parse_args()
    table = WORK / f"spark-{given.words}"
    if given.child:
        print(json.dumps(child(table, given.child, given.passes)))
        return
    size = table.with_suffix(".json")
    if not size.exists():
        write_json(size, make_table(table, given.words, 16))
    words = json.loads(size.read_text())
    found = {"command": command(), "machine": machine(), "map": map_rates(table, words)}
    if not given.no_clusters:
        found |= on_clusters(table, words, given.rounds, given.passes)
    write_json(given.output.with_suffix(".json"), found)


def on_clusters(table: Path, words: int, rounds: int, passes: int) -> dict[str, Any]:
    """Return seconds of restoring on clusters of one and of two executors, in turns."""
    turns: list[dict[str, Any]] = []
    for _ in range(rounds):
        for number in (1, 2):
            command = [sys.executable, "-m", "benchmarks.spark", "--child", str(number)]
            command += ["--words", table.name.removeprefix("spark-"), "--passes", str(passes)]
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
            turns.append(json.loads(done.stdout.splitlines()[-1]))
            print(turns[-1], file=sys.stderr, flush=True)
    seconds = {
        number: [s for turn in turns if turn["executors"] == number for s in turn["restore"]]
        for number in (1, 2)
    }
    return {
        "words": words,
        "restore": {str(number): seconds[number] for number in seconds},
        "gain": median(seconds[1]) / median(seconds[2]),
    }


if __name__ == "__main__":
    main()
