"""Floor 6: named entities in text of any case."""

from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import MUC, LabelSet, Mention
from majuscule.reading.annotations.schemes import Scheme, read_tags

__all__ = ["MUC", "AnnotatedText", "LabelSet", "Mention", "Repairs", "Scheme", "read_tags"]
