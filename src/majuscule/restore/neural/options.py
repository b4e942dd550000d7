"""Options of training the neural case tagger; the defaults are those of the shipped model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from majuscule.errors import UsageError
from majuscule.network.options import TaughtOptions
from majuscule.words.learning import FILES_OF_TEXT, TextOptions


@dataclass(frozen=True)
class NeuralOptions(TextOptions, TaughtOptions):
    """All options of ``majuscule train --kind neural``: those of the network and of its inputs."""

    frequent: int = 60_000  # words with a vector of their own
    words: int = 2  # words seen fewer times are unknown to the model
    classes: int = 500  # word classes; 0 for none
    pairs: int = 3  # pairs of neighbours seen fewer times are dropped
    surprise: float = 0.1  # least difference of a pair's capitals from those of its single words
    triples: int = 4  # triples of words seen fewer times are dropped; 0 for no triples
    unexpected: float = 0.25  # least difference of its middle word from what pairs and words say
    translated: bool = False  # the start model is of another language: learn words and classes anew

    def model_options(self) -> dict[str, Any]:
        options = super().model_options()
        return {name: value for name, value in options.items() if name not in FILES_OF_TEXT}

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.frequent, self.words, self.pairs) < 1:
            raise UsageError("frequent, words and pairs must be 1 or more")
        if self.triples < 0:
            raise UsageError("triples must be 0 or more")
        if self.start and self.teacher:
            raise UsageError(
                "give start or teacher, not both: each brings the words that the network knows"
            )
        if self.taught_by_language_model:
            raise UsageError(
                f"teacher is {self.teacher!r}; a language model can teach networks of marks only, "
                "so name a model of kind neural"
            )
        if self.translated and not self.start:
            raise UsageError("translated needs a model of another language; name it as start")
        if self.frequent >= 1 << 19:
            raise UsageError(f"frequent is {self.frequent:,}; a model has room for 524,287 words")
