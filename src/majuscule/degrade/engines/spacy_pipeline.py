"""A spaCy pipeline as an engine: any that is installed, by name, or in a folder, by path."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from majuscule.degrade.interface import ENTITIES, Annotation
from majuscule.entities.mentions import LONG_NAMES, Mention
from majuscule.errors import UsageError

LABELS = {**LONG_NAMES, "GPE": "LOC", "FAC": "LOC"}
"""OntoNotes' labels in terms of MUC's; labels that are not here stay as they are."""


class SpacyPipeline:
    """A spaCy pipeline; its mentions' labels are told in terms of MUC's classes."""

    gives = frozenset({ENTITIES})

    def __init__(self, name: str) -> None:
        try:
            import spacy
        except ImportError as error:
            raise UsageError(
                "an engine of spaCy needs spaCy: pip install 'majuscule[spacy]'"
            ) from error
        self.name = f"spacy:{name}"
        try:
            self._pipeline = spacy.load(name)
        except OSError as error:
            raise UsageError(
                f"there is no spaCy pipeline {name!r}: give the name of an installed one or the "
                f"path of its folder ({str(error).splitlines()[0]})"
            ) from error
        told = json.dumps([self._pipeline.meta, spacy.__version__], sort_keys=True, default=str)
        self.digest = hashlib.sha256(told.encode()).hexdigest()

    def annotate(self, texts: Sequence[str]) -> list[Annotation]:
        """Return the mentions in each text."""
        found = []
        for document in self._pipeline.pipe(texts):
            mentions = (
                Mention(one.start_char, one.end_char, LABELS.get(one.label_, one.label_))
                for one in document.ents
            )
            found.append(Annotation(tuple(mentions)))
        return found
