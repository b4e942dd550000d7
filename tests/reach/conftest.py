"""A truecaser and an entity tagger trained on a small world, and a Spark cluster for all tests."""

import itertools
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from majuscule.learn.text import DocumentText
from majuscule.reading import Document
from majuscule.restore.linear.training import train_tagger
from majuscule.restore.truecaser import Truecaser, load
from tests.conftest import OPTIONS
from tests.saved import save

PEOPLE = ("Angela Merkel", "Barack Obama", "Ada McDonald", "John O'Neill")
PLACES = ("Berlin", "New York", "the United Nations", "the UN")
VERBS = ("met", "saw", "praised", "called")
ENDS = ("on Tuesday", "in the morning", "after a long meeting", "for the BBC")


def small_world() -> tuple[Document, ...]:
    """Some hundred documents in which people and places have names."""
    return tuple(
        Document(
            f"d{number}",
            (
                f"{person} {verb} the press in {place} {end}.",
                f"The press {verb} {person.split()[-1]} too. It was a long day in {place}.",
            ),
        )
        for number, (person, place, verb, end) in enumerate(
            itertools.product(PEOPLE, PLACES, VERBS, ENDS)
        )
    )


@pytest.fixture(scope="session")
def world() -> tuple[Document, ...]:
    return small_world()


@pytest.fixture(scope="session")
def case_model(world: tuple[Document, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    restorer = train_tagger(DocumentText(world), OPTIONS)
    return save(tmp_path_factory.mktemp("models"), restorer)


@pytest.fixture(scope="session")
def truecaser(case_model: Path) -> Truecaser:
    return load(case_model)


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two executors of one core each, processes of their own, for all tests."""
    pytest.importorskip("pyspark")
    from majuscule.errors import UsageError
    from majuscule.spark import start
    from majuscule.spark.session import check_java

    try:
        check_java()
    except UsageError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("spark")
    home = Path(__import__("pyspark").__file__).parent
    before = set((home / "work").glob("app-*"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = start(
            "local-cluster[2,1,1024]",
            spark_ui_enabled="false",
            spark_ui_showConsoleProgress="false",
            spark_driver_host="127.0.0.1",
            spark_driver_bindAddress="127.0.0.1",
            spark_executor_memory="512m",
            spark_sql_shuffle_partitions="2",
            spark_sql_warehouse_dir=str(folder),
        )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
    for made in set((home / "work").glob("app-*")) - before:
        shutil.rmtree(made, ignore_errors=True)
