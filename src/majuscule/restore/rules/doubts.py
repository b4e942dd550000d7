"""Capitals that are too doubtful, in lines so short that little tells a name from a word.

Titles and lists are short too, and they are full of capitals; so a model that has read them gives
*Add to CART* and *Play some Jazz*.  How probable a capital must be depends on how often the word
has one elsewhere: least of all may a word have one that hardly ever has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from majuscule.arrays import F32, U8, U64
from majuscule.detection.words import FUNCTION_WORDS, NAME_WORDS, OPEN_WORDS
from majuscule.restore.rules.doubt_kernel import Doubter
from majuscule.restore.rules.opening_kernel import Opener
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import hash_words

_CHATTED = (
    "thank",
    "thanks",
    "love",
    "luv",
    "miss",
    "need",
    "want",
    "know",
    "see",
)
_TYPED = ("approx", "brb", "btw", "ffs", "idk", "nvm", "omg", "pls", "plz", "qty", "tbh", "thx")
_GREETINGS = ("bye", "cheers", "hello", "hey", "hi")
_OPENERS = (
    *("any", "except", "he", "if", "it", "neither", "no", "nothing", "she", "subject", "the"),
    *("there", "these", "they", "this", "those", "unless", "we", "when", "where", "you"),
)
_PACKAGED = ("dbg", "dev", "python2", "python3")
_TITLES = (
    *("adm", "brig", "capt", "cdr", "cllr", "cmdr", "col", "cpl", "det", "dr", "fr", "gen"),
    *("gov", "hon", "insp", "lt", "maj", "messrs", "mme", "mr", "mrs", "ms", "msgr", "mx", "prof"),
    *("pvt", "rep", "rev", "sen", "sgt", "supt"),
)


@dataclass(frozen=True)
class Doubts:
    """How probable a capital inside a sentence must be, by how often its word has one.

    Seven numbers each: for unknown words, then for words that hardly ever have one to those that
    nearly always have.  They gave the most right capitals less 1.5 times the wrong ones, in steps
    of 0.05, on the short lines of talk, novels and web text (dev), smoothed where a cell had few;
    those of words that now and then have one were then raised by 0.1, since everyday lines gain
    more by it than dev text loses.  A word that nearly always has an initial capital keeps it:
    between two forms (``Joanne``, ``JoAnne``) neither is probable.  What they are worth stands in
    docs/method/tagger.md.
    """

    initial: tuple[float, ...] = (0.5, 0.95, 0.85, 0.7, 0.75, 0.5, 0.0)
    """Of words with an initial capital."""
    other: tuple[float, ...] = (0.6, 0.6, 0.6, 0.6, 0.6, 0.5, 0.5)
    """Of words in capitals or in mixed case; also of known words in capitals that begin a sentence,
    which keep one (``DIP the ladyfingers``)."""
    abbreviated: tuple[float, ...] = (0.0, 0.8, 0.8, 0.8, 0.0, 0.0, 0.0)
    """After the full stop of an abbreviation (``Acme Co. in May``), in lines of any length."""
    longest: int = 14
    """Tokens of a short line."""
    letters: tuple[str, ...] = ("u", "r", "ur", "msg", "imo")
    """What stands for words where common words are beside them (``did u see``)."""
    typed: tuple[str, ...] = _TYPED
    """What is typed for words and needs none beside it (``Thx for the lift``), in lines of any
    length."""
    greetings: tuple[str, ...] = _GREETINGS
    """What names hardly have inside a short line (``Ok cheers, Ann``)."""
    titles: tuple[str, ...] = _TITLES
    """What stands before names: behind it and its full stop none is doubtful (``Ms. Rich``)."""
    openers: tuple[str, ...] = _OPENERS
    """What opens a clause behind its number, and follows no measure (``4.2 The tenant pays.``)."""
    packaged: tuple[str, ...] = _PACKAGED
    """What begins or ends the name of a package, which is small (``python3-foo``, ``foo-dev``)."""

    def settle(self, passage: Passage, classes: U8, scores: F32, shares: F32 | None) -> U8:
        """Return the classes of n tokens: doubtful capitals small, one where speech begins.

        ``scores`` (n, 4): log odds of LC UC CA MC; ``shares``: how often each token's word is
        capitalised, NaN where unknown, None where nothing is.
        """
        tokens, settled = passage.tokens, classes.copy()
        shares = _UNKNOWN if shares is None else shares
        spans = tokens.folded, tokens.starts, passage.lines
        seen = tokens.positions, tokens.words, scores, shares
        found = self.doubter.settle(*spans, *seen, settled)
        found += self.opener.open(*spans, tokens.words, settled)
        return settled if found else classes

    @cached_property
    def doubter(self) -> Doubter:
        """Return what finds doubtful capitals."""
        typed = self.typed, self.greetings, self.letters, self._beside
        others = self.titles, _JOINING, self.packaged
        floors = np.array([self.initial, self.other, self.abbreviated], np.float32)
        return Doubter(_LIMITS, floors, self.longest, *_hashed(*typed, *others))

    @cached_property
    def opener(self) -> Opener:
        """Return what gives capitals to what lines say."""
        return Opener(*_hashed(self._beside, _JOINING, self.openers))

    @property
    def _beside(self) -> set[str]:
        """Return the common words beside which a letter stands for a word."""
        beside = {*FUNCTION_WORDS, *_CHATTED, *self.letters, *self.typed, *self.greetings}
        return beside - {*NAME_WORDS, "a", "an"}


def _hashed(*lists: Iterable[str]) -> Iterator[U64]:
    return (np.sort(hash_words(words)) for words in lists)


_LIMITS = np.array([0.02, 0.15, 0.5, 0.85, 0.98], np.float32)
"""Where the levels of the shares begin, as in :func:`majuscule.words.tables.table.bucket`."""
_UNKNOWN = np.empty(0, np.float32)
_JOINING = {*FUNCTION_WORDS, *OPEN_WORDS}

DOUBTS = {"en": Doubts()}
"""By language; without an entry no capital is too doubtful."""
