"""Language identification of lines by their letters, for the dozen languages that models exist for.

Each language is a Markov chain of letters, of order three within words, estimated from word
frequencies (``python -m scripts.learn_languages``) with and without accents, so that text without
them is recognised too; all accents count as one.  The table also has related languages, so that a
Danish line is not classified as Swedish.  A line has the language in which it is by far more
probable than in any other; an undecided line has that of its block, between blank lines, or the
likeliest of those that the block's lines are told in.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from majuscule.arrays import F64, I32, I64, U8, U32, Array, Bools, join_ranges
from majuscule.models import read_model
from majuscule.models.stored import options_of, read_stored, stored
from majuscule.text.characters.codepoints import CodePoints, decode
from majuscule.text.keys import ascending, find_keys
from majuscule.text.tokenizing.passages import Passage, read_passage

KIND = "letters.v1"
UNKNOWN = ""
LEAST = 3.0
"""The least log odds of a line's language against any other: a factor of twenty."""
SURE = 12.0
"""The same for the main language of a text."""
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
SCRIPTS_FROM = 0x370
"""The first letter after the Latin ones."""
SAMPLE = 500
"""Most characters of a text, evenly spaced, by which its script is told."""
SCRIPTS = {
    "ARABIC": "ar",
    "CJK": "zh",
    "DEVANAGARI": "hi",
    "GREEK": "el",
    "HANGUL": "ko",
    "HEBREW": "he",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "THAI": "th",
}
"""The language that a script is taken for, by the first word of the names of its letters."""
SHOWN_NAMES = LANGUAGE_NAMES | {
    "ar": "Arabic",
    "el": "Greek",
    "he": "Hebrew",
    "hi": "Hindi",
    "ja": "Japanese",
    "ko": "Korean",
    "th": "Thai",
    "und": "another language",
    "zh": "Chinese",
}

ORDER = 4
"""Length of the longest n-grams: a letter and the three before it."""
SCALE = 20
"""Levels of the table per unit of the natural logarithm."""

_LETTERS = "abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюя"
BOUNDARY, MARK, OTHER = 0, len(_LETTERS) + 1, len(_LETTERS) + 2
SYMBOLS = len(_LETTERS) + 3
"""Symbols: BOUNDARY between words, MARK for any accent, OTHER for letters neither Latin nor
Russian."""
_STROKES = str.maketrans({"ł": "l\u0338", "ø": "o\u0338", "đ": "d\u0338", "ı": "i\u0338"})
_KNOWN = (*range(0x41, 0x250), *range(0x400, 0x530), *range(0x1E00, 0x1F00))
"""Latin, Cyrillic and further Latin letters; those of other scripts are no evidence."""
_MOST = 0x1F00


@cache
def _symbols() -> tuple[U8, U8]:
    """Return the symbol of each code point below ``_MOST``, and the number of its marks."""
    symbols, marks = np.zeros((2, _MOST + 1), np.uint8)
    classes = map(unicodedata.combining, map(chr, range(_MOST)))
    symbols[:_MOST] = MARK * (np.fromiter(classes, np.uint8) > 0)
    known = unicodedata.normalize("NFD", "\n".join(map(chr, _KNOWN)).translate(_STROKES))
    for code, parts in zip(_KNOWN, known.split("\n"), strict=True):
        if parts[0].isalpha() and not symbols[code]:
            symbols[code] = _LETTERS.find(parts[0]) + 1 or OTHER
            marks[code] = len(parts) - 1
    return symbols, marks


def symbols_of(folded: CodePoints) -> tuple[U8, I64]:
    """Return folded text as symbols, each letter followed by its marks, with a final BOUNDARY, and
    the index of each code point's first symbol, (n + 1,)."""
    symbols, marks = _symbols()
    known = np.minimum(folded, _MOST)
    begins = np.append(0, np.cumsum(1 + marks[known].astype(np.int64)))
    result = np.full(begins[-1] + 1, MARK, np.uint8)
    result[begins[:-1]] = symbols[known]
    result[-1] = BOUNDARY
    return result, begins


def letters_in_a_row(symbols: U8) -> tuple[Bools, U32, U32]:
    """Return which symbols are letters or end a word, and the 4-grams and 3-grams that these end,
    as numbers; n-grams that begin before the word are padded with BOUNDARY."""
    row = [symbols.astype(np.uint32)]
    for _ in range(ORDER - 1):
        before = np.append(np.uint32(0), row[-1][:-1])
        row.append(before if len(row) == 1 else np.where(row[-1] == BOUNDARY, 0, before))
    at = (row[0] != BOUNDARY) | (row[1] != BOUNDARY)
    now, *past = (one[at] for one in row)
    three = (past[1] * SYMBOLS + past[0]) * SYMBOLS + now
    return at, past[2] * SYMBOLS**3 + three, three + SYMBOLS**ORDER


@dataclass(frozen=True, eq=False)
class Letters:
    """Letter n-gram models of languages.

    ``grams``: n-grams as numbers, ascending; ``unlikely`` (grams, languages): the negative log
    probability of the last letter given the others, in units of 1 / SCALE; ``known``: the languages
    that can be results, those of the first columns.
    """

    known: tuple[str, ...]
    grams: U32 = stored("<u4")
    unlikely: U8 = stored("|u1", dimensions=2)

    def fits(self) -> bool:
        rows, languages = self.unlikely.shape
        return rows == len(self.grams) and languages >= len(self.known) and ascending(self.grams)

    def of_words(self, codes: CodePoints, starts: I64) -> I32:
        """Return the negative log probability of words in each language, int32 (words, languages),
        in units of 1 / SCALE.

        ``codes``: their folded code points, each word followed by a separator; ``starts``: where
        each begins.
        """
        symbols, begins = symbols_of(codes)
        counted, four, three = letters_in_a_row(symbols)
        rows, known = find_keys(self.grams, four)
        left = np.flatnonzero(~known)
        rows[left], known = find_keys(self.grams, three[left])
        costs = np.zeros((len(symbols), self.unlikely.shape[1]), np.uint8)
        costs[counted] = self.unlikely[rows]
        costs[np.flatnonzero(counted)[left[~known]]] = 0  # unknown everywhere: no evidence
        return np.asarray(np.add.reduceat(costs, begins[starts], axis=0, dtype=np.int32))


@cache
def _letters() -> Letters:
    file = read_model(Path(__file__).with_name("languages.model"))
    with options_of(file, KIND) as options:
        return read_stored(Letters, file, known=tuple(options["languages"]))


def known_languages() -> tuple[str, ...]:
    """Return the tags of the languages that can be recognised."""
    return tuple(LANGUAGE_NAMES)


def without_region(tag: str) -> str:
    """Return a language tag without its region, in lower case; other strings stay as they are.

    >>> [without_region(tag) for tag in ("de-AT", "pt_BR", "FR", "mine")]
    ['de', 'pt', 'fr', 'mine']
    """
    found = re.fullmatch(r"([a-z]{2,3})([-_][a-z]{2})?", tag, re.IGNORECASE)
    return found[1].lower() if found else tag


def languages_of(passage: Passage) -> list[str]:
    """Return the language of each line of a passage, UNKNOWN where undecided.

    >>> from majuscule.text import read_passage
    >>> languages_of(read_passage("das ist nicht von mir\\n\\nwhat is that about?\\n\\n12:30"))
    ['de', '', 'en', '', '']
    """
    # A block begins at each blank line.
    begins = passage.lines[:, 0]
    blank = begins == passage.lines[:, 1]
    blocks = np.cumsum(blank)
    from_line = np.append(0, np.flatnonzero(blank))
    to = np.append(begins[from_line[1:]], len(passage.tokens))
    spans = np.stack([begins[from_line], to], axis=1)
    own, whole = _likelihoods(passage, passage.lines, spans)
    lines, of_blocks = _best(own, LEAST), _best(whole, LEAST)
    told = [Counter(dict[str, int]()) for _ in of_blocks]
    for one, block in zip(lines, blocks.tolist(), strict=True):
        told[block].update([one] if one else [])
    result = []
    for one, block, empty, likely in zip(lines, blocks.tolist(), blank, own, strict=True):
        if one or empty:
            result.append(one)
        elif len(told[block]) > 1:
            result.append(_likeliest(likely, told[block]))
        else:
            result.append(of_blocks[block])
    return result


def _likeliest(likely: F64, told: Counter[str]) -> str:
    """Return the language of an undecided line between lines that are ``told``: by Bayes' rule, but
    another than the most frequent must be twenty times likelier here too."""
    odds = {one: likely[_letters().known.index(one)] + math.log(told[one]) for one in told}
    odds[told.most_common(1)[0][0]] += LEAST
    return max(odds, key=odds.__getitem__)


def main_language(text: str) -> str:
    """Return the language of a text, UNKNOWN where undecided.

    >>> main_language("das ist nicht von mir, und es ist auch nicht von dir")
    'de'
    >>> main_language("angela merkel in berlin")
    ''
    """
    passage = read_passage(text)
    return languages_between(passage, np.array([[0, len(passage.tokens)]]))[0]


def other_language(text: str, own: str, *, scripts: bool = True) -> str:
    """Return the language of a text if it is another than ``own``, UNKNOWN if undecided or if
    ``own`` is.

    With ``scripts``, letters that are neither Latin nor Cyrillic tell it as well, and their lack
    tells that a text is not in a language written with them (``und``).

    >>> other_language("ich glaube, das ist nicht von mir", "en"), other_language("北京", "en")
    ('de', 'zh')
    >>> other_language("angela merkel in berlin", "zh")
    'und'
    """
    own, found = without_region(own), UNKNOWN
    if scripts and own and not text.isascii():
        found = _language_of_script(text)
    if not found and (own in LANGUAGE_NAMES or own in SCRIPTS.values()):
        found = main_language(text)
    if scripts and not found and own in SCRIPTS.values() and any(map(str.isalpha, text)):
        found = "und"
    return UNKNOWN if found == own else found


def _language_of_script(text: str) -> str:
    """Return the language that most letters of a text are taken for, UNKNOWN for most scripts."""
    names = (unicodedata.name(one, "") for one in text if one.isalpha())
    counts = Counter(SCRIPTS.get(re.split("[ -]", name)[0], UNKNOWN) for name in names)
    if counts["ja"] * 10 > counts["zh"]:  # Chinese characters between those of Japanese
        counts["ja"] += counts.pop("zh")
    found = [one for one, many in counts.items() if 2 * many > counts.total()]
    return found[0] if found else UNKNOWN


def languages_between(passage: Passage, bounds: Array) -> list[str]:
    """Return the language of each text of a passage, UNKNOWN where undecided.

    ``bounds`` (texts, 2): their token spans.
    """
    return _best(_likelihoods(passage, bounds)[0], SURE)


def is_latin(language: str) -> bool:
    """Return whether a language is known to be written with Latin letters."""
    return without_region(language) in LANGUAGE_NAMES.keys() - {"ru"}


def other_languages(passage: Passage, bounds: Array, own: str) -> list[str]:
    """Return the language of each text of a passage if it is another than ``own``, by its letters
    or, where these are neither Latin nor Cyrillic, by its script; UNKNOWN otherwise.

    ``bounds`` (texts, 2): their token spans.
    """
    own = without_region(own)
    if not own:
        return [UNKNOWN] * len(bounds)
    found, tokens = languages_between(passage, bounds), passage.tokens
    if is_latin(own) and passage.codes.max(initial=0) >= SCRIPTS_FROM:
        for number, (first, last) in enumerate(bounds.tolist()):
            if not found[number] and first < last:
                codes = passage.codes[tokens.starts[first] : tokens.ends[last - 1]]
                found[number] = _language_of_script(decode(codes[:: len(codes) // SAMPLE + 1]))
    return [UNKNOWN if one == own else one for one in found]


def _likelihoods(passage: Passage, *divisions: Array) -> list[F64]:
    """Return the natural logarithm of the likelihood of each span of each division in each
    language, (spans, languages).

    A division is an array (spans, 2) of ascending token spans.  A word counts once per span: a name
    in each row of a column is no more evidence than one.
    """
    tokens, letters = passage.tokens, _letters()
    if not len(tokens):
        return [np.zeros((len(bounds), letters.unlikely.shape[1])) for bounds in divisions]
    _, each, words = np.unique(tokens.words, return_index=True, return_inverse=True)
    sizes = (tokens.ends - tokens.starts)[each].astype(np.int64) + 1
    places, starts = join_ranges(tokens.starts[each], sizes)
    codes = np.append(tokens.folded, 0)[places]
    codes[starts + sizes - 1] = 0
    unlikely = letters.of_words(codes, starts).T
    result = []
    for bounds in divisions:
        at, places = len(bounds), np.arange(len(tokens))
        owners = np.searchsorted(bounds[:, 1], places, side="right")
        owners[places < np.append(bounds[:, 0], 0)[owners]] = at
        # The counts keep numpy from importing numpy.ma, which takes longer than a short text.
        pairs, _ = np.unique(owners * len(each) + words, return_counts=True)
        owners, once = np.divmod(pairs, len(each))
        # Column by column takes a third of the time of summing rows.
        sums = [np.bincount(owners, one[once], at + 1)[:at] for one in unlikely]
        result.append(np.stack(sums, axis=1) / -SCALE)
    return result


def _best(likelihoods: F64, least: float) -> list[str]:
    """Return the most likely language of each row, UNKNOWN where its log odds are below ``least``.

    ``likelihoods`` (rows, languages): natural logarithms.
    """
    known = _letters().known
    second, first = np.argpartition(likelihoods, (-2, -1), axis=1)[:, -2:].T
    rows = np.arange(len(likelihoods))
    sure = (first < len(known)) & (likelihoods[rows, first] - likelihoods[rows, second] >= least)
    return [known[at] if one else UNKNOWN for at, one in zip(first, sure, strict=True)]
