"""Frequent words of a language that its training text may lack, cased by a Hunspell dictionary.

Novels and laws lack many everyday words, and an unknown word may be a name.  The package wordfreq
has the frequencies of words, and a Hunspell dictionary their case: *rekin* and *helikopter* are
lower case, *Warszawie* is a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from majuscule.errors import UsageError
from majuscule.extras import require
from majuscule.learn.frequent import frequent_words
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.tables.elsewhere import Elsewhere
from majuscule.words.tables.table import ELSEWHERE, bucket

OWN = 10
"""A word this many times as frequent as in English belongs to the language, whatever English names
(*Den*, *Rond*) look like."""
RARE = 1e-9
"""The relative frequency assumed for words that wordfreq does not list."""
SMALL = int(bucket(np.array([5]), np.array([[5], [0], [0], [0]]))[0])
NAME, ACRONYM = ELSEWHERE + 5, ELSEWHERE + 11
"""The buckets of words seen five times, always in lower case; and of words known from another
language only, always with an initial capital or always in capitals."""


def dictionary_words(path: str, language: str, most: int) -> tuple[Elsewhere, Elsewhere]:
    """Return those of the ``most`` frequent words of a language that a Hunspell dictionary has:
    first lower-case words that belong to the language (OWN), then the others.

    ``path``: the path of its ``.dic`` and ``.aff`` files without the extension.
    """
    frequency, english = (frequent_words(one, "a dictionary") for one in (language, "en"))
    hunspell = require("hunspell", "a dictionary", "words")
    if not Path(f"{path}.dic").is_file():
        raise UsageError(
            f"{path}.dic is missing; install the Hunspell dictionary of the language (Debian: "
            "hunspell-nl), or name another one as dictionary"
        )
    speller = hunspell.Hunspell(Path(path).name, hunspell_data_dir=str(Path(path).parent))

    def known(word: str) -> bool:
        try:
            return bool(speller.spell(word))
        except UnicodeEncodeError:  # a letter that the dictionary's encoding lacks
            return False

    alphabet = alphabet_of(language)
    own: dict[str, int] = {}
    others: dict[str, int] = {}
    for word in [one for one in frequency if one.isalpha() and len(one) > 1][:most]:
        key = alphabet.into(word)
        if known(word):
            is_own = frequency[word] >= OWN * english.get(word, RARE)
            (own if is_own else others)[key] = SMALL
        elif known(alphabet.recase(word[0], "upper") + word[1:]):
            others[key] = NAME
        elif known(upper := alphabet.recase(word, "upper")) and upper in speller.suggest(word):
            others[key] = ACRONYM  # for a word in mixed case it suggests the mixed form instead
    return _table(own), _table(others)


def _table(buckets: Mapping[str, int]) -> Elsewhere:
    return Elsewhere(hash_words(buckets), np.fromiter(buckets.values(), np.int32)).in_order()
