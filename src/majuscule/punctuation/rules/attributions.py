"""Quoted questions and exclamations whose sentence goes on: *"Why?" he asked.*"""

from __future__ import annotations

from functools import cache

import numpy as np

from majuscule.arrays import U64, Bools
from majuscule.text.characters.codepoints import upper
from majuscule.text.tokenizing.marks import EXCLAMATION, QUESTION, Words
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import hash_words

_CLOSING = [ord(one) for one in "\"'”’»“)"]
_WHO = "he she i it they we you who"
_SAID = """
added answered asked asks called continued cried cries demanded exclaimed groaned inquired laughed
murmured muttered observed remarked repeated replied replies returned roared said says screamed
shouted shouts sighed thought whispered wondered yelled
antwortete erwiderte flüsterte fragt fragte meinte rief ruft sagt sagte schrie
"""


def is_attributed(passage: Passage, words: Words, caseless: Bools) -> Bools:
    """Return after which words a quotation ends in a question or exclamation mark, but no sentence:
    before a word with a small letter, or, in ``caseless`` text (n,), before *said* or *he said*.

    In tales and news, 209 of 246 sentences that go on do so with such a word, and eight of 72 that
    begin there begin with one.
    """
    codes, tokens, at = passage.codes, passage.tokens, words.at
    found: Bools = (words.after == QUESTION) | (words.after == EXCLAMATION)
    found &= np.isin(codes[words.ends - 1], _CLOSING) & ~words.lines
    if not found.any():
        return found
    first = codes[tokens.starts[at]]
    who, said = (np.isin(tokens.words[at], one) for one in _known())
    said[:-1] |= who[:-1] & said[1:]
    found[:-1] &= np.where(caseless, said, first != upper(first))[1:]
    return found


@cache
def _known() -> tuple[U64, U64]:
    """Return the hashes of the words between a quotation and its verb, and of such verbs."""
    return hash_words(_WHO.split()), hash_words(_SAID.split())
