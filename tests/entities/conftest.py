"""A tiny tagger, trained once on sentences made for the tests."""

from __future__ import annotations

import numpy as np
import pytest

from majuscule.entities.interface import Knowledge
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.linear.training import train_tagger
from majuscule.words.gazetteers.names import CITY, MALE, NameLists
from majuscule.words.tables.table import WordTable
from tests.entities.entity_corpora import LABELS, OPTIONS, PEOPLE, PLACES, corpora
from tests.saved import save


@pytest.fixture(scope="session")
def knowledge() -> Knowledge:
    names = [(name.split()[0], MALE) for name in PEOPLE] + [(name, CITY) for name in PLACES]
    return Knowledge(WordTable(np.zeros(16, np.uint32)), NameLists.of(names))


@pytest.fixture(scope="session")
def tagger(knowledge: Knowledge) -> LinearEntityTagger:
    return train_tagger(corpora(), LABELS, knowledge, OPTIONS)


@pytest.fixture(scope="session")
def model(tagger: LinearEntityTagger, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of that tagger."""
    return str(save(tmp_path_factory.mktemp("model"), tagger))
