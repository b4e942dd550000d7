"""A small language with accents, and what restores them, trained in seconds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import majuscule
from majuscule.accents.restorer import AccentRestorer
from majuscule.accents.training import train_accents
from majuscule.models.card import Card
from majuscule.restore.truecaser import Truecaser
from tests.conftest import OPTIONS

TEXTS = (
    "Il a été à Genève, où il a mangé une pêche. Le pêcheur a pêché là.",
    "Elle a pensé à la forêt. La fenêtre est fermée ou ouverte, où est la clé ?",
    "Une tâche est à finir. La tache est là. Il va à Orléans, elle a une clé.",
    "Où est Hélène ? Elle va à Genève ou à Orléans. L'été, il a chanté à la fête.",
)


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("accents") / "text.jsonl"
    rows = [json.dumps({"id": str(at), "paragraphs": TEXTS}) for at in range(12)]
    path.write_text("\n".join(rows))
    return path


@pytest.fixture(scope="session")
def model(corpus: Path) -> Path:
    path = corpus.with_name("fr-accents.model")
    train_accents([corpus], path, card=Card(language="fr", licence="CC0"), options={"words": 1})
    return path


@pytest.fixture(scope="session")
def accents(model: Path) -> AccentRestorer:
    return AccentRestorer.from_file(majuscule.read_model(model))


@pytest.fixture(scope="session")
def truecaser(corpus: Path, accents: AccentRestorer) -> Truecaser:
    from dataclasses import replace

    options = OPTIONS | {"held_out": 0, "slots": 20_000, "epochs": 8}
    made = majuscule.train([corpus], options=options, card=Card(language="fr"))
    return replace(made, accents=accents)
