"""The interface of entity taggers: text in, mentions out; trained on annotated text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, update_wrapper
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, cast, runtime_checkable

import numpy as np

from majuscule.arrays import Array
from majuscule.entities.completion import agree_in_document, completed
from majuscule.entities.unwrapping import Unwrapped
from majuscule.errors import TrainingError, UsageError
from majuscule.models import ModelFile
from majuscule.models.model_file import not_stored, reference_of
from majuscule.models.stored import Storable, arrays_of, part
from majuscule.options import Progress, no_progress, read_options
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import Mention
from majuscule.text.batches import batches, map_in_order
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
"""The most times that a corpus may count: more would drown all others."""

FEATURES = ("words", "names", "titles")
"""The kinds of knowledge that features may use."""


@dataclass(frozen=True)
class Knowledge:
    """What a tagger knows about words regardless of context."""

    words: WordTable = part(WordTable, default=WordTable(np.zeros(16, np.uint32)))
    names: NameLists = part(NameLists, "name_", default=NameLists(*_NONE))
    titles: TitleLists = part(TitleLists, "title_", default=TitleLists(*_NONE))
    listed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names by label, as written."""

    @property
    def given(self) -> tuple[str, ...]:
        """The kinds of knowledge that are there: words, names, titles, labelled names."""
        held = {
            "words": self.words.table.any(),
            "names": len(self.names.hashes),
            "titles": len(self.titles.hashes),
            LISTED: len(self.listed),
        }
        return tuple(name for name, size in held.items() if size)


class Finder(Protocol):
    """A finder of mentions.  Immutable; may be used from several threads."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the mentions that it finds."""
        ...

    @property
    def language(self) -> str:
        """Return the tag of its language, if that is known."""
        ...

    def tag(self, text: str, *, memory: bool = True, lines: str = "auto") -> list[Mention]:
        """Return the mentions of a document, sorted and without overlaps, with confidences.

        ``memory``: whether the other occurrences of a word in the document count; ``lines``: what
        a line break means (``auto``, ``wrapped`` or ``separate``), as in restoring.
        """
        ...

    def tag_many(
        self,
        texts: Iterable[str],
        *,
        memory: bool = True,
        lines: str = "auto",
        jobs: int | None = None,
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; each is a document."""
        ...


class EntityTagger(Finder, Storable, Protocol):
    """A trained tagger that a model file can store."""

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger stored in a model file."""
        ...


@runtime_checkable
class Segmenter(Protocol):
    """A finder of words where no spaces separate them, and of names in the same pass."""

    def segment(self, text: str) -> list[list[tuple[str, str]]]:
        """Return the words and names of each line, with their labels: O for words."""
        ...


class TaggerBase(ABC):
    """The public methods that all kinds share: they check arguments and tag texts in batches; the
    representation is one line, and pickling stores only the file and its digest."""

    kind: ClassVar[str]
    batch: ClassVar[int]
    """Characters that are tagged at once, in whole documents."""

    threaded: ClassVar[bool] = False
    """Whether several threads are faster than one."""

    spaced: ClassVar[bool] = True
    """Whether white space separates words, so that a line break may stand for a space."""

    corrected: ClassVar[bool] = False
    """Whether people corrected the tagger: then no mention is removed as a common noun."""

    _file: ModelFile | None = None
    _load: Callable[[str, str], EntityTagger] | None = None

    @property
    def language(self) -> str:
        """Return the tag of its language, if that is known."""
        return self._file.header.language if self._file is not None else ""

    @abstractmethod
    def tag_together(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text, each a document of its own."""

    def tag_whole(
        self, given: Sequence[str], memory: bool = True, lines: str = "auto"
    ) -> list[list[Mention]]:
        """Return the mentions of each text, completed and corrected by rules."""
        read = [Unwrapped.of(text, lines if self.spaced else "separate") for text in given]
        texts, labels = [one.text for one in read], cast(Finder, self).labels
        both = zip(texts, self.tag_together(texts, memory), strict=True)
        found = [completed(*one, labels, nouns=self.corrected) for one in both]
        if memory:
            found = [agree_in_document(*one, labels) for one in zip(texts, found, strict=True)]
        return [one.placed(mentions) for one, mentions in zip(read, found, strict=True)]

    def tag(self, text: str, *, memory: bool = True, lines: str = "auto") -> list[Mention]:
        """Return the mentions of a document; its lines are separate sequences, where a line break
        is not soft.

        ``memory``: whether the other occurrences of a word in the document count; ``lines``: what
        a line break means (``auto``, ``wrapped`` or ``separate``), as in restoring.
        """
        return self.tag_whole([checked(text)], memory, lines)[0]

    def tag_many(
        self,
        texts: Iterable[str],
        *,
        memory: bool = True,
        lines: str = "auto",
        jobs: int | None = None,
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; each is a document.

        Short texts are tagged together.  ``jobs``: threads (default: one per core), if the kind can
        use them.
        """
        groups = batches(checked_texts(texts), self.batch, len)
        work = partial(self.tag_whole, memory=memory, lines=lines)
        for found in map_in_order(work, groups, jobs if self.threaded else 1):
            yield from found

    def arrays(self) -> Mapping[str, Array]:
        return arrays_of(self)

    def __repr__(self) -> str:
        name, digest = "not of a file", ""
        if self._file is not None:
            name, digest = self._file.header.name or "unnamed", f" {self._file.digest[:12]}"
        return f"<{type(self).__name__} {name} {self.kind}{digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._file is None:
            raise not_stored("tagger")
        return self._load, (reference_of(self._file), self._file.digest)


def loaded_from(file: ModelFile, tagger: Tagger, load: Callable[[str, str], Tagger]) -> Tagger:
    """Return a tagger with the file that it was loaded from.

    ``load`` loads it again, given the source and digest of the file.
    """
    object.__setattr__(tagger, "_file", file)
    object.__setattr__(tagger, "_load", load)
    return tagger


@dataclass(frozen=True)
class Corpus:
    """Annotated documents with the labels that they teach: where one of these is not marked, it
    does not occur."""

    documents: Sequence[AnnotatedText]
    taught: tuple[str, ...]
    name: str = ""
    repeat: int = 1  # how often the corpus counts in training
    guessed: tuple[str, ...] = ()  # those of the labels taught that nobody marked by hand
    file: str = ""  # from which it was read

    def __post_init__(self) -> None:
        if not 1 <= self.repeat <= MOST_REPEATS:
            raise UsageError(f"repeat is {self.repeat}; it must be from 1 to {MOST_REPEATS}")

    @property
    def words(self) -> int:
        """Return the number of words, split at white space."""
        return sum(len(one.text.split()) for one in self.documents)

    def without(self, labels: Container[str]) -> Corpus:
        """Return the corpus without the mentions of some labels."""
        return replace(self, documents=[one.without(labels) for one in self.documents])

    def split_documents(self, first: int, step: int) -> tuple[Corpus, Corpus]:
        """Return the corpus without every ``step``-th document from ``first`` on, and a corpus of
        those."""
        rest = [one for i, one in enumerate(self.documents) if i % step != first]
        return replace(self, documents=rest), replace(self, documents=self.documents[first::step])


@dataclass(frozen=True)
class Training(Generic[Options]):
    """The checked arguments of a trainer: corpora that teach the labels, options of its class."""

    corpora: Sequence[Corpus]
    labels: tuple[str, ...]
    knowledge: Knowledge
    options: Options
    report: Progress
    repairs: Repairs | None


class EntityTrainer(Generic[Options, Made]):
    """A trainer of taggers for some labels on some corpora: see :func:`trainer`."""

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
        report: Progress = no_progress,
        repairs: Repairs | None = None,
    ) -> Made:
        """Return the tagger; repairs of annotations are counted in ``repairs``.

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
        known = knowledge or Knowledge()
        unusable = [one for one in known.given if one not in self._knows]
        if unusable:
            raise UsageError(f"this kind cannot use known {' and '.join(unusable)}; leave them out")
        return self._train(Training(corpora, tuple(labels), known, chosen, report, repairs))


def trainer(
    of: type[Options], by_rule: Collection[str] = (), *, knows: Collection[str] = FEATURES
) -> Callable[[Callable[[Training[Options]], Made]], EntityTrainer[Options, Made]]:
    """Return a decorator that makes an :class:`EntityTrainer` of a function of checked arguments.

    ``of``: the options of the kind; ``by_rule``: labels that it finds by rules and does not learn;
    ``knows``: the kinds of prior knowledge that it uses; others are refused.
    """
    return lambda train: EntityTrainer(train, of, by_rule, knows)


def check_corpora(corpora: Sequence[Corpus], labels: tuple[str, ...]) -> None:
    """Raise :class:`TrainingError` for corpora from which the labels cannot be learnt."""
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
