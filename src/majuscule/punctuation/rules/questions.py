"""Questions recognised by their first words.

The network does not see where its own decisions began a sentence; if it finds a question mark
nearly as probable as a full stop, the first words of the sentence decide.
"""

from __future__ import annotations

import re

import numpy as np

from majuscule.arrays import F32, U8, Bools
from majuscule.text.tokenizing.marks import EXCLAMATION, QUESTION, STOP

SHARE = 0.15
"""Least ratio of the question mark's probability to the full stop's.  From 0.1 to 0.4, F1 of all
marks is 0.4 higher on dev talk, and within 0.05 of what it was on other text."""

_LEAD = r"\W*(?:(?:and|but|so|or|well|now|okay|ok|yes|no|yeah|oh|then|hi|hello|u[hm])\b\W+)*"

_ASKING = {
    "en": re.compile(
        _LEAD
        + r"""(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|sh(?:ould|all))
           (?:n['’]t)?\ (?:i|you|he|she|it|we|they|there|th(?:is|at|ese|ose))\b
          |(?:can['’]t|won['’]t)\ (?:i|you|he|she|it|we|they|there|th(?:is|at|ese|ose))\b
          |(?:what(?!\ an?\b)|who(?:se|m)?|where|why|how|which)\b)""",
        re.IGNORECASE | re.VERBOSE,
    )
}
"""Beginnings of questions, by language."""

_EXCLAIMING = {"en": re.compile(_LEAD + r"what\ an?\b", re.IGNORECASE)}
"""Beginnings of exclamations that the network takes for questions, by language."""


def in_doubt(marks: U8, shares: F32) -> Bools:
    """Return for which marks (n,) the first words decide, by ``shares`` (n, MARKS): question marks,
    and full stops with a question mark nearly as probable."""
    near = (marks == STOP) & (shares[:, QUESTION] > SHARE * shares[:, STOP])
    return np.asarray(near | (marks == QUESTION))


def settled(sentence: str, mark: int, shares: F32, language: str) -> int:
    """Return the mark of a sentence by its first words: ``mark``, which is in doubt, or another.

    >>> shares = np.array([0, 0, 0.3, 0.5, 0.2], np.float32)
    >>> said = "so did you go", "What's new", "what a day", "you did"
    >>> [settled(one, STOP, shares, "en") for one in said]
    [3, 3, 2, 2]
    >>> [settled(one, QUESTION, shares, "en") for one in said]
    [3, 3, 2, 3]
    """
    language = language.partition("-")[0]
    if mark == STOP:
        pattern = _ASKING.get(language)
        return QUESTION if pattern and pattern.match(sentence) else STOP
    pattern = _EXCLAIMING.get(language)
    if pattern and pattern.match(sentence):
        return STOP if shares[STOP] > shares[EXCLAMATION] else EXCLAMATION
    return mark
