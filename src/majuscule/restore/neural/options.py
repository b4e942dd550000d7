"""How the neural tagger of case is made and trained.  Defaults are those of the shipped model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from majuscule.errors import UsageError
from majuscule.network.options import NetworkOptions
from majuscule.words.learning import FILES_OF_TEXT, TextOptions


@dataclass(frozen=True)
class NeuralOptions(TextOptions, NetworkOptions):
    """All options of ``majuscule train --kind neural``: the network's, and what it reads."""

    frequent: int = 60_000  # words with a vector of their own
    words: int = 2  # words seen fewer times are unknown to the model
    classes: int = 500  # word classes; 0 for none
    pairs: int = 3  # occurrences that a pair of neighbours needs
    surprise: float = 0.1  # how far its capitals must be from those of its words alone
    triples: int = 4  # occurrences that a triple of words needs; 0 for no triples
    unexpected: float = 0.25  # how far its middle must be from what pairs and words say
    translated: bool = False  # start reads another language: words and classes are found anew

    def of_the_model(self) -> dict[str, Any]:
        told = super().of_the_model()
        return {name: value for name, value in told.items() if name not in FILES_OF_TEXT}

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.frequent, self.words, self.pairs) < 1:
            raise UsageError("frequent, words and pairs must be 1 or more")
        if self.triples < 0:
            raise UsageError("triples must be 0 or more")
        if self.frequent >= 1 << 19:
            raise UsageError(f"frequent is {self.frequent:,}; a model has room for 524,287 words")
