"""Texts to learn from, made of a few paragraphs."""

from majuscule.learn.text import DocumentText
from majuscule.reading import Document


def text_of(*paragraphs: str) -> DocumentText:
    """Return a text of one document."""
    return DocumentText((Document("d", paragraphs),))
