"""Which language a line is in: by its closed-class words, and letters that no other of them has,
for the dozen languages that models are for.

A word of several languages counts for each a share; a line is of the language with most of its
words, where that is ahead enough.  A line that tells nothing goes with the lines it stands among,
up to the next blank ones.  The lists (``languages.json``) hold the most frequent short words of
each language, with their marks and without.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np

from majuscule.arrays import F64, U8, U64, Array
from majuscule.text.keys import find_keys
from majuscule.text.tokenizing.passages import Passage, read_passage
from majuscule.text.tokenizing.tokens import WORD, hash_words

UNKNOWN = ""
LEAST = 1.0
"""Words, shared ones in part, that a line must have of its language; set on lines of dev texts."""
AHEAD = 1.5
"""How many times as many they must be as those of the next language."""
SURE = 4.0
"""Words, shared ones in part, that a whole text must have of a language before it is named."""
LETTERS = {
    "cs": "ěřů",
    "de": "ß",
    "es": "ñ¿¡",
    "fr": "œûî",
    "it": "ìò",
    "pl": "ąćęłńśźż",
    "pt": "ãõ",
    "sv": "å",
    "tr": "ğış",
}
"""What no other of these languages writes."""
LETTER = 0.5
"""Words that one with such a letter counts for, once: other languages of the world have it too."""
LANGUAGE_NAMES = {
    "cs": "Czech",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "sv": "Swedish",
    "tr": "Turkish",
}


@cache
def _lists() -> tuple[tuple[str, ...], U64, F64]:
    """Return the languages, the words, ascending, and what each counts for each language."""
    path = Path(__file__).with_name("languages.json")
    words = {tag: set(text.split()) for tag, text in json.loads(path.read_text("utf-8")).items()}
    shared = Counter(word for own in words.values() for word in own)
    every = sorted(shared)
    counts = np.array([[(word in own) / shared[word] for own in words.values()] for word in every])
    hashes = hash_words(every)
    order = np.argsort(hashes)
    return tuple(words), hashes[order], counts[order]


MOST = 0x17F  # the last letter of Latin Extended-A


@cache
def _languages_of_letters() -> U8:
    """Return the number of the language that alone has a code point, from 1, else 0."""
    tags, found = _lists()[0], np.zeros(MOST + 1, np.uint8)
    for tag, letters in LETTERS.items():
        found[[ord(letter) for letter in letters]] = 1 + tags.index(tag)
    return found


def known_languages() -> tuple[str, ...]:
    """Return the tags of the languages that are told apart."""
    return _lists()[0]


def languages_of(passage: Passage) -> list[str]:
    """Return the language of each line of a passage, UNKNOWN where nothing tells.

    >>> from majuscule.text import read_passage
    >>> languages_of(read_passage("das ist nicht von mir\\n\\nwhat is that about?\\n\\n12:30"))
    ['de', '', 'en', '', '']
    """
    tags, lines = _lists()[0], _told(passage)
    found = [_best(tags, line) for line in lines]
    blank = (passage.lines[:, 0] == passage.lines[:, 1]).tolist()
    start = 0
    for end in [*np.flatnonzero(blank).tolist(), len(found)]:
        block = _best(tags, lines[start:end].sum(axis=0)) if end > start else UNKNOWN
        found[start:end] = [one or block for one in found[start:end]]
        start = end + 1
    return found


def main_language(text: str) -> str:
    """Return the language of a text, UNKNOWN where too few of its words tell.

    >>> main_language("das ist nicht von mir, und es ist auch nicht von dir")
    'de'
    >>> main_language("she met him in berlin")
    ''
    """
    return _best(_lists()[0], _told(read_passage(text)).sum(axis=0), SURE)


def languages_between(passage: Passage, bounds: Array) -> list[str]:
    """Return the language of each text of a passage, UNKNOWN where too few of its words tell.

    ``bounds`` (texts, 2): from which token to which.
    """
    return [_best(_lists()[0], told, SURE) for told in _told(passage, bounds)]


def _told(passage: Passage, bounds: Array | None = None) -> F64:
    """Return how much the words of each line, or of other spans of tokens, tell of each language,
    shape (lines, languages)."""
    tags, words, counts = _lists()
    tokens, spans = passage.tokens, passage.lines if bounds is None else bounds
    at, known = find_keys(words, tokens.words)
    told = np.where((known & (tokens.kinds == WORD))[:, None], counts[at], 0.0)
    of_letters = _languages_of_letters()[np.minimum(tokens.folded, MOST)]
    places = np.flatnonzero(of_letters)
    owners = np.searchsorted(tokens.ends, places, side="right").clip(max=max(len(tokens) - 1, 0))
    held = tokens.starts[owners] <= places if len(tokens) else np.zeros(0, np.bool_)
    languages = of_letters[places[held]] - 1
    told[owners[held], languages] = np.maximum(told[owners[held], languages], LETTER)
    sums = np.vstack([np.zeros(len(tags)), np.cumsum(told, axis=0)])
    return np.asarray(sums[spans[:, 1]] - sums[spans[:, 0]])


def _best(tags: tuple[str, ...], sums: F64, least: float = LEAST) -> str:
    first, second = np.argsort(-sums, kind="stable")[:2]
    sure = sums[first] >= least and sums[first] >= AHEAD * sums[second]
    return tags[first] if sure else UNKNOWN
