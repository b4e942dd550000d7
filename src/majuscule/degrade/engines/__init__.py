"""Engines, each by a name of the form ``KIND:WHAT``: ``majuscule:entities-en``, ``spacy:NAME``,
``command:PROGRAM ARGUMENTS``, ``joined:ENGINE+ENGINE``."""

from majuscule.degrade.engines.table import ENGINES, open_engine

__all__ = ["ENGINES", "open_engine"]
