"""A spaCy pipeline as an engine, by its name if it is installed, or by its folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from majuscule.degrade.interface import (
    DEPENDENCIES,
    ENTITIES,
    LABELS,
    LINKS,
    ROLES,
    Annotation,
    Dependency,
    Link,
)
from majuscule.errors import UsageError
from majuscule.extras import require
from majuscule.reading.annotations.mentions import Mention
from majuscule.trials.cells import digest_files

PARTS = {"ner": (ENTITIES,), "entity_ruler": (ENTITIES,), "parser": (LINKS, DEPENDENCIES)}
"""Component -> the annotations it gives."""


class SpacyPipeline:
    """A spaCy pipeline, with entity labels mapped to MUC's.

    It gives the annotations of those of its components that are in :data:`PARTS`.
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
            what for name in self._pipeline.pipe_names for what in PARTS.get(name, ())
        )
        files = sorted(one for one in self._pipeline.path.rglob("*") if one.is_file())
        self.digest = f"{spacy.__version__} {digest_files(files)}"

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
