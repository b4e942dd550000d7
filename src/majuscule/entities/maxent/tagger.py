"""The maximum-entropy tagger of Chieu & Ng 2002, mixed case and upper case.

Each token gets one of begin, continue, end and unique of a class, or none (29 tags for the seven
classes of MUC), by its features and those of its document; dynamic programming finds the most
probable admissible sequence (section 3.4).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from majuscule.entities.decoding import (
    Piece,
    close_borders,
    closed_transitions,
    decode_spans,
    decode_tags,
)
from majuscule.entities.lists.names import NameLists
from majuscule.entities.maxent.document_features import global_features
from majuscule.entities.maxent.features import Source, local_features
from majuscule.entities.maxent.lists import Lists
from majuscule.entities.maxent.loglinear import Group, HashedRows, LogLinear
from majuscule.entities.maxent.readings import Reading, read_texts
from majuscule.entities.mentions import Mention
from majuscule.entities.schemes import Scheme
from majuscule.entities.spans import to_documents
from majuscule.errors import ModelError
from majuscule.models import ModelFile
from majuscule.tagging.chain import pieces_of, score_units
from majuscule.tagging.tagger import Chain
from majuscule.text.batches import batches

BATCH = 200_000
"""Characters that are read at once, in whole documents."""


@dataclass(frozen=True)
class View:
    """What a tagger looks at: its lists, whether it sees case, and the zones of its training."""

    lists: Lists
    case: bool
    zones: tuple[int, ...]

    def source(self, reading: Reading) -> Source:
        """Return what features are worked out from."""
        return Source.of(reading, self.lists, self.case, self.zones)


def features_of(source: Source) -> Iterator[Group]:
    """Yield all features of the tagger."""
    yield from local_features(source)
    yield from global_features(source)


@dataclass(frozen=True)
class LogLinearTagger(ABC):
    """What the maximum-entropy tagger and the Markov model share: all but :meth:`pieces`."""

    model: LogLinear
    scheme: Scheme
    view: View
    trained_with: Mapping[str, Any]

    kind: ClassVar[str]
    scheme_name: ClassVar[str]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels that the tagger gives."""
        return self.scheme.labels

    def tag(self, text: str, *, memory: bool = True) -> list[Mention]:
        """Return the mentions of a document; its lines are sequences of their own."""
        return tag_texts([text], self.pieces, self.scheme, memory)[0]

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; ``jobs`` changes nothing, one thread works."""
        for batch in batches(texts, BATCH, len):
            yield from tag_texts(batch, self.pieces, self.scheme, memory)

    def tags(self, reading: Reading) -> npt.NDArray[np.uint8]:
        """Return the tag of each token."""
        return decode_tags(self.pieces(reading), len(reading))

    @abstractmethod
    def pieces(self, reading: Reading) -> Iterator[Piece]:
        """Yield a reading in pieces with the scores of their tokens."""

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        return arrays_of(self.model, self.view)

    def options(self) -> Mapping[str, Any]:
        """Return the options."""
        return options_of(self.trained_with, self.scheme, self.view)

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger that a model file holds."""
        file.expect_kind(cls.kind)
        return cls(*parts_of(file, cls.scheme_name))


@dataclass(frozen=True)
class MaxEntTagger(LogLinearTagger):
    """The tagger: see the module."""

    kind: ClassVar[str] = "maxent.v1"
    scheme_name: ClassVar[str] = "bceu"

    def pieces(self, reading: Reading) -> Iterator[Piece]:
        """Yield a reading in pieces with the scores of their tokens."""
        hashed = HashedRows.of(features_of(self.view.source(reading)), len(reading))
        emissions = score_units(self.model.log_probabilities(hashed.rows(self.model.keys)))
        for start, stop, bounds in pieces_of(reading.sequences):
            transitions = self._transitions(stop - start)
            chain = Chain(emissions[start:stop], transitions)
            yield Piece(start, bounds, close_borders(chain, bounds, self.scheme))

    def _transitions(self, tokens: int) -> npt.NDArray[np.int32]:
        held = self._held
        if tokens > len(held):
            return np.ascontiguousarray(np.broadcast_to(held[0], (tokens, *held.shape[1:])))
        return held[:tokens]

    @cached_property
    def _held(self) -> npt.NDArray[np.int32]:
        """Return the transition table once for each token of a piece, as the kernel reads it."""
        table = closed_transitions(self.scheme)
        return np.ascontiguousarray(np.broadcast_to(table, (4096, *table.shape)))


def tag_texts(
    texts: Sequence[str],
    pieces: Callable[[Reading], Iterator[Piece]],
    scheme: Scheme,
    memory: bool = True,
) -> list[list[Mention]]:
    """Return the mentions of each text; ``pieces`` scores a reading."""
    reading = read_texts(texts, lines_apart=not memory)
    return to_documents(decode_spans(pieces(reading), scheme), reading.passage, texts)


def arrays_of(model: LogLinear, view: View) -> dict[str, npt.NDArray[Any]]:
    """Return weights and lists as arrays of a model file."""
    return {
        "keys": model.keys,
        "weights": model.weights,
        "lexicon": view.lists.lexicon,
        "suffixes": view.lists.suffixes,
        "prefixes": view.lists.prefixes,
        "name_hashes": view.lists.names.hashes,
        "name_flags": view.lists.names.flags,
    }


def options_of(trained_with: Mapping[str, Any], scheme: Scheme, view: View) -> dict[str, Any]:
    """Return the options of a model file."""
    return {**trained_with, "labels": list(scheme.labels), "zones": list(view.zones)}


def parts_of(file: ModelFile, scheme_name: str) -> tuple[LogLinear, Scheme, View, dict[str, Any]]:
    """Return weights, scheme, lists and options of a model file of one of the two taggers."""
    options = dict(file.header.options)
    try:
        scheme = Scheme(scheme_name, tuple(options.pop("labels")))
        zones = tuple(int(zone) for zone in options.pop("zones"))
        case = options["case"]
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{file.path}: its options are not those of {file.header.kind}") from error
    model = LogLinear(file.array("keys", "<u8"), file.array("weights", "<f4", dimensions=2))
    names = NameLists(file.array("name_hashes", "<u4"), file.array("name_flags", "|u1"))
    if (
        type(case) is not bool
        or not model.fits(len(scheme.tags))
        or len(names.hashes) != len(names.flags)
    ):
        raise ModelError(f"{file.path}: its weights are not those of {file.header.kind}")
    words = [file.array(name, "<u8") for name in ("lexicon", "suffixes", "prefixes")]
    return model, scheme, View(Lists(words[0], words[1], words[2], names), case, zones), options
