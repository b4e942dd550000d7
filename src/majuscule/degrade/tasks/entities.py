"""Named entities: exact spans by class, and the MUC score of them (Niu et al. 2004, Tables 3 and 4;
Lita et al. 2003, Table 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from majuscule.arrays import I64
from majuscule.degrade.interface import ENTITIES, LABELS, Annotation, EngineInput, Task, found_file
from majuscule.entities.corpora import read_corpora
from majuscule.errors import CorpusError
from majuscule.measure import MentionMetric, measure_of
from majuscule.measure.metric import PRF
from majuscule.reading import Errors
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import ELEMENTS, MUC, Mention
from majuscule.trials.cells import digest_files


class Mentions(Task):
    """A task scored on mentions: by exact spans, and by the MUC scorer's rules.

    Niu et al.'s Table 3 compares names with other classes, Lita et al.'s Table 2 the elements of
    the markup; each group is scored as if there were no other classes.
    """

    needs = frozenset({ENTITIES})
    shown = (*PRF, measure_of("muc", "f1"))

    def score_labels(self, labels: Sequence[str]) -> None:
        """Score these labels, together and by group."""
        self.labels = tuple(labels)
        names = ELEMENTS["ENAMEX"]
        other = tuple(label for label in labels if label not in names)
        groups = {**ELEMENTS, "Non-name": other, **{label: (label,) for label in labels}}
        self.metric = MentionMetric(self.labels, groups)
        prefixes = {"overall": "", "ENAMEX, names": "ENAMEX ", "non-names": "Non-name "}
        prefixes |= {name: f"{name} " for name in ("TIMEX", "NUMEX", *self.labels)}
        kept = self.metric.slots.groups
        self.compared = {
            name: measure_of("muc", begin)
            for name, begin in prefixes.items()
            if not begin or begin.strip() in kept
        }


class Entities(Mentions):
    """A labelled file, mapped to MUC's classes, by the profile after a comma if there is one
    (:mod:`majuscule.entities.corpora`)."""

    tokenizer = "characters"

    def __init__(
        self, file: str, data: Path, encoding: str = "", errors: Errors = "strict"
    ) -> None:
        file, _, profile = file.partition(",")
        path = found_file(file, data / "entities", "file of labelled text")
        self.name = f"entities:{path.stem}"
        [corpus] = read_corpora(
            [path], MUC.labels, profile=profile or None, encoding=encoding, errors=errors
        )
        self._documents = [_named(one) for one in corpus.documents]
        self.score_labels(corpus.taught)
        if not any(kept(one, self.labels) for one in self._documents):
            wanted = ", ".join(self.labels)
            raise CorpusError(f"marks no mention of {wanted}; there is nothing to score", str(path))
        self.digest = digest_files([path, Path(profile)] if profile else [path]) + encoding
        self.texts = [one.text for one in self._documents]
        # Of a file that does not mark documents, each sentence was read as one.
        named = any(one.id != one.where or "\n" in one.text for one in self._documents)
        self.unit = "document" if named else "sentence"

    def score(self, inputs: Sequence[EngineInput], found: Sequence[Annotation]) -> I64:
        right = [[m.span for m in kept(one, self.labels)] for one in self._documents]
        guess = [
            {(*given.source(m.start, m.end), m.label) for m in kept(one, self.labels)}
            for given, one in zip(inputs, found, strict=True)
        ]
        return self.metric.statistics(right, guess)


def _named(document: AnnotatedText) -> AnnotatedText:
    """Return a document with MUC's labels for those of :data:`LABELS`."""
    named = (replace(one, label=LABELS.get(one.label, one.label)) for one in document.mentions)
    return replace(document, mentions=tuple(named))


def kept(found: Annotation | AnnotatedText, labels: Sequence[str]) -> list[Mention]:
    """Return the mentions of some labels."""
    return [one for one in found.mentions if one.label in labels]
