"""Floor 2: the model file, its header, its card, and where models are found."""

from majuscule.models.card import model_card
from majuscule.models.header import ModelHeader, Score, Source
from majuscule.models.model_file import ModelFile, list_models, read_model
from majuscule.models.names import catalogue, known_models, model_path
from majuscule.models.writing import write_model

__all__ = [
    "ModelFile",
    "ModelHeader",
    "Score",
    "Source",
    "catalogue",
    "known_models",
    "list_models",
    "model_card",
    "model_path",
    "read_model",
    "write_model",
]
