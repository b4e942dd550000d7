"""AFFILIATION and POSITION in news, found by rules over an engine's annotations.

There is no gold.  The reference of ``rules`` is what the rules find in the engine's annotations of
the unchanged text; it measures loss, not quality, because a wrong relation counts as right if it is
found again, and the original case scores 100 by definition.  The reference of ``wording`` is what
patterns find in the unchanged text without an engine
(:mod:`~majuscule.degrade.tasks.relations.patterns`), in paragraphs that have such a relation; other
relations are not judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from majuscule.arrays import I64
from majuscule.degrade.interface import (
    DEPENDENCIES,
    ENTITIES,
    Annotation,
    EngineInput,
    Link,
    Scoring,
    Task,
    found_file,
)
from majuscule.degrade.tasks.links import LinkMetric
from majuscule.degrade.tasks.relations.patterns import worded_relations
from majuscule.degrade.tasks.relations.rules import AFFILIATION, POSITION, find_relations
from majuscule.errors import CorpusError, UsageError
from majuscule.reading import read_documents
from majuscule.trials.cells import digest_files

NEWS = "truecasing/dev/wikinews.jsonl"
RULES, WORDING = "rules", "wording"
MOST = {RULES: 40, WORDING: 200}
"""The most documents to read, so that a parser on one core takes seconds, not minutes: some 24,000
words of Wikinews, or those paragraphs of 200 articles that have a relation."""

_NOTES = {
    RULES: "No gold: compared with what the rules find where the engine reads the text as it is, "
    "so this is loss, not truth.",
    WORDING: "Paragraphs whose wording shows a relation; only those relations are judged.",
}
_EMPTY = {RULES: "holds no text", WORDING: "no relation shows in its wording"}


class News(Task):
    """A file of documents; each paragraph is a text, each document a row of the statistics.

    ``reference`` is :data:`RULES` or :data:`WORDING`.
    """

    needs = frozenset({ENTITIES, DEPENDENCIES})
    tokenizer = "head words"
    unit = "document"
    labels = (AFFILIATION, POSITION)
    metric = LinkMetric(labels)

    def __init__(self, reference: str, file: str, data: Path) -> None:
        path = found_file(file or NEWS, data, "file of documents")
        self.name = f"relations:{reference},{path.stem}"
        self.digest = digest_files([path])
        chosen = [
            (number, text, worded_relations(text) if reference == WORDING else [])
            for number, one in enumerate(islice(read_documents(path), MOST[reference]))
            for text in one.paragraphs
        ]
        if reference == WORDING:
            chosen = [one for one in chosen if one[2]]
        if not chosen:
            raise CorpusError(f"{_EMPTY[reference]}, so there is nothing to score", str(path))
        self.texts = [text for _, text, _ in chosen]
        numbers = np.array([number for number, _, _ in chosen])
        self.documents = np.unique(numbers, return_inverse=True)[1].tolist()
        self._worded = [links for _, _, links in chosen] if reference == WORDING else None
        # Unless the wording gives the reference, the engine's annotations of these texts do.
        self.lessons = self.texts if self._worded is None else ()
        words = sum(len(text.split()) for text in self.texts)
        self.note = f"{self.documents[-1] + 1} documents, {words:,} words. {_NOTES[reference]}"

    def learn(self, found: Sequence[Annotation]) -> Scoring:
        if self._worded is not None:
            return partial(self._compare, self._worded, True)
        gold = [find_relations(text, one) for text, one in zip(self.texts, found, strict=True)]
        if not any(gold):
            raise UsageError(
                f"{self.name}: the rules find no relation in the engine's answers for the "
                "unchanged text, so there is nothing to score"
            )
        return partial(self._compare, gold, False)

    def _compare(
        self,
        gold: Sequence[Sequence[Link]],
        partial_gold: bool,
        inputs: Sequence[EngineInput],
        found: Sequence[Annotation],
    ) -> I64:
        """Return the counts against the reference; ``partial_gold``: judge no other relations."""
        guess = [
            [given.at_source(link) for link in find_relations(given.text, one)]
            for given, one in zip(inputs, found, strict=True)
        ]
        if partial_gold:
            guess = [judged(*pair) for pair in zip(gold, guess, strict=True)]
        return self.metric.by_document(gold, guess, self.documents)


def judged(reference: Sequence[Link], guess: Sequence[Link]) -> list[Link]:
    """Return the predicted relations that are judged if the reference is incomplete.

    For each relation of the reference, that relation if it was predicted, or else the first with
    the same person and role.

    >>> founder, head = (Link((0, 3), POSITION, place) for place in ((5, 12), (13, 17)))
    >>> judged([head], [founder, head]) == [head], judged([head], [founder]) == [founder]
    (True, True)
    """
    found = [link for link in reference if link in guess]
    done = {(link.predicate, link.role) for link in found}
    wanted = {(link.predicate, link.role) for link in reference} - done
    others = {
        (link.predicate, link.role): link
        for link in reversed(guess)
        if (link.predicate, link.role) in wanted
    }
    return [*found, *others.values()]
