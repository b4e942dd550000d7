"""Floor 6: named entities in text of any case."""

from majuscule.entities.annotated import AnnotatedText, Repairs
from majuscule.entities.mentions import MUC, LabelSet, Mention
from majuscule.entities.schemes import Scheme, read_tags

__all__ = ["MUC", "AnnotatedText", "LabelSet", "Mention", "Repairs", "Scheme", "read_tags"]
