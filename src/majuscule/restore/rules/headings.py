"""Headings: lines of a few words without a final mark, which may be written in title case.

Title case capitalises the first and the last word, and all others but articles, conjunctions and
short prepositions.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from majuscule.arrays import I32, U8, Bools, filled
from majuscule.restore.interface import PATTERN, Decisions
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import COLON
from majuscule.text.tokenizing.tokens import FIXED, WORD, hash_words
from majuscule.words.glossaries.glossary import Glossary

MOST = 12
"""A heading has at most this many words."""
_SMALL = "a an the and but or nor as at by for in of on per to via vs"
SMALL = _SMALL.split(" ")
"""Words that title case leaves in lower case."""
_ENDS = np.array([ord(mark) for mark in ".!?:;,…|"], np.uint32)
_BULLETS = np.array([ord(mark) for mark in "-*•|"], np.uint32)
_APOSTROPHES = np.array([0x27, 0x2019], np.uint32)


def in_title_case(passage: Passage) -> Bools:
    """Return which tokens are in headings written in title case, of two or more major words."""
    found = np.zeros(len(passage.tokens), np.bool_)
    written = _written(passage)
    for start, stop in _headings(passage):
        words, small = _words(passage, start, stop)
        major = written[words[~small]]
        found[start:stop] = len(major) > 1 and (major != case.LC).all() and (major == case.UC).any()
    return found


def capitalize_headings(passage: Passage, decisions: Decisions, glossary: Glossary) -> Decisions:
    """Return the decisions with headings in title case, except for forms of the glossary.

    Capitals are only added: a small word that is one already is a name (The Hague, vitamin A).
    """
    classes, reasons = decisions.classes.copy(), decisions.reasons.copy()
    free = np.ones(len(classes), np.bool_)
    free[glossary.find(passage.tokens, raised=np.ones_like(free))[0]] = False
    becomes = np.where(classes == case.KEEP, _written(passage), classes)
    for start, stop in _headings(passage):
        words, small = _words(passage, start, stop)
        rising = words[free[words] & ~small & (becomes[words] == case.LC)]
        classes[rising], reasons[rising] = case.UC, PATTERN
    return replace(decisions, classes=classes, reasons=reasons)


def _headings(passage: Passage) -> I32:
    """Return the token span of each heading, shape (m, 2)."""
    tokens, lines = passage.tokens, filled(passage.lines)
    firsts = tokens.folded[tokens.starts[lines[:, 0]]]
    lasts = tokens.folded[tokens.ends[lines[:, 1] - 1] - 1]
    counts = np.append(0, np.cumsum(tokens.kinds == WORD))
    words = counts[lines[:, 1]] - counts[lines[:, 0]]
    bare = ~np.isin(lasts, _ENDS) & ~np.isin(firsts, _BULLETS)
    return np.asarray(lines[bare & (words > 0) & (words <= MOST)])


def _words(passage: Passage, start: int, stop: int) -> tuple[I32, Bools]:
    """Return the words of a heading, and which of them title case leaves in lower case."""
    tokens = passage.tokens
    at = np.flatnonzero(tokens.kinds[start:stop] == WORD).astype(np.int32) + np.int32(start)
    clitic = np.isin(tokens.folded[tokens.starts[at]], _APOSTROPHES) | (
        tokens.words[at] == _known()[1]
    )
    at = at[~clitic]
    small = np.isin(tokens.words[at], _known()[0]) & (tokens.positions[at] != COLON)
    small[:1] = small[-1:] = False
    return at, small


@cache
def _known() -> tuple[case.Masks, int]:
    """Return the hashes of the small words, and the hash of n't."""
    return hash_words(SMALL), int(hash_words(["n't"])[0])


def _written(passage: Passage) -> U8:
    fixed = passage.tokens.kinds == FIXED
    return np.where(fixed, case.KEEP, passage.written()).astype(np.uint8)
