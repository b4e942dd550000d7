"""Words whose accents those beside them decide: French *dû au froid*, *ce jour-là*, *prenez-la*, *5
à 10*, Dutch *5 à 10*, Portuguese *das 9h às 18h*, *de segunda a sexta*, *por quê?*, *far-se-á*,
Polish *byłeś/aś*."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from majuscule.arrays import I64, U64, Bools
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import hash_words

_DETERMINERS = (
    *("ce", "ces", "cet", "cette", "des", "deux", "l'", "la", "leur", "leurs", "l’", "ma", "mes"),
    *("mon", "nos", "notre", "sa", "ses", "son", "un", "une", "vos", "votre"),
)
_POINTING = ("celle", "celles", "celui", "ceux", "jusque")
_THIS = ("ce", "ces", "cet", "cette")
_NUMBERS = (
    *("acht", "drie", "een", "elf", "honderd", "negen", "tien", "twaalf", "twee", "twintig"),
    *("vier", "vijf", "vijftien", "zes", "zeven"),
)
_PRONOUNS = ("la", "las", "lhe", "lhes", "lo", "los", "me", "nos", "se", "te", "vos")
_DAYS = ("segunda", "terca", "quarta", "quinta", "sexta", "sabado", "domingo", "feira")


class _Beside:
    """The tokens of a passage beside its words, without their accents."""

    def __init__(self, passage: Passage, at: I64) -> None:
        self._words = np.pad(passage.tokens.words, (3, 2))
        starts, letters = passage.tokens.starts, passage.codes[passage.tokens.starts]
        self._joined = np.pad(starts[1:] == passage.tokens.ends[:-1], (4, 2))
        self._figures = np.pad((letters >= ord("0")) & (letters <= ord("9")), (3, 2))
        codes, ends = np.pad(passage.codes, (2, 0)), passage.tokens.ends
        self._lasts = np.pad(np.stack([codes[ends], codes[ends + 1]], axis=1), ((3, 2), (0, 0)))
        self._at = at + 3

    def are(self, words: tuple[str, ...], offset: int = 0) -> Bools:
        """Return for each word whether the token ``offset`` further on is one of ``words``."""
        found: Bools = np.isin(self._words[self._at + offset], _hashes(words))
        return found

    def hyphenated(self, offset: int = 0, sign: str = "-") -> Bools:
        """Return for each word whether a hyphen, or another sign, joins the token ``offset``
        further on to the one before."""
        at = self._at + offset
        glued: Bools = self._joined[at] & self._joined[at - 1]
        return glued & self.are((sign,), offset - 1)

    def end_in(self, letters: str, offset: int) -> Bools:
        """Return for each word whether the token ``offset`` further on ends in two letters."""
        lasts = self._lasts[self._at + offset]
        found: Bools = (lasts == [ord(letter) for letter in letters]).all(axis=1)
        return found

    def figures(self, offset: int) -> Bools:
        """Return for each word whether the token ``offset`` further on begins with a figure."""
        return self._figures[self._at + offset]


@cache
def _hashes(words: tuple[str, ...]) -> U64:
    return np.sort(hash_words(words))


def _french(beside: _Beside) -> Mapping[str, Bools]:
    a, du = beside.are(("a",)), beside.are(("du",))
    owed = beside.are(("a",), 1) & beside.are(_DETERMINERS, 2)
    there = beside.are(("la",)) & beside.hyphenated() & ~beside.are(("-",), 1)
    shown = beside.are(_POINTING, -2) | beside.are(_THIS, -3)
    return {
        "à": a & ((beside.figures(-1) & beside.figures(1)) | _owed(beside)),
        "dû": du & (beside.are(("au", "aux"), 1) | owed),
        "là": there & shown,
        "la": there & beside.end_in("ez", -2) & ~beside.are(("nous", "vous"), -3),
    }


def _owed(beside: _Beside) -> Bools:
    return beside.are(("du", "due", "dus", "dues"), -1) & beside.are(_DETERMINERS, 1)


def _dutch(beside: _Beside) -> Mapping[str, Bools]:
    before, after = (beside.figures(one) | beside.are(_NUMBERS, one) for one in (-1, 1))
    return {"à": beside.are(("a",)) & before & after}


def _polish(beside: _Beside) -> Mapping[str, Bools]:
    return {"aś": beside.are(("as",)) & beside.hyphenated(sign="/") & beside.end_in("es", -2)}


def _portuguese(beside: _Beside) -> Mapping[str, Bools]:
    days = beside.are(_DAYS, -1) & beside.are(_DAYS, 1)
    ending = beside.hyphenated() & beside.are(_PRONOUNS, -2) & beside.hyphenated(-2)
    return {
        "às": beside.are(("as",)) & beside.are(("das",), -2) & beside.figures(1),
        "a": beside.are(("a",)) & days,
        "á": beside.are(("a",)) & ending,
        "ás": beside.are(("as",)) & ending,
        "ão": beside.are(("ao",)) & ending,
        "quê": beside.are(("que",)) & beside.are(("?", "!"), 1),
    }


_RULES: Mapping[str, tuple[tuple[str, ...], Callable[[_Beside], Mapping[str, Bools]]]] = {
    "fr": (("a", "du", "la"), _french),
    "nl": (("a",), _dutch),
    "pl": (("as",), _polish),
    "pt": (("a", "ao", "as", "que"), _portuguese),
}
"""The words that a rule may decide, without their accents, and the rule."""


def write_beside(passage: Passage, at: I64, out: CodePoints, language: str) -> None:
    """Write what is certain of the tokens ``at`` into ``out`` (lower case)."""
    words, rule = _RULES.get(language.partition("-")[0], ((), None))
    if rule is None:
        return
    at = at[np.isin(passage.tokens.words[at], _hashes(words))]
    for form, found in rule(_Beside(passage, at)).items():
        starts = passage.tokens.starts[at[found]]
        for offset, letter in enumerate(form):
            out[starts + offset] = ord(letter)
