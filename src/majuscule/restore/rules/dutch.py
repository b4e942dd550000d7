"""Dutch capitals of which the text of the models, laws, has none: where quoted speech begins (*hij
zei: ‘Het is zo.’*), behind a clitic (*’s Avonds*) and the number of a heading (*1.2. Wat nu?*), and
of surnames after a title (*mevrouw De Vries*)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from majuscule.arrays import I64
from majuscule.restore.interface import PATTERN, Decisions
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import COLON, LINE, SENTENCE, sentence_starts
from majuscule.text.tokenizing.tokens import NUMBER, WORD, hash_words

LANGUAGE = "nl"
_QUOTES = np.array([ord(mark) for mark in "\"'«‘“„"], np.uint32)
_APOSTROPHES = np.array([ord(mark) for mark in "'’‘`"], np.uint32)
_LETTERS = np.array([*range(ord("a"), ord("z") + 1)], np.uint32)
_CLITICS = np.array([ord(letter) for letter in "kmnst"], np.uint32)
_TITLES = hash_words(("dhr", "juffrouw", "meneer", "mevr", "mevrouw", "mijnheer", "mw"))
"""Not *heer*, which has lands (*de heer van Egmond*)."""
_SHORT = hash_words(("dhr", "mevr", "mw"))
_PARTICLES = hash_words(("de", "den", "der", "ten", "ter", "van"))
_ARTICLES = hash_words(("de", "deze", "die", "een", "geen"))
"""Before a title they make it a noun (*de mevrouw van de winkel*)."""
_OFFICES = hash_words(
    (
        *("ambassadeur", "burgemeester", "commissaris", "directeur", "minister", "notaris"),
        *("premier", "president", "rechter", "staatssecretaris", "voorzitter", "wethouder"),
        *("die", "deze", "het", "hier", "hiernaast", "mijn", "onze"),
    )
)
"""What is no surname after a title and a particle (*mevrouw de voorzitter*)."""


def raise_dutch(passage: Passage, decisions: Decisions, language: str) -> Decisions:
    """Return the decisions with these capitals, if the language is Dutch."""
    if language.partition("-")[0] != LANGUAGE:
        return decisions
    classes, reasons = decisions.classes.copy(), decisions.reasons.copy()
    short = _short_titles(passage)
    classes[short] = np.where(sentence_starts(passage.tokens.positions[short]), case.UC, case.LC)
    reasons[short] = PATTERN
    for at in (_speech(passage), _behind_clitics(passage), _numbered(passage)):
        at = at[classes[at] == case.LC]
        classes[at], reasons[at] = case.UC, PATTERN
    for first, last in _surnames(passage):
        classes[first:last], classes[first] = case.LC, case.UC
        reasons[first:last] = PATTERN
        if classes[last] == case.LC:
            classes[last], reasons[last] = case.UC, PATTERN
    return replace(decisions, classes=classes, reasons=reasons)


def _speech(passage: Passage) -> I64:
    """Return the words with which quoted speech begins behind a colon."""
    tokens = passage.tokens
    at = np.flatnonzero((tokens.positions == COLON) & (tokens.kinds == WORD))
    at = at[at > 0]
    quoted = np.isin(tokens.folded[tokens.starts][at - 1], _QUOTES)
    spoken: I64 = at[quoted & (tokens.ends[at - 1] == tokens.starts[at])]
    return spoken


def _behind_clitics(passage: Passage) -> I64:
    """Return the words behind a clitic that begins a sentence, or behind *'s-* in towns."""
    tokens = passage.tokens
    text = np.concatenate([[ord(" ")] * 2, tokens.folded, [ord(" ")] * 2])
    ends = tokens.ends + 2  # in text
    clitic = np.isin(text[ends - 1], _CLITICS) & np.isin(text[ends - 2], _APOSTROPHES)
    clitic &= ~np.isin(text[ends - 3], _LETTERS) & (tokens.kinds == WORD)
    opening = clitic & sentence_starts(tokens.positions) & (text[ends] == ord(" "))
    town = clitic & (text[ends - 1] == ord("s")) & (text[ends] == ord("-"))
    at = np.concatenate([np.flatnonzero(opening) + 1, np.flatnonzero(town) + 2])
    at = at[at < len(tokens)]
    words: I64 = at[tokens.kinds[at] == WORD]
    return words


def _numbered(passage: Passage) -> I64:
    """Return the words behind a number of several levels that begins a line: ``1.2. wat nu``."""
    tokens, firsts = passage.tokens, passage.tokens.folded[passage.tokens.starts]
    at = np.flatnonzero((tokens.positions == SENTENCE) & (tokens.kinds == WORD))
    at = at[(at > 1) & (firsts[at - 1] == ord("."))]
    at = at[(tokens.kinds[at - 2] == NUMBER) & (tokens.positions[at - 2] == LINE)]
    levels: I64 = at[["." in passage.folded(one) for one in (at - 2).tolist()]]
    return levels


def _short_titles(passage: Passage) -> I64:
    """Return the titles that are abbreviations, no megawatts (*5 MW*)."""
    tokens = passage.tokens
    short = np.isin(tokens.words, _SHORT)
    short[1:] &= tokens.kinds[:-1] != NUMBER
    return np.flatnonzero(short)


def _surnames(passage: Passage) -> Iterator[tuple[int, int]]:
    """Yield the first particle and the last word of each surname with particles after a title."""
    tokens = passage.tokens
    particles = np.isin(tokens.words, _PARTICLES)
    known = particles | np.isin(tokens.words, _OFFICES)
    lines = passage.by_token(np.arange(len(passage.lines)))
    titles = np.isin(tokens.words, _TITLES)
    titles[1:] &= ~np.isin(tokens.words[:-1], _ARTICLES)
    for title in np.flatnonzero(titles).tolist():
        first = title + 1
        if first < len(tokens) and passage.folded(first) == ".":
            first += 1
        last = first
        while last < len(tokens) and particles[last]:
            last += 1
        if last in (first, len(tokens)) or lines[title] != lines[last]:
            continue
        if tokens.kinds[last] == WORD and not known[last]:
            yield first, last
