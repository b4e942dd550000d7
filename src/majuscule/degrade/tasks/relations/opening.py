"""The variants of the task, by name."""

from __future__ import annotations

from pathlib import Path

from majuscule.degrade.interface import Task
from majuscule.degrade.tasks.relations.classification import Classification
from majuscule.degrade.tasks.relations.news import RULES, WORDING, News
from majuscule.errors import UsageError

GIVEN = "given"


def open_relations(what: str, data: Path) -> Task:
    """Return ``rules`` or ``wording`` of news, or a corpus of relations, as in ``conll04``.

    After a comma: another file of documents, or ``given`` for gold entities.

    Raises :class:`~majuscule.errors.CorpusError` for files that are missing or invalid, or have
    nothing to score.
    """
    name, _, option = what.partition(",")
    if name in (RULES, WORDING):
        return News(name, option, data)
    if option not in ("", GIVEN):
        raise UsageError(f"relations:{what}: unknown option {option!r}; the only one is {GIVEN!r}")
    return Classification(name, data, given=option == GIVEN)
