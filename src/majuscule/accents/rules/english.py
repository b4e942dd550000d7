"""Lines of English inside text of another language, whose words get no accents.

Manuals keep sentences that nobody translated, mail quotes English: *If you can see it* is no
Turkish, but each of its words would be a Turkish one without its accents.
"""

from __future__ import annotations

import numpy as np

from majuscule.arrays import Bools
from majuscule.detection.languages import languages_of
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import hash_words

_TELLING = np.sort(
    hash_words(("and", "from", "that", "the", "this", "when", "which", "with", "you", "your"))
)
"""Words of English that hardly any other language has: only lines with one are looked at."""


def in_english(passage: Passage) -> Bools:
    """Return for each token whether its line is English, by its letters and a word of it."""
    tokens = passage.tokens
    english = np.zeros(len(tokens), np.bool_)
    told = np.append(0, np.cumsum(np.isin(tokens.words, _TELLING)))
    suspects = told[passage.lines[:, 1]] > told[passage.lines[:, 0]]
    if suspects.any():
        languages = languages_of(passage)
        for at in np.flatnonzero(suspects):
            if languages[at] == "en":
                english[slice(*passage.lines[at])] = True
    return english
