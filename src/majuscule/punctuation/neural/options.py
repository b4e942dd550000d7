"""How a model of marks is made and trained.  Defaults are those of the shipped model."""

from __future__ import annotations

from dataclasses import dataclass

from majuscule.errors import UsageError
from majuscule.network.options import NetworkOptions


@dataclass(frozen=True)
class PunctuationOptions(NetworkOptions):
    """All options of the training of marks: the network's, and what its text is made to look
    like.  Shares are of documents, but for ``slips``."""

    layers: str = "conv:1:5 conv:2:5 conv:5:3 conv:9:3 conv:3:5"
    tokens: int = 34_000_000
    epochs: int = 4
    longest: int = 128
    rate: float = 0.003
    average: float = 0.999
    start: str = "en-accurate"  # of case, or of marks: its body and its words are taken over
    frequent: int = 16_000  # words with a vector of their own; as in start, if that is of marks
    shown: float = 0.1  # keep all their marks: the model learns to leave them
    some: float = 0.08  # keep some of their marks
    joined: float = 0.5  # lose their line breaks
    spoken: float = 0.4  # look like a recogniser's output
    slips: float = 0.01  # words of spoken documents that are dropped, doubled, misheard, each
    held_out: int = 64  # one document in so many is kept for fitting the constants

    def __post_init__(self) -> None:
        super().__post_init__()
        shares = (self.shown, self.some, self.joined, self.spoken, self.slips)
        if not all(0 <= share <= 1 for share in shares) or self.shown + self.some > 1:
            raise UsageError("shown, some, joined, spoken and slips must be from 0 to 1")
        if not self.start:
            raise UsageError(
                "start must name a model of kind neural, whose vocabulary is then reused"
            )
