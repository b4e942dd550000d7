"""What engines, conditions and tasks are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeGuard, runtime_checkable

import numpy as np
import numpy.typing as npt

from majuscule.entities.mentions import Mention
from majuscule.measure.metric import IntArray, Metric

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
class Input:
    """A text as an engine gets it, with the way back to the text that it was made of.

    ``begins`` and ``ends`` (code points,): the span of the source that each code point stands for;
    none where nothing has moved.
    """

    text: str
    begins: npt.NDArray[np.int32] | None = None
    ends: npt.NDArray[np.int32] | None = None

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the source that ``text[start:end]`` stands for.

        >>> Input("TWENTY MEN", np.array([0] * 6 + [2, 3, 4, 5]), np.array([2] * 6 + [3, 4, 5, 6])
        ... ).source(0, 6)
        (0, 2)
        """
        if self.begins is None or self.ends is None:
            return start, end
        return int(self.begins[start]), int(self.ends[end - 1])

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where the source's ``[start:end]`` stands in the text; an empty span: nowhere.

        >>> Input("TWENTY MEN", np.array([0] * 6 + [2, 3, 4, 5]), np.array([2] * 6 + [3, 4, 5, 6])
        ... ).place(0, 2)
        (0, 6)
        """
        if self.begins is None or self.ends is None:
            return start, end
        inside = np.flatnonzero((self.begins < end) & (self.ends > start))
        return (int(inside[0]), int(inside[-1]) + 1) if len(inside) else (0, 0)


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

    @property
    def name(self) -> str:
        """Return what tables call it."""
        ...

    @property
    def gives(self) -> frozenset[str]:
        """Return what it finds, such as ``entities``."""
        ...

    @property
    def digest(self) -> str:
        """Return what changes when its answers could."""
        ...

    def annotate(self, texts: Sequence[str]) -> Sequence[Annotation]:
        """Return what it finds in each text."""
        ...


class Outline(Protocol):
    """What plans and tables know of a task."""

    @property
    def name(self) -> str:
        """Return its name in plans."""
        ...

    @property
    def needs(self) -> frozenset[str]:
        """Return what an engine must give; nothing: the text itself is scored."""
        ...

    @property
    def measure(self) -> str:
        """Return the measure that stands in tables."""
        ...

    @property
    def shown(self) -> Sequence[str]:
        """Return the measures that the main table has, ``measure`` among them."""
        ...

    @property
    def labels(self) -> Sequence[str]:
        """Return the classes that are told apart; none: there are no classes."""
        ...

    @property
    def parts(self) -> Mapping[str, tuple[int, int]]:
        """Return rows of the statistics that have a name, such as the outputs of one system."""
        ...

    @property
    def tokenizer(self) -> str:
        """Return how text was cut into what is scored; another way has another name, since finished
        cells are kept under it."""
        ...

    @property
    def unit(self) -> str:
        """Return what a row of the statistics is, such as ``document``."""
        ...

    @property
    def digest(self) -> str:
        """Return the SHA-256 of its files, texts and answers (:func:`digest_files`)."""
        ...

    @property
    def documents(self) -> Sequence[int]:
        """Return the number of the document that each text is part of, never falling; empty where
        each text is one.  Texts of one document are restored together."""
        ...

    @property
    def note(self) -> str:
        """Return what a reader should know of the texts."""
        ...

    @property
    def metric(self) -> Metric:
        """Return the metric of the statistics."""
        ...

    @property
    def texts(self) -> Sequence[str]:
        """Return the texts as they are."""
        ...


class Scorer(Protocol):
    """How what was made of the texts of a task is scored."""

    def score(self, inputs: Sequence[Input], found: Sequence[Annotation]) -> IntArray:
        """Return a row of statistics for each :attr:`unit`; ``found`` is empty where nothing is
        needed."""
        ...


class Task(Outline, Scorer, Protocol):
    """Texts, and how what was made of them is scored."""


@runtime_checkable
class Learner(Outline, Protocol):
    """A task whose score depends on what the engine says of other texts, in their own case.

    From those it takes what it compares with, or trains a classifier: once for each engine, and
    never anew for a condition.
    """

    @property
    def lessons(self) -> Sequence[str]:
        """Return the texts that the engine reads first, as they are."""
        ...

    def learn(self, found: Sequence[Annotation]) -> Scorer:
        """Return the scorer that follows from what the engine found in the lessons."""
        ...


class Choosing(Task, Protocol):
    """A task of which the engine reads only a part, which the texts in their condition decide."""

    def asked(self, inputs: Sequence[Input]) -> Sequence[str]:
        """Return what the engine reads; ``score`` gets what it finds there."""
        ...


class Graded(Protocol):
    """A task that is one of a series, such as recognisers by word error rate: reports draw the
    measure against it."""

    @property
    def grade(self) -> tuple[str, float]:
        """Return what the series goes by, and the share of one where this task stands in it."""
        ...


class Blocked(Protocol):
    """A task several rows of whose statistics stand and fall together, as the outputs of all
    systems for one segment do: intervals come from resampling blocks of them."""

    @property
    def blocks(self) -> Sequence[int]:
        """Return the block of each row."""
        ...


# By the class, not by isinstance: that would ask for every property, and some take their time.


def is_learner(task: Outline) -> TypeGuard[Learner]:
    """Tell whether a task learns from the engine first."""
    return hasattr(type(task), "learn")


def is_choosing(task: Outline) -> TypeGuard[Choosing]:
    """Tell whether a task has the engine read only a part."""
    return hasattr(type(task), "asked")


def is_graded(task: Outline) -> TypeGuard[Graded]:
    """Tell whether a task is one of a series."""
    return hasattr(type(task), "grade")


def is_blocked(task: Outline) -> TypeGuard[Blocked]:
    """Tell whether a task has blocks of rows."""
    return hasattr(type(task), "blocks")


def digest_files(paths: Iterable[Path]) -> str:
    """Return the SHA-256 of what files hold, for :attr:`Task.digest`."""
    state = hashlib.sha256()
    for path in paths:
        state.update(hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()
