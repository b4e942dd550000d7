"""Spark: the results of one machine, on two executors, also when one of them is killed."""

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.text import DocumentText
from majuscule.models import ModelHeader
from majuscule.reading import Document
from majuscule.restore.truecaser import Truecaser
from tests.conftest import OPTIONS
from tests.saved import save

pytestmark = [
    pytest.mark.spark,
    pytest.mark.filterwarnings("ignore"),  # Spark's own, of its dependencies
]

SCHEMA = "id string, text string"


@pytest.fixture(scope="module")
def documents(spark: Any, world: tuple[Document, ...]) -> Any:
    rows = [(one.id, "\n".join(one.paragraphs)) for one in world]
    return spark.createDataFrame(rows, SCHEMA).repartition(3).cache()


def test_a_restored_column_is_that_of_one_machine(spark, case_model, truecaser, world):
    from majuscule.spark import restore

    texts = [one.text.lower() if n % 3 else one.text.upper() for n, one in enumerate(world)]
    texts[5], texts[6] = "", "Straße İstanbul ﬁn \u200b\t😀 angela merkel"
    rows = [(str(n), None if n == 4 else text) for n, text in enumerate(texts)]
    frame = spark.createDataFrame(rows, SCHEMA)
    found = restore(frame, "text", model=case_model, output="cased").collect()
    assert [row["id"] for row in found] == [row[0] for row in rows]
    for row, (_, text) in zip(found, rows, strict=True):
        assert row["text"] == text
        assert row["cased"] == (None if text is None else truecaser.restore(text))


def test_a_glossary_and_protected_text_reach_the_executors(spark, case_model):
    from majuscule.spark import restore

    frame = spark.createDataFrame([("1", "angela merkel met openai in berlin now")], SCHEMA)
    rules = {"glossary": ["mERKEL", "OpenAI"], "protect": r"berlin \w+"}
    (row,) = restore(frame, "text", model=case_model, **rules).collect()
    assert row["text"] == "Angela mERKEL met OpenAI in berlin now"


def test_entities_of_a_column_are_those_of_one_machine(spark, tmp_path):
    from majuscule.spark import tag_entities
    from tests.reach.test_spacy import small_tagger

    tagger = small_tagger()
    path = save(tmp_path, tagger)
    texts = ["anna smith lives in paris", None, "nothing here", "paris saw anna smith in berlin"]
    rows = [(str(n), text) for n, text in enumerate(texts)]
    found = tag_entities(spark.createDataFrame(rows, SCHEMA), "text", model=path).collect()
    assert any(row["entities"] for row in found)
    for row in found:
        expected = None if row["text"] is None else tagger.tag(row["text"])
        got = row["entities"] and [tuple(one) for one in row["entities"]]
        fields = ("start", "end", "label", "confidence")
        assert (got or []) == [tuple(getattr(m, f) for f in fields) for m in expected or []]


def test_marks_of_a_column_are_those_of_one_machine(spark, small_text, tmp_path):
    from majuscule.punctuation.punctuator import load_punctuator
    from majuscule.spark import punctuate
    from tests.punctuation.mark_models import random_marks

    path = save(tmp_path, random_marks(small_text))
    texts = ["we met anna smith in paris how are you", None, "", "Paris saw it. We did not."]
    rows = [(str(n), text) for n, text in enumerate(texts)]
    found = punctuate(
        spark.createDataFrame(rows, SCHEMA), "text", model=path, output="marked", case="keep"
    )
    loaded = load_punctuator(path)
    for row in found.collect():
        wanted = None if row["text"] is None else str(loaded.punctuate(row["text"], case="keep"))
        assert row["marked"] == wanted
    rules = {"glossary": ["aNNA"], "protect": "how are you"}
    found = punctuate(spark.createDataFrame(rows, SCHEMA), "text", model=path, **rules)
    assert found.collect()[0]["text"] == str(loaded.with_rules(**rules).punctuate(texts[0]))


def test_an_executor_killed_in_mid_job_loses_nothing(spark, case_model, truecaser, tmp_path):
    if sys.platform != "linux":
        pytest.skip("the executor's process is found through /proc")
    from majuscule.spark import restore

    def pass_slowly(batches):
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        stat = Path(f"/proc/{os.getppid()}/stat").read_text()  # of the executor's Python daemon
        executor = stat.rsplit(")", 1)[1].split()[1]
        (tmp_path / f"{context.partitionId()}-{executor}.begun").touch()
        for batch in batches:
            time.sleep(0.5)
            yield batch

    texts = [f"angela merkel met the press in berlin {n} times" for n in range(60)]
    frame = spark.createDataFrame([(str(n), text) for n, text in enumerate(texts)], SCHEMA)
    slow = frame.repartition(12).mapInArrow(pass_slowly, SCHEMA)
    result: list[Any] = []
    job = threading.Thread(
        target=lambda: result.extend(restore(slow, "text", model=case_model).collect())
    )
    job.start()
    while not (marks := list(tmp_path.glob("*.begun"))):
        assert job.is_alive(), "the job failed before it began"
        time.sleep(0.05)
    killed = marks[0].stem.split("-")[1]
    os.kill(int(killed), signal.SIGKILL)
    assert len(list(tmp_path.glob("*.begun"))) < 12, "the job was over before the kill"
    job.join(240)
    assert {int(row["id"]): row["text"] for row in result} == {
        n: truecaser.restore(text) for n, text in enumerate(texts)
    }
    assert {mark.stem.split("-")[1] for mark in tmp_path.glob("*.begun")} > {killed}


def test_counts_are_those_of_one_machine_bit_by_bit(documents, world):
    from majuscule.restore.hmm import training
    from majuscule.spark import train_hmm

    alone = training.train_hmm(DocumentText(world))
    spread = train_hmm(documents)
    expected, found = alone.arrays(), spread.arrays()
    assert list(found) == list(expected)
    for name, array in expected.items():
        assert array.dtype == found[name].dtype, name
        assert np.array_equal(array, found[name]), name
    assert spread.options() == alone.options()


def test_a_tagger_trained_in_shards_knows_the_names(documents, world):
    from majuscule.spark import train_tagger

    restorer = train_tagger(documents, options=OPTIONS, shards=2)
    truecaser = Truecaser(restorer, ModelHeader(restorer.kind))
    texts = [one.text for one in world[::7]]
    restored = [truecaser.restore(text.lower(), case="ignore") for text in texts]
    pairs = [pair for a, b in zip(texts, restored, strict=True) for pair in zip(a, b, strict=True)]
    right = sum(a == b for a, b in pairs) / len(pairs)
    nothing = sum(a == a.lower() for a, _ in pairs) / len(pairs)
    assert right > 0.97 > nothing + 0.05
    assert restorer.options()["shards"] == 2


def test_mistakes_are_named_in_one_sentence(spark, tmp_path):
    from majuscule.spark import restore, train_hmm, train_tagger

    frame = spark.createDataFrame([(1, "a")], "number int, text string")
    with pytest.raises(UsageError, match=r"exactly one column 'txt'; it has number, text"):
        restore(frame, "txt")
    with pytest.raises(UsageError, match="column 'number' is of type int, not string"):
        restore(frame, "number")
    with pytest.raises(UsageError, match="auto, fill, ignore"):
        restore(frame, "text", case="upper")
    with pytest.raises(ModelError, match="no such model file"):
        restore(frame, "text", model=tmp_path / "none.model")
    with pytest.raises(UsageError, match="touched or uniform"):
        train_tagger(frame, id="number", mix="sum")
    with pytest.raises(TrainingError, match="no document is well cased"):
        train_hmm(frame, id="number")


def test_an_executor_refuses_another_model(case_model):
    from majuscule.spark.columns import _read

    with pytest.raises(ModelError, match="not the model that was sent"):
        _read(str(case_model), "0" * 64)
