"""Loading an entity tagger by name or path."""

from __future__ import annotations

import os

from majuscule.entities.interface import EntityTagger, loaded_from
from majuscule.entities.kinds import tagger_class
from majuscule.models import ModelFile, model_path, read_model
from majuscule.models.model_file import read_again


def load_entities(name: str | os.PathLike[str] = "entities-en") -> EntityTagger:
    """Return the entity tagger of a shipped model's name, or of a model file's path."""
    return tagger_of(read_model(model_path(name)))


def tagger_of(file: ModelFile) -> EntityTagger:
    """Return the entity tagger that a model file holds."""
    return loaded_from(file, tagger_class(file.header.kind).from_file(file), _load_again)


def _load_again(source: str, digest: str) -> EntityTagger:
    return tagger_of(read_again(source, digest))
