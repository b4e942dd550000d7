"""Options of training a punctuation model; the defaults are those of the shipped model."""

from __future__ import annotations

from dataclasses import dataclass

from majuscule.errors import UsageError
from majuscule.network.options import TaughtOptions


@dataclass(frozen=True)
class PunctuationOptions(TaughtOptions):
    """All options of training a punctuation model: those of the network and of the simulated
    speech.  Shares are of documents, except for ``slips``."""

    layers: str = "conv:1:5 conv:2:5 conv:5:3 conv:9:3 conv:3:5"
    tokens: int = 34_000_000
    epochs: int = 4
    longest: int = 128
    rate: float = 0.003
    average: float = 0.999
    start: str = "en-accurate"  # case or punctuation model whose words are reused, and whose
    # weights if it is as wide
    frequent: int = 16_000  # words with a vector of their own; if start punctuates, its own number
    shown: float = 0.1  # keep all marks: the model learns to leave these alone
    some: float = 0.08  # keep some marks
    joined: float = 0.5  # lose their line breaks
    spoken: float = 0.4  # simulate a recogniser's output
    slips: float = 0.01  # of the words of spoken documents: dropped, doubled, misheard, each
    held_out: int = 64  # one document in this many is held out to fit the thresholds

    def __post_init__(self) -> None:
        super().__post_init__()
        shares = (self.shown, self.some, self.joined, self.spoken, self.slips)
        if not all(0 <= share <= 1 for share in shares) or self.shown + self.some > 1:
            raise UsageError("shown, some, joined, spoken and slips must be from 0 to 1")
        if not self.start:
            raise UsageError(
                "start must name a model of kind neural, whose vocabulary is then reused"
            )
