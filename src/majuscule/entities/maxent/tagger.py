"""The maximum-entropy tagger of Chieu & Ng 2002, mixed case and upper case.

Each token is tagged as begin, continue, end or unique of a class, or as none (29 tags for the seven
classes of MUC), from its features and those of its document; dynamic programming finds the most
probable admissible sequence (section 3.4).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from majuscule.arrays import I32, U8
from majuscule.entities.decoding import (
    ScoredPiece,
    close_borders,
    closed_transitions,
    decode_spans,
    decode_tags,
    repeat_table,
    take_tables,
)
from majuscule.entities.interface import TaggerBase
from majuscule.entities.maxent.features import FeatureInput, global_features, local_features
from majuscule.entities.maxent.lists import Lists
from majuscule.entities.maxent.loglinear import HashedRows, LogLinear
from majuscule.entities.maxent.readings import ReadTexts, read_texts
from majuscule.models import ModelFile
from majuscule.models.stored import options_of, part, read_stored
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.annotations.schemes import Scheme
from majuscule.reading.annotations.spans import to_documents
from majuscule.tagging.scoring.chain import Chain, pieces_of, score_units

BATCH = 200_000
"""Characters that are tagged at once, in whole documents."""


@dataclass(frozen=True)
class FeatureSettings:
    """The view of text that a tagger has: its lists, whether it uses case, its training's zones."""

    case: bool
    zones: tuple[int, ...]
    lists: Lists = part(Lists)

    def source(self, reading: ReadTexts) -> FeatureInput:
        """Return the source of the features of a reading."""
        return FeatureInput(reading, self.lists, self.case, self.zones)

    def features(self, reading: ReadTexts) -> HashedRows:
        source = self.source(reading)
        return HashedRows.of((*local_features(source), *global_features(source)), len(reading))


@dataclass(frozen=True, repr=False, eq=False)
class LogLinearTagger(TaggerBase):
    """The base of the maximum-entropy tagger and the Markov model, which add :meth:`pieces`."""

    scheme: Scheme
    trained_with: Mapping[str, Any]
    model: LogLinear = part(LogLinear)
    view: FeatureSettings = part(FeatureSettings)

    batch: ClassVar[int] = BATCH
    scheme_name: ClassVar[str]

    @property
    def labels(self) -> tuple[str, ...]:
        return self.scheme.labels

    def tag_together(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        reading = read_texts(texts, lines_apart=not memory)
        spans = decode_spans(self.pieces(reading), self.scheme)
        return to_documents(spans, reading.passage, reading.begins)

    def tags(self, reading: ReadTexts) -> U8:
        return decode_tags(self.pieces(reading), len(reading))

    @abstractmethod
    def pieces(self, reading: ReadTexts) -> Iterator[ScoredPiece]:
        """Yield scored pieces of a reading."""

    def options(self) -> Mapping[str, Any]:
        return {**self.trained_with, "labels": list(self.labels), "zones": list(self.view.zones)}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        with options_of(file, cls.kind) as options:
            scheme = Scheme(cls.scheme_name, tuple(options.pop("labels")))
            zones = tuple(int(zone) for zone in options.pop("zones"))
            case = bool(options["case"])
        model = read_stored(LogLinear, file)
        if model.weights.shape[1] != len(scheme.tags):
            raise file.faulty("its weights do not match its labels")
        view = FeatureSettings(case, zones, read_stored(Lists, file))
        return cls(scheme, options, model, view)


@dataclass(frozen=True, repr=False, eq=False)
class MaxEntTagger(LogLinearTagger):
    """The maximum-entropy tagger: see the module."""

    kind: ClassVar[str] = "maxent.v1"
    scheme_name: ClassVar[str] = "bceu"

    def pieces(self, reading: ReadTexts) -> Iterator[ScoredPiece]:
        emissions = score_units(self.model.log_probabilities(self.view.features(reading)))
        for start, stop, bounds in pieces_of(reading.sequences):
            chain = Chain(emissions[start:stop], take_tables(self._repeated, stop - start))
            yield ScoredPiece(start, bounds, close_borders(chain, bounds, self.scheme))

    @cached_property
    def _repeated(self) -> I32:
        return repeat_table(closed_transitions(self.scheme), 4096)
