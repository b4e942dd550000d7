"""Old spellings in text to train on, read as people write today.

Text that may be shipped is old, and so is its spelling: Swedish novels have *hvad* and *öfver*,
Portuguese ones *elle* and *policia*.  A model would know words that nobody writes and lack those
that everybody does.  Historical text is normalised by rules of letters and a list of the words of
today (Baron and Rayson 2008).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from majuscule.errors import UsageError
from majuscule.learn.frequent import frequent_words
from majuscule.text.characters.codepoints import recase

LEAST = 1e-7
"""The share of all words that a spelling of today has at least."""
TIMES = 6
"""How many times more frequent it is today than the old one."""
COMMON = 5e-5
"""Words that have this share today are no old spellings."""
CHANGES, MOST = 3, 400
"""How many rules may change a word at once, and how many spellings are tried for one."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Modernizer:
    """Writes old spellings as they are written today.

    ``letters``: what stands in a word, and what instead, ``^`` and ``$`` around it; ``words``:
    whole words; ``often``: the shares of words today.
    """

    letters: Sequence[tuple[str, str]]
    words: Mapping[str, str]
    often: Mapping[str, float]
    _known: dict[str, str] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, language: str, rules: Iterable[str]) -> Modernizer:
        """Return the modernizer of a language, which knows its words by the package wordfreq."""
        return cls.read(rules, frequent_words(language, "modernize"))

    @classmethod
    def read(cls, rules: Iterable[str], often: Mapping[str, float]) -> Modernizer:
        """Return the modernizer of rules.

        A rule is ``old=new``, such as ``fv=v``; with ``^`` and ``$`` it is for the beginning
        (``^hv=v``) and the end of a word.  It changes words that are not written today into those
        that are.  One of a whole word, such as ``^sade$=sa``, always holds; ``^method$=method``
        keeps one.
        """
        letters, words = [], {}
        for rule in rules:
            old, equals, new = rule.partition("=")
            first, last = "^" * old.startswith("^"), "$" * old.endswith("$")
            if not equals or not old.strip("^$"):
                raise UsageError(f"modernize {rule!r}: write old=new, such as fv=v or ^sade$=sa")
            if first and last:
                words[old[1:-1]] = new
            else:
                letters.append((old, first + new + last))
        return cls(letters, words, often)

    def lines(self, lines: Iterable[str]) -> list[str]:
        """Return the lines of a document as they are written today, composed (NFC).

        Words that it has with a capital only are names, and stay.
        """
        lines = [unicodedata.normalize("NFC", line) for line in lines]
        small = {word for line in lines for word in _WORD.findall(line) if word[0].islower()}

        def modern(found: re.Match[str]) -> str:
            word = found[0]
            lower = recase(word, "lower")
            new = self.word(lower) if lower in small else lower
            if new == lower:
                return word
            if word == lower:
                return new
            return new.capitalize() if word[1:] == lower[1:] else recase(new, "upper")

        return [_WORD.sub(modern, line) for line in lines]

    def word(self, word: str) -> str:
        """Return how a word in small letters is written today."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self.words.get(word) or self._found(word)
        return known

    def _found(self, word: str) -> str:
        """Return the word of today that the fewest rules make of a word, the commonest of them.

        What they make may be old as well: *victima* is *vitima*, and that is *vítima*.
        """
        own = self._share(word)
        if own >= COMMON:
            return word
        enough = max(LEAST, TIMES * own)
        seen, row = {f"^{word}$"}, [f"^{word}$"]
        for _ in range(CHANGES):
            row = [new for one in row for new in self._changed(one) if new not in seen]
            row = list(dict.fromkeys(row))[: MOST - len(seen)]
            seen.update(row)
            found = max((one[1:-1] for one in row), key=self._share, default=word)
            if self._share(found) >= enough:
                return self.word(found)
        return word

    def _share(self, word: str) -> float:
        return self.often.get(word, 0.0)

    def _changed(self, word: str) -> Iterator[str]:
        """Yield what one rule at one place makes of a word."""
        for old, new in self.letters:
            at = word.find(old)
            while at >= 0:
                yield word[:at] + new + word[at + len(old) :]
                at = word.find(old, at + 1)
