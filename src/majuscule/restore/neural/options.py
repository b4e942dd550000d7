"""How the network is made and trained.  Defaults are those of the shipped model."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

from majuscule.errors import UsageError


@dataclass(frozen=True)
class NeuralOptions:
    """All options of ``majuscule train --kind neural``."""

    frequent: int = 60_000  # words with a vector of their own
    words: int = 2  # words seen fewer times are unknown to the model
    classes: int = 500  # word classes; 0 for none
    pairs: int = 3  # mentions that a pair of neighbours needs
    surprise: float = 0.1  # how far its capitals must be from those of its words alone
    held_out: int = 64  # one document in so many is kept for fitting the constants
    width: int = 128  # of the vectors and between the layers
    layers: str = "conv:1:5 conv:2:5 conv:5:3"  # see Network
    tokens: int = 210_000_000  # to learn from: the rate falls to zero until then
    epochs: int = 10  # how often a small text is gone through: less is learnt from it then
    batch: int = 4096  # tokens between two steps
    longest: int = 128  # tokens of a piece of text; longer lines are cut at sentence starts
    rate: float = 0.004  # of Adam, at its highest
    warm_up: float = 0.02  # share of the tokens in which the rate rises
    decay: float = 0.01  # of weights
    dropout: float = 0.0  # of the network's input
    bits: int = 8  # of the trained network's matrix products; 32 is twice as slow
    seed: int = 1
    device: str = "auto"  # cpu, cuda, or auto: cuda where there is one
    threads: int = 1  # changes the speed; on a CPU also the last bits of the model
    minutes: float = 4.0  # between two checkpoints: most work lost when training is killed
    checkpoint: str = ""  # file to keep the state of a long training in

    def __post_init__(self) -> None:
        least = min(self.frequent, self.words, self.pairs, self.width, self.tokens, self.batch)
        if min(least, self.epochs, self.longest, self.threads) < 1 or self.rate <= 0:
            raise UsageError(
                "frequent, words, pairs, width, tokens, epochs, batch, longest and threads must be "
                "1 or more, and rate above 0"
            )
        if self.bits not in (8, 32):
            raise UsageError(f"bits is {self.bits}; it may be 8 or 32")
        if not _LAYERS.fullmatch(self.layers):
            raise UsageError(
                f"layers {self.layers!r} are not conv:REACH:TAPS, mlp:INNER, sru:UNITS or "
                "gru:UNITS with spaces between them"
            )

    def of_the_model(self) -> dict[str, Any]:
        """Return the options that change the model, without those that change only the run."""
        return {name: value for name, value in asdict(self).items() if name not in _OF_THE_RUN}


_LAYER = r"(conv:[1-9]\d*:[13579]|(mlp|sru|gru):[1-9]\d*)"
_LAYERS = re.compile(rf"{_LAYER}( {_LAYER})*")

_OF_THE_RUN = ("threads", "checkpoint", "minutes", "device")
