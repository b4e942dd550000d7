"""Named entities: exact spans by class, and the MUC score of them (Niu et al. 2004, Tables 3 and 4;
Lita et al. 2003, Table 2)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from majuscule.degrade.interface import ENTITIES, Annotation, Input, Task, found_file
from majuscule.entities.corpora import read_corpora
from majuscule.errors import CorpusError
from majuscule.measure import measure_of
from majuscule.measure.metric import PRF, IntArray
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import MUC, Mention
from majuscule.trials.cells import digest_files
from majuscule.trials.entities import mention_metric


class Entities(Task):
    """A labelled file, told in MUC's classes; after a comma, a profile that says how it is read
    (:mod:`majuscule.entities.corpora`)."""

    needs = frozenset({ENTITIES})
    tokenizer = "characters"
    shown = (*PRF, measure_of("muc", "f1"))
    version = 2  # 1 counted exact spans only

    def __init__(self, file: str, data: Path) -> None:
        file, _, profile = file.partition(",")
        path = found_file(file, data / "entities", "file of labelled text")
        self.name = f"entities:{path.stem}"
        corpus = read_corpora([path], MUC.labels, profile=profile or None)[0]
        self._documents = corpus.documents
        if not any(one.mentions for one in self._documents):
            raise CorpusError("no mention is marked in it, so there is nothing to score", str(path))
        self.labels = corpus.taught
        self.metric = mention_metric(self.labels)
        self.digest = digest_files([path, Path(profile)] if profile else [path])
        self.texts = [one.text for one in self._documents]
        # Where a file tells of no documents, each sentence is read as one.
        named = any(one.id != one.where or "\n" in one.text for one in self._documents)
        self.unit = "document" if named else "sentence"

    def score(self, inputs: Sequence[Input], found: Sequence[Annotation]) -> IntArray:
        right = [[m.span for m in kept(one, self.labels)] for one in self._documents]
        guess = [
            {(*given.source(m.start, m.end), m.label) for m in kept(one, self.labels)}
            for given, one in zip(inputs, found, strict=True)
        ]
        return self.metric.statistics(right, guess)


def kept(found: Annotation | AnnotatedText, labels: Sequence[str]) -> list[Mention]:
    """Return the mentions of some labels."""
    return [one for one in found.mentions if one.label in labels]
