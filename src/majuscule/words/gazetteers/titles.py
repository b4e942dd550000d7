"""A gazetteer from an encyclopaedia: titles of articles, classified by their first sentence.

*Angela Merkel is a German politician* makes the title a person; *X is a city in*, a place.  The
head noun after *is a* decides, by closed lists of nouns.  Titles, and the first and last words of
people's names, are stored as hashes like the other name lists.  Lists are only features of the
tagger, so a wrong entry costs little.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from majuscule.text import encode, tokenize
from majuscule.words.gazetteers.names import NameLists
from majuscule.words.gazetteers.wordlists import NOUNS
from majuscule.words.tables.table import WordTable

if TYPE_CHECKING:
    from majuscule.reading import Document

PERSON, ORGANIZATION, PLACE, OTHER, FIRST_NAME, LAST_NAME, OFTEN = (1 << bit for bit in range(7))
SINGLE_FLAGS = FIRST_NAME | LAST_NAME | OFTEN
OFTEN_TIMES = 8
"""How many people must share a first or last name to make it frequent."""

LEAST_CAPITALS = 0.6
"""The least share of capitalised occurrences that a title of one word needs."""

_KINDS = {"person": PERSON, "organization": ORGANIZATION, "place": PLACE, "other": OTHER}
_KIND = {noun: _KINDS[name] for name, nouns in NOUNS.items() for noun in nouns}
_IS = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the|one of the|any of|several)\s+([^.;:]{3,160})")
_STOP = re.compile(
    r"\s(?:in|of|from|on|by|who|which|that|for|at|located|born|known|and|with|near|whose|best)\b|,"
)
_BORN = re.compile(
    r"\((?:[^()]*\b)?(?:born|b\.|\d{3,4}\s*[–—-]\s*(?:\w+ )*\d{3,4}|died)\b", re.IGNORECASE
)


def kind_of(title: str, text: str) -> int:
    """Return the kind of thing that a title names, by the start of its article, or 0 if unclear.

    >>> kind_of("Ann Lee", "Ann Lee (born 1970) is an American cyclist.") == PERSON
    True
    >>> kind_of("Lee, Texas", "Lee is a small town in Ann County, Texas.") == PLACE
    True
    """
    bracket = re.search(r"\(([^)]*)\)$", title)
    if bracket:
        for word in reversed(bracket[1].lower().split()):
            if word in _KIND:
                return _KIND[word]
    first = text[:400]
    head = first[: max(len(title) + 80, 120)]
    if _BORN.search(head):
        return PERSON
    found = _IS.search(first)
    if found:
        phrase = _STOP.split(found[1], maxsplit=1)[0]
        for word in reversed(re.findall(r"[A-Za-z-]+", phrase.lower())):
            for noun in (word, word.rsplit("-", 1)[-1], word.removesuffix("s")):
                if noun in _KIND:
                    return _KIND[noun]
    words = title.split()
    person = len(words) in (2, 3) and re.match(rf"(?:{re.escape(words[-1])}|He|She)\s", first)
    if person and re.search(r"\b(?:he|his|she|her)\b", first, re.IGNORECASE):
        return PERSON
    last = words[-1].lower() if words else ""
    return _KIND[last] if _KIND.get(last) in (ORGANIZATION, PLACE) and len(words) > 1 else 0


@dataclass(frozen=True)
class TitleLists(NameLists):
    """Titles by kind; the flags of first and last names apply to single words only."""

    single: int = SINGLE_FLAGS


def learn_titles(documents: Iterable[Document], words: WordTable) -> TitleLists:
    """Return the titles of articles by kind; common words, by the table ``words``, are left out."""
    titles: dict[str, int] = {}
    firsts: Counter[str] = Counter()
    lasts: Counter[str] = Counter()
    for document in documents:
        title = document.title or ""
        kind = kind_of(title, document.paragraphs[0] if document.paragraphs else "")
        name = re.sub(r"\s*\([^)]*\)$", "", title)
        if kind == PLACE:
            name = name.split(",")[0]
        if not kind or not name or not name[0].isupper():
            continue
        titles[name] = titles.get(name, 0) | kind
        parts = name.split()
        if kind == PERSON and len(parts) > 1 and all(part[0].isupper() for part in parts):
            firsts[parts[0]] += 1
            lasts[parts[-1]] += 1
    names = list(titles.items())
    for counts, flag in ((firsts, FIRST_NAME), (lasts, LAST_NAME)):
        names += [(n, flag | (OFTEN if k >= OFTEN_TIMES else 0)) for n, k in counts.items()]
    return TitleLists.of(_without_common(names, words))


def _without_common(names: list[tuple[str, int]], words: WordTable) -> list[tuple[str, int]]:
    """Return the names, except single words that are mostly written in lower case."""
    codes = encode("\n".join(name for name, _ in names))
    tokens = tokenize(codes)
    owner = np.searchsorted(np.flatnonzero(codes == 10), tokens.starts)
    sizes = np.bincount(owner, minlength=len(names))
    shares = words.capital_shares(tokens.words)
    common = np.zeros(len(names), np.bool_)
    common[owner[shares < LEAST_CAPITALS]] = True
    common &= sizes == 1
    return [one for one, is_common in zip(names, common, strict=True) if not is_common]
