"""Loading an entity tagger by name or path."""

from __future__ import annotations

import os

from majuscule.entities.interface import EntityTagger
from majuscule.entities.kinds import tagger_class
from majuscule.models import model_path, read_model


def load_entities(name_or_path: str | os.PathLike[str] = "entities-en") -> EntityTagger:
    """Return the entity tagger of a shipped model's name, or of a model file's path."""
    file = read_model(model_path(name_or_path))
    return tagger_class(file.header.kind).from_file(file)
