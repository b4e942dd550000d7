"""Token features that do not depend on case: how many letters are cased, and one of five kinds.

The kinds are the token features of Niu et al. 2004, section 2.2: PunctuationMark, LetterDot
(``J.P.``), Number, Letters, Other.  Everything is computed from folded text.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from majuscule.arrays import I64, U8, Bools
from majuscule.text.characters.codepoints import case_tables
from majuscule.text.tokenizing.tokens import FIXED, NUMBER, PUNCTUATION, Tokens

PUNCTUATION_MARK, LETTER_DOT, NUMERAL, LETTERS, OTHER = range(5)

FEATURE_NAMES = ("PunctuationMark", "LetterDot", "Number", "Letters", "Other")

_LETTER = 2  # the kind of a code point, see majuscule.text.characters.codepoints
_DOT = 0x2E


def count_cased(tokens: Tokens) -> I64:
    """Return how many letters of each token have a capital form; 0 for machine text.

    >>> from majuscule.text.tokenizing.tokens import tokenize
    >>> from majuscule.text.characters.codepoints import encode
    >>> count_cased(tokenize(encode("A.B. x2 42 ß at a.b@c.org"))).tolist()
    [2, 1, 0, 0, 2, 0]
    """
    table = _cased()
    folded = np.minimum(tokens.folded, np.uint32(len(table) - 1))
    found = tokens.count(table[folded])
    found[tokens.kinds == FIXED] = 0
    return found


def token_features(tokens: Tokens) -> U8:
    """Return the feature of each token.

    >>> from majuscule.text.tokenizing.tokens import tokenize
    >>> from majuscule.text.characters.codepoints import encode
    >>> found = token_features(tokenize(encode("J.P. paid $102 to IBM's x2")))
    >>> [FEATURE_NAMES[k] for k in found]  # doctest: +NORMALIZE_WHITESPACE
    ['LetterDot', 'Letters', 'PunctuationMark', 'Number', 'Letters', 'Letters', 'Other',
     'Other']
    """
    lengths = tokens.ends - tokens.starts
    letters = tokens.count(_letters(tokens))
    dots = tokens.count(tokens.folded == _DOT)
    found = np.full(len(tokens), OTHER, np.uint8)
    found[(dots > 0) & (letters + dots == lengths)] = LETTER_DOT
    found[letters == lengths] = LETTERS
    found[tokens.kinds == NUMBER] = NUMERAL
    found[tokens.kinds == PUNCTUATION] = PUNCTUATION_MARK
    found[tokens.kinds == FIXED] = OTHER
    return found


def _letters(tokens: Tokens) -> Bools:
    kind = case_tables().kind
    folded = np.minimum(tokens.folded, np.uint32(len(kind) - 1))
    return np.asarray(kind[folded] == _LETTER)


@cache
def _cased() -> Bools:
    """Return for each code point whether it has case; the last entry stands for all beyond."""
    tables = case_tables()
    code = np.arange(len(tables.lower), dtype=np.uint32)
    return np.append((tables.lower != code) | (tables.upper != code), False)
