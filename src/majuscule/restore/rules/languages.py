"""The rules of single languages, in their order."""

from __future__ import annotations

from majuscule.arrays import F32, I64
from majuscule.restore.interface import Decisions
from majuscule.restore.rules.dutch import raise_dutch
from majuscule.restore.rules.letters import has_salutation, lower_openings
from majuscule.restore.rules.polite import may_address, raise_polite
from majuscule.restore.rules.terms import defines_terms, raise_terms
from majuscule.text.tokenizing.passages import Passage

_SIGNS = defines_terms, has_salutation, may_address


def needs_rules(text: str, language: str) -> bool:
    """Return whether one of these rules may change a text as a whole."""
    return any(tells(text, language) for tells in _SIGNS)


def follow_rules(
    passage: Passage,
    decisions: Decisions,
    language: str,
    shares: F32 | None,
    documents: I64 | None = None,
) -> Decisions:
    """Return the decisions after all rules; the arguments are those of :func:`lower_openings`."""
    decisions = raise_dutch(passage, decisions, language)
    decisions = raise_polite(passage, decisions, language, documents)
    decisions = raise_terms(passage, decisions, language, documents)
    return lower_openings(passage, decisions, language, shares, documents)
