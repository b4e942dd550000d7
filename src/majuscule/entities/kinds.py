"""The kinds of entity taggers by versioned name, their trainers, and loading one by name or path.

Classes and trainers are imported on first use.  A new kind is a folder and a line in the table.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from majuscule.entities.interface import EntityTagger, EntityTrainer, loaded_from
from majuscule.errors import UsageError
from majuscule.kinds import Kind, resolve, versioned
from majuscule.models import ModelFile, model_path, read_model
from majuscule.models.model_file import load_again

KINDS = {
    "entities.v1": Kind(
        "majuscule.entities.linear.tagger:LinearEntityTagger",
        "majuscule.entities.linear.training:train_tagger",
    ),
    "maxent.v1": Kind(
        "majuscule.entities.maxent.tagger:MaxEntTagger",
        "majuscule.entities.maxent.training:train_maxent",
    ),
    "memm.v1": Kind(
        "majuscule.entities.maxent.markov:MarkovTagger",
        "majuscule.entities.maxent.markov:train_memm",
    ),
    "hmm.v1": Kind(
        "majuscule.entities.hmm.tagger:HmmTagger", "majuscule.entities.hmm.training:train_hmm"
    ),
    "neural-entities.v1": Kind(
        "majuscule.entities.neural.tagger:NeuralEntityTagger",
        "majuscule.entities.neural.training:train_neural",
    ),
    "adapted-entities.v1": Kind("majuscule.entities.adapted.tagger:AdaptedEntityTagger"),
    "chinese-characters.v1": Kind(
        "majuscule.entities.chinese.characters:CharacterTagger",
        "majuscule.entities.chinese.character_training:train_characters",
    ),
    "chinese.v1": Kind(
        "majuscule.entities.chinese.tagger:ChineseTagger",
        "majuscule.entities.chinese.training:train_chinese",
    ),
}

ALIASES = {"neural": "neural-entities"}
"""Kinds by another name, which a restorer's kind has too."""


def _known(kind: str, where: Path | None = None) -> Kind:
    return KINDS[versioned(KINDS, ALIASES.get(kind, kind), "entity tagger", where)]


def tagger_class(kind: str) -> type[EntityTagger]:
    """Return the class of a kind, given as ``entities.v1`` or, for the newest version,
    ``entities``.

    Raises :class:`~majuscule.errors.ModelError`, listing the known kinds, for any other.
    """
    found: type[EntityTagger] = resolve(_known(kind).model)
    return found


def trainer(kind: str) -> EntityTrainer[Any, EntityTagger]:
    """Return what trains a kind, given as for :func:`tagger_class`."""
    known = _known(kind)
    if not known.trainer:
        raise UsageError(
            f"{kind} cannot be trained directly; make it with majuscule entities adapt"
        )
    found: EntityTrainer[Any, EntityTagger] = resolve(known.trainer)
    return found


def load_entities(name: str | os.PathLike[str] = "entities-en") -> EntityTagger:
    """Return the entity tagger for a model's name, or for the path of a model file."""
    return tagger_of(read_model(model_path(name)))


def tagger_of(file: ModelFile) -> EntityTagger:
    """Return the entity tagger stored in a model file."""
    found: type[EntityTagger] = resolve(_known(file.header.kind, file.path).model)
    return loaded_from(file, found.from_file(file), _load_again)


def _load_again(source: str, digest: str) -> EntityTagger:
    tagger: EntityTagger = load_again(tagger_of, source, digest)
    return tagger
