"""This project's entity taggers as engines."""

from __future__ import annotations

from collections.abc import Sequence

from majuscule.degrade.interface import ENTITIES, Annotation
from majuscule.entities.kinds import load_entities
from majuscule.models import model_path, read_model


class OwnTagger:
    """An entity tagger of this project, by the name or path of its model."""

    gives = frozenset({ENTITIES})

    def __init__(self, model: str) -> None:
        self.name = f"majuscule:{model}"
        self.digest = read_model(model_path(model)).digest
        self._tagger = load_entities(model)

    def annotate(self, texts: Sequence[str]) -> list[Annotation]:
        return [Annotation(tuple(found)) for found in self._tagger.tag_many(texts)]
