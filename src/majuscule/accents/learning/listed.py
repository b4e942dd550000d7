"""Frequent words of a language, with the present-day frequencies of their forms."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from majuscule.arrays import I64
from majuscule.learn.frequent import frequent_words
from majuscule.text.characters.accents import plain
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.characters.codepoints import CodePoints, decode, encode

LINES, MORE = 9, 1000
"""Lines of a listed word of frequency f: LINES + log10(f) + MORE * sqrt(f)."""
WRITTEN = 0.01
"""Forms with a smaller share of their listed word are old, or typing errors."""
SLIP = 1e-8
"""Assumed frequency, among all words, of a form that is not listed."""
ABROAD, RARE = 2.0, 1e-6
"""An accented form rarer than RARE, and than 1 / ABROAD of its plain English word, is a name."""
MOST_ODDS = 4.0
"""Largest log odds by which a form's frequency today may differ from the text's."""


@dataclass(frozen=True)
class ListedWords:
    """The frequent words of a language, without context.

    ``often``: by plain word, the frequency of each form among all words; ``lines``: the most
    frequent words as text, one a line, repeated by frequency of the word and of its forms;
    ``english``: the frequencies of frequent English words, in descending order.
    """

    often: Mapping[str, Mapping[str, float]]
    lines: CodePoints
    english: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, language: str, most: int, english: int = 0) -> ListedWords:
        """Return the words of the package wordfreq, ``most`` of them as lines."""
        alphabet = alphabet_of(language)
        known = frequent_words(language, "a list of frequent words")
        words = [alphabet.into(unicodedata.normalize("NFC", word)) for word in known]
        bare = decode(plain(encode("\n".join(words)))).split("\n")
        forms: dict[str, dict[str, float]] = {}
        for base, word, often in zip(bare, words, known.values(), strict=True):
            if word.isalpha():
                forms.setdefault(base, {})[word] = often
        frequent = dict.fromkeys(base for base in bare[:most] if base in forms)
        lines: list[str] = []
        for own in map(forms.__getitem__, frequent):
            total = sum(own.values())
            room = max(2, round(LINES + math.log10(total) + MORE * math.sqrt(total)))
            for word, often in own.items():
                lines += [word] * round(room * often / total)
        abroad = frequent_words("en", "a list of English words") if english else {}
        plain_ones = ((word, often) for word, often in abroad.items() if word.isascii())
        letters = (one for one in plain_ones if one[0].isalpha())
        return cls(forms, encode("\n".join(lines)), dict(islice(letters, english)))

    def fits(self, word: str, form: str) -> bool:
        """Return whether a form of a word is in use today, as far as is known."""
        own = self.often.get(word)
        return own is None or own.get(form, 0.0) >= WRITTEN * sum(own.values())

    def is_foreign(self, word: str, form: str) -> bool:
        """Return whether a form is an accented name that most people write without: *Agüero*."""
        often = self.often.get(word, {}).get(form, SLIP)
        return form != word and often < RARE and self.english.get(word, 0.0) > ABROAD * often

    def today(self, rows: Mapping[str, list[str]], of_text: Counter[str], weight: int) -> I64:
        """Return the bias of each form, in the order of ``rows``.

        It is ``weight`` times the log of the ratio of its frequencies today and in the text, less
        that of the first form of its word.

        Text of another time or genre has other priors: in novels *a* is rarer beside *à* than in
        news.  The weights of context features stay (Saerens et al. 2002 adjust priors in this way).
        """
        total, odds = of_text.total(), []
        for word, own in rows.items():
            often = self.often.get(word)
            now = [often.get(form, 0.0) + SLIP if often else 1.0 for form in own]
            then = [(of_text[form] + 0.5) / total if often else 1.0 for form in own]
            logs = np.log(now) - np.log(then)
            odds += np.clip(logs - logs[0], -MOST_ODDS, MOST_ODDS).tolist()
        return np.asarray(np.rint(np.array(odds) * weight), np.int64)
