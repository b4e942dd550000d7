"""Terms that a contract or a licence defines have capitals wherever it uses them.

``"licensed work" means the files. the licensed work is free.``: *The Licensed Work is free.*  A
term in brackets, ``acme (the "seller")``, has them from there on.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np

from majuscule.arrays import I64
from majuscule.restore.interface import PATTERN, Decisions
from majuscule.restore.rules.headings import SMALL
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.passages import Passage

LANGUAGES = ("en",)
"""Languages whose contracts do so and whose rules are here."""
FEWEST = 3
"""A document defines this many terms or more: encyclopaedias explain one or two words alike."""
_TERM = r'"(?:(?:an?|the|this)\s)?([a-z][a-z\'’-]*(?:\s[a-z\'’-]+){0,3}),?"'
_TERMS = rf"{_TERM}(?:,?\s(?:and|or)\s(?:an?\s|the\s)?{_TERM}){{0,9}}"
_MEANS = (
    r"(?:\s\([^()]{0,60}\))?(?:,?\sbelow|\sof\s(?:the|an?)\s[a-z]+)?"
    r",?\s(?:shall\s)?(?:means?|refers?\sto|has\sthe\smeaning)\b"
)
_NAMED = r"\((?:[a-z]+,?\s){0,4}(?:the|this|an?|collectively,?|hereinafter)\s"
_DEFINITION = rf"{_TERMS}{_MEANS}|{_NAMED}{_TERMS}\)"
_SIGNS = f'"{_MEANS}', f'{_NAMED}"'
"""Parts of each definition that begin with a fixed sign, so that they are sought fast."""


def defines_terms(text: str, language: str) -> bool:
    """Return whether a text may define enough terms, and is in one of LANGUAGES.

    >>> texts = '"fee" means the price. ' * 3, 'the "fee", ' * 3
    >>> [defines_terms(text, "en") for text in texts]
    [True, False]
    """
    if language.partition("-")[0] not in LANGUAGES:
        return False
    text = _straight(text)
    return text.count('"') >= 2 * FEWEST and any(
        re.search(sign, text, re.IGNORECASE) for sign in _SIGNS
    )


def _straight(text: str) -> str:
    return text.replace("“", '"').replace("”", '"')


def raise_terms(
    passage: Passage, decisions: Decisions, language: str, documents: I64 | None = None
) -> Decisions:
    """Return the decisions with capitals for the terms of documents that define several."""
    tokens = passage.tokens
    text = _straight(decode(tokens.folded))
    if not defines_terms(text, language):
        return decisions
    definition = re.compile(_DEFINITION, re.IGNORECASE)  # here, as it is rarely needed
    owners = passage.owners(documents)
    firsts = np.flatnonzero(np.diff(owners, prepend=0))
    bounds = [*tokens.starts[firsts].tolist(), len(text)]
    classes, reasons = decisions.classes.copy(), decisions.reasons.copy()
    for start, stop in pairwise(bounds):
        begins: dict[str, int] = {}
        definitions = list(definition.finditer(text, start, stop))
        for found in definitions:
            begin = start if text[found.start()] == '"' else found.start()
            for term in re.findall(_TERM, found[0]):
                begins.setdefault(" ".join(term.split()), begin)
        if len(definitions) < FEWEST:
            continue
        longest = sorted(begins, key=len, reverse=True)
        used = "|".join(re.escape(term).replace(r"\ ", r"\s+") for term in longest)
        for found in re.compile(rf"(?<!\w)(?<!your\s)({used})s?(?!\w)").finditer(text, start, stop):
            if found.start() < begins[" ".join(found[1].split())]:
                continue
            first, last = np.searchsorted(tokens.starts, found.span()).tolist()
            for i in range(first, last):
                word = passage.folded(i)
                if classes[i] == case.LC and word[0].isalpha() and word not in SMALL:
                    classes[i], reasons[i] = case.UC, PATTERN
    return replace(decisions, classes=classes, reasons=reasons)
