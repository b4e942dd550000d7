"""Questions recognised by their first words.

The network does not see where its own decisions began a sentence; if it finds a question mark
nearly as probable as a full stop, the first words of the sentence decide.
"""

from __future__ import annotations

import re

from majuscule.arrays import F32, U8, Bools
from majuscule.text.tokenizing.marks import QUESTION, STOP

SHARE = 0.15
"""Least ratio of the question mark's probability to the full stop's.  From 0.1 to 0.4, F1 of all
marks is 0.4 higher on dev talk, and within 0.05 of what it was on other text."""

_ASKING = {
    "en": re.compile(
        r"""\W*(?:(?:and|but|so|or|well|now|okay|ok|yes|no|yeah|oh|then|hi|hello|u[hm])\b\W+)*
        (?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|sh(?:ould|all))
           (?:n['’]t)?\ (?:i|you|he|she|it|we|they|there|th(?:is|at|ese|ose))\b
          |(?:can['’]t|won['’]t)\ (?:i|you|he|she|it|we|they|there|th(?:is|at|ese|ose))\b
          |(?:what(?!\ an?\b)|who(?:se|m)?|where|why|how|which)\b)""",
        re.IGNORECASE | re.VERBOSE,
    )
}
"""Beginnings of questions, by language."""


def may_ask(marks: U8, shares: F32) -> Bools:
    """Return which marks (n,) are full stops with a question mark nearly as probable, by ``shares``
    (n, MARKS)."""
    near: Bools = (marks == STOP) & (shares[:, QUESTION] > SHARE * shares[:, STOP])
    return near


def asks(sentence: str, language: str) -> bool:
    """Return whether the first words of a sentence make it a question.

    >>> [asks(one, "en") for one in ("so did you go", "What's new", "what a day", "you did")]
    [True, True, False, False]
    """
    pattern = _ASKING.get(language.partition("-")[0])
    return pattern is not None and pattern.match(sentence) is not None
