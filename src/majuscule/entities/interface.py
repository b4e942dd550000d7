"""What every entity tagger is: text in, mentions out; trained on annotated text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

import numpy.typing as npt

from majuscule.entities.annotated import AnnotatedText, Repairs
from majuscule.entities.mentions import Mention
from majuscule.errors import TrainingError
from majuscule.models import ModelFile
from majuscule.options import read_options

if TYPE_CHECKING:
    from majuscule.entities.knowledge import Knowledge

Report = Callable[[str, float], None]
"""Told what is being done and how much of it is, from 0 to 1."""


class EntityTagger(Protocol):
    """A trained tagger.  Immutable; may be used from several threads."""

    kind: ClassVar[str]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels that the tagger gives."""
        ...

    def tag(self, text: str, *, memory: bool = True) -> list[Mention]:
        """Return the mentions of a document, in order and flat, with confidences.

        ``memory``: whether the other mentions of a word in the document count.
        """
        ...

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; each is a document."""
        ...

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        ...

    def options(self) -> Mapping[str, Any]:
        """Return options and constants for the header of the model file."""
        ...

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger that a model file holds."""
        ...


@dataclass(frozen=True)
class Corpus:
    """Annotated documents with the labels that they teach: where one of these is not marked, there
    is none."""

    documents: Sequence[AnnotatedText]
    taught: tuple[str, ...]
    name: str = ""
    repeat: int = 1  # how often the corpus is taken in training


class Trainer(Protocol):
    """Trains a tagger of some labels on some corpora."""

    def __call__(
        self,
        corpora: Sequence[Corpus],
        labels: Sequence[str],
        knowledge: Knowledge,
        options: Mapping[str, Any] | None = None,
        *,
        report: Report | None = None,
        repairs: Repairs | None = None,
    ) -> EntityTagger:
        """Return the tagger; what had to be repaired is counted in ``repairs``."""
        ...


Options = TypeVar("Options")


@dataclass(frozen=True)
class Order(Generic[Options]):
    """What is to be trained: options of the kind's own class, and corpora that hold the labels."""

    options: Options
    corpora: Sequence[Corpus]
    labels: tuple[str, ...]
    tell: Report


def read_order(
    of: type[Options],
    options: Mapping[str, Any] | None,
    corpora: Sequence[Corpus],
    labels: Sequence[str],
    report: Report | None,
) -> Order[Options]:
    """Return what a trainer was asked for, checked.

    Raises :class:`~majuscule.errors.UsageError` for options that are not those of ``of``, and
    :class:`~majuscule.errors.TrainingError` as :func:`check_corpora` does.
    """
    chosen = read_options(of, options)
    check_corpora(corpora, tuple(labels))
    return Order(chosen, corpora, tuple(labels), report or (lambda _what, _done: None))


def check_corpora(corpora: Sequence[Corpus], labels: tuple[str, ...]) -> None:
    """Refuse corpora from which the labels cannot be learnt."""
    for corpus in corpora:
        for document in corpus.documents:
            for mention in document.mentions:
                if mention.label not in labels:
                    raise TrainingError(
                        f"{document.where or document.id}: label {mention.label!r} of "
                        f"{mention.of(document.text)!r} is not one of {', '.join(labels)}: name "
                        "it among the labels or leave it out"
                    )
    if not any(document.mentions for corpus in corpora for document in corpus.documents):
        names = ", ".join(corpus.name for corpus in corpora if corpus.name)
        where = f" ({names})" if names else ""
        raise TrainingError(f"there is not a single mention in the training text{where}")
    untaught = set(labels) - {label for corpus in corpora for label in corpus.taught}
    if untaught:
        raise TrainingError(f"no corpus teaches {', '.join(sorted(untaught))}")
