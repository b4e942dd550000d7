"""Annotated text in files: two columns, JSON lines, Rev's ``.nlp``, SGML in the manner of MUC and
IEER."""

from majuscule.reading.annotations.formats import FORMATS, format_of, read_annotated

__all__ = ["FORMATS", "format_of", "read_annotated"]
