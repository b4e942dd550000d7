"""Words normalised as for NIST's scoring, so that spelling conventions do not count as errors.

A recogniser's output and a transcript are normalised before their words are aligned, following the
rules of NIST's ``sclite`` evaluations: SNOR (capitals, no punctuation, compounds split, numbers in
words), contractions written out, hesitations and noise marks left out.  Spelt letters (``U S``) are
joined.  NIST's lists of alternatives, such as ``cash flow`` for ``cashflow``, are not applied.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from majuscule.degrade.snor import snor

HESITATIONS = frozenset(["UH", "UM", "AH", "ER", "ERM", "HM", "HMM", "MM", "MHM", "UHM", "HUH"])
_MARK = re.compile(r"<[^<>\s]*>")
_WORD = re.compile(r"\bPER CENT\b|\S+")
_ENDINGS = {"N'T": "NOT", "'LL": "WILL", "'RE": "ARE", "'VE": "HAVE", "'M": "AM", "'D": "WOULD"}
_WORDS = {
    "CAN'T": "CAN NOT",
    "CANNOT": "CAN NOT",
    "WON'T": "WILL NOT",
    "LET'S": "LET US",
    "GONNA": "GOING TO",
    "WANNA": "WANT TO",
    "GOTTA": "GOT TO",
    "OK": "OKAY",
    "ALRIGHT": "ALL RIGHT",
    "MISTER": "MR",
    "DOCTOR": "DR",
}
_IS = frozenset(["IT", "THAT", "WHAT", "THERE", "HERE", "HE", "SHE", "WHO", "WHERE", "HOW"])
"""After these ``'S`` is ``IS``; elsewhere it is a possessive and stays."""


@dataclass(frozen=True)
class SpokenWord:
    """A word in capitals, and its span in the text."""

    word: str
    start: int
    end: int


def spoken_words(text: str) -> list[SpokenWord]:
    """Return the normalised words of a text.

    >>> [one.word for one in spoken_words("Uh, it's 5% of the u s's non-GAAP <laugh> we can't")]
    ['IT', 'IS', 'FIVE', 'PERCENT', 'OF', 'THE', "US'S", 'NON', 'GAAP', 'WE', 'CAN', 'NOT']
    """
    normal = snor(_MARK.sub(lambda mark: " " * len(mark[0]), text))
    words: list[SpokenWord] = []
    for match in _WORD.finditer(normal.text):
        if match[0] not in HESITATIONS:
            word = SpokenWord(match[0].replace(" ", ""), *normal.source(*match.span()))
            if word.word in ("'S", *_ENDINGS) and words:  # as one recogniser splits them
                before = words.pop()
                word = SpokenWord(before.word + word.word, before.start, word.end)
            words.append(word)
    return [
        SpokenWord(part, one.start, one.end)
        for one in _with_letters_joined(words)
        for part in _full(one.word).split()
    ]


def _with_letters_joined(words: list[SpokenWord]) -> list[SpokenWord]:
    """Return the words with ``U S`` as ``US``; ``I`` and ``A`` alone are words."""
    found: list[SpokenWord] = []
    run: list[SpokenWord] = []
    for word in [*words, None]:
        ended = bool(run) and run[-1].word.endswith("'S")
        if word is not None and len(word.word.removesuffix("'S")) == 1 and not ended:
            run.append(word)
            continue
        if len(run) > 1 and any(one.word not in "IA" for one in run):
            joined = "".join(one.word for one in run)
            run = [SpokenWord(joined, run[0].start, run[-1].end)]
        found += run
        run = []
        if word is not None:
            found.append(word)
    return found


def _full(word: str) -> str:
    """Return a word with a contraction written out.

    >>> _full("WASN'T"), _full("IT'S"), _full("CULP'S")
    ('WAS NOT', 'IT IS', "CULP'S")
    """
    if word in _WORDS:
        return _WORDS[word]
    if word.endswith("'S") and word[:-2] in _IS:
        return f"{word[:-2]} IS"
    for ending, full in _ENDINGS.items():
        if word.endswith(ending) and word != ending:
            return f"{word[: -len(ending)]} {full}"
    return word
