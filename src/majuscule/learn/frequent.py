"""Frequencies of words in current use, from the package wordfreq."""

from __future__ import annotations

from collections.abc import Mapping

from majuscule.errors import UsageError
from majuscule.extras import require


def frequent_words(language: str, what: str) -> Mapping[str, float]:
    """Return the relative frequencies of the frequent words of a language, in descending order.

    ``what``: what needs them, for errors.  Raises :class:`~majuscule.errors.UsageError` without the
    package, and for a language that it lacks.
    """
    wordfreq = require("wordfreq", what, "words")
    try:
        words: Mapping[str, float] = wordfreq.get_frequency_dict(language.partition("-")[0], "best")
    except (LookupError, ValueError) as error:
        raise UsageError(
            f"{what} needs words of the text's language, and wordfreq has none for {language!r}; "
            "set the language with --language, or under [card] in a recipe"
        ) from error
    return words
