"""Retrieval of passages for a question, by BM25 over lower-cased words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from majuscule.extras import require

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class TextWords:
    """The words of a text, folded, with their spans."""

    names: list[str]
    starts: list[int]
    ends: list[int]

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Return the positions of each word."""
        found: dict[str, list[int]] = {}
        for number, name in enumerate(self.names):
            found.setdefault(name, []).append(number)
        return found


def words_of(text: str) -> TextWords:
    """Return the words of a text.

    >>> words_of("The Broncos' 3 wins").names
    ['the', 'bronco', '3', 'win']
    """
    found = list(_WORD.finditer(text))
    return TextWords(
        [folded(one[0]) for one in found],
        [one.start() for one in found],
        [one.end() for one in found],
    )


def folded(word: str) -> str:
    """Return a word in lower case, without a plural ``s``."""
    name = word.lower()
    plural = len(name) > 3 and name.endswith("s") and not name.endswith("ss")
    return name[:-1] if plural else name


def keywords(words: TextWords) -> list[str]:
    """Return the distinct words of a question that are not stop words."""
    stop_words = _stop_words()
    return list(dict.fromkeys(name for name in words.names if name not in stop_words))


@cache
def _stop_words() -> frozenset[str]:
    words = require("bm25s.stopwords", "the task questions", "degrade").STOPWORDS_EN_PLUS
    return frozenset(map(folded, words))


def find_passages(
    passages: Sequence[TextWords], queries: Iterable[Sequence[str]], most: int
) -> Iterator[list[tuple[int, float]]]:
    """Yield, for each query, the numbers and scores of at most ``most`` passages, best first."""
    bm25 = require("bm25s", "the task questions", "degrade").BM25()
    bm25.index([one.names for one in passages], show_progress=False)
    for query in queries:
        known = [word for word in query if word in bm25.vocab_dict]
        if known:
            found = bm25.retrieve([known], k=min(most, len(passages)), show_progress=False)
            pairs = zip(found.documents[0].tolist(), found.scores[0].tolist(), strict=True)
            yield [(number, score) for number, score in pairs if score > 0]
        else:
            yield []
