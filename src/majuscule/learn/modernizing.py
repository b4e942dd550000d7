"""Modernising old spellings in training text.

Freely licensed text is often old: Swedish novels have *hvad* and *öfver*, Portuguese ones *elle*
and *policia*.  Models would learn words that nobody writes and lack those that everybody does.  As
in Baron and Rayson 2008, spelling is normalised by letter rules and a list of current words.
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
"""The least relative frequency of a current spelling."""
TIMES = 6
"""The least ratio of its frequency to that of the old spelling."""
COMMON = 5e-5
"""Words from this frequency on are no old spellings."""
CHANGES, MOST = 3, 400
"""The most rules applied to a word, and the most spellings tried for one."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Modernizer:
    """Modernises old spellings.

    ``letters``: replacements of letters within ``^word$``; ``words``: replacements of whole words;
    ``often``: relative frequencies of current words.
    """

    letters: Sequence[tuple[str, str]]
    words: Mapping[str, str]
    often: Mapping[str, float]
    _known: dict[str, str] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, language: str, rules: Iterable[str]) -> Modernizer:
        """Return the modernizer of a language, with word frequencies from wordfreq."""
        return cls.read(rules, frequent_words(language, "modernize"))

    @classmethod
    def read(cls, rules: Iterable[str], often: Mapping[str, float]) -> Modernizer:
        """Return the modernizer with some rules.

        A rule is ``old=new``, such as ``fv=v``; ``^`` and ``$`` anchor it at the beginning
        (``^hv=v``) and end of a word.  Rules apply where they turn a rare word into a current one.
        A rule for a whole word, such as ``^sade$=sa``, always applies; ``^method$=method`` protects
        a word.
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
        """Return the lines of a document in current spelling, in NFC.

        Words that occur only with a capital are taken for names and stay.
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
        """Return the current spelling of a lower-case word."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self.words.get(word) or self._search(word)
        return known

    def _search(self, word: str) -> str:
        """Return the current word that the fewest rules turn a word into, of several the most
        frequent, or the word itself.

        The result may need rules again: *victima* becomes *vitima*, and that *vítima*.
        """
        frequency = self._frequency(word)
        if frequency >= COMMON:
            return word
        enough = max(LEAST, TIMES * frequency)
        seen, candidates = {f"^{word}$"}, [f"^{word}$"]
        for _ in range(CHANGES):
            changed = (new for one in candidates for new in self._changed(one) if new not in seen)
            candidates = list(dict.fromkeys(changed))[: MOST - len(seen)]
            seen.update(candidates)
            best = max((one[1:-1] for one in candidates), key=self._frequency, default=word)
            if self._frequency(best) >= enough:
                return self.word(best)
        return word

    def _frequency(self, word: str) -> float:
        return self.often.get(word, 0.0)

    def _changed(self, word: str) -> Iterator[str]:
        """Yield the results of one rule applied at one offset of a word."""
        for old, new in self.letters:
            at = word.find(old)
            while at >= 0:
                yield word[:at] + new + word[at + len(old) :]
                at = word.find(old, at + 1)
