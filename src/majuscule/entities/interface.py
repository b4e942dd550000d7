"""What every entity tagger is: text in, mentions out; trained on annotated text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import update_wrapper
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, cast, runtime_checkable

import numpy as np

from majuscule.arrays import Array
from majuscule.entities.completion import completed, with_document
from majuscule.errors import TrainingError, UsageError
from majuscule.models import ModelFile
from majuscule.models.model_file import source_of
from majuscule.models.stored import Storable, arrays_of, part
from majuscule.options import Progress, read_options, unheard
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import Mention
from majuscule.text.batches import batches
from majuscule.text.characters.codepoints import checked, checked_texts
from majuscule.words.gazetteers.names import NameLists
from majuscule.words.gazetteers.titles import TitleLists
from majuscule.words.tables.table import WordTable

Options = TypeVar("Options")
Tagger = TypeVar("Tagger")
Made = TypeVar("Made")

_NONE = np.empty(0, np.uint32), np.empty(0, np.uint8)
LISTED = "labelled names"
MOST_REPEATS = 100
"""How often a corpus may count: more would drown all others."""

FEATURES = ("words", "names", "titles")
"""What features may tell of a word."""


@dataclass(frozen=True)
class Knowledge:
    """What a tagger knows of words before their context."""

    words: WordTable = part(WordTable, default=WordTable(np.zeros(16, np.uint32)))
    names: NameLists = part(NameLists, "name_", default=NameLists(*_NONE))
    titles: TitleLists = part(TitleLists, "title_", default=TitleLists(*_NONE))
    listed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names by label, as they are written."""

    @property
    def given(self) -> tuple[str, ...]:
        """What is known at all: words, names, titles, labelled names."""
        held = {
            "words": self.words.table.any(),
            "names": len(self.names.hashes),
            "titles": len(self.titles.hashes),
            LISTED: len(self.listed),
        }
        return tuple(name for name, there in held.items() if there)


class Finder(Protocol):
    """What finds mentions.  Immutable; may be used from several threads."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels that the tagger gives."""
        ...

    def tag(self, text: str, *, memory: bool = True) -> list[Mention]:
        """Return the mentions of a document, in order and flat, with confidences.

        ``memory``: whether the other occurrences of a word in the document count.
        """
        ...

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; each is a document."""
        ...


class EntityTagger(Finder, Storable, Protocol):
    """A trained tagger, as a model file holds it."""

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger that a model file holds."""
        ...


@runtime_checkable
class Segmenter(Protocol):
    """What finds words where no spaces separate them, and names in one go with them."""

    def segment(self, text: str) -> list[list[tuple[str, str]]]:
        """Return the words and names of each line, with their labels: O for words."""
        ...


class Face(ABC):
    """The face that all kinds share: arguments are checked and texts read in batches; a tagger is
    one line when it is shown, and another process loads it again from its file."""

    kind: ClassVar[str]
    batch: ClassVar[int]
    """Characters that are read at once, in whole documents."""

    corrected: ClassVar[bool] = False
    """Whether people have said what is a name: then no mention is left out as a common noun."""

    _file: ModelFile | None = None
    _load: Callable[[str, str], EntityTagger] | None = None

    @abstractmethod
    def tag_together(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text, each a document of its own."""

    def tag_whole(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text, those that are half done completed."""
        found = zip(texts, self.tag_together(texts, memory), strict=True)
        labels = cast(Finder, self).labels
        whole = [completed(*one, labels, nouns=self.corrected) for one in found]
        if not memory:
            return whole
        return [with_document(*one, labels) for one in zip(texts, whole, strict=True)]

    def tag(self, text: str, *, memory: bool = True) -> list[Mention]:
        """Return the mentions of a document; its lines are sequences of their own.

        ``memory``: whether the other occurrences of a word in the document count.
        """
        return self.tag_whole([checked(text)], memory)[0]

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; each is a document.

        Short texts are read together.  ``jobs``: threads, where a kind has use for them.
        """
        for batch in batches(checked_texts(texts), self.batch, len):
            yield from self.tag_whole(batch, memory)

    def arrays(self) -> Mapping[str, Array]:
        return arrays_of(self)

    def __repr__(self) -> str:
        name, digest = "not of a file", ""
        if self._file is not None:
            name, digest = self._file.header.name or "unnamed", f" {self._file.digest[:12]}"
        return f"<{type(self).__name__} {name} {self.kind}{digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._file is None:
            raise TypeError(
                "this tagger was not loaded from a file, so other processes cannot load it"
            )
        return self._load, (source_of(self._file), self._file.digest)


def loaded_from(file: ModelFile, tagger: Tagger, load: Callable[[str, str], Tagger]) -> Tagger:
    """Return a tagger that knows from now on what file it is of.

    ``load`` loads it again, given its source and digest.
    """
    object.__setattr__(tagger, "_file", file)
    object.__setattr__(tagger, "_load", load)
    return tagger


@dataclass(frozen=True)
class Corpus:
    """Annotated documents with the labels that they teach: where one of these is not marked, there
    is none."""

    documents: Sequence[AnnotatedText]
    taught: tuple[str, ...]
    name: str = ""
    repeat: int = 1  # how often the corpus is taken in training
    guessed: tuple[str, ...] = ()  # of the labels taught, those that nobody has marked by hand
    file: str = ""  # that it was read from

    def __post_init__(self) -> None:
        if not 1 <= self.repeat <= MOST_REPEATS:
            raise UsageError(f"repeat is {self.repeat}; it must be from 1 to {MOST_REPEATS}")

    @property
    def words(self) -> int:
        """Return how many words there are, split at white space."""
        return sum(len(one.text.split()) for one in self.documents)

    def without(self, labels: Container[str]) -> Corpus:
        """Return the corpus without the mentions of some labels."""
        return replace(self, documents=[one.without(labels) for one in self.documents])

    def parted(self, first: int, step: int) -> tuple[Corpus, Corpus]:
        """Return the corpus without every so-many-th document, counted from ``first``, and those
        alone."""
        rest = [one for i, one in enumerate(self.documents) if i % step != first]
        return replace(self, documents=rest), replace(self, documents=self.documents[first::step])


@dataclass(frozen=True)
class Training(Generic[Options]):
    """What a trainer is given, checked: corpora that hold the labels, options of its own class."""

    corpora: Sequence[Corpus]
    labels: tuple[str, ...]
    knowledge: Knowledge
    options: Options
    report: Progress
    repairs: Repairs | None


class EntityTrainer(Generic[Options, Made]):
    """Trains a tagger of some labels on some corpora: see :func:`trainer`."""

    def __init__(
        self,
        train: Callable[[Training[Options]], Made],
        of: type[Options],
        by_rule: Collection[str],
        knows: Collection[str],
    ) -> None:
        self._train, self._of, self._by_rule, self._knows = train, of, by_rule, knows
        update_wrapper(self, train)

    def __call__(
        self,
        corpora: Sequence[Corpus],
        labels: Sequence[str],
        knowledge: Knowledge | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        report: Progress = unheard,
        repairs: Repairs | None = None,
    ) -> Made:
        """Return the tagger; what had to be repaired is counted in ``repairs``.

        Raises :class:`~majuscule.errors.UsageError` for options that the kind does not have, and
        :class:`~majuscule.errors.TrainingError` for corpora from which the labels cannot be learnt.
        """
        learnt = tuple(label for label in labels if label not in self._by_rule)
        if not learnt:
            raise UsageError(
                f"labels are {', '.join(labels)}, all found by rules; add one that is learnt"
            )
        chosen = read_options(self._of, options)
        if self._by_rule:
            corpora = [one.without(self._by_rule) for one in corpora]
        check_corpora(corpora, learnt)
        own = knowledge or Knowledge()
        given = [one for one in own.given if one not in self._knows]
        if given:
            raise UsageError(f"this kind cannot use known {' and '.join(given)}; leave them out")
        return self._train(Training(corpora, tuple(labels), own, chosen, report, repairs))


def trainer(
    of: type[Options], by_rule: Collection[str] = (), *, knows: Collection[str] = FEATURES
) -> Callable[[Callable[[Training[Options]], Made]], EntityTrainer[Options, Made]]:
    """Make a :class:`EntityTrainer` of a function of checked material.

    ``of``: the options of the kind; ``by_rule``: labels that it finds by rules and never learns;
    ``knows``: what it has a use for of what may be known beforehand; anything else is refused.
    """
    return lambda train: EntityTrainer(train, of, by_rule, knows)


def check_corpora(corpora: Sequence[Corpus], labels: tuple[str, ...]) -> None:
    """Refuse corpora from which the labels cannot be learnt."""
    for corpus in corpora:
        for document in corpus.documents:
            for mention in document.mentions:
                if mention.label not in labels:
                    raise TrainingError(
                        f"{document.where or document.id}: {mention.of(document.text)!r} has "
                        f"label {mention.label!r}, which is not one of {', '.join(labels)}; add "
                        "it to the labels or leave it out"
                    )
    if not any(document.mentions for corpus in corpora for document in corpus.documents):
        names = ", ".join(corpus.name for corpus in corpora if corpus.name)
        where = f" ({names})" if names else ""
        raise TrainingError(f"there is no mention in the training text{where}")
    untaught = set(labels) - {label for corpus in corpora for label in corpus.taught}
    if untaught:
        raise TrainingError(f"no corpus teaches {', '.join(sorted(untaught))}")
