"""A tagger adapted to corrected sentences: a layer of weights added to the scores of a base tagger.

The features are words and their neighbours, so text without corrected words changes little.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import U64, Array
from majuscule.entities.linear.passages import PassageTagger, ScoredPassage, StackedTagger
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.neural.tagger import NeuralEntityTagger
from majuscule.errors import ModelError
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, options_of, read_stored
from majuscule.tagging.training.layer import Layer, neighbours
from majuscule.text import Passage
from majuscule.text.keys import spread

PREFIX = "layer_"
ADAPTABLE: Mapping[str, type[PassageTagger]] = {
    one.kind: one for one in (LinearEntityTagger, NeuralEntityTagger)
}
"""The kinds of tagger that a layer can be added to."""


def features(passage: Passage) -> U64:
    """Return the feature hashes of each token, uint64 (n, 4): its word, alone and joined with the
    word before, with the word after, and with both.

    With features that other text shares (the tag of the base tagger, with the words around, with
    the last letters), 360 corrected sentences cost 12 to 43 points on other text.
    """
    words = passage.tokens.words
    before, after = (
        spread(one, salt) for salt, one in enumerate(neighbours(words, passage.lines), 50)
    )
    columns = (words, before ^ words, after ^ words, before ^ after ^ words)
    return np.stack([spread(column, number) for number, column in enumerate(columns)], axis=1)


@dataclass(frozen=True, repr=False, eq=False)
class AdaptedEntityTagger(StackedTagger):
    """The base tagger and the layer on top of it."""

    layer: Layer
    trained_with: Mapping[str, Any]

    kind: ClassVar[str] = "adapted-entities.v1"
    corrected: ClassVar[bool] = True

    def score(self, passage: Passage) -> Iterator[ScoredPassage]:
        for piece in self.base.score(passage):
            zeros = np.zeros((len(piece.padded.at), self.layer.weights.shape[1]), np.float32)
            log_odds = self.layer.add(zeros, features(piece.passage))
            yield piece.raised(np.rint(log_odds / self.constants.scale).astype(np.int32))

    def arrays(self) -> Mapping[str, Array]:
        return {**self.base.arrays(), **arrays_of(self.layer, PREFIX)}

    def options(self) -> Mapping[str, Any]:
        below = {"kind": self.base.kind, "options": dict(self.base.options())}
        return {**self.trained_with, "below": below}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        with options_of(file, cls.kind) as options:
            below = options.pop("below")
            header = replace(file.header, kind=below["kind"], options=below["options"])
            if header.kind not in ADAPTABLE:
                raise ModelError(f"{file.path}: a tagger of kind {header.kind} cannot be adapted")
        base = ADAPTABLE[header.kind].from_file(replace(file, header=header))
        layer = read_stored(Layer, file, PREFIX)
        if layer.weights.shape[1] != len(base.scheme.tags):
            raise file.faulty("its layer does not fit the tagger below it")
        return cls(base, layer, options)
