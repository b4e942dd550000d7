"""Sentences that ask by their first words.

The network sees where a sentence could begin, and not where one was begun: of marks that it thinks
nearly as likely, what was decided before tells which is right.
"""

from __future__ import annotations

import re

from majuscule.arrays import F32, U8, Bools
from majuscule.text.tokenizing.marks import QUESTION, STOP

SHARE = 0.15
"""How likely a question mark must be, beside a full stop, behind a sentence that asks by its first
words.  From 0.1 to 0.4 F1 of all marks is 0.4 better on dev talk, and within 0.05 of what it was
on other text."""

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
"""What begins a question, by language."""


def may_ask(marks: U8, chances: F32) -> Bools:
    """Tell which of the marks (n,) are full stops where a question mark is nearly as likely, by
    the probability of each mark (n, MARKS)."""
    found: Bools = (marks == STOP) & (chances[:, QUESTION] > SHARE * chances[:, STOP])
    return found


def asks(sentence: str, language: str) -> bool:
    """Tell whether a sentence asks by its first words.

    >>> [asks(one, "en") for one in ("so did you go", "What's new", "what a day", "you did")]
    [True, True, False, False]
    """
    look = _ASKING.get(language.partition("-")[0])
    return look is not None and look.match(sentence) is not None
