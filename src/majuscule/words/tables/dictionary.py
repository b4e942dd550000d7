"""Words of a language that its text may lack, as a dictionary writes them.

Novels and laws hold few of the words of everyday text, and a word that nobody knows may be a name.
The package wordfreq tells which words are frequent, and a dictionary of Hunspell how they are
written: *rekin* and *helikopter* are small, *Warszawie* is a name.
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
"""How many times as frequent as in English such a word is the language's own, so that English names
(*Den*, *Rond*) say nothing of it."""
RARE = 1e-9
"""What a word that is not listed is taken to have of all words."""
SMALL = int(bucket(np.array([5]), np.array([[5], [0], [0], [0]]))[0])
NAME, ACRONYM = ELSEWHERE + 5, ELSEWHERE + 11
"""The buckets of words that were seen some times and always small, and of those that another
language alone knows, always with a capital or as capitals only."""


def dictionary_words(path: str, language: str, most: int) -> tuple[Elsewhere, Elsewhere]:
    """Return the ``most`` frequent words of a language that a dictionary of Hunspell has.

    ``path``: its two files, without their endings.  First those that are small and more the
    language's own than English, then the others.
    """
    often, english = (frequent_words(one, "a dictionary") for one in (language, "en"))
    hunspell = require("hunspell", "a dictionary", "words")
    if not Path(f"{path}.dic").is_file():
        raise UsageError(
            f"{path}.dic is missing; install the Hunspell dictionary of the language (Debian: "
            "hunspell-nl), or name another one as dictionary"
        )
    found = hunspell.Hunspell(Path(path).name, hunspell_data_dir=str(Path(path).parent))

    def known(word: str) -> bool:
        try:
            return bool(found.spell(word))
        except UnicodeEncodeError:  # a letter that the dictionary's encoding lacks
            return False

    alphabet = alphabet_of(language)
    first: dict[str, int] = {}
    others: dict[str, int] = {}
    for word in [one for one in often if one.isalpha() and len(one) > 1][:most]:
        read = alphabet.into(word)
        if known(word):
            owned = often[word] >= OWN * english.get(word, RARE)
            (first if owned else others)[read] = SMALL
        elif known(alphabet.recase(word[0], "upper") + word[1:]):
            others[read] = NAME
        elif known(capitals := alphabet.recase(word, "upper")) and capitals in found.suggest(word):
            others[read] = ACRONYM  # where it is mixed, the dictionary suggests that
    return _table(first), _table(others)


def _table(found: Mapping[str, int]) -> Elsewhere:
    buckets = np.fromiter(found.values(), np.int32)
    return Elsewhere(hash_words(list(found)), buckets).in_order()
