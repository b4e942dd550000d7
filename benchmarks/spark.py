"""Measure rates on Spark: restoring with one executor and with two, counting, training in shards.

``python -m benchmarks.spark`` runs clusters of one and of two executors (one core each, in their
own processes) in turns and writes the report ``spark.json``, from which ``python -m
scripts.write_docs`` computes the numbers of ``results/scale.md``.  It needs two idle cores.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any, TypeVar

from benchmarks.environment import WORK, machine
from benchmarks.report import CASED, command, options, write_json
from majuscule.reading import read_documents
from majuscule.trials.workers import in_own_process

Result = TypeVar("Result")
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
    """Write a table of documents, as written and in lower case; return the number of words."""
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
    """Return the wall seconds of each pass over the column; the output is discarded."""
    from majuscule.spark import restore

    seconds = []
    for _ in range(passes + 1):
        begin = time.perf_counter()
        restored = restore(frame, "lower").select("lower")
        restored.write.format("noop").mode("overwrite").save()
        seconds.append(time.perf_counter() - begin)
    return seconds[1:]  # the first pass loads the model


def child(table: Path, executors: int, passes: int) -> dict[str, Any]:
    from majuscule.spark import start

    session = start(f"local-cluster[{executors},1,2048]", **SETTINGS)
    session.sparkContext.setLogLevel("OFF")
    frame = session.read.parquet(str(table)).repartition(8).cache()
    frame.count()
    found = {"executors": executors, "restore": restore_seconds(frame, passes)}
    session.stop()
    return found


Rates = dict[str, dict[str, Any]]


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of work, and the processor seconds it took."""
    begin = time.process_time()
    result = work()
    return result, time.process_time() - begin


def map_rates(table: Path) -> Rates:
    """Return the rates of one core on the text as one partition, without Spark."""
    import numpy as np
    import pyarrow.parquet as pq

    from majuscule.restore.truecaser import load
    from majuscule.spark.counting import HALVES, _count_partition, _survey_partition

    def read(*columns: str) -> Iterator[Any]:
        for path in sorted(table.glob("*.parquet")):
            yield from pq.read_table(path, columns=list(columns)).to_batches(500)

    truecaser, restoring = load("en"), 0.0
    for batch in read("lower"):
        texts = batch.column(0).to_pylist()
        restoring += timed(lambda: list(truecaser.restore_many(texts, jobs=1)))[1]  # noqa: B023
    rows, survey = timed(lambda: list(_survey_partition(True, read("id", "text"))))
    halves: dict[str, list[Any]] = {name: [] for name in HALVES}
    for row in rows:
        if (name := row.column(0)[0].as_py()) in halves:
            halves[name].append(np.frombuffer(row.column(2)[0].as_py(), "<u8"))
    first, second = (np.concatenate(halves[name]) for name in HALVES)
    repeated: Any = SimpleNamespace(value=np.intersect1d(first, second, assume_unique=True))
    counted, count = timed(lambda: list(_count_partition(repeated, True, True, read("id", "text"))))
    ngrams = sum(len(row.column(3)[0].as_py()) // 4 for row in counted)
    return {
        "restore": {"seconds": restoring},
        "survey": {"seconds": survey, "bytes": _bytes(rows)},
        "count": {"seconds": count, "bytes": _bytes(counted), "ngrams": ngrams},
        **_training(read("id", "text")),
    }


def _training(batches: Iterator[Any]) -> Rates:
    """Return the seconds of encoding, of counting features and of an epoch, and their sizes."""
    import numpy as np

    from majuscule.restore.linear.restorer import case_spec
    from majuscule.spark.vocabulary import WordAttributes, read_partition
    from majuscule.tagging.scoring.index import KeyIndex
    from majuscule.tagging.training.averaging import TrainingOptions, train
    from majuscule.tagging.training.counting import feature_counts

    encoded, encode = timed(lambda: read_partition(batches))
    assert encoded is not None, "the table has nothing to learn from"
    words, spec = len(encoded.vocabulary.words), case_spec()
    text = WordAttributes.of(encoded.vocabulary, np.zeros(words, np.int32)).text(encoded)
    (keys, counts), features = timed(lambda: feature_counts(text, spec))
    index = KeyIndex.of(keys[counts >= 6])
    chosen = TrainingOptions(epochs=1, margin=64, threads=1)
    epoch = timed(lambda: train(text, spec, index, chosen))[1]
    return {
        "encode": {"seconds": encode, "words": words},
        "features": {"seconds": features, "distinct": len(keys), "kept": index.size},
        "epoch": {"seconds": epoch, "bytes": index.size * spec.tags * 4},
    }


def _bytes(rows: list[Any]) -> int:
    return sum(len(row.column(2)[0].as_py()) + len(row.column(3)[0].as_py()) for row in rows)


def main() -> None:
    parser = options("spark", __doc__)
    parser.add_argument("--words", type=int, default=4_000_000, help="words of text")
    parser.add_argument("--passes", type=int, default=3, help="timed passes of each cluster")
    parser.add_argument("--rounds", type=int, default=2, help="turns of both clusters")
    parser.add_argument("--no-clusters", action="store_true", help="start no clusters")
    args = parser.parse_args()
    table = WORK / f"spark-{args.words}"
    size = table.with_suffix(".json")
    if not size.exists():
        write_json(size, make_table(table, args.words, 16))
    words = json.loads(size.read_text())
    found = {
        "command": command(),
        "machine": machine(),
        "map": {"words": words, **map_rates(table)},
    }
    if not args.no_clusters:
        found |= on_clusters(table, words, args.rounds, args.passes)
    write_json(args.output.with_suffix(".json"), found)


def on_clusters(table: Path, words: int, rounds: int, passes: int) -> dict[str, Any]:
    """Return seconds of restoring on clusters of one and of two executors, in turns."""
    turns: list[dict[str, Any]] = []
    for _ in range(rounds):
        for number in (1, 2):
            turns.append(in_own_process(child, table, number, passes))
            print(turns[-1], file=sys.stderr, flush=True)
    seconds = {
        str(number): [s for turn in turns if turn["executors"] == number for s in turn["restore"]]
        for number in (1, 2)
    }
    gain = median(seconds["1"]) / median(seconds["2"])
    return {"words": words, "restore": seconds, "gain": gain}


if __name__ == "__main__":
    main()
