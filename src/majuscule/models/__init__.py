"""Floor 2: the model file, its header, its card, and finding models by name."""

from typing import TYPE_CHECKING

from majuscule.lazy import lazy
from majuscule.models.header import ModelHeader, Score, Source
from majuscule.models.model_file import ModelFile, list_models, read_model
from majuscule.models.names import catalogue, known_models, model_of, model_path, own_model
from majuscule.models.writing import model_output, write_model

if TYPE_CHECKING:
    from majuscule.models.card import model_card

__all__ = [
    "ModelFile",
    "ModelHeader",
    "Score",
    "Source",
    "catalogue",
    "known_models",
    "list_models",
    "model_card",
    "model_of",
    "model_output",
    "model_path",
    "own_model",
    "read_model",
    "write_model",
]

__getattr__, __dir__ = lazy(__name__, {"model_card": "majuscule.models.card"})
