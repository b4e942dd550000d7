"""The interfaces of engines and tasks, and the data that passes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from majuscule.arrays import I32, I64
from majuscule.errors import CorpusError, UsageError
from majuscule.measure.metric import Metric
from majuscule.reading.annotations.mentions import LONG_NAMES, Mention

ENTITIES, LINKS, DEPENDENCIES = "entities", "links", "dependencies"
"""Annotations that an engine may give: mentions of entities; subjects and objects of predicates;
the head of every token."""

ROLES = {
    "nsubj": "subject",
    "nsubj:pass": "subject",
    "nsubjpass": "subject",
    "obj": "object",
    "dobj": "object",
}
"""Dependency relation (Universal Dependencies, spaCy's English scheme) -> role of a link."""

LABELS = {**LONG_NAMES, "GPE": "LOC", "FAC": "LOC"}
"""Long names of MUC's classes and those of OntoNotes -> their label here; others stay as they
are."""

Span = tuple[int, int]


@dataclass(frozen=True)
class EngineInput:
    """A text as an engine reads it, aligned with the source text that it was made from.

    ``begins`` and ``ends``, int32 (code points,): the source span of each code point; None if no
    offset has changed.
    """

    text: str
    begins: I32 | None = None
    ends: I32 | None = None

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Return the source span of ``text[start:end]``.

        >>> begins, ends = np.array([0] * 6 + [2, 3, 4, 5]), np.array([2] * 6 + [3, 4, 5, 6])
        >>> EngineInput("TWENTY MEN", begins, ends).source(0, 6)
        (0, 2)
        """
        if self.begins is None or self.ends is None:
            return start, end
        return int(self.begins[start]), int(self.ends[end - 1])

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the text of the source's ``[start:end]``, empty if there is none.

        >>> begins, ends = np.array([0] * 6 + [2, 3, 4, 5]), np.array([2] * 6 + [3, 4, 5, 6])
        >>> EngineInput("TWENTY MEN", begins, ends).place(0, 2)
        (0, 6)
        """
        if self.begins is None or self.ends is None:
            return start, end
        inside = np.flatnonzero((self.begins < end) & (self.ends > start))
        return (int(inside[0]), int(inside[-1]) + 1) if len(inside) else (0, 0)

    def at_source(self, link: Link) -> Link:
        """Return a link of the text with spans of the source."""
        return Link(self.source(*link.predicate), link.role, self.source(*link.argument))


@dataclass(frozen=True, order=True)
class Link:
    """A predicate, a role such as ``subject``, and the head word of that argument, as spans."""

    predicate: Span
    role: str
    argument: Span


@dataclass(frozen=True, slots=True)
class Dependency:
    """A token of a text, its head, and its relation to it.

    ``head`` counts the tokens of the text from 0; the root of a tree is its own head.
    """

    start: int
    end: int
    head: int
    relation: str


@dataclass(frozen=True)
class Annotation:
    """An engine's annotations of one text, in offsets of that text."""

    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
    dependencies: tuple[Dependency, ...] = ()

    def spans(self) -> Iterator[Span]:
        """Yield the spans of all annotations."""
        for mention in self.mentions:
            yield mention.start, mention.end
        for link in self.links:
            yield link.predicate
            yield link.argument
        for token in self.dependencies:
            yield token.start, token.end


class Engine(Protocol):
    """An annotator of texts, called with all texts of a task at once."""

    name: str
    """Its name in tables."""
    gives: frozenset[str]
    """The kinds of annotations it gives, such as ``entities``."""
    digest: str
    """A digest of everything that its answers depend on."""

    def annotate(self, texts: Sequence[str]) -> Sequence[Annotation]:
        """Return the annotations of each text."""
        ...


def found_file(file: str, folder: Path, what: str) -> Path:
    """Return a file by its path, or else by its path within the folder of a task's data."""
    for path in (Path(file), folder / file):
        if file and path.exists():
            return path
    raise CorpusError(f"there is no such {what}", folder / file)


Scoring = Callable[[Sequence[EngineInput], Sequence[Annotation]], I64]
"""Scores the texts of a task as changed by a condition, and the engine's annotations (empty if the
task needs no engine): returns a row of statistics for each unit."""


class Task(Protocol):
    """Texts and their scoring.  Attributes with a value here are optional."""

    name: str
    texts: Sequence[str]
    """The unchanged texts."""
    metric: Metric
    """The metric of the statistics."""
    measure: str = "f1"
    """The main measure, which tables by class and charts show."""
    shown: Sequence[str] = ("precision", "recall", "f1")
    """The measures of the main table, including ``measure``."""
    unit: str
    """The unit of a row of the statistics, such as ``document``."""
    tokenizer: str
    """The name, in signatures, of how text is cut into scored units."""
    digest: str
    """The SHA-256 of its files: texts and gold."""
    note: str = ""
    """A note on the texts, shown under the main table."""
    needs: frozenset[str] = frozenset()
    """Annotations an engine must give; empty: the text itself is scored."""
    labels: Sequence[str] = ()
    """The classes that are also scored one by one."""
    compared: Mapping[str, str] = {}
    """Name of a group of classes -> prefix of its measures.  A table compares their precision,
    recall and F1 in the first condition with those restored."""
    parts: Mapping[str, tuple[int, int]] = {}
    """Name -> range of rows of the statistics, such as the outputs of one system."""
    documents: Sequence[int] = ()
    """The number of each text's document, in ascending order; empty: each text is one.  The texts
    of a document are restored together."""
    blocks: Sequence[int] = ()
    """The block of each row, if rows depend on each other, such as all systems' outputs for one
    segment: confidence intervals come from resampling blocks."""
    grade: tuple[str, float] | None = None
    """For one task of a series, such as recognisers by word error rate: the name of the series'
    variable, and this task's value as a share.  Reports draw the measure against it."""
    lessons: Sequence[str] = ()
    """Training texts, which the engine annotates first, unchanged, for ``learn``."""

    def learn(self, found: Sequence[Annotation]) -> Scoring:
        """Return the scoring, which may depend on annotations of the training texts, as that of a
        trained classifier does; called once per engine, for all conditions."""
        return self.score

    def score(self, inputs: Sequence[EngineInput], found: Sequence[Annotation]) -> I64:
        """Return a row of statistics for each unit, if no training is needed."""
        raise UsageError(f"{self.name} has learnt nothing to score; call learn first")

    def asked(self, inputs: Sequence[EngineInput]) -> Sequence[str]:
        """Return the texts that the engine annotates, for ``score``."""
        return [one.text for one in inputs]
