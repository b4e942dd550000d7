"""Engines, by names of the form ``KIND:WHAT``: ``majuscule:entities-en``, ``spacy:NAME``,
``command:PROGRAM ARGUMENTS``, ``joined:ENGINE+ENGINE``; see :mod:`majuscule.degrade.kinds`."""
