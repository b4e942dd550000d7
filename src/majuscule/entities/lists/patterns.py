"""Number-like tokens: what a token that holds digits looks like."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from majuscule.text import Passage, decode

_PATTERNS = {
    "year": r"(1[5-9]|20)\d\d",
    "day": r"0?[1-9]|[12]\d|3[01]",
    "two digits": r"\d\d?",
    "decade": r"'?\d?\d?\d0s",
    "time": r"\d{1,2}:\d\d(:\d\d)?",
    "hour": r"\d{1,2}([:.]\d\d)?[ap]\.?m\.?",
    "ordinal": r"\d+(st|nd|rd|th)",
    "date": r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}/\d{1,4}",
    "decimal": r"\d*\.\d+",
    "thousands": r"\d{1,3}(,\d{3})+(\.\d+)?",
    "percentage": r"[\d.,]+%",
    "sum": r"(us)?[$£€¥][\d.,]+[a-z]*",
    "magnitude": r"[\d.,]+(k|m|mm|bn|b|mn|tn)",
    "three digits": r"\d{3}",
    "four digits": r"\d{4}",
    "digits": r"\d+",
    "digits and letters": r"\w+",
    "other": r".*",
}
PATTERN_NAMES = tuple(_PATTERNS)
_COMPILED = tuple(re.compile(pattern, re.DOTALL) for pattern in _PATTERNS.values())


@lru_cache(maxsize=1 << 16)
def number_pattern(token: str) -> int:
    """Return the number of the first pattern that the whole of a folded token has, from 1.

    >>> [PATTERN_NAMES[number_pattern(token) - 1] for token in ("1999", "31", "9:30", "q3")]
    ['year', 'day', 'time', 'digits and letters']
    """
    for number, pattern in enumerate(_COMPILED, 1):
        if pattern.fullmatch(token):
            return number
    return 0


def number_patterns(passage: Passage) -> npt.NDArray[np.uint8]:
    """Return the pattern of each token, 0 for tokens without a digit."""
    tokens = passage.tokens
    digits = (tokens.folded >= 48) & (tokens.folded <= 57)
    before = np.concatenate([[0], np.cumsum(digits)])
    chosen = np.flatnonzero(before[tokens.ends] > before[tokens.starts])
    found = np.zeros(len(tokens), np.uint8)
    if len(chosen):
        # By their letters, not by their words: 2011 and 8000 are one word.
        text = decode(tokens.folded)
        spans = zip(tokens.starts[chosen].tolist(), tokens.ends[chosen].tolist(), strict=True)
        found[chosen] = [number_pattern(text[start:stop]) for start, stop in spans]
    return found
