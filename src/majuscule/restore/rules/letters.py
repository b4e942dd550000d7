"""In some languages a letter goes on in lower case after its salutation: *Liebe Anna,* and *wir
kommen am Montag* below it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from majuscule.arrays import F32, I64, filled
from majuscule.restore.interface import PATTERN, Decisions
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.passages import Passage

_SALUTATIONS = {
    "cs": r"ahoj|dobr[éý]|drah[áéý]|mil[áéíý]|vážen[áéíý]",
    "de": r"guten|hallo|hi|liebe[rs]?|moin|sehr|servus",
    "it": r"buon(?:a|giorno|asera)|car[aeio]|ciao|egregi[aeo]?|gentil[ei]|salve|spett",
}
"""First words of salutations, in the languages that do so."""
_LONGEST = 100  # characters of a salutation
_POLITE = ("sie", "ihnen", "ihr")
"""How German words begin that have a capital there too."""
_SURE = 0.5
"""Words capitalised more often elsewhere stay."""


def has_salutation(text: str, language: str) -> bool:
    """Return whether a line of a text is a salutation after which a sentence goes on.

    >>> [has_salutation("liebe anna,\\n\\nwir kommen", language) for language in ("de", "nl")]
    [True, False]
    """
    words = _SALUTATIONS.get(language.partition("-")[0])
    if words is None or ",\n" not in text.replace(",\r\n", ",\n"):
        return False
    found = rf"^[ \t]*(?:{words})\b[^\n,.!?]{{0,{_LONGEST}}},\s*$"
    return re.search(found, text, re.IGNORECASE | re.MULTILINE) is not None


def lower_openings(
    passage: Passage,
    decisions: Decisions,
    language: str,
    shares: F32 | None,
    documents: I64 | None = None,
) -> Decisions:
    """Return the decisions without the capital of what follows a salutation, if its word is known
    in lower case; ``shares``: as a restorer's ``evidence``."""
    tokens, lines = passage.tokens, filled(passage.lines)
    if shares is None or len(lines) < 2:
        return decisions
    owners = passage.owners(documents)
    at = lines[1:, 0]
    commas = tokens.folded[tokens.starts[lines[:-1, 1] - 1]] == ord(",")
    commas &= (owners[at] == owners[at - 1]) & (decisions.classes[at] == case.UC)
    at = at[commas & (shares[at] < _SURE)]
    before = at - 1
    kept = []
    for i, end in zip(at.tolist(), before.tolist(), strict=True):
        first = int(lines[np.searchsorted(lines[:, 1], end, side="right"), 0])
        said = "".join(map(chr, tokens.folded[tokens.starts[first] : tokens.ends[end]]))
        if has_salutation(said + "\n", language) and not passage.folded(i).startswith(_POLITE):
            kept.append(i)
    if not kept:
        return decisions
    classes, reasons = decisions.classes.copy(), decisions.reasons.copy()
    classes[kept], reasons[kept] = case.LC, PATTERN
    return replace(decisions, classes=classes, reasons=reasons)
