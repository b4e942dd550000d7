"""How often words are used today, by the package wordfreq."""

from __future__ import annotations

from collections.abc import Mapping

from majuscule.errors import UsageError
from majuscule.extras import require


def frequent_words(language: str, what: str) -> Mapping[str, float]:
    """Return the share that each frequent word of a language has of all words, the largest first.

    ``what`` needs it.  Raises :class:`~majuscule.errors.UsageError` without the package, and for a
    language of which it has no words.
    """
    wordfreq = require("wordfreq", what, "words")
    try:
        found: Mapping[str, float] = wordfreq.get_frequency_dict(language.partition("-")[0], "best")
    except (LookupError, ValueError) as error:
        raise UsageError(
            f"{what} needs words of the text's language, and wordfreq has none for {language!r}; "
            "set the language with --language, or under [card] in a recipe"
        ) from error
    return found
