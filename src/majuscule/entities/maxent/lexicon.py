"""Words that Chieu & Ng's tagger knows in advance: months, days, numbers, and WordNet's.

The lexicon is derived from WordNet: its single words, their irregular forms (the files ``*.exc``)
and their regular ones, by the inverse of the rules of WordNet's lemmatiser.  The paper does not say
how its list was derived; without inflected forms *said* and *shares* are out of vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from majuscule.text import hash_words
from majuscule.text.keys import Keys
from majuscule.words.wordnet import PARTS, read_lemmas

_MONTHS = """january february march april may june july august september october november
december"""
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
hundred thousand million billion trillion"""

MONTHS, DAYS, NUMBERS, HYPHENS = (
    hash_words(words.split()) for words in (_MONTHS, _DAYS, _NUMBERS, "- ‐ –")
)
"""Hashes of words."""


def read_lexicon(folder: str) -> Keys:
    """Return the hashes of WordNet's words, sorted; none if ``folder`` is empty.

    Raises :class:`~majuscule.errors.CorpusError` if files are missing or not WordNet's.
    """
    if not folder:
        return np.zeros(0, np.uint64)
    words: set[str] = set()
    for part in PARTS:
        lemmas = set(read_lemmas(Path(folder) / f"data.{part}"))
        words |= lemmas
        words |= {form for lemma in lemmas for form in inflections(lemma.lower(), part)}
        words |= set(_exceptions(Path(folder) / f"{part}.exc"))
    return np.unique(hash_words(sorted(words)))


def inflections(word: str, part: str) -> tuple[str, ...]:
    """Return the regular inflected forms of a word of a part of speech.

    >>> inflections("try", "verb"), inflections("box", "noun")
    (('tries', 'tried', 'trying'), ('boxes',))
    """
    stem = word[:-1] if word.endswith("e") else word
    consonant_y = word.endswith("y") and word[-2:-1] not in set("aeiou")
    if consonant_y:
        plural = word[:-1] + "ies"
    else:
        plural = word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")
    if part == "noun":
        return (plural,)
    if part == "verb":
        return plural, (word[:-1] + "ied" if consonant_y else stem + "ed"), stem + "ing"
    if part == "adj":
        short = word[:-1] + "i" if consonant_y else stem
        return short + "er", short + "est"
    return ()


def _exceptions(path: Path) -> Iterator[str]:
    """Yield the irregular forms in a file of WordNet, which may be missing."""
    if path.is_file():
        for line in path.read_text(encoding="latin-1").splitlines():
            word = line.partition(" ")[0]
            if word.isalpha():
                yield word
