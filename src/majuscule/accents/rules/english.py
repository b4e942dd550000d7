"""Lines of English inside text of another language, whose words get no accents.

Manuals keep sentences that nobody translated, mail quotes English: *If you can see it* is no
Turkish, but each of its words would be a Turkish one without its accents.
"""

from __future__ import annotations

import numpy as np

from majuscule.arrays import Bools
from majuscule.detection.languages import languages_of
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing.passages import Passage, read_passage
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
    suspects = passage.lines[told[passage.lines[:, 1]] > told[passage.lines[:, 0]]].tolist()
    if suspects:  # read apart from the others, which are mostly far more
        spans = [slice(tokens.starts[first], tokens.ends[last - 1]) for first, last in suspects]
        lines = "\n\n".join(decode(passage.codes[one]) for one in spans)
        languages = languages_of(read_passage(lines))[::2]
        for span, language in zip(suspects, languages, strict=True):
            english[slice(*span)] = language == "en"
    return english
