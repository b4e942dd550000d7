"""A small world in which Berlin and Merkel are names, and a truecaser trained on it in a second."""

import itertools
import sqlite3
from importlib import metadata

import pytest

from majuscule.learn.text import DocumentText
from majuscule.models import ModelHeader, names, read_model, write_model
from majuscule.reading import Document
from majuscule.restore.linear.training import train_tagger
from majuscule.restore.truecaser import truecaser_of
from tests.saved import save

PEOPLE = ("Angela Merkel", "Barack Obama", "Ada McDonald", "John O'Neill", "Mary Berlin")
PLACES = ("Berlin", "New York", "the United Nations", "the UN", "McDonald's")
VERBS = ("met", "saw", "praised", "called", "left")
ENDS = ("on Tuesday", "in the morning", "after a long meeting", "with an old friend", "for the BBC")


def some_documents() -> tuple[Document, ...]:
    documents = []
    for number, (person, place, verb, end) in enumerate(
        itertools.product(PEOPLE, PLACES, VERBS, ENDS)
    ):
        paragraph = (
            f"{person} {verb} the press in {place} {end}. The press {verb} {person.split()[-1]} "
            f"too. It was a long day in {place}."
        )
        documents.append(Document(f"d{number}", (paragraph,)))
    return tuple(documents)


OPTIONS = {
    "epochs": 2,
    "margin": 8,
    "after_packing": 1,
    "least": 1,
    "slots": 60_000,
    "classes": 0,
    "words": 1,
    "held_out": 20,
}


@pytest.fixture(scope="session")
def small_text():
    return DocumentText(some_documents())


@pytest.fixture(scope="session")
def small_restorer(small_text):
    return train_tagger(small_text, OPTIONS)


@pytest.fixture(scope="session")
def small_model(small_restorer, tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "small.model"
    header = ModelHeader(small_restorer.kind, "small", options=small_restorer.options())
    write_model(path, header, small_restorer.arrays())
    return path


@pytest.fixture(scope="session")
def truecaser(small_model):
    return truecaser_of(read_model(small_model))


@pytest.fixture(scope="session")
def marks_file(small_text, tmp_path_factory):
    """The file of a small model of marks, which puts them anywhere."""
    from tests.punctuation.mark_models import random_marks

    return save(tmp_path_factory.mktemp("marks"), random_marks(small_text))


@pytest.fixture(scope="session")
def small_options():
    return dict(OPTIONS)


@pytest.fixture
def closing_databases(monkeypatch):
    """Databases are closed after a test; newer Pythons warn of those that are not."""
    connect, opened = sqlite3.connect, []

    def noted(*given, **options):
        opened.append(connect(*given, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    yield
    for one in opened:
        one.close()


@pytest.fixture
def core_alone(monkeypatch):
    """Majuscule as it is where no package of a model is installed."""
    points = metadata.entry_points

    def others(**given):
        if given != {"group": names.GROUP}:
            return points(**given)
        return [one for one in points(group=names.GROUP) if "majuscule_" not in one.value]

    monkeypatch.setattr(metadata, "entry_points", others)
    names.installed_in.cache_clear()
    yield
    names.installed_in.cache_clear()
