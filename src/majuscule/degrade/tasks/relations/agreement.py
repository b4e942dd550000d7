"""Relations by rules, compared with those of the same engine on the text as it is.

There are no gold relations for the news.  So this measures loss, not truth: a relation that the
engine gets wrong in the original case counts as right where it is found again.  The original case
itself is at 100 by definition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from majuscule.corpus import read_documents
from majuscule.degrade.interface import (
    DEPENDENCIES,
    ENTITIES,
    Annotation,
    Input,
    Link,
    digest_files,
)
from majuscule.degrade.tasks.links import LinkMetric
from majuscule.degrade.tasks.relations.rules import AFFILIATION, POSITION, find_relations
from majuscule.errors import CorpusError, UsageError
from majuscule.measure.metric import IntArray

NEWS = "truecasing/dev/wikinews.jsonl"
MOST = 200
"""Articles that are read of the news: a parser needs a minute or two for these on one core."""


class Agreement:
    """A file of documents; each paragraph is a text, a document a row of the statistics."""

    needs = frozenset({ENTITIES, DEPENDENCIES})
    measure = "f1"
    tokenizer = "head words"
    unit = "document"
    shown = ("precision", "recall", "f1")
    labels = (AFFILIATION, POSITION)
    parts: Mapping[str, tuple[int, int]] = {}
    metric = LinkMetric(labels)

    def __init__(self, file: str, data: Path) -> None:
        path = Path(file) if file else data / NEWS
        if not path.exists():
            raise CorpusError("there is no such file of documents", str(path))
        self.name = f"relations:rules,{path.stem}"
        self.digest = digest_files([path])
        chosen = [one for one, _ in zip(read_documents(path), range(MOST), strict=False)]
        self.texts = [text for one in chosen for text in one.paragraphs]
        self.documents = [at for at, one in enumerate(chosen) for _ in one.paragraphs]
        if not self.texts:
            raise CorpusError("holds no text, so there is nothing to score", str(path))
        words = sum(len(text.split()) for text in self.texts)
        self.note = (
            f"{len(chosen)} documents, {words:,} words; no gold: compared with what the rules find "
            "where the engine reads the text as it is, so this is loss, not truth."
        )

    @property
    def lessons(self) -> Sequence[str]:
        """Return the texts as they are, whose relations are the reference."""
        return self.texts

    def learn(self, found: Sequence[Annotation]) -> Reference:
        """Return the reference that follows from what the engine found in the texts as they are."""
        gold = [find_relations(text, one) for text, one in zip(self.texts, found, strict=True)]
        if not any(gold):
            raise UsageError(
                f"{self.name}: the rules find no relation where the engine reads the text as it "
                "is, so there is nothing to score"
            )
        return Reference(gold, self.documents, self.metric)


class Reference:
    """The relations that count as right in each text."""

    def __init__(
        self, gold: Sequence[Sequence[Link]], documents: Sequence[int], metric: LinkMetric
    ) -> None:
        self._gold, self._documents, self._metric = gold, documents, metric

    def score(self, inputs: Sequence[Input], found: Sequence[Annotation]) -> IntArray:
        """Return a row for each document."""
        rows = np.zeros((self._documents[-1] + 1, len(self._metric.columns)), np.int64)
        for number, (given, one) in enumerate(zip(inputs, found, strict=True)):
            guess = [at_source(given, link) for link in find_relations(given.text, one)]
            rows[self._documents[number]] += self._metric.statistics(self._gold[number], guess)
        return rows


def at_source(given: Input, link: Link) -> Link:
    """Return a link of a text where it stands in the source of that."""
    return Link(given.source(*link.predicate), link.role, given.source(*link.argument))
