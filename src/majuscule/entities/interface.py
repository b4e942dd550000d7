"""What every entity tagger is: text in, mentions out; trained on annotated text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import numpy.typing as npt

from majuscule.entities.annotated import AnnotatedText, Repairs
from majuscule.entities.mentions import Mention
from majuscule.models import ModelFile

if TYPE_CHECKING:
    from majuscule.entities.columns import Knowledge

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
