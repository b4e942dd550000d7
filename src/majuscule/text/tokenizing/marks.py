"""Words, and the punctuation after each as a code.

The words of a passage are its tokens without punctuation.  What follows a word has one code: a mark
that a model may predict (NONE to DASH), or something that only writers use.  So text with and
without punctuation is the same sequence of words with different codes.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache

import numpy as np

from majuscule.arrays import I64, U8, Array, Bools
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.tokenizing.passages import NEWLINE, Passage
from majuscule.text.tokenizing.sentences import ABBREVIATED, LINE, SENTENCE
from majuscule.text.tokenizing.tokens import PUNCTUATION

NONE, COMMA, STOP, QUESTION, EXCLAMATION, COLON, SEMICOLON, DASH = range(8)
"""The marks that a model may predict after a word."""

OTHER, ELLIPSIS, DOTTED, GLUED = range(8, 12)
"""A bracket, quote or the like; three dots; a full stop that belongs to the word, as in *Mr.* and
*U.S.*; nothing at all, not even white space, as in *O'|Neill* and *x|-|ray*."""

SIGNS = ("", ",", ".", "?", "!", ":", ";", "-")
MARKS = len(SIGNS)
ENDS = (STOP, QUESTION, EXCLAMATION)
"""Marks that end a sentence."""

ENDING = np.isin(np.arange(GLUED + 1), ENDS)
"""Whether each mark ends a sentence; looking it up takes a tenth of the time of ``np.isin``."""
_BEFORE_GLUE = np.isin(np.arange(GLUED + 1), (NONE, OTHER, DASH, COLON, STOP, DOTTED))

_CODES = {sign: code for code, sign in enumerate(SIGNS) if sign} | {
    "…": ELLIPSIS,
    "–": DASH,
    "—": DASH,
}
_STRENGTH = np.zeros(12, np.uint8)
for _rank, _code in enumerate(
    (
        NONE,
        GLUED,
        OTHER,
        DASH,
        COMMA,
        SEMICOLON,
        COLON,
        ELLIPSIS,
        DOTTED,
        STOP,
        EXCLAMATION,
        QUESTION,
    )
):
    _STRENGTH[_code] = _rank
_BY_STRENGTH = np.argsort(_STRENGTH).astype(np.uint8)
_FULL_STOP = ord(".")


@dataclass(frozen=True)
class Words:
    """The words of a passage, n of them, and what follows each.

    ``at`` (n,): indices of their tokens; ``after`` uint8 (n,): codes as above; ``breaks`` bool
    (n,): whether a sentence ends after the word, by its punctuation; ``lines`` bool (n,): whether a
    line does; ``ends`` (n,): the offset in the passage's code points where a mark would be
    inserted, after closing quotes and brackets.
    """

    at: I64
    after: U8
    breaks: Bools
    lines: Bools
    ends: I64

    def __len__(self) -> int:
        return len(self.at)

    @property
    def marks(self) -> U8:
        """Return the mark after each word, NONE for what no model predicts."""
        return np.where(self.after <= DASH, self.after, NONE).astype(np.uint8)


@cache
def _is_punctuation() -> Bools:
    """Return for each code point whether it is punctuation that is not read aloud."""
    table = np.zeros(0x110000, np.bool_)
    for code in range(0x3100):
        table[code] = unicodedata.category(chr(code))[0] == "P" and chr(code) not in "%&@#"
    return table


def words_of(passage: Passage) -> Words:
    """Return the words of a passage and what follows each.

    >>> from majuscule.text.tokenizing.passages import read_passage
    >>> words = words_of(read_passage('Mr. Low said: "No, I won\\'t." Then he left'))
    >>> words.after.tolist(), words.breaks.astype(int).tolist()
    ([10, 0, 5, 1, 0, 11, 2, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 0, 0, 1])
    """
    tokens, codes = passage.tokens, passage.codes
    firsts = codes[tokens.starts] if len(tokens) else np.empty(0, np.uint32)
    dropped = (tokens.kinds == PUNCTUATION) & _is_punctuation()[np.minimum(firsts, 0x10FFFF)]
    dropped |= _quotes(codes)[tokens.starts]
    at = np.flatnonzero(~dropped)
    n = len(at)
    if not n:
        none = np.zeros(0, np.bool_)
        return Words(at, np.zeros(0, np.uint8), none, none, np.zeros(0, np.int64))
    owner = np.cumsum(~dropped) - 1
    after = np.zeros(n, np.uint8)
    newlines = np.concatenate([[0], np.cumsum(codes == NEWLINE)])
    marks = np.flatnonzero(dropped & (owner >= 0))
    # Punctuation that begins a line follows no word.
    marks = marks[newlines[tokens.starts[marks]] == newlines[tokens.ends[at[owner[marks]]]]]
    found = _codes(firsts[marks], tokens.ends[marks] - tokens.starts[marks])
    # The full stop of *.net* and *.50* ends nothing.
    blank = np.append(_blank()[np.minimum(codes, 0x3001)], True)
    opens = blank[tokens.starts[marks] - 1] & ~blank[tokens.ends[marks]]
    strength = _STRENGTH[np.where(opens & (found == STOP), OTHER, found)]
    np.maximum.at(after, owner[marks], strength)
    after = _BY_STRENGTH[after]
    # A sentence may begin with a quote or bracket, before its first word: count the beginnings.
    begins = np.append((tokens.positions == SENTENCE) | (tokens.positions == LINE), True)
    counted = np.cumsum(begins)
    following = np.append(at[1:], len(tokens))
    breaks = counted[following] > counted[at]
    lasts = tokens.ends[at].astype(np.int64)
    nexts = np.append(tokens.starts[at[1:]], len(codes)).astype(np.int64)
    lines = newlines[nexts] > newlines[lasts]
    lines[-1] = True
    blanks = np.concatenate([[0], np.cumsum(blank[:-1])])
    glued = blanks[nexts] == blanks[lasts]
    glued[-1] = False
    abbreviated = np.append(tokens.positions, 0)[np.minimum(at + 2, len(tokens))] == ABBREVIATED
    own = (codes[lasts - 1] == _FULL_STOP) & (lasts - tokens.starts[at] > 1)
    dotted = ((after == STOP) & abbreviated & ~breaks) | (
        own & (_STRENGTH[after] < _STRENGTH[COMMA])
    )
    after[dotted] = DOTTED
    after[glued & _BEFORE_GLUE[after]] = GLUED
    # A mark would follow anything that is glued to the word.
    ends = np.minimum(np.flatnonzero(blank)[blanks[lasts]], nexts)
    return Words(at, after, breaks, lines, ends)


def _quotes(codes: CodePoints) -> Bools:
    """Return for each code point whether it is a sign of a quoted line, before its first word."""
    signs: Bools = codes == ord(">")
    if signs.any():
        places = np.arange(1, len(codes) + 1)
        other = np.where(signs | _blank()[np.minimum(codes, 0x3001)], 0, places)
        line = np.where(codes == NEWLINE, places, 0)
        signs &= np.maximum.accumulate(other) <= np.maximum.accumulate(line)
    return signs


def _codes(firsts: Array, sizes: Array) -> U8:
    """Return the codes of punctuation tokens, by their first code point and their length."""
    codes = np.full(len(firsts), OTHER, np.uint8)
    for sign, code in _CODES.items():
        codes[firsts == ord(sign)] = code
    codes[(codes == STOP) & (sizes > 1)] = ELLIPSIS
    return codes


@cache
def _blank() -> Bools:
    """Return for each code point whether it is white space; the last entry is for all above."""
    table = np.zeros(0x3002, np.bool_)
    table[[code for code in range(0x3001) if chr(code).isspace()]] = True
    return table
