"""A spaCy pipeline as an engine: any that is installed, by name, or in a folder, by path."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from majuscule.degrade.interface import (
    DEPENDENCIES,
    ENTITIES,
    LINKS,
    ROLES,
    Annotation,
    Dependency,
    Link,
)
from majuscule.errors import UsageError
from majuscule.extras import require
from majuscule.reading.annotations.mentions import LONG_NAMES, Mention

LABELS = {**LONG_NAMES, "GPE": "LOC", "FAC": "LOC"}
"""OntoNotes' labels in terms of MUC's; labels that are not here stay as they are."""

PARTS = {"ner": (ENTITIES,), "entity_ruler": (ENTITIES,), "parser": (LINKS, DEPENDENCIES)}
"""Part of a pipeline -> what it gives."""


class SpacyPipeline:
    """A spaCy pipeline; its mentions' labels are told in terms of MUC's classes.

    It gives entities where its pipeline has an ``ner``, links and dependencies where it has a
    ``parser``.
    """

    def __init__(self, name: str) -> None:
        spacy = require("spacy", "an engine of spaCy", "spacy")
        self.name = f"spacy:{name}"
        try:
            self._pipeline = spacy.load(name)
        except OSError as error:
            raise UsageError(
                f"there is no spaCy pipeline {name!r}; name an installed one or its folder "
                f"({str(error).splitlines()[0]})"
            ) from error
        self.gives = frozenset(
            given for name in self._pipeline.pipe_names for given in PARTS.get(name, ())
        )
        told = json.dumps([self._pipeline.meta, spacy.__version__], sort_keys=True, default=str)
        self.digest = hashlib.sha256(told.encode()).hexdigest()

    def annotate(self, texts: Sequence[str]) -> list[Annotation]:
        found = []
        for document in self._pipeline.pipe(texts):
            mentions = (
                Mention(one.start_char, one.end_char, LABELS.get(one.label_, one.label_))
                for one in document.ents
            )
            links = (
                Link(_span(token.head), ROLES[token.dep_], _span(token))
                for token in document
                if token.dep_ in ROLES and token.head.i != token.i
            )
            tokens = (
                Dependency(*_span(token), token.head.i, token.dep_)
                for token in (document if DEPENDENCIES in self.gives else ())
            )
            found.append(Annotation(tuple(mentions), tuple(links), tuple(tokens)))
        return found


def _span(token: Any) -> tuple[int, int]:
    return token.idx, token.idx + len(token)
