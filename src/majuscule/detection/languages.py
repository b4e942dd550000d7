"""Which language a line is in, by its letters, for the dozen languages that models are for.

Each language is a Markov chain of letters: how likely each is after the three before it in its
word, learnt from how often words are used (``python -m scripts.learn_languages``).  Words are read
with their marks or without, so that text without accents is told too; which mark it is does not
count.  Beside these languages the table knows some of their neighbours, so that a Danish line is
not taken for Swedish.  A line is of the language that makes it likelier by far than any other does;
one that tells nothing goes with the lines it stands among, up to the next blank ones.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from majuscule.arrays import F64, I32, I64, U8, U32, Array, Bools
from majuscule.models import read_model
from majuscule.models.stored import options_of, read_stored, stored
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.keys import ascending, find_keys
from majuscule.text.tokenizing.passages import Passage, read_passage

KIND = "letters.v1"
UNKNOWN = ""
LEAST = 3.0
"""How many times likelier a line must be in its language than in any other, as a logarithm: some
twenty times."""
SURE = 12.0
"""The same for a whole text of which a language is to be named."""
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

ORDER = 4
"""Letters in a row: how likely one is after the three before it."""
SCALE = 20
"""Levels of the table in a unit of the natural logarithm."""

_LETTERS = [*range(ord("a"), ord("z") + 1), *range(ord("а"), ord("я") + 1)]
BOUNDARY, MARK, OTHER = 0, len(_LETTERS) + 1, len(_LETTERS) + 2
SYMBOLS = len(_LETTERS) + 3
"""What stands between words, an accent, a letter that is neither Latin nor Russian."""
_STROKES = str.maketrans({"ł": "l\u0338", "ø": "o\u0338", "đ": "d\u0338", "ı": "i\u0338"})
_KNOWN = (range(0x250), range(0x400, 0x530), range(0x1E00, 0x1F00))
"""Latin, Cyrillic and Latin again: letters of other scripts tell nothing."""
_MOST = 0x1F00


@cache
def _symbols() -> tuple[U8, U8]:
    """Return the symbol of each code point, and how many marks are on it."""
    symbols, marks = np.zeros((2, _MOST + 1), np.uint8)
    for code in range(_MOST):
        first, *others = list(unicodedata.normalize("NFD", chr(code).translate(_STROKES)))
        if unicodedata.combining(first):
            symbols[code] = MARK
        elif first.isalpha() and any(code in one for one in _KNOWN):
            known = ord(first) in _LETTERS
            symbols[code] = 1 + _LETTERS.index(ord(first)) if known else OTHER
            marks[code] = len(others)
    return symbols, marks


def symbols_of(folded: CodePoints) -> tuple[U8, I64]:
    """Return folded text as symbols, a letter's marks behind it and a BOUNDARY last, and where
    those of each code point begin, (n + 1,)."""
    symbols, marks = _symbols()
    known = np.minimum(folded, _MOST)
    begins = np.append(0, np.cumsum(1 + marks[known].astype(np.int64)))
    found = np.full(begins[-1] + 1, MARK, np.uint8)
    found[begins[:-1]] = symbols[known]
    found[-1] = BOUNDARY
    return found, begins


def letters_in_a_row(symbols: U8) -> tuple[Bools, U32, U32]:
    """Return which symbols are letters or end a word, and these as numbers with the three and the
    two before them; before a word stand BOUNDARIES alone."""
    row = [symbols.astype(np.uint32)]
    for _ in range(ORDER - 1):
        before = np.append(np.uint32(0), row[-1][:-1])
        row.append(before if len(row) == 1 else np.where(row[-1] == BOUNDARY, 0, before))
    at = (row[0] != BOUNDARY) | (row[1] != BOUNDARY)
    now, *past = (one[at] for one in row)
    three = (past[1] * SYMBOLS + past[0]) * SYMBOLS + now
    return at, past[2] * SYMBOLS**3 + three, three + SYMBOLS**ORDER


@dataclass(frozen=True)
class Letters:
    """How unlikely letters are in each language.

    ``grams``: letters in a row as numbers, ascending; ``unlikely`` (grams, languages): the negative
    logarithm of how likely the last one is, SCALE levels a unit; ``known``: the languages that are
    told, and which the first columns are of.
    """

    known: tuple[str, ...]
    grams: U32 = stored("<u4")
    unlikely: U8 = stored("|u1", dimensions=2)

    def fits(self) -> bool:
        rows, languages = self.unlikely.shape
        return rows == len(self.grams) and languages >= len(self.known) and ascending(self.grams)

    def of_words(self, codes: CodePoints, starts: I64) -> I32:
        """Return how unlikely words are in each language, (words, languages), SCALE levels a unit.

        ``codes``: their folded code points, with what is none of a word behind each; ``starts``:
        where each begins.
        """
        symbols, begins = symbols_of(codes)
        counted, four, three = letters_in_a_row(symbols)
        rows, known = find_keys(self.grams, four)
        left = np.flatnonzero(~known)
        rows[left], there = find_keys(self.grams, three[left])
        found = np.zeros((len(symbols), self.unlikely.shape[1]), np.uint8)
        found[counted] = self.unlikely[rows]
        found[np.flatnonzero(counted)[left[~there]]] = 0  # what no language has tells nothing
        return np.asarray(np.add.reduceat(found, begins[starts], axis=0, dtype=np.int32))


@cache
def _letters() -> Letters:
    file = read_model(Path(__file__).with_name("languages.model"))
    with options_of(file, KIND) as options:
        return read_stored(Letters, file, known=tuple(options["languages"]))


def known_languages() -> tuple[str, ...]:
    """Return the tags of the languages that are told apart."""
    return tuple(LANGUAGE_NAMES)


def without_region(tag: str) -> str:
    """Return the language of a tag that names a region too; what is no tag stays.

    >>> [without_region(tag) for tag in ("de-AT", "pt_BR", "FR", "mine")]
    ['de', 'pt', 'fr', 'mine']
    """
    found = re.fullmatch(r"([a-z]{2,3})([-_][a-z]{2})?", tag, re.IGNORECASE)
    return found[1].lower() if found else tag


def languages_of(passage: Passage) -> list[str]:
    """Return the language of each line of a passage, UNKNOWN where nothing tells.

    >>> from majuscule.text import read_passage
    >>> languages_of(read_passage("das ist nicht von mir\\n\\nwhat is that about?\\n\\n12:30"))
    ['de', '', 'en', '', '']
    """
    # A block begins at each blank line, which tells nothing itself.
    begins = passage.lines[:, 0]
    blank = begins == passage.lines[:, 1]
    blocks = np.cumsum(blank)
    from_line = np.append(0, np.flatnonzero(blank))
    to = np.append(begins[from_line[1:]], len(passage.tokens))
    lines, around = _told(passage, passage.lines, np.stack([begins[from_line], to], axis=1))
    both = zip(lines, blocks.tolist(), blank.tolist(), strict=True)
    return [UNKNOWN if none else one or around[block] for one, block, none in both]


def main_language(text: str) -> str:
    """Return the language of a text, UNKNOWN where it tells too little.

    >>> main_language("das ist nicht von mir, und es ist auch nicht von dir")
    'de'
    >>> main_language("angela merkel in berlin")
    ''
    """
    passage = read_passage(text)
    return languages_between(passage, np.array([[0, len(passage.tokens)]]))[0]


def languages_between(passage: Passage, bounds: Array) -> list[str]:
    """Return the language of each text of a passage, UNKNOWN where it tells too little.

    ``bounds`` (texts, 2): from which token to which.
    """
    return _told(passage, bounds, least=SURE)[0]


def _told(passage: Passage, *divisions: Array, least: float = LEAST) -> list[list[str]]:
    """Return the language of each span of each division, UNKNOWN where none is likeliest by far.

    A division (spans, 2) is ascending: from which token to which.  A word counts once in a span: a
    name in each row of a column tells no more than one does.
    """
    tokens, letters = passage.tokens, _letters()
    if not len(tokens):
        return [[UNKNOWN] * len(bounds) for bounds in divisions]
    _, each, words = np.unique(tokens.words, return_index=True, return_inverse=True)
    sizes = (tokens.ends - tokens.starts)[each].astype(np.int64) + 1
    starts = np.cumsum(sizes) - sizes
    places = np.arange(sizes.sum()) + np.repeat(tokens.starts[each] - starts, sizes)
    codes = np.append(tokens.folded, 0)[places]
    codes[starts + sizes - 1] = 0
    unlikely = letters.of_words(codes, starts).T
    found = []
    for bounds in divisions:
        at, places = len(bounds), np.arange(len(tokens))
        owners = np.searchsorted(bounds[:, 1], places, side="right")
        owners[places < np.append(bounds[:, 0], 0)[owners]] = at
        owners, once = np.divmod(np.unique(owners * len(each) + words), len(each))
        # Column by column, which takes a third of the time that sums of rows do.
        sums = [np.bincount(owners, one[once], at + 1)[:at] for one in unlikely]
        found.append(_named(np.stack(sums, axis=1) / -SCALE, least))
    return found


def _named(told: F64, least: float) -> list[str]:
    """Return the language of each row that is likeliest by far, UNKNOWN where none is."""
    known = _letters().known
    second, first = np.argpartition(told, (-2, -1), axis=1)[:, -2:].T
    rows = np.arange(len(told))
    sure = (first < len(known)) & (told[rows, first] - told[rows, second] >= least)
    return [known[at] if there else UNKNOWN for at, there in zip(first, sure, strict=True)]
