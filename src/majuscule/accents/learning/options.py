"""Options of training accents."""

from __future__ import annotations

from dataclasses import dataclass

from majuscule.accents.network import word_inputs
from majuscule.errors import UsageError
from majuscule.network.options import NetworkOptions
from majuscule.tagging.scoring.packing import CODES, check_vectors
from majuscule.words.tables.table import LARGEST_NUMBER

MOST_TODAY = 8000
"""Highest weight of the log odds of today's forms, which are stored in 16 bits."""


@dataclass(frozen=True)
class AccentOptions:
    """How an accent model is trained."""

    words: int = 2  # words seen fewer times are unknown, and spelt letter by letter
    common: int = 60_000  # most frequent words, kept in the table even if the letters suffice
    rare: float = 0.002  # forms with a smaller share of a word's occurrences are left out
    epochs: int = 3  # passes over the ambiguous words, and over the letters
    slots: int = 120_000  # at most this many slots for context features; three bytes each
    letter_slots: int = 60_000  # and for letter features
    vectors: int = CODES - 1  # at most so many weights of a template
    elsewhere: tuple[str, ...] = ()  # English text, whose words are plain in names too
    elsewhere_words: int = 25_000  # its most frequent words; six bytes each
    english: int = 0  # this many English words of the package wordfreq are plain too
    listed: int = 0  # this many words of the package wordfreq are learnt too, without context
    today: int = 0  # weight of today's frequencies of forms, by wordfreq; 0: as in the text
    compounds: bool = False  # whether unknown words may be compounds of two known ones
    harmony: bool = False  # use features of the last vowels, for vowel harmony as in Turkish
    fitted_on: tuple[str, ...] = ()  # in-domain text to fit the biases of forms to
    old: tuple[str, ...] = ()  # obsolete forms, such as Spanish sólo
    least: int = 2  # features seen fewer times get no weight
    seed: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.today <= MOST_TODAY:
            raise UsageError(f"today is {self.today}; it must be from 0 to {MOST_TODAY}")
        check_vectors(self.vectors)


@dataclass(frozen=True)
class NeuralAccentOptions(AccentOptions, NetworkOptions):
    """The same, with a network that chooses among the forms of a word."""

    width: int = 96
    layers: str = "conv:1:5 conv:2:5 conv:5:3"
    tokens: int = 8_000_000
    rate: float = 0.002
    dropout: float = 0.25
    frequent: int = 4_000  # words with a vector of their own
    coarse: str = "word suffix3 suffix4 prefix4"

    def __post_init__(self) -> None:
        AccentOptions.__post_init__(self)
        NetworkOptions.__post_init__(self)
        if self.start:
            raise UsageError("a network of accents starts from no other model; leave out start")
        if not 1 <= self.frequent < LARGEST_NUMBER:
            raise UsageError(f"frequent must be 1 or more, and below {LARGEST_NUMBER:,}")
        self.check_coarse(word_inputs(self.frequent))
