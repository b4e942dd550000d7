"""Word classes of KRDL 1998, the back-off for words that are rare or unseen.

Words of hand-made lists have one class at both levels of back-off: of their own for about a hundred
words that matter to names, else that of their list (months, titles, countries, surnames and so on).
All other words have an orthographic class (the paper's table) at level 2, and at level 1 that class
joined with their induced class.

Lines without case information have only the orthographic classes that do not depend on case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from majuscule.arrays import I64, U8, Bools
from majuscule.entities.linear.columns import CASELESS, line_modes
from majuscule.models.stored import part, stored
from majuscule.text import (
    CA,
    KEEP,
    LC,
    UC,
    Passage,
    decode,
    hash_words,
    sentence_starts,
)
from majuscule.text.keys import GOLDEN, Keys, find_keys
from majuscule.words.gazetteers.names import (
    CITY,
    COMPANY,
    FEMALE,
    MALE,
    REGION,
    SURNAME,
    NameLists,
)
from majuscule.words.gazetteers.wordlists import COUNTRIES, LIST_NAMES, list_of
from majuscule.words.tables.table import WordTable, capital_shares

_SPECIAL = """
    i the a an of in on at to for from by with and or but as is was are were be said says told that
    this he she it they we who his her their its near against between after before during since
    until about over under into past following pound may will mr mrs ms dr st v vs de la le el al
    bin ibn van von der den & ' " ( ) , . : ; - -- % $ £ € / @ # ? ! 's n't `` '' ...
"""
SPECIAL = tuple(_SPECIAL.split())
"""Words with a class of their own."""

_SHAPES = {
    "oneDigitNum": r"\d",
    "twoDigitNum": r"\d\d",
    "fourDigitNum": r"\d{4}",
    "otherNum": r"\d+",
    "decade": r"'?\d*0s",
    "ordinalNum": r"\d+(st|nd|rd|th)",
    "containsDigitAndColon": r"[\d:]+",
    "containsDigitAndSlash": r"[\d/]+",
    "containsDigitAndDash": r"[\d–-]+",
    "containsDigitAndComma": r"[\d,.]*,[\d,.]*",
    "containsDigitAndPeriod": r"[\d.]+",
    "containsDigitAndPercent": r"[\d.,]+%",
    "containsDigitAndCurrency": r"\D{0,2}[$£€¥][\d.,]+\w*",
    "containsAlphaDigit": r"(?=.*\d).*",
    "capPeriod": r"[^\W\d_]\.",
    "capsPeriods": r"([^\W\d_]\.){2,}[^\W\d_]?",
    "charApos": r"[^\W\d_]{1,2}['’].*",
    "compoundWord": r"\w.*[-–/]\w.*",
    "otherSign": r"[^\w]+",
}
"""Shapes that do not depend on case; the first that matches counts."""

_COMPILED = {name: re.compile(pattern) for name, pattern in _SHAPES.items()}

_CASED = (
    "allCaps",
    "oneCap",
    "firstCommonWordInitCap",
    "firstNonCommonWordIC",
    "CommonWordInitCap",
    "initCapNotCommonWord",
    "mixedCasesWord",
    "allLowerCase",
    "noCase",
)
_CASELESS = ("commonWord", "nonCommonWord", "unknownWord")
_NAMES = {"place": CITY | REGION, "surname": SURNAME, "firstName": MALE | FEMALE, "firm": COMPANY}
_KINDS_OF_NAMES = ("caseless", "initCap", "otherCase")

CLASSES = (
    *(f"word {word}" for word in SPECIAL),
    *(f"list {name}" for name in LIST_NAMES),
    *(f"{name} {how}" for name in ("country", *_NAMES) for how in _KINDS_OF_NAMES),
    *(f"{shape}{case}" for shape in _SHAPES for case in ("", " small", " initCap", " caps")),
    *_CASED,
    *_CASELESS,
)
"""All classes of level 2."""

_NUMBER = {name: number for number, name in enumerate(CLASSES)}
_FIRST_SHAPE = _NUMBER[next(iter(_SHAPES))]
_CASES = np.zeros(256, np.int64)
_CASES[[LC, UC, CA]] = 1, 2, 3


@dataclass(frozen=True)
class ClassKnowledge:
    """What the classes depend on: words mostly in lower case in training (sorted hashes), how raw
    text capitalises words, lists of names."""

    common: Keys = stored("<u8")
    words: WordTable = part(WordTable)
    names: NameLists = part(NameLists, "name_")


class WordClasses(NamedTuple):
    """``words`` (n,): identities, equal for tokens that no level distinguishes; ``level1`` and
    ``level2`` (n,): identities of their classes; a word determines both, level 1 level 2."""

    words: Keys
    level1: Keys
    level2: Keys


def read_classes(passage: Passage, known: ClassKnowledge, joined: bool = False) -> WordClasses:
    """Return words and classes of a passage.

    ``joined``: hyphenated words, sums and percentages, single tokens in the paper, give their class
    to all tokens that they consist of here.
    """
    tokens = passage.tokens
    written = passage.written()
    modes = passage.by_token(line_modes(passage, written))
    cased = modes != CASELESS
    buckets, machine = known.words.look_up(tokens.words)
    shares = capital_shares(buckets)
    _, seen = find_keys(known.common, tokens.words)
    is_common = np.where(np.isnan(shares), seen, shares < 0.5)
    shape = _shapes(passage)
    if joined:
        shape = _joined(passage, shape)
    own = _orthographic(passage, shape, written, cased, is_common, (buckets > 0) | seen)
    own, hand = _hand_made(passage, known, written, cased, is_common, own)
    level2 = _mix(own.astype(np.uint64), np.where(cased, np.uint64(1), np.uint64(2)))
    level1 = _mix(level2, np.where(hand, np.uint64(0), machine.astype(np.uint64) + np.uint64(1)))
    return WordClasses(_mix(level1, tokens.words), level1, level2)


def class_identity(name: str) -> Keys:
    """Return the identity at level 2, (1,), of one of CLASSES, in lines with case information."""
    return _mix(np.array([_NUMBER[name]], np.uint64), np.ones(1, np.uint64))


def _orthographic(
    passage: Passage, shape: I64, written: U8, cased: Bools, is_common: Bools, is_known: Bools
) -> I64:
    """Return the orthographic class of each token."""
    tokens = passage.tokens
    letters = tokens.ends - tokens.starts
    first = sentence_starts(tokens.positions)
    initial = np.where(
        first,
        np.where(is_common, _NUMBER["firstCommonWordInitCap"], _NUMBER["firstNonCommonWordIC"]),
        np.where(is_common, _NUMBER["CommonWordInitCap"], _NUMBER["initCapNotCommonWord"]),
    )
    capitals = np.where(letters == 1, _NUMBER["oneCap"], _NUMBER["allCaps"])
    with_case = np.select(
        [
            written == LC,
            (written == UC) & (letters > 1),
            (written == CA) | (written == UC),
            written == KEEP,
        ],
        [_NUMBER["allLowerCase"], initial, capitals, _NUMBER["noCase"]],
        _NUMBER["mixedCasesWord"],
    )
    without_case = np.where(
        is_common,
        _NUMBER["commonWord"],
        np.where(is_known, _NUMBER["nonCommonWord"], _NUMBER["unknownWord"]),
    )
    shaped = _FIRST_SHAPE + 4 * (shape - 1) + np.where(cased, _CASES[written], 0)
    return np.where(shape > 0, shaped, np.where(cased, with_case, without_case))


def _shapes(passage: Passage) -> I64:
    """Return the number of each token's shape, from 1, or 0.

    From its characters: words of the same hash (2011 and 8000, all addresses) differ in shape.
    """
    text = decode(passage.tokens.folded)
    return np.array([_shape(text[a:b]) for a, b in passage.tokens.spans()], np.int64)


_JOINED = re.compile(
    r"(?P<containsDigitAndCurrency>[$£€¥] ?\d(?:[\d.,]*\d)?)"
    r"|(?P<containsDigitAndPercent>\d(?:[\d.,]*\d)? ?%)"
    r"|(?P<compoundWord>[^\W\d_]+(?:-[^\W\d_]+)+)"
)


def _joined(passage: Passage, shape: I64) -> I64:
    """Return the shapes with those of joined expressions at each of their tokens."""
    tokens, found = passage.tokens, shape.copy()
    numbers = {name: number for number, name in enumerate(_SHAPES, 1)}
    for match in _JOINED.finditer(decode(tokens.folded)):
        first, last = np.searchsorted(tokens.starts, match.span())
        found[first:last] = numbers[str(match.lastgroup)]
    return found


@lru_cache(maxsize=1 << 16)
def _shape(token: str) -> int:
    if not token.isalpha():
        for number, pattern in enumerate(_COMPILED.values(), 1):
            if pattern.fullmatch(token):
                return number
    return 0


def _hand_made(
    passage: Passage, known: ClassKnowledge, written: U8, cased: Bools, is_common: Bools, own: I64
) -> tuple[I64, Bools]:
    """Return the classes with those of hand-made lists filled in, and whether a token has one."""
    words = passage.tokens.words
    found = own.copy()
    hand = np.zeros(len(own), np.bool_)
    how = np.where(~cased, 0, np.where(written == UC, 1, 2))
    single = known.names.find(words, passage.lines) & 0xFF
    for name, flags in _NAMES.items():
        chosen = ((single & flags) > 0) & ~is_common & ~hand
        chosen &= own >= _NUMBER["allCaps"]
        found = np.where(chosen, _NUMBER[f"{name} caseless"] + how, found)
        hand |= chosen
    _, country = find_keys(_COUNTRY_KEYS, words)
    found = np.where(country, _NUMBER["country caseless"] + how, found)
    listed = list_of(words).astype(np.int64)
    found = np.where(listed > 0, _NUMBER[f"list {LIST_NAMES[0]}"] + listed - 1, found)
    special, is_special = find_keys(_SPECIAL_KEYS, words)
    found = np.where(is_special, _SPECIAL_NUMBERS[special], found)
    return found, hand | country | (listed > 0) | is_special


def _mix(one: Keys, two: Keys) -> Keys:
    mixed = (one * np.uint64(GOLDEN)) ^ (two + np.uint64(0x2545F4914F6CDD1D))
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.asarray((mixed ^ (mixed >> np.uint64(32))) >> np.uint64(9))


_SPECIAL_HASHES = hash_words(list(SPECIAL))
_SPECIAL_NUMBERS = np.argsort(_SPECIAL_HASHES).astype(np.int64)
_SPECIAL_KEYS = _SPECIAL_HASHES[_SPECIAL_NUMBERS]
_COUNTRY_KEYS = np.sort(hash_words([name for name in COUNTRIES if " " not in name]))
