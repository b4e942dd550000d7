"""What engines, conditions and tasks are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from majuscule.arrays import I32
from majuscule.errors import CorpusError, UsageError
from majuscule.measure.metric import IntArray, Metric
from majuscule.reading.annotations.mentions import Mention

ENTITIES, LINKS, DEPENDENCIES = "entities", "links", "dependencies"
"""What an engine may give: mentions of entities; subjects and objects of predicates; the head of
every token."""

ROLES = {
    "nsubj": "subject",
    "nsubj:pass": "subject",
    "nsubjpass": "subject",
    "obj": "object",
    "dobj": "object",
}
"""Relations of Universal Dependencies, and of the scheme of spaCy's English pipelines, that make a
link."""

Span = tuple[int, int]


@dataclass(frozen=True)
class EngineInput:
    """A text as an engine gets it, with the way back to the text that it was made of.

    ``begins`` and ``ends`` (code points,): the span of the source that each code point stands for;
    none where nothing has moved.
    """

    text: str
    begins: I32 | None = None
    ends: I32 | None = None

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the source that ``text[start:end]`` stands for.

        >>> begins, ends = np.array([0] * 6 + [2, 3, 4, 5]), np.array([2] * 6 + [3, 4, 5, 6])
        >>> EngineInput("TWENTY MEN", begins, ends).source(0, 6)
        (0, 2)
        """
        if self.begins is None or self.ends is None:
            return start, end
        return int(self.begins[start]), int(self.ends[end - 1])

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where the source's ``[start:end]`` stands in the text; an empty span: nowhere.

        >>> begins, ends = np.array([0] * 6 + [2, 3, 4, 5]), np.array([2] * 6 + [3, 4, 5, 6])
        >>> EngineInput("TWENTY MEN", begins, ends).place(0, 2)
        (0, 6)
        """
        if self.begins is None or self.ends is None:
            return start, end
        inside = np.flatnonzero((self.begins < end) & (self.ends > start))
        return (int(inside[0]), int(inside[-1]) + 1) if len(inside) else (0, 0)

    def at_source(self, link: Link) -> Link:
        """Return a link of the text where it stands in the source."""
        return Link(self.source(*link.predicate), link.role, self.source(*link.argument))


@dataclass(frozen=True, order=True)
class Link:
    """A predicate, ``subject`` or ``object``, and the head word of that: spans of a text."""

    predicate: Span
    role: str
    argument: Span


@dataclass(frozen=True, slots=True)
class Dependency:
    """A token of a text, its relation to its head, and which token that is.

    ``head`` counts the tokens of the text from 0; the root of a tree is its own head.
    """

    start: int
    end: int
    head: int
    relation: str


@dataclass(frozen=True)
class Annotation:
    """What an engine found in one text, in offsets of that text."""

    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
    dependencies: tuple[Dependency, ...] = ()

    def spans(self) -> Iterator[Span]:
        """Yield all spans that it names."""
        for mention in self.mentions:
            yield mention.start, mention.end
        for link in self.links:
            yield link.predicate
            yield link.argument
        for token in self.dependencies:
            yield token.start, token.end


class Engine(Protocol):
    """Something that reads texts.  It is asked for all texts of a task at once."""

    name: str
    """What tables call it."""
    gives: frozenset[str]
    """What it finds, such as ``entities``."""
    digest: str
    """What changes when its answers could."""

    def annotate(self, texts: Sequence[str]) -> Sequence[Annotation]:
        """Return what it finds in each text."""
        ...


def found_file(file: str, folder: Path, what: str) -> Path:
    """Return a file as it is named, or in the folder of a task's data."""
    for path in (Path(file), folder / file):
        if file and path.exists():
            return path
    raise CorpusError(f"there is no such {what}", folder / file)


Scoring = Callable[[Sequence[EngineInput], Sequence[Annotation]], IntArray]
"""How what was made of the texts of a task is scored: a row of statistics for each unit.  Given are
the texts, and what the engine found in what it was asked, empty where nothing is needed."""


class Task(Protocol):
    """Texts, and how what was made of them is scored; what has a value here need not be given."""

    name: str
    texts: Sequence[str]
    """The texts as they are."""
    metric: Metric
    """The metric of the statistics."""
    measure: str = "f1"
    """The measure that stands in tables."""
    shown: Sequence[str] = ("precision", "recall", "f1")
    """The measures that the main table has, ``measure`` among them."""
    unit: str
    """What a row of the statistics is, such as ``document``."""
    tokenizer: str
    """How text is cut into what is scored."""
    digest: str
    """The SHA-256 of its files, texts and answers."""
    note: str = ""
    """What a reader should know of the texts."""
    needs: frozenset[str] = frozenset()
    """What an engine must give; nothing: the text itself is scored."""
    labels: Sequence[str] = ()
    """The classes that are told apart."""
    compared: Mapping[str, str] = {}
    """Groups of classes whose precision, recall and F stand beside those restored, and what the
    names of their measures begin with."""
    parts: Mapping[str, tuple[int, int]] = {}
    """Rows of the statistics that have a name, such as the outputs of one system."""
    documents: Sequence[int] = ()
    """The number of the document that each text is part of, never falling; none: each is one.
    Texts of one document are restored together."""
    blocks: Sequence[int] = ()
    """The block of each row, where rows stand and fall together, as the outputs of all systems for
    one segment do: intervals come from resampling blocks."""
    grade: tuple[str, float] | None = None
    """Of one of a series, such as recognisers by word error rate: what the series goes by, and the
    share of one where this task stands in it.  Reports draw the measure against it."""
    lessons: Sequence[str] = ()
    """Texts that the engine reads first, as they are, where the score depends on that."""

    def learn(self, found: Sequence[Annotation]) -> Scoring:
        """Return the score that follows from what the engine found in the lessons, such as that of
        a classifier trained on it: once for each engine, and never anew for a condition."""
        return self.score

    def score(self, inputs: Sequence[EngineInput], found: Sequence[Annotation]) -> IntArray:
        """Return a row for each unit, where nothing is learnt first."""
        raise UsageError(f"{self.name} has learnt nothing to score; call learn first")

    def asked(self, inputs: Sequence[EngineInput]) -> Sequence[str]:
        """Return what the engine reads; ``score`` gets what it finds there."""
        return [one.text for one in inputs]
