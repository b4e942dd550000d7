"""Dates, times, sums and percentages by pattern: each token becomes a letter, and regular
expressions match the letters.

The matches are a feature of the tagger, not its answer: corpora disagree on where such mentions
begin and end, and *may* and *march* are not always months.  The grammar of the letters is
:data:`_KINDS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import numpy as np

from majuscule.arrays import I64, U8, U64, Wholes
from majuscule.reading.annotations.schemes import TokenSpan
from majuscule.text import LC, Passage, decode, hash_words
from majuscule.words.gazetteers.wordlists import LIST_NAMES, LISTS, WordNumbers, list_of

_OF_LIST = {
    "month": "M",
    "day": "D",
    "time_of_day": "T",
    "period": "P",
    "relative": "R",
    "number": "W",
    "magnitude": "G",
    "currency": "C",
    "percent": "Z",
}
_OF_WORD = {
    **dict.fromkeys(("$", "£", "€", "¥", "us$"), "S"),
    "#": "#",  # a pound sign that became #
    **dict.fromkeys(("us", "u.s.", "gb", "a$", "c$"), "U"),
    **dict.fromkeys(("-", "–"), "-"),
    "minus": "-",
    ",": ",",
    "the": "t",
    "of": "f",
    "a": "a",
    "an": "a",
    "and": "&",
    "to": ">",
    "later": "L",
    "earlier": "L",
    "second": "W",
    "end": "B",
    "beginning": "B",
    "middle": "B",
    "per": "/",
    "cent": "c",
}
_NUMBER = "(?:[Ydn]|W(?:-?W){0,30})"  # bounded: endless runs of number words took quadratic time
_DAY = "(?:d|O|W)"
_KINDS = {
    "MONEY": f"(?:U?S|U#)(?:[Ydnm]|W)G*(?:U?[Cc])?|{_NUMBER}-?G*-?[Cc]|aG?[Cc]|s G*",
    "PERCENT": f"-?{_NUMBER}(?:[->]{_NUMBER})?-?(?:Z|/c)|q",
    "TIME": f"HT*|[dn]T|{_NUMBER}-?T|[RL]?D?T",
    "DATE": f"(?:D,?)?(?:M{_DAY},?Y?|[dO]f?M,?Y?)|M,?Y|[RL]?D|[RL]?M"
    f"|(?:tBf)?[ta]?R?(?:O|{_NUMBER})?-?P+(?:W|Y)?(?:f(?:[tR]*(?:W|O)?P|Y|M))?Y?R?|tBf(?:Y|M)|Y|E|A",
}
EXPRESSION_NAMES = tuple(_KINDS)
_ALL = re.compile("|".join(f"(?P<{n}>{p})" for n, p in _KINDS.items()).replace(" ", ""))
_RUN = re.compile("[^\\0]+")
_WEAK = "tfa&>,-LBURG/#"
"""Letters of which no expression consists alone."""


def find_expressions(words: U64, patterns: U8, line_ends: Wholes) -> list[TokenSpan]:
    """Return the expressions as spans of tokens.

    >>> from majuscule.entities.expressions import number_patterns
    >>> from majuscule.text import read_passage
    >>> passage = read_passage("on March 3 , 2009 for $ 40 billion or 9 %")
    >>> find_expressions(passage.tokens.words, number_patterns(passage), passage.lines[:, 1])
    [(1, 5, 'DATE'), (6, 9, 'MONEY'), (10, 12, 'PERCENT')]
    """
    found = _letters().find(words)
    if patterns.any():
        digits = _of_pattern()[patterns]
        found = np.where(digits != 0, digits, found)
    place: Sequence[int] | I64 = range(len(words))
    ends = line_ends[line_ends < len(words)]
    if len(ends):  # separate lines by a letter that is in no pattern
        found, place = np.insert(found, ends, 0), np.insert(np.arange(len(words)), ends, -1)
    text = found.tobytes().decode("ascii")
    return [
        (int(place[match.start()]), int(place[match.end() - 1]) + 1, match.lastgroup or "")
        for run in _RUN.finditer(text)
        if run[0].strip(_WEAK)
        for match in _ALL.finditer(text, *run.span())
    ]


def expression_column(spans: Iterable[TokenSpan], tokens: int) -> U8:
    """Return the kind of expression that covers each token and the token's place in it, or 0.

    ``1 + 4 * kind`` for a single token, plus 1, 2 and 3 for first, middle and last ones.

    >>> expression_column([(1, 4, "DATE"), (4, 5, "MONEY")], 6).tolist()
    [0, 14, 15, 16, 1, 0]
    """
    column = np.zeros(tokens, np.uint8)
    for first, stop, label in spans:
        kind = 4 * _NUMBERS[label]
        if stop - first == 1:
            column[first] = kind + 1
        else:
            column[first:stop] = kind + 3
            column[first], column[stop - 1] = kind + 2, kind + 4
    return column


def sure_expressions(passage: Passage) -> list[TokenSpan]:
    """Return the expressions of cased text that are certainly mentions, to complete corpora.

    A single word must be unambiguous (*tonight*, *Tuesday*); a year alone must follow a
    preposition.
    """
    tokens = passage.tokens
    words = tokens.words
    lists, patterns = list_of(words), number_patterns(passage)
    classes = passage.written()
    after = np.isin(np.roll(words, 1), hash_words(_BEFORE_YEARS))
    year = patterns == PATTERN_NAMES.index("year") + 1
    dated = np.isin(lists, [LIST_NAMES.index(name) + 1 for name in ("month", "day")])
    alone = np.isin(words, hash_words(_ALONE)) | (year & after) | (dated & (classes != LC))
    plain = ("time", "hour", "date", "decade")
    alone |= np.isin(patterns, [PATTERN_NAMES.index(name) + 1 for name in plain])
    return [
        span
        for span in find_expressions(words, patterns, passage.lines[:, 1])
        if span[1] - span[0] > 1 or span[2] in ("MONEY", "PERCENT") or alone[span[0]]
    ]


_ALONE = ("today", "yesterday", "tomorrow", "tonight", "overnight", "midnight", "noon")
_BEFORE_YEARS = tuple("in since of by until from during before after early late".split())  # noqa: SIM905
_NUMBERS = {name: number for number, name in enumerate(_KINDS)}


@cache
def _letters() -> WordNumbers:
    """Return the letters of words, as numbers; a word in several lists has that of the first."""
    lists = reversed(LISTS.items())
    letters = {word: _OF_LIST.get(name, "\0") for name, words in lists for word in words}
    return WordNumbers.of({word: ord(one) for word, one in (letters | _OF_WORD).items()})


@cache
def _of_pattern() -> U8:
    letters = "".join(letter for letter, _ in _PATTERNS.values())
    return np.frombuffer(f"\0{letters}".encode(), np.uint8)


_PATTERNS = {
    "year": ("Y", r"(1[5-9]|20)\d\d"),
    "day": ("d", r"0?[1-9]|[12]\d|3[01]"),
    "two digits": ("n", r"\d\d?"),
    "decade": ("E", r"'?\d?\d?\d0s"),
    "time": ("H", r"\d{1,2}:\d\d(:\d\d)?"),
    "hour": ("H", r"\d{1,2}([:.]\d\d)?[ap]\.?m\.?"),
    "ordinal": ("O", r"\d+(st|nd|rd|th)"),
    "date": ("A", r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}/\d{1,4}"),
    "decimal": ("n", r"\d*\.\d+"),
    "thousands": ("n", r"\d{1,3}(,\d{3})+(\.\d+)?"),
    "percentage": ("q", r"[\d.,]+%"),
    "sum": ("s", r"(us)?[$£€¥][\d.,]+[a-z]*"),
    "magnitude": ("m", r"[\d.,]+(k|m|mm|bn|b|mn|tn)"),
    "three digits": ("n", r"\d{3}"),
    "four digits": ("n", r"\d{4}"),
    "digits": ("n", r"\d+"),
    "digits and letters": ("\0", r"\w+"),
    "other": ("\0", r".*"),
}
"""Patterns of tokens with digits, each with its letter; a null if no expression uses it."""
PATTERN_NAMES = tuple(_PATTERNS)
_COMPILED = tuple(re.compile(pattern, re.DOTALL) for _, pattern in _PATTERNS.values())


@lru_cache(maxsize=1 << 16)
def number_pattern(token: str) -> int:
    """Return the number, from 1, of the first pattern that the whole folded token matches, or 0.

    >>> [PATTERN_NAMES[number_pattern(token) - 1] for token in ("1999", "31", "9:30", "q3")]
    ['year', 'day', 'time', 'digits and letters']
    """
    for number, pattern in enumerate(_COMPILED, 1):
        if pattern.fullmatch(token):
            return number
    return 0


def number_patterns(passage: Passage) -> U8:
    """Return the pattern of each token, 0 for tokens without a digit."""
    tokens = passage.tokens
    found = np.zeros(len(tokens), np.uint8)
    first = int(tokens.starts[0]) if len(tokens) else 0
    folded = tokens.folded[first : int(tokens.ends[-1]) if len(tokens) else 0]
    digits = folded - np.uint32(ord("0")) < 10
    if digits.any():
        before = np.concatenate([[0], np.cumsum(digits)])
        starts, ends = tokens.starts - first, tokens.ends - first
        chosen = np.flatnonzero(before[ends] > before[starts])
        # Match the characters: numbers of the same length have the same word hash (2011, 8000).
        text = decode(folded)
        spans = zip(starts[chosen].tolist(), ends[chosen].tolist(), strict=True)
        found[chosen] = [number_pattern(text[start:stop]) for start, stop in spans]
    return found
