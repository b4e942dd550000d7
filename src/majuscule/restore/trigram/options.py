"""What the trigram restorer can be told."""

from __future__ import annotations

from dataclasses import dataclass

from majuscule.errors import UsageError
from majuscule.words.forms import MASKS


@dataclass(frozen=True)
class TrigramOptions:
    """How the trigram model learns and decides."""

    rare: int = 2
    """Words seen fewer times are the unknown word."""
    rare_forms: bool = True
    """Rare words keep to the forms they were seen in; else they may take any."""
    mixed: int = 3
    """How many of a word's mixed forms, the most frequent ones, are considered."""
    starts: str = "masked"
    """Sentence starts are "learnt" as part of n-grams, or "masked": kept out of them."""
    discard: int = 1
    """With masked starts, how many words of each sentence are not learnt from."""
    placed: bool = True
    """A capital that may be due to the place (sentence starts, opening quotes, colons) is no part
    of what follows; opening quotes are told from closing ones."""
    first_letters: bool = True
    """Capitalise the first word of a sentence where the model says lower case."""
    least: int = 2
    """Trigrams seen fewer times are dropped; raising it makes the model smaller."""
    levels: int = 12
    """How many levels of histories get weights of their own; 1: as in the paper."""
    held_out: int = 100
    """One in so many documents is kept to learn the weights on."""
    beam: int = 0
    """How many states of each token go on; 0: all."""

    def __post_init__(self) -> None:
        if self.starts not in ("learnt", "masked"):
            raise UsageError(f"sentence starts are learnt or masked, not {self.starts!r}")
        lowest = {"rare": 2, "mixed": 0, "discard": 0, "least": 1, "levels": 1, "held_out": 2}
        for name, least in {**lowest, "beam": 0}.items():
            if getattr(self, name) < least:
                raise UsageError(f"{name} must be {least} or more, not {getattr(self, name)}")
        if self.mixed > MASKS or self.levels > 32:
            raise UsageError(f"mixed can be {MASKS} at most, and levels 32")
