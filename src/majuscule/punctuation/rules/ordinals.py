"""German ordinals, whose full stop ends no sentence: *am 3. Oktober*, *die 2. Bundesliga*."""

from __future__ import annotations

from functools import cache

import numpy as np

from majuscule.arrays import U64, Bools
from majuscule.text.tokenizing.marks import NONE, STOP, Words
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import NUMBER, hash_words

_BEFORE = """
am ans beim das dem den der des die diese diesem diesen dieser dieses im ins jede jedem jeden jeder
jedes vom zum zur ihr ihre ihrem ihren ihrer sein seine seinem seinen seiner
"""
_AFTER = """
januar jänner februar märz april mai juni juli august september oktober november dezember
jahrhundert jahrhunderts jh
"""


def is_ordinal(passage: Passage, words: Words) -> Bools:
    """Return which words are figures of one or two digits with the full stop of an ordinal: after
    an article or the like, or before a month or *Jahrhundert*."""
    tokens, n = passage.tokens, len(words)
    hashes = tokens.words[words.at]
    found = (words.after == STOP) & (tokens.kinds[words.at] == NUMBER) & ~words.lines
    found &= tokens.ends[words.at] - tokens.starts[words.at] <= 2
    before, after = (np.isin(hashes, one) for one in _known())
    near = np.zeros(n, np.bool_)
    near[1:] |= before[:-1] & (words.after[:-1] == NONE) & ~words.lines[:-1]
    near[:-1] |= after[1:]
    return np.asarray(found & near)


@cache
def _known() -> tuple[U64, U64]:
    """Return the hashes of the words before and after ordinals."""
    return hash_words(_BEFORE.split()), hash_words(_AFTER.split())
