"""The default entity tagger: the linear tagger of floor 3 over the columns of this folder.

Tags are BIO2, each line is a sequence, and Viterbi search is exact over admissible sequences.
Weights are packed as in the truecaser (:mod:`majuscule.tagging.scoring.packing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import I32, Array
from majuscule.entities.decoding import close_inadmissible
from majuscule.entities.interface import Knowledge
from majuscule.entities.linear.columns import (
    COLUMNS,
    LINKS,
    TEMPLATES,
    read_columns,
)
from majuscule.entities.linear.memory import EntityMemoryOptions
from majuscule.entities.linear.passages import Constants, PassageTagger, ScoredPassage
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, options_of, part, read_stored
from majuscule.reading.annotations.schemes import Scheme
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring.packing import PackedWeights
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.text import Passage

PIECE = 2048
"""Tokens that are scored at once: few enough for the processor's cache."""


def entity_spec(scheme: Scheme) -> Spec:
    return Spec.of(len(scheme.tags), TEMPLATES, LINKS, COLUMNS)


@dataclass(frozen=True, repr=False, eq=False)
class LinearEntityTagger(PassageTagger):
    """The linear tagger with its knowledge of words and its constants."""

    tagger: LinearTagger
    scheme: Scheme
    knowledge: Knowledge
    constants: Constants
    trained_with: Mapping[str, Any]
    remembering: EntityMemoryOptions = field(default_factory=EntityMemoryOptions)

    kind: ClassVar[str] = "entities.v1"

    def score(self, passage: Passage) -> Iterator[ScoredPassage]:
        """Yield scored pieces of the passage."""
        for start, _, some in passage.pieces(PIECE):
            padded = read_columns(some, self.knowledge)
            chain = self.tagger.score(padded.columns, keys=padded.keys)
            admitted = close_inadmissible(chain, padded.bounds, self.scheme)
            yield ScoredPassage(some, start, padded, admitted)

    def arrays(self) -> Mapping[str, Array]:
        return arrays_of(_TaggerArrays(self.tagger.packed, self.knowledge))

    def options(self) -> Mapping[str, Any]:
        return {
            **self.trained_with,
            "scale": self.tagger.packed.scale,
            "labels": list(self.labels),
            "constants": asdict(self.constants),
            "memory": asdict(self.remembering),
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        with options_of(file, cls.kind) as options:
            scheme = Scheme("bio2", tuple(options.pop("labels")))
            constants = Constants(**options.pop("constants"))
            memory = EntityMemoryOptions(**options.pop("memory"))
            scale = float(options.pop("scale"))
        spec, held = entity_spec(scheme), read_stored(_TaggerArrays, file)
        packed = replace(held.weights, scale=scale)
        if not packed.fits_spec(spec):
            raise file.faulty("its weights are not those of an entity tagger")
        tagger = LinearTagger(spec, packed, bias_of(scheme, constants))
        return cls(tagger, scheme, held.knowledge, constants, options, memory)


@dataclass(frozen=True)
class _TaggerArrays:
    """The arrays in the model file."""

    weights: PackedWeights = part(PackedWeights)
    knowledge: Knowledge = part(Knowledge)


def bias_of(scheme: Scheme, constants: Constants) -> I32:
    """Return the bias of each tag, in units of score."""
    bias = np.zeros(len(scheme.tags), np.int32)
    bias[0] = constants.outside
    return bias
